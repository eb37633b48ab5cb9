public import Core

/// An ``Core/OnlineSourceProvider`` for tests: records its calls and returns scripted results.
public final class MockOnlineSourceProvider: OnlineSourceProvider, Mock {
    public let site: Site
    /// The log that collects unexpected calls.
    public let log: MockLog
    /// Scripts and records ``lookUp(_:)``.
    public let onLookUp: MockMethod<SourceRequest, SourceDescription>

    /// Creates a mock without answers.
    ///
    /// - Parameters:
    ///   - site: The site of the sources; the demonstration server's by default.
    ///   - log: The log that collects unexpected calls; one of its own by default.
    package init(site: Site = .demo, log: MockLog = MockLog()) {
        self.site = site
        self.log = log
        onLookUp = MockMethod("MockOnlineSourceProvider.lookUp", log: log)
    }

    public func lookUp(_ request: SourceRequest) async throws -> SourceDescription {
        try await onLookUp.answer(to: request)
    }
}
