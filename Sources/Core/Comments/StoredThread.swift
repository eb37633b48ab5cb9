public import Foundation

/// A thread as it is stored: every comment that came, in one order.
public struct StoredThread: Equatable, Sendable {
    /// The comments and what is missing between them, in the order that the server had them in last; its post is `nil`.
    public var thread: CommentThread
    /// Which order that is; `nil` for the server's own.
    public var sort: CommentSort?
    /// When the whole thread was fetched last.
    public var fetched: Date
    /// What the person did with the thread.
    public var marks: ThreadMarks

    /// Creates a thread.
    ///
    /// - Parameters:
    ///   - thread: The comments and what is missing between them.
    ///   - sort: Which order they are in.
    ///   - fetched: When the whole thread was fetched last.
    ///   - marks: What the person did with it.
    public init(thread: CommentThread, sort: CommentSort?, fetched: Date, marks: ThreadMarks = ThreadMarks()) {
        self.thread = thread
        self.sort = sort
        self.fetched = fetched
        self.marks = marks
    }
}
