public import Core

/// One row of a thread as a screen shows it: a comment, or a place where comments were left out.
public struct CommentRow: Identifiable, Hashable, Sendable {
    /// What tells the rows of a thread apart, the same after a reload.
    public enum ID: Hashable, Sendable {
        /// A comment's row.
        case comment(Comment.ID)
        /// The row of a placeholder: what the missing comments answer, and which of several placeholders there it is.
        case more(Comment.Parent, Int)
    }

    /// What tells it apart.
    public let id: ID
    /// What it shows.
    public let entry: CommentThread.Entry
    /// Whether the comment and the replies to it are folded away, so that one line stands for all.
    public let isCollapsed: Bool
    /// How many comments are below it, seen or folded away; placeholders do not count.
    public let replyCount: Int
    /// Whether the comment came after the person's last visit.
    public let isNew: Bool
    /// How many of those below it came after the person's last visit.
    public let newReplyCount: Int
    /// Whether the person, or the server for them, has blocked who wrote it: then it begins folded.
    public let isBlocked: Bool
    /// Whether what the placeholder stands for is being fetched.
    public let isExpanding: Bool

    /// Creates a row.
    ///
    /// - Parameters:
    ///   - id: What tells it apart.
    ///   - entry: What it shows.
    ///   - isCollapsed: Whether it is folded away with its replies.
    ///   - replyCount: How many comments are below it.
    ///   - isNew: Whether the comment came after the last visit.
    ///   - newReplyCount: How many of those below it did.
    ///   - isBlocked: Whether who wrote it is blocked.
    ///   - isExpanding: Whether what the placeholder stands for is being fetched.
    public init(
        id: ID, entry: CommentThread.Entry, isCollapsed: Bool = false, replyCount: Int = 0, isNew: Bool = false,
        newReplyCount: Int = 0, isBlocked: Bool = false, isExpanding: Bool = false
    ) {
        self.id = id
        self.entry = entry
        self.isCollapsed = isCollapsed
        self.replyCount = replyCount
        self.isNew = isNew
        self.newReplyCount = newReplyCount
        self.isBlocked = isBlocked
        self.isExpanding = isExpanding
    }

    /// How deep it is nested, from 0.
    public var depth: Int { entry.depth }

    /// The comment; `nil` for a placeholder.
    public var comment: Comment? {
        if case .comment(let comment) = entry { comment } else { nil }
    }

    /// The placeholder; `nil` for a comment.
    public var more: MoreComments? {
        if case .more(let more) = entry { more } else { nil }
    }
}
