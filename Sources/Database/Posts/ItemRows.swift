import Core

/// The posts of some ids with their statuses, and where each was found.
struct ItemRows: Sendable {
    let ids: [Post.ID]
    /// The posts that are stored, in the order of the ids.
    let items: [FeedItem]
    /// One for each id.
    private let posts: [RecordPlace?]
    private let statuses: [RecordPlace?]
    private let postsStamp: UInt64
    private let statusesStamp: UInt64
    /// The ids in ascending order; `nil` where they were not looked up together yet.
    private let idsInOrder: SortedIDs?
    /// The number of times that the store had been loaded anew: places and stamps are valid within one loading only.
    let reloadCount: Int

    /// Reads posts.
    ///
    /// - Parameters:
    ///   - ids: Which.
    ///   - snapshot: Where.
    ///   - old: What was read before, of the same or of other ids: its items are taken over where they are unchanged.
    /// - Throws: ``StoreError``.
    init(_ ids: [Post.ID], in snapshot: StoreSnapshot, reusing old: ItemRows? = nil) throws {
        // One post that cannot be read is left out; it must not take the others with it.
        self = try snapshot.mending(PostSchemas.posts.name) { try ItemRows(reading: ids, in: snapshot, reusing: old) }
    }

    private init(reading ids: [Post.ID], in snapshot: StoreSnapshot, reusing old: ItemRows?) throws {
        let old = old?.reloadCount == snapshot.reloadCount ? old : nil
        let postsStamp = snapshot.version(of: PostSchemas.posts)
        let statusesStamp = snapshot.version(of: StatusSchemas.statuses)
        if let old, old.postsStamp == postsStamp, old.ids == ids {
            self = try old.rereadingStatuses(in: snapshot)
            return
        }
        let known = old.map { Self.positions(of: ids, in: $0.ids) }
        let posts: [RecordPlace?]
        let statuses: [RecordPlace?]
        if let old, let known {
            posts = try Self.places(ids, PostSchemas.posts, snapshot, known, old.posts)
            statuses = try Self.places(ids, StatusSchemas.statuses, snapshot, known, old.statuses)
            idsInOrder = nil
        } else {
            let sought = SortedIDs(ids)
            idsInOrder = sought
            posts = try snapshot.places(of: sought, in: PostSchemas.posts)
            statuses = try snapshot.places(of: sought, in: StatusSchemas.statuses)
        }
        let oldPositions = old?.itemPositions
        let rows = ids.indices.compactMap { position -> Row? in
            guard let post = posts[position] else { return nil }
            var row = Row(post: post, status: statuses[position])
            guard let old, let known, known[position] >= 0, old.posts[known[position]] != nil else { return row }
            row.old = oldPositions?[known[position]] ?? known[position]
            row.hasSamePost = old.posts[known[position]] == post
            row.hasSameStatus = old.statuses[known[position]] == row.status
            return row
        }
        items = try Self.items(rows, in: snapshot, reusing: old?.items ?? [])
        self.ids = ids
        self.posts = posts
        self.statuses = statuses
        self.postsStamp = postsStamp
        self.statusesStamp = statusesStamp
        reloadCount = snapshot.reloadCount
    }

    private init(
        _ old: ItemRows, items: [FeedItem], statuses: [RecordPlace?], idsInOrder: SortedIDs, in snapshot: StoreSnapshot
    ) {
        ids = old.ids
        posts = old.posts
        postsStamp = old.postsStamp
        reloadCount = old.reloadCount
        self.items = items
        self.statuses = statuses
        self.idsInOrder = idsInOrder
        statusesStamp = snapshot.version(of: StatusSchemas.statuses)
    }

    /// The same posts with their statuses as they are in a later snapshot, which has changed no post.
    ///
    /// A mark shows when this is done, so the posts' places are not compared, nor what is read already.
    private func rereadingStatuses(in snapshot: StoreSnapshot) throws -> ItemRows {
        let idsInOrder = idsInOrder ?? SortedIDs(ids)
        let places = try snapshot.places(of: idsInOrder, in: StatusSchemas.statuses)
        let changed = ids.indices.filter { posts[$0] != nil && places[$0] != statuses[$0] }
        var read: [PostStatus] = []
        try snapshot.visitRecords(at: changed.compactMap { places[$0]?.location }, in: StatusSchemas.statuses) {
            read.append($0)
        }
        var unused = read.makeIterator()
        let itemPositions = itemPositions
        var items = items
        for position in changed {
            let status = places[position] == nil ? nil : unused.next()
            items[itemPositions?[position] ?? position].status = status ?? PostStatus(id: ids[position])
        }
        return ItemRows(self, items: items, statuses: places, idsInOrder: idsInOrder, in: snapshot)
    }

    /// Whether reading again would give the same.
    func isCurrent(in snapshot: StoreSnapshot) -> Bool {
        reloadCount == snapshot.reloadCount && postsStamp == snapshot.version(of: PostSchemas.posts)
            && statusesStamp == snapshot.version(of: StatusSchemas.statuses)
    }

    /// Whether the post of an id is stored.
    func hasItem(_ position: Int) -> Bool { posts[position] != nil }

    /// The position of the item of each id that has one; nil when all have one, as almost always, each at the id's own
    /// position.
    private var itemPositions: [Int]? {
        guard items.count < ids.count else { return nil }
        var count = 0
        return posts.map { post in
            defer { if post != nil { count += 1 } }
            return count
        }
    }

