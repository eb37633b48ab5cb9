public import Core

extension PostFormat {
    /// Names an order of comments.
    ///
    /// - Parameter sort: The order.
    /// - Returns: Such as "Best"; the raw value of an order that is not built in.
    public func name(of sort: CommentSort) -> String {
        switch sort {
        case .confidence: text(CommentPhrase.confidence)
        case .top: text(CommentPhrase.top)
        case .new: text(CommentPhrase.new)
        case .controversial: text(CommentPhrase.controversial)
        case .old: text(CommentPhrase.old)
        case .qa: text(CommentPhrase.questionsAndAnswers)
        default: sort.rawValue
        }
    }

    /// Describes why a comment's text is missing.
    ///
    /// - Parameter removal: The kind of removal.
    /// - Returns: Such as "deleted by its author" or "removed (moderator)"; a role that is not
    ///   known here stays in the server's word.
    public func text(of removal: Comment.Removal) -> String {
        switch removal {
        case .deletedByAuthor: text(CommentPhrase.deletedByAuthor)
        case .removed(nil): text(CommentPhrase.removed)
        case .removed(let name?): text(CommentPhrase.removedBy, filling: role(name))
        }
    }

    /// Names the role in which somebody wrote or removed a comment.
    ///
    /// - Parameter name: The server's word for the role.
    /// - Returns: Such as "moderator"; the server's word for a role that is not known here.
    public func role(_ name: String) -> String {
        switch name.lowercased() {
        case "moderator": text(CommentPhrase.moderator)
        case "admin": text(CommentPhrase.admin)
        default: name
        }
    }

    /// Describes a placeholder for comments that the server left out.
    ///
    /// - Parameter more: The placeholder.
    /// - Returns: Such as "12 more comments", or "The thread goes on".
    public func text(of more: MoreComments) -> String {
        if more.isContinuation { return text(CommentPhrase.continues) }
        let count = max(more.count, more.ids.count)
        return count > 0 ? text(CommentPhrase.more, counting: count) : text(CommentPhrase.moreOfUnknownCount)
    }

    /// Counts the comments that came after the last visit.
    ///
    /// - Parameter count: The number.
    /// - Returns: Such as "3 new comments"; `nil` for none.
    public func newComments(_ count: Int) -> String? {
        count > 0 ? text(CommentPhrase.newCount, counting: count) : nil
    }

    /// Summarises a collapsed comment and the replies below it.
    ///
    /// - Parameter row: The comment's row.
    /// - Returns: Such as "blocked author · 12 replies · 2 new comments"; `nil` for a row that is not collapsed,
    ///   and where there is nothing to say.
    public func collapsedText(of row: CommentRow) -> String? {
        guard row.isCollapsed else { return nil }
        let parts = [
            row.isBlocked ? text(CommentPhrase.blockedAuthor) : nil,
            row.replyCount > 0 ? text(CommentPhrase.replies, counting: row.replyCount) : nil,
            newComments(row.newReplyCount),
        ].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }

    /// Describes the row of a placeholder.
    ///
    /// - Parameter row: The row.
    /// - Returns: Such as "12 more comments", or "Fetching more comments"; `nil` for a comment's row.
    public func placeholder(_ row: CommentRow) -> String? {
        guard let more = row.more else { return nil }
        return row.isExpanding ? text(CommentPhrase.expanding) : text(of: more)
    }

    /// Describes the progress of fetching all comments that a thread lacks.
    ///
    /// - Parameter expansion: The progress.
    /// - Returns: Such as "Comments are still missing in 3 places. Fetch all once more to go on."; `nil` for a run
    ///   that has finished, was stopped, or failed (the banner says why).
    public func text(of expansion: CommentThreadViewModel.Expansion) -> String? {
        switch expansion.phase {
        case .running: text(CommentPhrase.expandingAll, counting: expansion.placeholders)
        case .limit: text(CommentPhrase.expansionPaused, counting: expansion.placeholders)
        case .finished, .stopped, .failed: nil
        }
    }

    func message(for refusal: ThreadError) -> String {
        switch refusal {
        case .evicted: text(CommentPhrase.evicted)
        }
    }
}
