import Core

extension StoreSnapshot {
    /// Searches posts; dismissed and hidden ones are left out.
    func search(
        _ request: PostSearchRequest, for owner: MarkOwner, isCancelled: @escaping () -> Bool
    ) throws -> PostSearchResult {
        var result = PostSearchResult(version: version)
        let limit = max(0, request.limit)
        guard !request.query.isEmpty else { return result }
        let schema = PostSchemas.posts
        let scope = request.site.map(PostScope.init)
        try view.read(schema.name) { table in
            // The search starts again after it has met a damaged file.
            (result.items, result.isComplete) = ([], true)
            var walk = try SearchWalk(
                table.orders[schema.idOrder + 1], query: request.query, scope: scope, isCancelled: isCancelled)
            // One more than requested, to know whether there are more.
            var wanted = limit == .max ? .max : limit + 1
            while wanted > 0 {
                let slots = try walk.next(min(wanted, Self.batch))
                if slots.isEmpty { return }
                for post in try decode(slots, schema, table) {
                    let item = FeedItem(post: post, status: try status(of: post.id, for: owner))
                    guard item.isListed else { continue }
                    guard result.items.count < limit else {
                        result.isComplete = false
                        return
                    }
                    result.items.append(item)
                    wanted -= 1
                }
            }
        }
        return result
    }

    /// The number of records that are decoded together, which fit the record cache.
    private static let batch = 256
}

/// A filter for the posts of one site, by the beginning of their ids.
struct PostScope {
    private let start: SortKey

    init(_ site: Site) {
        // Without the end mark of the encoded text, so that any id after the slash matches.
        var bytes = SortKey(IndexKey.text("\(site.rawValue)/")).bytes
        bytes.removeLast()
        start = SortKey(bytes)
    }

    func contains(_ composite: SortKey) -> Bool {
        SortKey(composite.bytes.dropFirst(composite.keyPrefix().count)).hasPrefix(start)
    }
}

/// Iterates over the texts of posts or comments from the newest on, and stops at those that match a query.
struct SearchWalk {
    private var cursor: OrderCursor
    private let query: SearchQuery
    private let scope: PostScope?
    private let isCancelled: () -> Bool
    /// The number of texts that are searched between two checks for cancellation.
    private static let stride = 512

    init(_ order: Order, query: SearchQuery, scope: PostScope?, isCancelled: @escaping () -> Bool) throws {
        cursor = try order.walk()
        self.query = query
        self.scope = scope
        self.isCancelled = isCancelled
    }

    /// The slots of the next records that match; fewer than requested at the end.
    ///
    /// - Throws: `CancellationError` when the search was cancelled.
    mutating func next(_ count: Int) throws -> [UInt32] {
        let (query, scope, isCancelled) = (query, scope, isCancelled)
        var slots: [UInt32] = []
        var looked = 0
        var wasCancelled = false
        while slots.count < count {
            let slot = try cursor.nextSlot { key, text in
                looked += 1
                if looked % Self.stride == 0, isCancelled() {
                    wasCancelled = true
                    return true
                }
                return query.matches(folded: text) && scope.map { $0.contains(key()) } ?? true
            }
            if wasCancelled || isCancelled() { throw CancellationError() }
            guard let slot else { break }
            slots.append(slot)
        }
        return slots
    }
}
