import Core
import Foundation
import Mocks
import PostFeatures
import Testing

extension DayRecord {
    /// Takes over a pack that is complete.
    func pack(_ ids: [Post.ID], threads: [Post.ID: Set<Core.Comment.ID>], files: [Post.ID: [MediaFile]]) {
        packed += ids.filter { !packed.contains($0) }
        self.threads.merge(threads) { _, new in new }
        keep(files)
    }

    /// Takes over which files are kept.
    func keep(_ files: [Post.ID: [MediaFile]]) {
        for (id, files) in files {
            media[id] = Dictionary(files.map { ($0.link, $0.bytes) }, uniquingKeysWith: { first, _ in first })
        }
    }

    /// Takes over that a comment was collapsed.
    func collapse(_ comment: Core.Comment.ID, of post: Post.ID) { collapsed[post, default: []].insert(comment) }

    /// Compares what was packed with what is there: the posts, their comments, every file down to its length, and what
    /// the badges say.
    func checkPacks(_ day: Day) async throws {
        guard !packed.isEmpty else { return }
        let comment = Testing.Comment(rawValue: day.moment)
        let files = day.files
        try await day.process.run { [record = self] in
            let list = PostListViewModel(
                feed: Feed(site: DayProcess.site, source: .downloads), policy: .storedOnly)
            await list.load()
            let listed = Set(list.state.value.items.map(\.id))
            #expect(listed.isSuperset(of: record.packed.filter(record.isListed)), comment)
            list.stop()

            let comments = Dependency.resolve((any OfflineCommentProvider).self)
            for (id, expected) in record.threads {
                let stored = try await comments.storedThread(of: id)
                #expect(Set(stored?.thread.comments.map(\.id) ?? []) == expected, "\(day.moment): \(id)")
                let collapsed = stored?.marks.collapsed ?? [:]
                #expect((record.collapsed[id] ?? []).allSatisfy { collapsed[$0] == true }, "\(day.moment): \(id)")
            }
            let media = try await Dependency.resolve((any OfflineMediaProvider).self).files(
                of: Array(record.media.keys))
            for (id, expected) in record.media {
                let there = media[id] ?? []
                #expect(Set(there.map(\.link)) == Set(expected.keys), "\(day.moment): \(id)")
                for file in there {
                    #expect(file.bytes == expected[file.link], "\(day.moment): \(file.link)")
                    #expect(files.bytes(at: file.path)?.count == file.bytes, "\(day.moment): \(file.link) is whole")
                }
            }
            let posts = record.packed.compactMap { record.posts[$0] }
            let availability = try await Dependency.resolve((any AvailabilityProvider).self).availability(of: posts)
            for post in posts {
                let parts = availability[post.id] ?? PostAvailability()
                #expect(parts.isComplete, "\(day.moment): \(post.id), \(post.media.kind), \(parts)")
            }
        }
    }
}
