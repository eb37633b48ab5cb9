import Core
import Foundation

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

    /// Searches what an account wrote and changed, as it is wanted: what no stored comment says yet.
    ///
    /// - Parameters:
    ///   - query: The search.
    ///   - account: The account.
    ///   - author: The name of its person; `nil` where it is not known.
    ///   - known: The stored comments that were found already.
    /// - Returns: The comments, in no order.
    /// - Throws: ``StoreError``.
    func searchOwnComments(
        _ query: SearchQuery, of account: AccountKey, by author: String?, besides known: Set<Comment.ID>
    ) throws -> [CommentMatch] {
        let own = try ownTexts(for: .account(account))
        var found = own.newComments(query, by: author).filter { !known.contains($0.id) }
        let names = known.union(found.map(\.id))
        for (target, change) in own.changes where change.text != nil {
            guard let id = target.comment, !names.contains(id),
                let record = try record(id, in: CommentSchemas.comments), let comment = own.shown(record.comment),
                query.matches(anyOf: [comment.author, comment.body].compactMap(\.self))
            else { continue }
            found.append(CommentMatch(comment: comment, post: record.post))
        }
        return found
    }
}

extension [CommentMatch] {
    /// These matches, which are in that order, with others among them, the newest first.
    func merging(_ others: [CommentMatch]) -> [CommentMatch] {
        let sorted = others.sorted { left, right in
            left.date != right.date ? left.date > right.date : left.id < right.id
        }
        var (merged, rest): ([CommentMatch], ArraySlice<CommentMatch>) = ([], sorted[...])
        for match in self {
            while let next = rest.first, next.date >= match.date { merged.append(rest.removeFirst()) }
            merged.append(match)
        }
        return merged + rest
    }
}

extension CommentMatch {
    /// The date by which the newest comes first; those without one come last.
    fileprivate var date: Date { comment.created ?? .distantPast }
}
