import Core

/// Makes the rows of a thread: of its comments, what the person collapsed, whom they block and what is being fetched.
@MainActor
final class CommentRows {
    /// The thread that is shown; `nil` until there is one.
    private(set) var shown: ShownThread?
    /// Grows with every thread that is shown.
    private(set) var revision = 0
    private let collapsed: CollapsedComments
    private let collapsesLikeServer: Bool
    private var filter: CommentFilter
    private var blockedAuthors: [String]
    /// The marks from before this visit: what they do not know is new.
    private var marksBefore: ThreadMarks?
    /// The ids that own comments had before they were sent: their rows keep them as long as this lives.
    private var names: [Comment.ID: Comment.ID] = [:]
    /// The placeholders that are being expanded: few, and compared, for hashing one hashes every id that it names.
    private var expanding: [MoreComments] = []
    /// The rows of ``shown`` without what is being expanded, and for which changes of ``collapsed``; `nil` once they
    /// are to be made anew.
    private var made: (rows: [CommentRow], changeCount: Int)?

    init(collapsed: CollapsedComments, collapsesLikeServer: Bool, settings: ReadingSettings) {
        self.collapsed = collapsed
        self.collapsesLikeServer = collapsesLikeServer
        filter = CommentFilter(settings)
        blockedAuthors = settings.blockedAuthors
    }

    /// The rows that can be seen; `nil` until there is a thread.
    var visible: [CommentRow]? {
        guard let shown else { return nil }
        var rows = rows(of: shown)
        guard !expanding.isEmpty else { return rows }
        for index in rows.indices {
            if case .more(let more) = rows[index].entry, expanding.contains(more) { rows[index].isExpanding = true }
        }
        return rows
    }

    /// Shows a thread that was read.
    func show(
        _ thread: CommentThread, marks current: ThreadMarks, statuses: [Comment.ID: Marks],
        own: [Comment.ID: OwnText] = [:]
    ) -> ShownThread {
        let marks = marksBefore ?? current
        if marksBefore == nil {
            marksBefore = marks
            collapsed.restore(marks.collapsed)
        }
        for (id, text) in own where text.name(of: id) != id { names[id] = text.name(of: id) }
        // Nobody has to be told that their own comment is new.
        let new = marks.newIDs(in: thread.entries).subtracting(own.keys).subtracting(names.keys)
        let shown = ShownThread(thread, statuses: statuses, new: new, own: own, names: names)
        self.shown = shown
        made = nil
        revision += 1
        return shown
    }

    /// Shows other marks of some comments; what was read before is older than they are.
    ///
    /// - Parameter statuses: The marks.
    func take(_ statuses: [Comment.ID: Marks]) {
        shown?.take(statuses)
        made = nil
        revision += 1
    }

    /// Forgets the marks of one person, because somebody else looks now: the next thread that is shown has theirs.
    ///
    /// What was read so far counts as older than what is shown.
    func forgetMarks() {
        marksBefore = nil
        collapsed.forget()
        revision += 1
    }

    /// Takes over whom the person blocks.
    ///
    /// - Returns: Whether that is somebody else than before: most settings change no row, and there may be thousands.
    func take(_ settings: ReadingSettings) -> Bool {
        guard settings.blockedAuthors != blockedAuthors else { return false }
        blockedAuthors = settings.blockedAuthors
        filter = CommentFilter(settings)
        made = nil
        return true
    }

    // MARK: Placeholders

    /// Notes that a placeholder is being expanded; false where it is already.
    func beginExpanding(_ more: MoreComments) -> Bool {
        guard !expanding.contains(more) else { return false }
        expanding.append(more)
        return true
    }

    /// Notes that a placeholder is not being expanded any more.
    func endExpanding(_ more: MoreComments?) {
        expanding.removeAll { $0 == more }
    }

    /// The placeholder as the thread has it, which may name more than one request takes.
    func placeholder(for more: MoreComments) -> MoreComments? {
        shown?.thread.more.first { candidate in
            guard candidate.parent == more.parent else { return false }
            guard let id = more.ids.first else { return candidate.isContinuation }
            return candidate.ids.contains(id)
        }
    }

    // MARK: Collapsing

    /// The changes that collapse every comment on the post itself.
    var changesToCollapseAll: [Comment.ID: Bool?] {
        var changes: [Comment.ID: Bool?] = [:]
        for comment in shown?.thread.comments ?? [] where comment.depth == 0 && collapsed[comment.id] != true {
            changes[comment.id] = .some(true)
        }
        return changes
    }

    /// The changes that expand everything.
    var changesToExpandAll: [Comment.ID: Bool?] {
        var changes: [Comment.ID: Bool?] = [:]
        for comment in shown?.thread.comments ?? [] {
            // What begins expanded needs no mark of its own.
            let wanted: Bool? = isCollapsedAtFirst(comment, isBlocked: filter.blocks(comment)) ? false : nil
            if collapsed[comment.id] != wanted { changes.updateValue(wanted, forKey: comment.id) }
        }
        return changes
    }

    private func rows(of shown: ShownThread) -> [CommentRow] {
        if let made, made.changeCount == collapsed.changeCount { return made.rows }
        let rows = shown.rows { comment in
            let isBlocked = filter.blocks(comment)
            var mark = collapsed.isEmpty ? nil : collapsed[comment.id]
            // What was collapsed before it was sent.
            if mark == nil, !collapsed.isEmpty, let name = names[comment.id] { mark = collapsed[name] }
            return ShownThread.Appearance(
                mark: mark, isCollapsed: mark ?? isCollapsedAtFirst(comment, isBlocked: isBlocked),
                isBlocked: isBlocked)
        }
        made = (rows, collapsed.changeCount)
        return rows
    }

    /// Whether a comment begins collapsed.
    private func isCollapsedAtFirst(_ comment: Comment, isBlocked: Bool) -> Bool {
        isBlocked || (collapsesLikeServer && comment.isCollapsed == true)
    }
}
