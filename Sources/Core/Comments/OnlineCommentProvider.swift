/// A cloud to fetch threads from.
///
/// Contract:
/// - It knows nothing of what is stored, and stores nothing.
/// - One unreadable comment never costs the thread: it becomes a ``DecodeIssue``.
/// - No comment comes twice: of several with one id the first counts.
/// - Depth is counted from nesting; what the server says of it is not believed.
/// - One request, and nothing is expanded: every placeholder of the answer is a ``MoreComments``.
/// - Cancelling the calling task ends the request and throws `CancellationError`.
public protocol OnlineCommentProvider: Sendable {
    /// Whose threads it fetches.
    var site: Site { get }

    /// Fetches one thread.
    ///
    /// - Parameter request: Which thread.
    /// - Returns: The thread.
    /// - Throws: ``NetworkError`` when there is no answer that can be read, ``DataError`` with the code `invalidInput`
    ///   when the request cannot be made, `CancellationError`.
    func fetchThread(_ request: ThreadRequest) async throws -> CommentThread

    /// Fetches what a placeholder stands for: the comments that it names, or for a "continue this thread" what is below
    /// its parent.
    ///
    /// - Parameter request: Which placeholder.
    /// - Returns: What came; a comment that was named and does not come is not there any more.
    /// - Throws: ``NetworkError`` when there is no answer that can be read, ``DataError`` with the code `invalidInput`
    ///   where this cloud cannot expand anything, which is the default; `CancellationError`.
    func fetchMore(_ request: MoreRequest) async throws -> CommentExpansion
}

extension OnlineCommentProvider {
    /// Refuses, for clouds that send whole threads or none.
    ///
    /// - Parameter request: Is not looked at.
    /// - Returns: Never.
    /// - Throws: ``DataError`` with the code `invalidInput`.
    public func fetchMore(_ request: MoreRequest) async throws -> CommentExpansion {
        throw DataError(.invalidInput, message: "This server sends no more of a thread than it has sent already.")
    }
}
