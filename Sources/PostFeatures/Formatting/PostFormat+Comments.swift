public import Core

extension PostFormat {
    /// What an order of comments is called.
    ///
    /// - Parameter sort: The order.
    /// - Returns: Such as "Best"; the word of an order that is not built in.
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

    /// What became of a comment's text.
    ///
    /// - Parameter removal: Who took it away.
    /// - Returns: Such as "deleted by its author" or "removed (moderator)"; a word of the server that is no office known
    ///   here stays as it is.
    public func text(of removal: Comment.Removal) -> String {
        switch removal {
        case .deletedByAuthor: text(CommentPhrase.deletedByAuthor)
        case .removed(nil): text(CommentPhrase.removed)
        case .removed(let name?): text(CommentPhrase.removedBy, filling: office(name))
        }
    }

    /// The office in which a comment was written or taken away.
    ///
    /// - Parameter name: The server's word.
    /// - Returns: Such as "moderator"; the word itself where it is none that is known here.
    public func office(_ name: String) -> String {
        switch name.lowercased() {
        case "moderator": text(CommentPhrase.moderator)
        case "admin": text(CommentPhrase.admin)
        default: name
        }
    }

    /// A place where comments were left out.
    ///
    /// - Parameter more: The place.
    /// - Returns: Such as "12 more comments", or "The thread goes on".
    public func text(of more: MoreComments) -> String {
        if more.isContinuation { return text(CommentPhrase.continues) }
        let count = max(more.count, more.ids.count)
        return count > 0 ? text(CommentPhrase.more, counting: count) : text(CommentPhrase.moreOfUnknownCount)
    }

    /// How many comments came after the last visit.
    ///
    /// - Parameter count: How many.
    /// - Returns: Such as "3 new comments"; `nil` for none.
    public func newComments(_ count: Int) -> String? {
        count > 0 ? text(CommentPhrase.newCount, counting: count) : nil
    }

    /// What stands beside a comment that is folded away with all below it.
    ///
    /// - Parameter row: The comment's row.
    /// - Returns: Such as "blocked author · 12 replies · 2 new comments"; `nil` for a row that is not folded, and where
    ///   there is nothing to say.
    public func foldedText(of row: CommentRow) -> String? {
        guard row.isCollapsed else { return nil }
        let parts = [
            row.isBlocked ? text(CommentPhrase.blockedAuthor) : nil,
            row.replyCount > 0 ? text(CommentPhrase.replies, counting: row.replyCount) : nil,
            newComments(row.newReplyCount),
        ].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }

    /// What a placeholder's row says.
    ///
    /// - Parameter row: The row.
    /// - Returns: Such as "12 more comments", or that they are being fetched; `nil` for a comment's row.
    public func placeholder(_ row: CommentRow) -> String? {
        guard let more = row.more else { return nil }
        return row.isExpanding ? text(CommentPhrase.expanding) : text(of: more)
    }

    /// Sentence beside a thread of which everything is being fetched, or was as far as one run may go.
    ///
    /// - Parameter expansion: How far it is, or how it ended.
    /// - Returns: Such as "Comments are still missing in 3 places. Fetch all once more to go on."; `nil` for one that
    ///   has finished, was stopped, or failed: the banner says why.
    public func text(of expansion: CommentThreadViewModel.Expansion) -> String? {
        switch expansion.phase {
        case .running: text(CommentPhrase.expandingAll, counting: expansion.placeholders)
        case .budget: text(CommentPhrase.expansionPaused, counting: expansion.placeholders)
        case .finished, .stopped, .failed: nil
        }
    }

    /// Why nothing more of a thread can be had as it is.
    ///
    /// - Parameter refusal: Why.
    /// - Returns: A sentence, or two.
    public func message(for refusal: ThreadRefusal) -> String {
        switch refusal {
        case .evicted: text(CommentPhrase.evicted)
        }
    }
}
