import Core
import Foundation

/// Posts, statuses and the order of feeds in memory, with the rules of the store as a pure value.
struct InMemoryPostStore: Sendable {
    /// How many dismissals can be undone.
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
    var statuses: [Post.ID: PostStatus] = [:]
    var feeds: [String: StoredOrder] = [:]
    var packed: [Post.ID: PackedPost] = [:]
    /// What only one site says of posts.
    var extras: [Post.ID: RawJSON] = [:]
    /// When a server last had a post in a page, or said something new of it.
    private(set) var arrivals: [Post.ID: Date] = [:]
    private var undoStack: [[Post.ID]] = []
    /// Whether there is a dismissal to undo.
    private var canUndo: Bool { !undoStack.isEmpty }
    var version: UInt64 = 0

    func item(_ id: Post.ID) -> FeedItem? {
        posts[id].map { FeedItem(post: $0, status: statuses[id]) }
    }

    /// Every stored post, in no order, and the number of the last commit.
    var everything: (items: [FeedItem], version: UInt64) { (posts.keys.compactMap(item), version) }

    /// The feeds that were fetched and that something is left of, in no order.
    var storedFeeds: [StoredFeedSummary] {
        feeds.values.map { StoredFeedSummary(feed: $0.feed, refreshedAt: $0.refreshedAt) }
    }

    func storedFeed(_ feed: Feed) -> StoredFeed {
        var stored = feedAsStored(feed)
        stored.canUndo = canUndo
        return stored
    }

    private func feedAsStored(_ feed: Feed) -> StoredFeed {
        guard !feed.source.isLocal else { return localFeed(feed) }
        let stored = feeds[feed.key] ?? StoredOrder(feed: feed)
        return StoredFeed(
            feed: feed, items: stored.order.ids.compactMap(item), gaps: stored.order.gaps,
            cursor: stored.order.cursor, isEnd: stored.order.isEnd, refreshedAt: stored.refreshedAt, head: stored.head,
            version: version)
    }

    private func localFeed(_ feed: Feed) -> StoredFeed {
        if feed.source == .downloads {
            let items = packedPosts.filter { $0.id.site == feed.site }.compactMap { item($0.id) }
            return StoredFeed(feed: feed, items: items, isEnd: true, version: version)
        }
        let keptAt: (PostStatus) -> Date? =
            switch feed.source {
            case .saved: \.savedAt
            case .favourites: \.favouritedAt
            default: { _ in nil }
            }
        let kept = statuses.values.filter { $0.id.site == feed.site && keptAt($0) != nil }.sorted { left, right in
            let (leftDate, rightDate) = (keptAt(left) ?? .distantPast, keptAt(right) ?? .distantPast)
            return leftDate == rightDate ? left.id < right.id : leftDate > rightDate
        }
        return StoredFeed(feed: feed, items: kept.compactMap { item($0.id) }, isEnd: true, version: version)
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
        let changed = update(page.posts, completeness: page.completeness)
        keep(page.extras, of: page.posts, completeness: page.completeness)
        version += 1
        let receipt = PageReceipt(
            ids: ids, insertedCount: ids.count { !known.contains($0) }, next: page.next, repeatedIDs: repeated)
        return (receipt, StoredChange(feeds: [feed.key], posts: changed, version: version))
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

    /// Keeps what only one site says of posts; a poorer road adds to it.
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
                let status = statuses[post.id]
                let isKept = status?.isSaved == true || status?.isFavourite == true || packed[post.id] != nil
                merged = (isKept ? post.restored(from: stored) : post).filled(from: stored, completeness: completeness)
            }
            if posts.updateValue(merged, forKey: post.id) != merged { changed.insert(post.id) }
        }
        return changed
    }

    mutating func apply(_ mutation: StatusMutation, at date: Date) -> (StatusReceipt, StoredChange?) {
        let before = undoStack
        var (receipt, change) = make(mutation, at: date)
        receipt.canUndo = canUndo
        change?.changesUndo = undoStack != before
        return (receipt, change)
    }

    private mutating func make(_ mutation: StatusMutation, at date: Date) -> (StatusReceipt, StoredChange?) {
        switch mutation {
        case .set(let change, let ids):
            let (receipt, changed) = set(change, for: ids, at: date)
            forgetVoidDismissals()
            return commit(receipt, changed)
        case .dismiss(let ids):
            return dismiss(ids, at: date)
        case .dismissAll(let feed):
            return dismiss(storedFeed(feed).items.map(\.id), at: date)
        case .undoDismiss:
            let dismissed = (undoStack.popLast() ?? []).filter { statuses[$0]?.isDismissed == true }
            var (receipt, changed) = set(.dismissed(false), for: dismissed, at: date)
            receipt.pending = []
            return commit(receipt, changed)
        }
    }

    /// Removes dismissals of which no post is put away any more: there is nothing to undo.
    ///
    /// - Returns: Whether there were some.
    @discardableResult
    mutating func forgetVoidDismissals() -> Bool {
        let count = undoStack.count
        undoStack.removeAll { ids in !ids.contains { statuses[$0]?.isDismissed == true } }
        return undoStack.count != count
    }

    private mutating func dismiss(_ ids: [Post.ID], at date: Date) -> (StatusReceipt, StoredChange?) {
        let known = ids.withoutRepetitions().filter { posts[$0] != nil }
        var (receipt, changed) = set(.dismissed(true), for: known, at: date)
        receipt.unknown = ids.withoutRepetitions().without(known)
        if !changed.isEmpty { undoStack = (undoStack + [changed]).suffix(Self.undoLimit) }
        return commit(receipt, changed)
    }

    private mutating func set(
        _ change: StatusChange, for ids: [Post.ID], at date: Date
    ) -> (StatusReceipt, [Post.ID]) {
        var receipt = StatusReceipt()
        var changed: [Post.ID] = []
        for id in ids.withoutRepetitions() {
            guard id.isReadable else {
                receipt.unknown.append(id)
                continue
            }
            var status = statuses[id] ?? PostStatus(id: id)
            if status.apply(change, at: date) {
                statuses[id] = status
                changed.append(id)
            }
            if posts[id] != nil {
                receipt.statuses.append(status)
            } else {
                // Kept for when the post arrives.
                receipt.unknown.append(id)
                receipt.pending.append(status)
            }
        }
        return (receipt, changed)
    }

    private mutating func commit(
        _ receipt: StatusReceipt, _ changed: [Post.ID]
    ) -> (StatusReceipt, StoredChange?) {
        if !changed.isEmpty { version += 1 }
        var receipt = receipt
        receipt.version = version
        return (receipt, changed.isEmpty ? nil : StoredChange(posts: Set(changed), version: version))
    }
}
