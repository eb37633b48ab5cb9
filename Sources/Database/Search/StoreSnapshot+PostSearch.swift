import Core

extension StoreSnapshot {
    /// Searches posts; dismissed and hidden ones are left out.
    func search(
        _ request: PostSearchRequest, for viewers: Viewers, isCancelled: @escaping () -> Bool
    ) throws -> PostSearchResult {
        var result = PostSearchResult(version: version)
        let limit = max(0, request.limit)
        guard !request.query.isEmpty else { return result }
        let schema = PostSchemas.posts
        let scope = request.site.map(PostScope.init)
        try view.read(schema.name) { table in
            // The search starts again after it has met a damaged file.
            (result.items, result.isComplete) = ([], true)
            var search = try TextSearch(
                table.orders[schema.idOrder + 1], request.query, isCancelled: isCancelled)
            // One more than requested, to know whether there are more.
            var wanted = limit == .max ? .max : limit + 1
            while wanted > 0 {
                let slots = try search.nextSlots(min(wanted, Self.batch), where: scope?.contains)
                if slots.isEmpty { return }
                for post in try decode(slots, schema, table) {
                    let owner = viewers.owner(on: post.id.site)
                    var item = FeedItem(post: post, status: try status(of: post.id, for: owner))
                    item.lay(try ownTexts(for: owner))
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
