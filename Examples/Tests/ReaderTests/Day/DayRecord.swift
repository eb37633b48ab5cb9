import Core
import Foundation
import PostFeatures
import Testing

/// A record of what was shown and done since the morning, as a person would remember it.
@MainActor
final class DayRecord {
    /// The marks of a post.
    struct Marks: Equatable, Sendable {
        var isRead = false
        var isSaved = false
        var isFavourite = false
        var isDismissed = false
        var isHidden = false

        init() {}

        init(_ status: PostStatus) {
            isRead = status.isRead
            isSaved = status.isSaved
            isFavourite = status.isFavourite
            isDismissed = status.isDismissed
            isHidden = status.isHidden
        }
    }

    /// Each feed as it was shown last, dismissed posts included where they were.
    private(set) var feeds: [Feed: [Post.ID]] = [:]
    private(set) var posts: [Post.ID: Post] = [:]
    private(set) var marks: [Post.ID: Marks] = [:]
    /// The posts of a change that was not acknowledged: either state is right.
    private(set) var uncertain: Set<Post.ID> = []
    /// The results of each search.
    private(set) var found: [String: Set<Post.ID>] = [:]
    /// The packed posts in order, and which comments and files came with them.
    var packed: [Post.ID] = []
    var threads: [Post.ID: Set<Core.Comment.ID>] = [:]
    var media: [Post.ID: [ResourceLink: Int]] = [:]
    var collapsed: [Post.ID: Set<Core.Comment.ID>] = [:]
    var settings = ReadingSettings()
    /// Whether posts may have come that nobody has seen yet.
    var mayHaveUnseen = false
    var sources: [String] = []

    nonisolated init() {}

    /// Takes over what a list shows.
    func show(_ feed: Feed, _ items: [FeedItem]) {
        let shown = items.map(\.id)
        let away = (feeds[feed] ?? []).filter { !shown.contains($0) && !isListed($0) }
        feeds[feed] = shown + away
        for item in items { posts[item.id] = item.post }
    }

    func find(_ query: String, _ ids: some Sequence<Post.ID>) { found[query] = Set(ids) }

    /// Takes over what was done.
    func mark(_ id: Post.ID, _ change: (inout Marks) -> Void) {
        change(&marks[id, default: Marks()])
        uncertain.remove(id)
    }

    /// Takes over what was begun and may have come to nothing.
    func begin(_ id: Post.ID) { uncertain.insert(id) }

    func isListed(_ id: Post.ID) -> Bool {
        let marks = marks[id] ?? Marks()
        return !marks.isDismissed && !marks.isHidden
    }

    /// The posts of a feed that a list of it has to show, in order.
    func listed(in feed: Feed) -> [Post.ID] { (feeds[feed] ?? []).filter(isListed) }

    /// Compares with what a process has, down to the last mark.
    ///
    /// - Parameters:
    ///   - process: A process that may have begun just now.
    ///   - moment: When that is, for whoever reads a failure.
    /// - Throws: What the store throws.
    func check(_ process: DayProcess, _ moment: String) async throws {
        let comment = Testing.Comment(rawValue: moment)
        try await settle(process)
        try await process.run { [record = self] in
            for feed in record.feeds.keys {
                let list = PostListViewModel(feed: feed, policy: .storedOnly)
                await list.load()
                let state = list.state.value
                let known = state.items.filter { record.posts[$0.id] != nil }
                #expect(known.map(\.id) == record.listed(in: feed), comment)
                #expect(known.count == state.items.count || record.mayHaveUnseen, comment)
                #expect(state.banner == nil, comment)
                for item in known { #expect(item.post == record.posts[item.id], comment) }
                list.stop()
            }
            let offline = Dependency.resolve((any OfflinePostProvider).self)
            let items = try await offline.items(Array(record.posts.keys))
            #expect(items.count == record.posts.count, comment)
            for item in items {
                #expect(Marks(item.status) == record.marks[item.id] ?? Marks(), "\(moment): \(item.id)")
            }
            for kind in [SavedPostsViewModel.Kind.saved, .favourites] {
                let kept = SavedPostsViewModel(site: DayProcess.site, kind: kind)
                await kept.load()
                let expected = record.marks.filter { id, marks in
                    (kind == .saved ? marks.isSaved : marks.isFavourite) && record.isListed(id)
                }
                #expect(Set(kept.state.value.rows.map(\.id)) == Set(expected.keys), comment)
                kept.stop()
            }
            for (query, ids) in record.found {
                #expect(await Self.search(query).isSuperset(of: ids.filter(record.isListed)), "\(moment): \(query)")
            }
            #expect(SettingsViewModel().state.value.settings == record.settings, comment)
            let sources = SourceListViewModel()
            await sources.load()
            #expect(sources.state.value.rows.map { "\($0.source.name)" } == record.sources, comment)
            sources.stop()
        }
    }

    /// The results of a search of the store.
    static func search(_ query: String) async -> Set<Post.ID> {
        let search = SearchViewModel(site: DayProcess.site, pageSize: 200)
        search.setQuery(query)
        await search.search()
        defer { search.stop() }
        return Set(search.state.value.rows.map(\.id))
    }

    /// Finds out what became of that which no process acknowledged.
    private func settle(_ process: DayProcess) async throws {
        guard !uncertain.isEmpty else { return }
        let ids = Array(uncertain)
        let items = try await process.run {
            try await Dependency.resolve((any OfflinePostProvider).self).items(ids)
        }
        for item in items { marks[item.id] = Marks(item.status) }
        uncertain = []
    }
}
