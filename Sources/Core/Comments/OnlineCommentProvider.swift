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
}
