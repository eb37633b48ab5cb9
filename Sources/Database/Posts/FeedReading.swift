import Core

/// A feed as it was read, with what makes reading it again cheap.
///
/// It is compared with a later snapshot piece by piece: whatever is at its place still is taken over, and the rest is
/// read. So what comes out is what reading all of it would have given, however much was committed in between.
struct FeedReading: Sendable {
    private(set) var stored: StoredFeed
    private let elements: [FeedOrder.Element]
    private let rows: ItemRows
    /// The commits that last changed the posts of the feed, and the facts about it.
    private let stamps: [UInt64]

    /// Reads a feed that has an order of its own.
    init(_ feed: Feed, in snapshot: StoreSnapshot, reusing old: FeedReading? = nil) throws {
        let stamps = [snapshot.version(of: PostSchemas.entries), snapshot.version(of: PostSchemas.feeds)]
        let old = old?.rows.reloadCount == snapshot.reloadCount ? old : nil
        if let old, old.stamps == stamps, old.rows.isCurrent(in: snapshot) {
            self = old.unchanged(feed, version: snapshot.version)
            return
        }
        let isSameOrder = old?.stamps.first == stamps[0]
        let elements = if let old, isSameOrder { old.elements } else { try snapshot.elements(ofKey: feed.key) }
        let ids = if let old, isSameOrder { old.rows.ids } else { elements.compactMap(\.post) }
        let rows = try ItemRows(ids, in: snapshot, reusing: old?.rows)
        let order = try snapshot.order(ofKey: feed.key, elements: elements)
        let record = try snapshot.record(feed.key, in: PostSchemas.feeds)
        let head = Self.head(of: order, rows.items, revision: record?.revision)
        // What was damaged on the disk is no post any more, and a feed that lost some of its first page is to be
        // fetched.
        let isFirstLost = order.first != nil && head == nil
        self.elements = elements
        self.rows = rows
        self.stamps = stamps
        stored = StoredFeed(
            feed: feed, items: rows.items, isEnd: order.isEnd, refreshedAt: isFirstLost ? nil : record?.refreshed,
            version: snapshot.version)
        stored.gaps = Self.gaps(elements, rows)
        stored.cursor = order.cursor
        stored.head = head
    }

    /// Reads a feed of what an owner keeps.
    init(
        _ feed: Feed, _ mark: KeptMark, by owner: MarkOwner, in snapshot: StoreSnapshot, reusing old: FeedReading? = nil
    ) throws {
        var stamps = [snapshot.version(of: StatusSchemas.statuses)]
        if owner != .nobody {
            stamps = [snapshot.version(of: StatusSchemas.marks)]
            if mark == .saved {
                stamps += [snapshot.version(of: StatusSchemas.confirmed)] + snapshot.pendingStamps
            }
        }
        try self.init(local: feed, stamps: stamps, in: snapshot, reusing: old) {
            try snapshot.keptPosts(mark, by: owner)
        }
    }

    /// Reads the feed of what was packed.
    init(downloads feed: Feed, in snapshot: StoreSnapshot, reusing old: FeedReading? = nil) throws {
        try self.init(local: feed, stamps: [snapshot.version(of: PackSchemas.packed)], in: snapshot, reusing: old) {
            try snapshot.packedPosts().map(\.id)
        }
    }

    /// Reads a feed whose posts collections of this device name.
    ///
    /// - Parameters:
    ///   - feed: The feed.
    ///   - stamps: The last commits that changed the collections.
    ///   - snapshot: Where.
    ///   - old: What was read before.
    ///   - find: Reads the ids, of all sites, in order; called only where one of the collections has changed.
    /// - Throws: ``StoreError``.
    private init(
        local feed: Feed, stamps: [UInt64], in snapshot: StoreSnapshot, reusing old: FeedReading?,
        _ find: () throws -> [Post.ID]
    ) throws {
        let old = old?.rows.reloadCount == snapshot.reloadCount ? old : nil
        if let old, old.stamps == stamps, old.rows.isCurrent(in: snapshot) {
            self = old.unchanged(feed, version: snapshot.version)
            return
        }
        let isSame = old?.stamps == stamps
        let ids = if let old, isSame { old.rows.ids } else { try find().filter { $0.site == feed.site } }
        rows = try ItemRows(ids, in: snapshot, reusing: old?.rows)
        elements = []
        self.stamps = stamps
        stored = StoredFeed(feed: feed, items: rows.items, isEnd: true, version: snapshot.version)
    }

    /// The same feed, perhaps by another description, at a later commit that changed nothing of it.
    private func unchanged(_ feed: Feed, version: UInt64) -> FeedReading {
        var reading = self
        reading.stored.feed = feed
        reading.stored.version = version
        return reading
    }

    private static func gaps(_ elements: [FeedOrder.Element], _ rows: ItemRows) -> [FeedGap] {
        guard elements.count > rows.ids.count else { return [] }
        var gaps: [FeedGap] = []
        var last: Post.ID?
        var position = 0
        for element in elements {
            if let id = element.post {
                // Where everything in front of a gap is lost, the gap is not: it comes behind the first that was there.
                if last == nil || rows.hasItem(position) { last = id }
                position += 1
            } else if case .gap(let cursor) = element.content, let last {
                gaps.append(FeedGap(after: last, cursor: cursor))
            }
        }
        return gaps
    }

    /// The first page, unless one of its posts is gone.
    private static func head(of order: FeedOrder, _ items: [FeedItem], revision: PageRevision?) -> FeedHead? {
        let ids = order.firstPosts
        guard !ids.isEmpty, items.prefix(ids.count).map(\.id) == ids else { return nil }
        return FeedHead(ids: ids, next: order.first?.next, revision: revision)
    }
}
