import Core

/// A thread that was read, with what its rows are made from, so that collapsing costs no more than what can be seen.
struct ShownThread {
    let thread: CommentThread
    private let outline: CommentOutline
    /// The numbers of placeholders before each one with the same parent, by index; none for most.
    private let ordinals: [Int: Int]
    /// The statuses of the comments, for those that have one.
    private var statuses: [Comment.ID: Marks]
    /// What the account that looks did with its own comments.
    private let own: [Comment.ID: OwnText]
    /// The ids that own comments had before they were sent.
    private let names: [Comment.ID: Comment.ID]
    /// For each entry, and for the end, how many new comments stand before it; empty where none is new.
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
    ///   - new: The comments that came after the last visit.
    ///   - own: What the account that looks did with its own comments; nothing by default.
    ///   - names: The ids that own comments had before they were sent; none by default.
    init(
        _ thread: CommentThread, statuses: [Comment.ID: Marks], new: Set<Comment.ID>,
        own: [Comment.ID: OwnText] = [:], names: [Comment.ID: Comment.ID] = [:]
    ) {
        self.thread = thread
        self.statuses = statuses
        self.own = own
        self.names = names
        outline = CommentOutline(thread.entries)
        var placeholders: [Comment.Parent: Int] = [:]
        var ordinals: [Int: Int] = [:]
        for index in outline.placeholders {
            let parent = thread.entries[index].parent
            let ordinal = placeholders[parent, default: 0]
            placeholders[parent] = ordinal + 1
            ordinals[index] = ordinal
        }
        self.ordinals = ordinals
        var newCounts: [Int] = []
        if !new.isEmpty {
            newCounts.reserveCapacity(thread.entries.count + 1)
            var count = 0
            newCounts.append(count)
            for entry in thread.entries {
                if case .comment(let comment) = entry, new.contains(comment.id) { count += 1 }
                newCounts.append(count)
            }
        }
        self.newCounts = newCounts
    }

    /// Takes over other statuses of some comments.
    ///
    /// - Parameter changed: The statuses.
    mutating func take(_ changed: [Comment.ID: Marks]) {
        statuses.merge(changed) { _, new in new }
    }

    /// The number of comments that it has.
    var commentCount: Int { outline.commentCount }

    /// The number of comments that came after the last visit.
    var newCount: Int { newCounts.last ?? 0 }

    /// The placeholder of a row.
    ///
    /// - Parameter id: The row.
    /// - Returns: The placeholder; `nil` for a comment's row and for one that is not there any more.
    /// - Complexity: O(*n*).
    func more(of id: CommentRow.ID) -> MoreComments? {
        guard case .more(let parent, let ordinal) = id else { return nil }
        for index in ordinals.keys where ordinals[index] == ordinal {
            if case .more(let more) = thread.entries[index], more.parent == parent { return more }
        }
        return nil
    }

    /// The rows that can be seen, none of them being expanded.
    ///
    /// - Parameter appearance: What is known of a comment beside the thread; asked once for each that can be seen.
    /// - Returns: The rows in display order.
    /// - Complexity: O(*n*) in the rows.
    func rows(appearance: (Comment) -> Appearance) -> [CommentRow] {
        var rows: [CommentRow] = []
        var index = 0
        let count = thread.entries.count
        rows.reserveCapacity(count)
        while index < count {
            let entry = thread.entries[index]
            var (look, ordinal) = (Appearance(), 0)
            switch entry {
            case .comment(let comment): look = appearance(comment)
            case .more: ordinal = ordinals[index] ?? 0
            }
            var ownText: OwnText?
            var name: Comment.ID?
            if !own.isEmpty || !names.isEmpty, case .comment(let comment) = entry {
                (ownText, name) = (own[comment.id], names[comment.id])
            }
            var (isNew, newReplyCount) = (false, 0)
            if !newCounts.isEmpty {
                isNew = newCounts[index + 1] > newCounts[index]
                newReplyCount = newCounts[outline.end(of: index)] - newCounts[index + 1]
            }
            // Made where it goes: a row that is changed behind that is copied for each of thousands.
            rows.append(
                CommentRow(
                    entry, ordinal: ordinal, isCollapsed: look.isCollapsed, replyCount: outline.replyCount(of: index),
                    isBlocked: look.isBlocked, isNew: isNew, newReplyCount: newReplyCount,
                    marks: look.mark != nil || !statuses.isEmpty ? marks(of: entry, look.mark) : nil, own: ownText,
                    name: name))
            index = look.isCollapsed ? outline.end(of: index) : index + 1
        }
        return rows
    }

    /// The marks of a row, none for most.
    private func marks(of entry: CommentThread.Entry, _ isCollapsed: Bool?) -> Marks {
        var marks = Marks()
        if case .comment(let comment) = entry, let status = statuses[comment.id] { marks = status }
        marks.isCollapsed = isCollapsed
        return marks
    }
}
