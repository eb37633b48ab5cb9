/// A filter for comments of authors whom the person blocked, here or on the server: a thread collapses them, a search
/// leaves them out.
///
/// In a thread such a comment begins collapsed, with its replies. Authors are compared in any case. The server marks
/// such a comment with the reason `BLOCKED_AUTHOR`.
package struct CommentFilter: Sendable {
    private let authors: BlockedAuthors

    package init(_ settings: ReadingSettings = ReadingSettings()) {
        authors = BlockedAuthors(settings.blockedAuthors)
    }

    /// Whether a comment's author is blocked.
    package func blocks(_ comment: Comment) -> Bool {
        if let reason = comment.collapsedReason, reason == "BLOCKED_AUTHOR" { return true }
        // No author's name is decoded where nobody is blocked.
        return !authors.isEmpty && authors.match(comment.author) != nil
    }
}
