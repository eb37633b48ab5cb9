import Core

extension StoreSnapshot {
    /// Searches comments, the newest first.
    func searchComments(
        _ query: SearchQuery, limit: Int, isCancelled: @escaping () -> Bool
    ) throws -> [CommentMatch] {
        guard !query.isEmpty, limit > 0 else { return [] }
        let schema = CommentSchemas.comments
        return try view.read(schema.name) { table in
            // Begun anew where a damaged file was met half-way.
            var found: [CommentMatch] = []
            var search = try TextSearch(table.orders[schema.idOrder + 1], query, isCancelled: isCancelled)
            while found.count < limit {
                let slots = try search.nextSlots(min(limit - found.count, Self.commentBatch))
                if slots.isEmpty { break }
                found += try decode(slots, schema, table).map { CommentMatch(comment: $0.comment, post: $0.post) }
            }
            return found
        }
    }

    /// Decoded together.
    private static var commentBatch: Int { 256 }
}
