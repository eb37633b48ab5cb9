public import Core

/// An ``Core/OnlineCommentProvider`` for tests of what stands on it: records its calls and answers as scripted.
public final class MockOnlineCommentProvider: OnlineCommentProvider, Mock {
    /// The site of the threads.
    public let site: Site
    /// The log of unexpected calls.
    public let log: MockLog
    /// Scripts and records ``fetchThread(_:)``.
    public let onFetchThread: MockMethod<ThreadRequest, CommentThread>
    /// Scripts and records ``fetchMore(_:)``.
    public let onFetchMore: MockMethod<MoreRequest, CommentExpansion>

    /// Creates a mock without answers.
    ///
    /// - Parameters:
    ///   - site: The site of its threads; the demonstration server's by default.
    ///   - log: The log of unexpected calls; one of its own by default.
    package init(site: Site = .demo, log: MockLog = MockLog()) {
        self.site = site
        self.log = log
        onFetchThread = MockMethod("MockOnlineCommentProvider.fetchThread", log: log)
        onFetchMore = MockMethod("MockOnlineCommentProvider.fetchMore", log: log)
    }

    /// Answers as ``onFetchThread`` says.
    ///
    /// - Parameter request: The thread.
    /// - Returns: The scripted thread.
    /// - Throws: The scripted error.
    public func fetchThread(_ request: ThreadRequest) async throws -> CommentThread {
        try await onFetchThread.answer(to: request)
    }

    /// Answers as ``onFetchMore`` says.
    ///
    /// - Parameter request: The placeholder.
    /// - Returns: The scripted expansion.
    /// - Throws: The scripted error.
    public func fetchMore(_ request: MoreRequest) async throws -> CommentExpansion {
        try await onFetchMore.answer(to: request)
    }
}
