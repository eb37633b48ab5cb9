public import Core

/// A ``Core/CommentProvider`` for tests of view models: records its calls and answers as scripted.
public final class MockCommentProvider: CommentProvider, Mock {
    /// Where unexpected calls are collected.
    public let log: MockLog
    /// Scripts and records ``thread(_:)``.
    public let onThread: MockMethod<ThreadRequest, ThreadUpdate>

    /// Creates a mock without answers.
    ///
    /// - Parameter log: Where unexpected calls are collected; one of its own by default.
    public init(log: MockLog = MockLog()) {
        self.log = log
        onThread = MockMethod("MockCommentProvider.thread", log: log)
    }

    /// Answers as ``onThread`` says.
    ///
    /// - Parameter request: Which thread.
    /// - Returns: The scripted update.
    /// - Throws: The scripted error.
    public func thread(_ request: ThreadRequest) async throws -> ThreadUpdate {
        try await onThread.answer(to: request)
    }
}
