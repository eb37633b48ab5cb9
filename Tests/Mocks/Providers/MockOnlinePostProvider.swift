public import Core

/// A ``Core/OnlinePostProvider`` for tests of what stands on it: records its calls and answers as scripted.
public final class MockOnlinePostProvider: OnlinePostProvider, Mock {
    /// The site of the posts.
    public let site: Site
    /// The log of unexpected calls.
    public let log: MockLog
    /// Scripts and records ``fetchPage(_:)``.
    public let onFetchPage: MockMethod<PageRequest, Page>

    /// Creates a mock without answers.
    ///
    /// - Parameters:
    ///   - site: The site of its posts; the demonstration server's by default.
    ///   - log: The log of unexpected calls; one of its own by default.
    package init(site: Site = .demo, log: MockLog = MockLog()) {
        self.site = site
        self.log = log
        onFetchPage = MockMethod("MockOnlinePostProvider.fetchPage", log: log)
    }

    /// Answers as ``onFetchPage`` says.
    ///
    /// - Parameter request: The page.
    /// - Returns: The scripted page.
    /// - Throws: The scripted error.
    public func fetchPage(_ request: PageRequest) async throws -> Page {
        try await onFetchPage.answer(to: request)
    }
}
