public import Core

/// A ``Core/OnlinePostProvider`` for tests of what stands on it: records its calls and answers as scripted.
public final class MockOnlinePostProvider: OnlinePostProvider, Mock {
    /// Whose posts it fetches.
    public let site: Site
    /// Where unexpected calls are collected.
    public let log: MockLog
    /// Scripts and records ``fetchPage(_:)``.
    public let onFetchPage: MockMethod<PageRequest, Page>

    /// Creates a mock without answers.
    ///
    /// - Parameters:
    ///   - site: Whose posts it fetches; the demonstration server's by default.
    ///   - log: Where unexpected calls are collected; one of its own by default.
    public init(site: Site = .demo, log: MockLog = MockLog()) {
        self.site = site
        self.log = log
        onFetchPage = MockMethod("MockOnlinePostProvider.fetchPage", log: log)
    }

    /// Answers as ``onFetchPage`` says.
    ///
    /// - Parameter request: Which page.
    /// - Returns: The scripted page.
    /// - Throws: The scripted error.
    public func fetchPage(_ request: PageRequest) async throws -> Page {
        try await onFetchPage.answer(to: request)
    }
}
