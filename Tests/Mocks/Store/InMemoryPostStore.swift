import Core
import Foundation

/// Posts, statuses and the order of feeds in memory, with the rules of the store as a pure value.
struct InMemoryPostStore: Sendable {
    /// The number of acts that each owner can undo.
    static let undoLimit = 20

    struct StoredOrder: Sendable {
        let feed: Feed
        var order = FeedOrder()
        var refreshedAt: Date?
        var revision: PageRevision?

        var head: FeedHead? {
            order.first.map { FeedHead(ids: $0.ids, next: $0.next, revision: revision) }
        }
    }

    var posts: [Post.ID: Post] = [:]
    /// The own marks of each owner.
    private(set) var marks: [OwnedTarget: Marks] = [:]
    /// Everybody who has ever set a mark.
    private(set) var owners: Set<MarkOwner> = []
    /// The comments that were collapsed or expanded without an account.
    var collapsed: [Core.Comment.ID: Bool] = [:]
    /// The states that servers last told accounts.
    var confirmed: [OwnedTarget: ConfirmedState] = [:]
    var feeds: [String: StoredOrder] = [:]
    var packed: [Post.ID: PackedPost] = [:]
    /// The extra fields of posts.
    var extras: [Post.ID: RawJSON] = [:]
    /// The times when a server last had a post in a page, or said something new of it.
    private(set) var arrivals: [Post.ID: Date] = [:]
    /// The acts of each owner that can be taken back, the last one last.
    var undoStacks: [MarkOwner: [UndoableAct]] = [:]
    var actCount = 0
    var version: UInt64 = 0

    func item(_ id: Post.ID, for owner: MarkOwner) -> FeedItem? {
        posts[id].map { post in
            FeedItem(post: post, status: status(of: .post(id), for: owner).map { PostStatus(id: id, marks: $0) })
        }
    }

    /// Every stored post, in no order, and the number of the last commit.
    func everything(for owner: MarkOwner) -> (items: [FeedItem], version: UInt64) {
        (posts.keys.compactMap { item($0, for: owner) }, version)
    }

    /// The feeds that were fetched and that something is left of, in no order.
    var storedFeeds: [StoredFeedSummary] {
        feeds.values.map { StoredFeedSummary(feed: $0.feed, refreshedAt: $0.refreshedAt) }
    }

    /// Keeps own marks; nil removes them.
    mutating func setMarks(_ new: Marks?, of id: OwnedTarget) {
        marks[id] = new
        owners.insert(id.owner)
    }

    func storedFeed(_ feed: Feed, for owner: MarkOwner) -> StoredFeed {
        var stored = feedAsStored(feed, for: owner)
        stored.canUndo = canUndo(for: owner)
        return stored
    }

    /// Everybody who has an act to undo.
    var ownersWithUndo: Set<MarkOwner> { Set(undoStacks.filter { !$0.value.isEmpty }.keys) }

    func canUndo(for owner: MarkOwner) -> Bool { undoStacks[owner]?.isEmpty == false }

    private func feedAsStored(_ feed: Feed, for owner: MarkOwner) -> StoredFeed {
        guard !feed.source.isLocal else { return localFeed(feed, for: owner) }
        let stored = feeds[feed.key] ?? StoredOrder(feed: feed)
        var result = StoredFeed(
            feed: feed, items: stored.order.ids.compactMap { item($0, for: owner) }, isEnd: stored.order.isEnd,
            refreshedAt: stored.refreshedAt, version: version)
        result.gaps = stored.order.gaps
        result.cursor = stored.order.cursor
        result.head = stored.head
        return result
    }

    private func localFeed(_ feed: Feed, for owner: MarkOwner) -> StoredFeed {
        let ids: [Post.ID] =
            switch feed.source {
            case .downloads: packedPosts.map(\.id)
            case .saved: kept(by: owner) { $0.isSaved ? $0.savedAt ?? Date(timeIntervalSince1970: 0) : nil }
            case .favourites: kept(by: owner) { $0.isFavourite ? $0.favouritedAt : nil }
            default: []
            }
        let items = ids.filter { $0.site == feed.site }.compactMap { item($0, for: owner) }
        return StoredFeed(feed: feed, items: items, isEnd: true, version: version)
    }

