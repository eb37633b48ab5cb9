import Core

/// A thread that was read, with what its rows are made from, so that collapsing costs no more than what can be seen.
struct ShownThread {
    let thread: CommentThread
    /// The number of comments that it has.
    let commentCount: Int
    private let outline: CommentOutline
    private let ids: [CommentRow.ID]
    /// The statuses of the comments, for those that have one.
    private let statuses: [Comment.ID: Marks]
    /// For each entry, and for the end, how many new comments stand before it.
    private let newCounts: [Int]

    /// The parts of a row that the thread itself does not give.
    struct Appearance {
        /// Whether the person collapsed the comment (true) or expanded it (false); `nil` for neither.
        var mark: Bool?
        var isCollapsed = false
        var isBlocked = false
    }

    /// Prepares a thread, in one pass over it.
    ///
    /// - Parameters:
    ///   - thread: The thread.
    ///   - statuses: The statuses of its comments, for those that have one.
    ///   - isNew: Whether a comment came after the last visit.
    init(_ thread: CommentThread, statuses: [Comment.ID: Marks], isNew: (Comment.ID) -> Bool) {
        self.thread = thread
        self.statuses = statuses
        outline = CommentOutline(thread.entries)
        var placeholders: [Comment.Parent: Int] = [:]
        var commentCount = 0
        var newCounts = [0]
        newCounts.reserveCapacity(thread.entries.count + 1)
        ids = thread.entries.map { entry in
            switch entry {
            case .comment(let comment):
                commentCount += 1
                newCounts.append(newCounts[newCounts.count - 1] + (isNew(comment.id) ? 1 : 0))
                return .comment(comment.id)
            case .more(let more):
                newCounts.append(newCounts[newCounts.count - 1])
                defer { placeholders[more.parent, default: 0] += 1 }
                return .more(more.parent, placeholders[more.parent, default: 0])
            }
        }
        self.commentCount = commentCount
        self.newCounts = newCounts
    }

    /// The number of comments that came after the last visit.
    var newCount: Int { newCounts[thread.entries.count] }

    /// The placeholder of a row.
    ///
    /// - Parameter id: The row.
    /// - Returns: The placeholder; `nil` for a comment's row and for one that is not there any more.
    /// - Complexity: O(*n*).
    func more(of id: CommentRow.ID) -> MoreComments? {
        guard let index = ids.firstIndex(of: id), case .more(let more) = thread.entries[index] else { return nil }
        return more
    }

    /// The rows that can be seen.
    ///
    /// - Parameters:
    ///   - expanding: The placeholders that are being expanded.
    ///   - appearance: What is known of a comment beside the thread; asked once for each that can be seen.
    /// - Returns: The rows in display order.
    /// - Complexity: O(*n*) in the rows.
    func rows(expanding: Set<MoreComments>, appearance: (Comment) -> Appearance) -> [CommentRow] {
        var found: [Appearance] = []
        let visible = outline.visible { index in
            guard case .comment(let comment) = thread.entries[index] else {
                found.append(Appearance())
                return false
            }
            found.append(appearance(comment))
            return found[found.count - 1].isCollapsed
        }
        return zip(visible, found).map { index, appearance in
            var row = CommentRow(
                id: ids[index], entry: thread.entries[index], isCollapsed: appearance.isCollapsed,
                replyCount: outline.replyCount(of: index), isBlocked: appearance.isBlocked)
            row.isNew = newCounts[index + 1] > newCounts[index]
            row.newReplyCount = newCounts[outline.end(of: index)] - newCounts[index + 1]
            if !expanding.isEmpty, case .more(let more) = thread.entries[index] {
                row.isExpanding = expanding.contains(more)
            }
            if let marks = marks(of: ids[index], isCollapsed: appearance.mark) { row.marks = marks }
            return row
        }
    }

    /// The marks of a row, where it has any.
    private func marks(of id: CommentRow.ID, isCollapsed: Bool?) -> Marks? {
        guard isCollapsed != nil || !statuses.isEmpty else { return nil }
        var marks = Marks()
        if case .comment(let id) = id, let status = statuses[id] { marks = status }
        marks.isCollapsed = isCollapsed
        return marks
    }
}
