public import Foundation

/// A stored thread, with the outcome of the last attempt to fetch it.
public struct ThreadUpdate: Equatable, Sendable {
    /// The post as the database holds it; `nil` when it is not stored.
    public var post: FeedItem?
    /// The comments; `nil` when there is nothing to show.
    public var thread: CommentThread?
    /// The origin of the comments.
    public var origin: DataOrigin
    /// The error that kept the thread from being fetched; `nil` when it was fetched.
    public var error: DataError?
    /// The order that the comments are in; `nil` for the server's own.
    public var sort: CommentSort?
    /// Whether the comments were sorted locally, from stored fields, and not by the server.
    public var isApproximate = false
    /// The date the whole thread was last fetched; `nil` where there is none.
    public var fetched: Date?
    /// The marks that the person set on the thread.
    public var marks = ThreadMarks()
    /// The status of each comment that has one: own marks joined with confirmed state.
    public var statuses: [Comment.ID: Marks] = [:]
    /// What the account that looks did with its own comments that is not sent yet, or was sent lately; the comments are
    /// shown with it.
    public var own: [Comment.ID: OwnText] = [:]

    /// Creates an update.
    ///
    /// - Parameters:
    ///   - post: The post as the database holds it.
    ///   - thread: The comments.
    ///   - origin: The origin of the comments.
    ///   - error: The error that kept the thread from being fetched.
    public init(
        post: FeedItem? = nil, thread: CommentThread? = nil, origin: DataOrigin = .database, error: DataError? = nil
    ) {
        self.post = post
        self.thread = thread
        self.origin = origin
        self.error = error
    }
}

/// The reason why a placeholder cannot be expanded: the `underlying` of the ``DataError`` that says so.
///
/// The error's message says the same in English; this is for front ends that say it in another language.
public enum ThreadError: Error, Hashable, Sendable {
    /// The comments of the thread are not stored any more, so there is nothing to expand.
    case evicted

    /// The error with a message for people and the code `notFound`.
    package var error: DataError {
        DataError(
            .notFound, message: "These comments are not kept on this device any more. Load them again.",
            underlying: self)
    }
}
