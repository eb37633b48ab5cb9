public import Foundation

/// A stored comment thread: every comment that was fetched, in one order.
public struct StoredThread: Equatable, Sendable {
    /// The comments and placeholders, in the order of the server's last answer; its post is `nil`.
    public var thread: CommentThread
    /// The order of the comments; `nil` for the server's own.
    public var sort: CommentSort?
    /// The date the whole thread was last fetched.
    public var fetched: Date
    /// The marks that the person set on the thread.
    public var marks: ThreadMarks
    /// The status of each comment that has one: own marks joined with confirmed state.
    public var statuses: [Comment.ID: Marks] = [:]
    /// What the account that looks did with its own comments, for those that the server's copy does not tell as they
    /// are shown: new ones, unsent or just sent, edited and deleted ones.
    public var own: [Comment.ID: OwnText] = [:]
    /// Whether comments of the post were ever fetched; otherwise all that is there are unsent ones, and ``fetched``
    /// says nothing.
    package var isFetched = true

    /// Creates a thread.
    ///
    /// - Parameters:
    ///   - thread: The comments and what is missing between them.
    ///   - sort: The order of the comments; `nil` for the server's own.
    ///   - fetched: The date when the whole thread was last fetched.
    ///   - marks: The marks that the person set on it.
    public init(thread: CommentThread, sort: CommentSort?, fetched: Date, marks: ThreadMarks = ThreadMarks()) {
        self.thread = thread
        self.sort = sort
        self.fetched = fetched
        self.marks = marks
    }
}

/// The size of a stored thread, for callers that need not read it.
public struct ThreadExtent: Hashable, Sendable {
    /// The number of comments that are stored.
    public var comments: Int
    /// The number of placeholders that are left: places where comments are missing.
    public var placeholders: Int
    /// The completeness of the comments of the backend that delivered the thread.
    public var completeness: Completeness

    /// Creates an extent; of a whole thread by default.
    ///
    /// - Parameters:
    ///   - comments: The number of stored comments.
    ///   - placeholders: The number of placeholders that are left.
    ///   - completeness: Whether the backend that brought it gives whole threads.
    public init(comments: Int, placeholders: Int = 0, completeness: Completeness = .full) {
        self.comments = comments
        self.placeholders = placeholders
        self.completeness = completeness
    }

    /// Measures the extent of a thread.
    ///
    /// - Parameter thread: The thread.
    /// - Complexity: O(*n*) in its entries.
    package init(of thread: CommentThread) {
        comments = thread.entries.count(where: \.isComment)
        placeholders = thread.entries.count - comments
        completeness = thread.completeness
    }

    /// Whether the whole thread is stored: no placeholder is left, and its backend delivers whole threads.
    package var isComplete: Bool { placeholders == 0 && completeness == .full }
}
