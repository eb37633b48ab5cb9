/// Whose comments the settings or the server block: one pure function from a comment to whether it is to be folded.
///
/// A blocked comment is not left out: it begins folded, with all that is below it, and still says how many those are.
/// Authors are compared in any case, as ``PostFilter`` does it. The server says it with the reason `BLOCKED_AUTHOR`.
public struct CommentFilter: Sendable {
    private let authors: BlockedAuthors

    /// Creates a filter.
    ///
    /// - Parameter settings: What the person has set.
    public init(_ settings: ReadingSettings = ReadingSettings()) {
        authors = BlockedAuthors(settings.blockedAuthors)
    }

    /// Whether a comment's author is blocked.
    ///
    /// - Parameter comment: The comment.
    /// - Returns: True when the person blocked them here or on the server.
    public func blocks(_ comment: Comment) -> Bool {
        comment.collapsedReason == "BLOCKED_AUTHOR" || authors.match(comment.author) != nil
    }
}