    /// The posts that an owner keeps, the newest first.
    private func kept(by owner: MarkOwner, since: (Marks) -> Date?) -> [Post.ID] {
        let kept = Set(marks.keys).union(confirmed.keys).compactMap { id -> (id: Post.ID, date: Date)? in
            guard id.owner == owner, let post = id.target.post, let marks = status(of: id.target, for: owner),
                let date = since(marks)
            else { return nil }
            return (post, date)
        }
        return kept.sorted { $0.date == $1.date ? $0.id < $1.id : $0.date > $1.date }.map(\.id)
    }

    mutating func commit(
        _ page: Page, to feed: Feed, at placement: PagePlacement, date: Date
    ) throws -> (PageReceipt, StoredChange) {
        guard !feed.source.isLocal else {
            throw DataError(.invalidInput, message: "'\(feed.source)' is made from what is stored and takes no pages.")
        }
        guard !page.isUnchanged else {
            throw DataError(.invalidInput, message: "An unchanged page holds nothing to store.")
        }
        let page = page.storable(on: feed.site)
        let ids = page.posts.map(\.id).withoutRepetitions()
        var stored = feeds[feed.key] ?? StoredOrder(feed: feed)
        let known = Set(stored.order.ids)
        let pinned = Set(page.posts.filter { $0.isStickied == true || posts[$0.id]?.isStickied == true }.map(\.id))
        var repeated: [Post.ID] = []
        switch placement {
        case .head:
            stored.order.placeAtHead(ids, next: page.next, pinned: pinned)
            // An empty answer over a feed that has posts is no refresh.
            if !ids.isEmpty || known.isEmpty { stored.refreshedAt = date }
            if !ids.isEmpty { stored.revision = page.revision }
        case .after(let cursor):
            guard let inFront = stored.order.place(ids, after: cursor, next: page.next, pinned: pinned) else {
                throw DataError(.superseded)
            }
            repeated = inFront
        }
        feeds[feed.key] = stored
        noteArrival(of: ids, at: date)
        let related = update(page.related.filter { !ids.contains($0.id) }, completeness: page.completeness)
        noteArrival(of: Array(related), at: date)
        let changed = update(page.posts, completeness: page.completeness).union(related)
        keep(page.extras, of: page.posts, completeness: page.completeness)
        version += 1
        let targets = confirm(page.confirmation, at: date)
        let receipt = PageReceipt(
            ids: ids, insertedCount: ids.count { !known.contains($0) }, next: page.next, repeatedIDs: repeated)
        var change = StoredChange(feeds: [feed.key], posts: changed, version: version)
        change.add(targets)
        return (receipt, change)
    }

    /// Notes that posts came; a clock that was set back changes nothing.
    mutating func noteArrival(of ids: some Sequence<Post.ID>, at date: Date) {
        for id in ids { arrivals[id] = max(date, arrivals[id] ?? date) }
    }

    /// Updates posts that belong to no page; `nil` when they say nothing new.
    mutating func store(_ posts: [Post], completeness: Completeness, at date: Date) -> StoredChange? {
        let changed = update(posts.compactMap(\.storable), completeness: completeness)
        guard !changed.isEmpty else { return nil }
        noteArrival(of: changed, at: date)
        version += 1
        return StoredChange(posts: changed, version: version)
    }

    /// Keeps fields of posts that only their site has; those of a less complete backend are added.
    mutating func keep(_ fresh: [Post.ID: RawJSON], of posts: [Post], completeness: Completeness) {
        for post in posts where self.posts[post.id] != nil {
            guard let value = fresh[post.id] else { continue }
            let stored = completeness == .partial ? extras[post.id] : nil
            extras[post.id] = stored.map { value.filled(from: $0) } ?? value
        }
    }

    /// Updates posts; of a post that comes twice, the first counts.
    private mutating func update(_ newer: [Post], completeness: Completeness) -> Set<Post.ID> {
        var seen: Set<Post.ID> = []
        var changed: Set<Post.ID> = []
        for post in newer where seen.insert(post.id).inserted {
            var merged = post
            if let stored = posts[post.id] {
                let isKept = keepingReason(of: post.id) != nil || packed[post.id] != nil
                merged = (isKept ? post.restored(from: stored) : post).filled(from: stored, completeness: completeness)
            }
            let known = posts.updateValue(merged, forKey: post.id)
            if known != merged { changed.insert(post.id) }
            if let known, known.score != merged.score { forgetScoreVotes(of: [.post(post.id)]) }
        }
        return changed
    }
}

extension StoredChange {
    /// Adds posts and comments whose status changed.
    mutating func add(_ targets: [StatusTarget]) {
        posts.formUnion(targets.compactMap(\.post))
        comments.formUnion(targets.compactMap(\.comment))
    }
}
