/// A provider of comment threads for view models: it reads stored threads and fetches new ones.
///
/// Contract:
/// - What it hands out has been committed to the database, comments and post.
/// - A failure to reach the network is a value, ``ThreadUpdate/error``, beside what is stored; it never removes data.
/// - Nothing is expanded by itself: every placeholder of the server's answer is one in the thread.
/// - One expansion is in flight for a thread; the next one waits for it.
/// - Cancelling the calling task throws `CancellationError`.
/// - Safe from any thread.
public protocol CommentProvider: Sendable {
    /// Reads a thread, from the network or from the database as ``ThreadRequest/policy`` says.
    ///
    /// - Parameter request: The request for the thread.
    /// - Returns: The thread and its post, and why it could not be fetched, if so. A stored thread that is asked for in
    ///   another order than it is stored in is sorted here, and marked as approximate; one in a known order that is
    ///   asked for in the server's own stays as it is, and says so. Without a stored thread and a request, no error.
    /// - Throws: `CancellationError`; ``DataError`` when the database fails, and for a failed network when the policy
    ///   is ``ReadPolicy/networkOnly``.
    func thread(_ request: ThreadRequest) async throws -> ThreadUpdate

    /// Fetches the comments that a placeholder stands for, and adds them to the stored thread.
    ///
    /// - Parameter request: The request for the placeholder.
    /// - Returns: The whole thread as it is stored now, and why nothing came, if so.
    /// - Throws: `CancellationError`; ``DataError`` when the database fails.
    func expand(_ request: MoreRequest) async throws -> ThreadUpdate

    /// Collapses and expands comments, and stores that.
    ///
    /// - Parameters:
    ///   - collapsed: For each comment whether it is collapsed; `nil` for as the server says.
    ///   - post: The post of the thread.
    /// - Throws: ``DataError`` when the database fails; nothing is changed then.
    func setCollapsed(_ collapsed: [Comment.ID: Bool?], of post: Post.ID) async throws

    /// Records that the person opened a thread.
    ///
    /// - Parameter post: The post of the thread.
    /// - Returns: The marks from before: what is new at this visit.
    /// - Throws: ``DataError`` when the database fails; nothing is changed then.
    func visit(_ post: Post.ID) async throws -> ThreadMarks

    /// Votes on comments, saves them, or takes that back. Synced to the disk when it returns.
    ///
    /// For somebody who is signed in at a site that takes votes, the vote is queued for their server, and so is a save
    /// while ``ReadingSettings/syncStatuses`` is on; otherwise it stays on this device.
    ///
    /// - Parameters:
    ///   - change: The change; for collapsing use ``setCollapsed(_:of:)``.
    ///   - comments: The comments, stored or not.
    /// - Returns: The comments' marks as they are shown now, and what was queued.
    /// - Throws: ``DataError`` when the database fails, and with the code `invalidInput` for a provider that keeps no
    ///   such marks, which is the default; nothing is changed then.
    func apply(_ change: StatusChange, to comments: [Comment.ID]) async throws -> CommentStatusOutcome
}

extension CommentProvider {
    public func apply(_ change: StatusChange, to comments: [Comment.ID]) async throws -> CommentStatusOutcome {
        throw DataError(.invalidInput, message: "Comments cannot be voted on or saved here.")
    }
}

/// The result of a change of comments' marks.
public struct CommentStatusOutcome: Equatable, Sendable {
    /// The marks of the comments as they are shown now.
    public var statuses: [Comment.ID: Marks]
    /// The items of the outbox that tell a server of the change; none for what stays on this device, and for what the
    /// server has already.
    public var queued: [OutboxItem.ID]
    /// The comments whose server would be told of the change if somebody were signed in there: it stays on this device.
    public var signedOut: [Comment.ID]

    /// Creates a result.
    ///
    /// - Parameters:
    ///   - statuses: The marks of the comments as they are shown now.
    ///   - queued: The items of the outbox.
    ///   - signedOut: The comments whose server would be told if somebody were signed in there.
    public init(
        statuses: [Comment.ID: Marks] = [:], queued: [OutboxItem.ID] = [], signedOut: [Comment.ID] = []
    ) {
        self.statuses = statuses
        self.queued = queued
        self.signedOut = signedOut
    }
}
