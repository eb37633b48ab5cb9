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
    /// The placeholders that are being expanded.
    private var expanding: Set<MoreComments> = []

    init(collapsed: CollapsedComments, collapsesLikeServer: Bool, settings: ReadingSettings) {
        self.collapsed = collapsed
        self.collapsesLikeServer = collapsesLikeServer
        filter = CommentFilter(settings)
        blockedAuthors = settings.blockedAuthors
    }

    /// The rows that can be seen; `nil` until there is a thread.
    var visible: [CommentRow]? { shown.map { rows(of: $0) } }

    /// Shows a thread that was read.
    func show(_ thread: CommentThread, marks current: ThreadMarks, statuses: [Comment.ID: Marks]) -> ShownThread {
        let marks = marksBefore ?? current
        if marksBefore == nil {
            marksBefore = marks
            collapsed.restore(marks.collapsed)
        }
        let shown = ShownThread(thread, statuses: statuses, isNew: marks.isNew)
        self.shown = shown
        revision += 1
        return shown
    }

    /// Takes over whom the person blocks.
    ///
    /// - Returns: Whether that is somebody else than before: most settings change no row, and there may be thousands.
    func take(_ settings: ReadingSettings) -> Bool {
        guard settings.blockedAuthors != blockedAuthors else { return false }
        blockedAuthors = settings.blockedAuthors
        filter = CommentFilter(settings)
        return true
    }

    // MARK: Placeholders

    /// Notes that a placeholder is being expanded; false where it is already.
    func beginExpanding(_ more: MoreComments) -> Bool { expanding.insert(more).inserted }

    /// Notes that a placeholder is not being expanded any more.
    func endExpanding(_ more: MoreComments?) {
        if let more { expanding.remove(more) }
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
        shown.rows(expanding: expanding) { comment in
            let isBlocked = filter.blocks(comment)
            let mark = collapsed[comment.id]
            return ShownThread.Appearance(
                mark: mark, isCollapsed: mark ?? isCollapsedAtFirst(comment, isBlocked: isBlocked),
                isBlocked: isBlocked)
        }
    }

    /// Whether a comment begins collapsed.
    private func isCollapsedAtFirst(_ comment: Comment, isBlocked: Bool) -> Bool {
        isBlocked || (collapsesLikeServer && comment.isCollapsed == true)
    }
}
