public import Core

/// An ``Core/OnlineCommentProvider`` for tests of what stands on it: records its calls and answers as scripted.
public final class MockOnlineCommentProvider: OnlineCommentProvider, Mock {
    /// Whose threads it fetches.
    public let site: Site
    /// Where unexpected calls are collected.
    public let log: MockLog
    /// Scripts and records ``fetchThread(_:)``.
    public let onFetchThread: MockMethod<ThreadRequest, CommentThread>
    /// Scripts and records ``fetchMore(_:)``.
    public let onFetchMore: MockMethod<MoreRequest, CommentExpansion>

    /// Creates a mock without answers.
    ///
    /// - Parameters:
    ///   - site: Whose threads it fetches; the demonstration server's by default.
    ///   - log: Where unexpected calls are collected; one of its own by default.
    public init(site: Site = .demo, log: MockLog = MockLog()) {
        self.site = site
        self.log = log
        onFetchThread = MockMethod("MockOnlineCommentProvider.fetchThread", log: log)
        onFetchMore = MockMethod("MockOnlineCommentProvider.fetchMore", log: log)
    }

    /// Answers as ``onFetchThread`` says.
    ///
    /// - Parameter request: Which thread.
    /// - Returns: The scripted thread.
    /// - Throws: The scripted error.
    public func fetchThread(_ request: ThreadRequest) async throws -> CommentThread {
        try await onFetchThread.answer(to: request)
    }

    /// Answers as ``onFetchMore`` says.
    ///
    /// - Parameter request: Which placeholder.
    /// - Returns: The scripted expansion.
    /// - Throws: The scripted error.
    public func fetchMore(_ request: MoreRequest) async throws -> CommentExpansion {
        try await onFetchMore.answer(to: request)
    }
}
