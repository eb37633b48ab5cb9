public import Foundation

/// What there is to show of a thread, and how the last attempt to fetch it ended.
public struct ThreadUpdate: Equatable, Sendable {
    /// The post as the database holds it; `nil` when it is not stored.
    public var post: FeedItem?
    /// The comments; `nil` when there is nothing to show.
    public var thread: CommentThread?
    /// What brought the comments.
    public var origin: DataOrigin
    /// Why the thread could not be fetched; `nil` when it was.
    public var error: DataError?
    /// The order that the comments are in; `nil` for the server's own.
    public var sort: CommentSort?
    /// Whether that order was made here, from what is stored, and not by the server.
    public var isApproximate = false
    /// When the whole thread was fetched last; `nil` where there is none.
    public var fetched: Date?
    /// What the person did with the thread.
    public var marks = ThreadMarks()

    /// Creates an update.
    ///
    /// - Parameters:
    ///   - post: The post as the database holds it.
    ///   - thread: The comments.
    ///   - origin: What brought the comments.
    ///   - error: Why the thread could not be fetched.
    public init(
        post: FeedItem? = nil, thread: CommentThread? = nil, origin: DataOrigin = .database, error: DataError? = nil
    ) {
        self.post = post
        self.thread = thread
        self.origin = origin
        self.error = error
    }
}
