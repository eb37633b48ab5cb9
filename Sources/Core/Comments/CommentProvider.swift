/// What view models talk to: the comments of a post.
///
/// Contract:
/// - What it hands out has been committed to the database, comments and post.
/// - A failure to reach the network is a value, ``ThreadUpdate/error``, beside what is stored; it never removes data.
/// - Nothing is expanded by itself: every placeholder of the server's answer is one in the thread.
/// - One expansion is in flight for a thread; the next one waits for it.
/// - Cancelling the calling task throws `CancellationError`.
/// - Safe from any thread.
public protocol CommentProvider: Sendable {
    /// A thread, from the network or from the database, as ``ThreadRequest/policy`` says.
    ///
    /// - Parameter request: Which thread.
    /// - Returns: The thread and its post, and why it could not be fetched, if so. A stored thread that is asked for in
    ///   another order than it is stored in is sorted here, and marked as approximate; one in a known order that is asked
    ///   for in the server's own stays as it is, and says so. Without a stored thread and a request, no error.
    /// - Throws: `CancellationError`; ``DataError`` when the database fails, and for a failed network when the policy is
    ///   ``ReadPolicy/networkOnly``.
    func thread(_ request: ThreadRequest) async throws -> ThreadUpdate

    /// Fetches what a placeholder stands for, and puts it into the stored thread.
    ///
    /// - Parameter request: Which placeholder.
    /// - Returns: The whole thread as it is stored now, and why nothing came, if so.
    /// - Throws: `CancellationError`; ``DataError`` when the database fails.
    func expand(_ request: MoreRequest) async throws -> ThreadUpdate

    /// Folds and unfolds comments; remembered from then on.
    ///
    /// - Parameters:
    ///   - folds: For each comment whether it is folded; `nil` for as the server says.
    ///   - post: Whose comments.
    /// - Throws: ``DataError`` when the database fails; nothing is changed then.
    func setFolds(_ folds: [Comment.ID: Bool?], of post: Post.ID) async throws

    /// Notes that the person opened a thread.
    ///
    /// - Parameter post: Whose comments.
    /// - Returns: The marks from before: what is new at this visit.
    /// - Throws: ``DataError`` when the database fails; nothing is changed then.
    func visit(_ post: Post.ID) async throws -> ThreadMarks
}