    // MARK: Places

    /// The position of each id among older ones; -1 for none.
    ///
    /// What is at both ends of both is found by itself: feeds grow in front and behind.
    private static func positions(of ids: [Post.ID], in old: [Post.ID]) -> [Int] {
        var first = 0
        while first < min(ids.count, old.count), ids[first] == old[first] { first += 1 }
        var last = 0
        while last < min(ids.count, old.count) - first, ids[ids.count - 1 - last] == old[old.count - 1 - last] {
            last += 1
        }
        var positions = Array(repeating: -1, count: ids.count)
        for position in 0..<first { positions[position] = position }
        for position in 0..<last { positions[ids.count - 1 - position] = old.count - 1 - position }
        let middle = first..<old.count - last
        guard !middle.isEmpty else { return positions }
        let known = Dictionary(middle.map { (old[$0], $0) }) { first, _ in first }
        for position in first..<ids.count - last { positions[position] = known[ids[position]] ?? -1 }
        return positions
    }

    /// Returns the places of the records with some ids; only those not at their old place are looked up.
    private static func places<Record: StoredRecord>(
        _ ids: [Post.ID], _ schema: CollectionSchema<Record>, _ snapshot: StoreSnapshot, _ known: [Int],
        _ old: [RecordPlace?]
    ) throws -> [RecordPlace?] {
        var places = known.map { $0 < 0 ? nil : old[$0] }
        // Also where nothing was committed: a compaction moves records, and that is no commit.
        let isCurrent = try snapshot.areCurrent(places, in: schema)
        let sought = known.indices.filter { places[$0] == nil || !isCurrent[$0] }
        guard !sought.isEmpty else { return places }
        let found = try snapshot.places(of: SortedIDs(sought.lazy.map { ids[$0] }), in: schema)
        for (position, place) in zip(sought, found) { places[position] = place }
        return places
    }
}

// MARK: Records

extension ItemRows {
    /// The facts about an item before it is read.
    private struct Row {
        let post: RecordPlace
        let status: RecordPlace?
        /// Its position among the older items.
        var old: Int?
        var hasSamePost = false
        var hasSameStatus = false
    }

    /// From so many posts on both cores read them.
    private static let partSize = 640

    private static func items(
        _ rows: [Row], in snapshot: StoreSnapshot, reusing old: [FeedItem]
    ) throws -> [FeedItem] {
        // An array of capacity 0 is the shared empty one, and its initialiser would write to that.
        if rows.isEmpty { return [] }
        let isLarge = rows.count { !$0.hasSamePost } > partSize
        let size = isLarge ? partSize : max(1, rows.count)
        let parts = stride(from: 0, to: rows.count, by: size).map { $0..<min($0 + size, rows.count) }
        var failure: (any Error)?
        let items = [FeedItem](unsafeUninitializedCapacity: rows.count) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            // Each part fills a place of its own.
            nonisolated(unsafe) let memory = start
            let outcomes =
                parts.count == 1
                ? [Part(rows: rows, range: parts[0], old: old).read(snapshot, into: memory)]
                : concurrentResults(parts.count) {
                    Part(rows: rows, range: parts[$0], old: old).read(snapshot, into: memory)
                }
            failure = outcomes.lazy.compactMap(\.failure).first
            if failure == nil {
                count = rows.count
            } else {
                for (part, outcome) in zip(parts, outcomes) {
                    (memory + part.lowerBound).deinitialize(count: outcome.count)
                }
            }
        }
        if let failure { throw failure }
        return items
    }

    /// Some rows that are read on one thread.
    private struct Part {
        let rows: [Row]
        let range: Range<Int>
        let old: [FeedItem]

        /// Fills the memory of its rows.
        ///
        /// - Returns: How many were filled; and what went wrong when that is not all of them.
        func read(
            _ snapshot: StoreSnapshot, into memory: UnsafeMutablePointer<FeedItem>
        ) -> (count: Int, failure: (any Error)?) {
            var next = range.lowerBound
            do {
                let changed = range.filter { !rows[$0].hasSameStatus }
                var statuses: [PostStatus] = []
                try snapshot.visitRecords(
                    at: changed.compactMap { rows[$0].status?.location }, in: StatusSchemas.statuses
                ) { statuses.append($0) }
                var read = statuses.makeIterator()
                func status(_ row: Row) -> PostStatus? {
                    if row.hasSameStatus, let item = row.old { return old[item].status }
                    return row.status == nil ? nil : read.next()
                }
                func keep(until end: Int) {
                    while next < end, let item = rows[next].old {
                        let row = rows[next]
                        var kept = old[item]
                        if !row.hasSameStatus { kept.status = status(row) ?? PostStatus(id: kept.id) }
                        (memory + next).initialize(to: kept)
                        next += 1
                    }
                }
                let missing = range.filter { !rows[$0].hasSamePost }
                var places = missing.makeIterator()
                try snapshot.visitRecords(at: missing.map { rows[$0].post.location }, in: PostSchemas.posts) { post in
                    guard let place = places.next() else { return }
                    keep(until: place)
                    (memory + place).initialize(to: FeedItem(post: post, status: status(rows[place])))
                    next = place + 1
                }
                keep(until: range.upperBound)
                return (next - range.lowerBound, nil)
            } catch {
                return (next - range.lowerBound, error)
            }
        }
    }
}
