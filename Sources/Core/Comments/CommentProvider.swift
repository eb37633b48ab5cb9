/// What view models talk to: the comments of a post.
///
/// Contract:
/// - The post that it hands out has been committed to the database.
/// - A failure to reach the network is a value, ``ThreadUpdate/error``, beside what is stored; it never removes data.
/// - Nothing is expanded: every placeholder of the server's answer is one in the thread.
/// - Cancelling the calling task throws `CancellationError`.
/// - Safe from any thread.
public protocol CommentProvider: Sendable {
    /// Fetches a thread.
    ///
    /// - Parameter request: Which thread.
    /// - Returns: The thread and its post, or why there is none.
    /// - Throws: `CancellationError`; ``DataError`` when the database fails.
    func thread(_ request: ThreadRequest) async throws -> ThreadUpdate
}
