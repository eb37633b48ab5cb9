public import Core

/// One row of a thread as a screen shows it: a comment, or a place where comments were left out.
public struct CommentRow: Identifiable, Hashable, Sendable {
    /// The identity of a row within its thread, the same after a reload.
    public enum ID: Hashable, Sendable {
        /// A comment's row.
        case comment(Comment.ID)
        /// The row of a placeholder: what the missing comments answer, and which of several placeholders there it is.
        case more(Comment.Parent, Int)
    }

    /// The comment or the placeholder that it shows.
    public let entry: CommentThread.Entry
    /// Of a placeholder, how many others with the same parent stand before it.
    private let ordinal: Int32
    // Half as wide as their properties: thousands of rows are made and copied with each change.
    private let replies: Int32
    private var newReplies: Int32
    /// Whether the comment and the replies to it are collapsed, so that one line stands for all.
    public let isCollapsed: Bool
    /// The number of comments below it, seen or collapsed; placeholders do not count.
    public var replyCount: Int { Int(replies) }
    /// Whether the comment came after the person's last visit.
    public package(set) var isNew = false
    /// The number of comments below it that came after the person's last visit.
    public package(set) var newReplyCount: Int {
        get { Int(newReplies) }
        set { newReplies = Int32(clamping: newValue) }
    }
    /// Whether the person, or the server for them, has blocked who wrote it: then it begins collapsed.
    public let isBlocked: Bool
    /// Whether what the placeholder stands for is being fetched.
    public package(set) var isExpanding = false
    /// The marks of the comment, and the vote on it, as ``Core/Marks/shown(_:confirmed:pending:for:)`` joins them; none
    /// for a placeholder.
    public var marks: Marks {
        get { parts.marks }
        set { parts.marks = newValue }
    }
    /// What the account that looks did with this comment of its own and the server's copy does not say yet: wrote,
    /// edited or deleted it; `nil` for most.
    ///
    /// The comment is shown as the account wants it to be; one that is not sent has no score.
    public var own: OwnText? {
        get { parts.own }
        set { parts.own = newValue }
    }
    /// Kept apart: few comments have any, and a thread of thousands is copied with each change.
    private var keptParts = KeptParts.none

    private struct Parts: Hashable {
        var marks = Marks()
        var own: OwnText?
        /// The id that the comment had before it was sent.
        var name: Comment.ID?
    }

    private indirect enum KeptParts: Hashable {
        case none
        case some(Parts)
    }

    private var name: Comment.ID? {
        if case .some(let parts) = keptParts { parts.name } else { nil }
    }

    private var parts: Parts {
        get {
            guard case .some(let parts) = keptParts else { return Parts() }
            return parts
        }
        set { keptParts = newValue == Parts() ? .none : .some(newValue) }
    }

    /// Creates a row.
    ///
    /// - Parameters:
    ///   - entry: The comment or the placeholder that it shows.
    ///   - ordinal: Of a placeholder, how many others with the same parent stand before it.
    ///   - isCollapsed: Whether it is collapsed with its replies.
    ///   - replyCount: The number of comments below it.
    ///   - isBlocked: Whether who wrote it is blocked.
    ///   - isNew: Whether the comment came after the person's last visit.
    ///   - newReplyCount: The number of comments below it that did.
    ///   - marks: The marks of the comment; `nil` for none.
    ///   - own: What the account did with it that the server's copy does not say.
    ///   - name: The id that the comment had before it was sent; `nil` for one that was the server's all along.
    package init(
        _ entry: CommentThread.Entry, ordinal: Int = 0, isCollapsed: Bool = false, replyCount: Int = 0,
        isBlocked: Bool = false, isNew: Bool = false, newReplyCount: Int = 0, marks: Marks? = nil,
        own: OwnText? = nil, name: Comment.ID? = nil
    ) {
        self.entry = entry
        self.ordinal = Int32(clamping: ordinal)
        replies = Int32(clamping: replyCount)
        newReplies = Int32(clamping: newReplyCount)
        self.isCollapsed = isCollapsed
        self.isBlocked = isBlocked
        self.isNew = isNew
        // Made at once, and for most not at all.
        if marks != nil || own != nil || name != nil { parts = Parts(marks: marks ?? Marks(), own: own, name: name) }
    }

    /// The identity of the row; of an own comment the one that it had before it was sent.
    public var id: ID {
        switch entry {
        case .comment(let comment): .comment(name ?? comment.id)
        case .more(let more): .more(more.parent, Int(ordinal))
        }
    }

    /// Its nesting level, from 0.
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
