/// The check that entries are arranged as ``CommentForest`` arranges them, for which nothing has to be arranged.
///
/// Every comment stands right below the one that it names, behind its siblings and before their placeholders, with the
/// depth counted from there, and no two have one id. Placeholders name no comment that is there, and none twice. What
/// is stored is almost always arranged; checking it costs a tenth of arranging it.
enum CommentArrangement {
    /// Whether arranging the entries would change nothing.
    ///
    /// - Parameter entries: Comments and placeholders in display order.
    /// - Returns: True when they are arranged and no parent is missing; false where that cannot be told quickly.
    /// - Complexity: O(*n*) in the entries and the names in placeholders.
    static func isArranged(_ entries: [CommentThread.Entry]) -> Bool {
        var ids = Set<Comment.ID>(minimumCapacity: entries.count)
        // The comments that the next entry may answer, one for each depth.
        var open: [Comment.ID] = []
        // For each depth whether a placeholder stands there, behind which no comment may come.
        var isClosed = [false]
        var places: [MoreComments] = []
        for entry in entries {
            let depth = entry.depth
            guard depth >= 0, depth <= open.count, answers(entry.parent, depth, open) else { return false }
            open.removeSubrange(depth...)
            isClosed.removeSubrange((depth + 1)...)
            switch entry {
            case .comment(let comment):
                guard !isClosed[depth], ids.insert(comment.id).inserted else { return false }
                open.append(comment.id)
                isClosed.append(false)
            case .more(let more):
                isClosed[depth] = true
                places.append(more)
            }
        }
        return areTidy(places, beside: ids)
    }

    private static func answers(_ parent: Comment.Parent, _ depth: Int, _ open: [Comment.ID]) -> Bool {
        switch parent {
        case .post: depth == 0
        case .comment(let id): depth > 0 && open[depth - 1] == id
        }
    }

    /// Whether placeholders name only what is not there, once, and none continues what another one does.
    private static func areTidy(_ places: [MoreComments], beside ids: Set<Comment.ID>) -> Bool {
        guard !places.isEmpty else { return true }
        var named = Set<Comment.ID>(minimumCapacity: places.reduce(0) { $0 + $1.ids.count })
        var continued: Set<Comment.Parent> = []
        return places.allSatisfy { more in
            guard !more.isContinuation else { return more.count >= 0 && continued.insert(more.parent).inserted }
            return more.ids.allSatisfy { !ids.contains($0) && named.insert($0).inserted }
        }
    }
}
