/// The part of a backend that fetches comment threads.
///
/// Contract:
/// - It knows nothing of what is stored, and stores nothing.
/// - One unreadable comment never costs the thread: it becomes a ``DecodeIssue``.
/// - No comment comes twice: of several with one id the first counts.
/// - Depth is counted from nesting; what the server says of it is not believed.
/// - One request, and nothing is expanded: every placeholder of the answer is a ``MoreComments``.
/// - Cancelling the calling task ends the request and throws `CancellationError`.
public protocol OnlineCommentProvider: Sendable {
    /// The site of the threads.
    var site: Site { get }

    /// Fetches one thread.
    ///
    /// - Parameter request: The request for the thread.
    /// - Returns: The thread.
    /// - Throws: ``NetworkError`` when there is no answer that can be read, ``DataError`` with the code `invalidInput`
    ///   when the request cannot be made, `CancellationError`.
    func fetchThread(_ request: ThreadRequest) async throws -> CommentThread

    /// Fetches the comments that a placeholder stands for: those that it names, or for a "continue this thread" link
    /// those below its parent.
    ///
    /// - Parameter request: The request for the placeholder.
    /// - Returns: The server's answer; a comment that was named and is missing from it does not exist any more.
    /// - Throws: ``NetworkError`` when there is no answer that can be read, ``DataError`` with the code `invalidInput`
    ///   where this backend cannot expand anything, which is the default; `CancellationError`.
    func fetchMore(_ request: MoreRequest) async throws -> CommentExpansion
}

extension OnlineCommentProvider {
    /// Throws an error: the default for backends that have no placeholders to expand.
    ///
    /// - Parameter request: Is not looked at.
    /// - Returns: Never.
    /// - Throws: ``DataError`` with the code `invalidInput`.
    public func fetchMore(_ request: MoreRequest) async throws -> CommentExpansion {
        throw DataError(.invalidInput, message: "This server sends no more of a thread than it has sent already.")
    }
}
