import Core

/// A thread that was fetched, with what its rows are made from, so that folding costs no more than what can be seen.
struct ShownThread {
    let thread: CommentThread
    private let outline: CommentOutline
    private let ids: [CommentRow.ID]

    init(_ thread: CommentThread) {
        self.thread = thread
        outline = CommentOutline(thread.entries)
        var placeholders: [Comment.Parent: Int] = [:]
        ids = thread.entries.map { entry in
            switch entry {
            case .comment(let comment): return .comment(comment.id)
            case .more(let more):
                defer { placeholders[more.parent, default: 0] += 1 }
                return .more(more.parent, placeholders[more.parent, default: 0])
            }
        }
    }

    /// The rows that can be seen.
    ///
    /// - Parameter isCollapsed: Whether a comment is folded away with its replies.
    /// - Returns: The rows in display order.
    func rows(where isCollapsed: (Comment) -> Bool) -> [CommentRow] {
        func isFolded(_ index: Int) -> Bool {
            if case .comment(let comment) = thread.entries[index] { isCollapsed(comment) } else { false }
        }
        return outline.visible(where: isFolded).map { index in
            CommentRow(
                id: ids[index], entry: thread.entries[index], isCollapsed: isFolded(index),
                replyCount: outline.replyCount(of: index))
        }
    }
}
