public import Core

/// An ``Core/OnlineSourceProvider`` for tests of what stands on it: records its calls and answers as scripted.
public final class MockOnlineSourceProvider: OnlineSourceProvider, Mock {
    /// Whose sources it looks up.
    public let site: Site
    /// Where unexpected calls are collected.
    public let log: MockLog
    /// Scripts and records ``lookUp(_:)``.
    public let onLookUp: MockMethod<SourceRequest, SourceDescription>

    /// Creates a mock without answers.
    ///
    /// - Parameters:
    ///   - site: Whose sources it looks up; the demonstration server's by default.
    ///   - log: Where unexpected calls are collected; one of its own by default.
    public init(site: Site = .demo, log: MockLog = MockLog()) {
        self.site = site
        self.log = log
        onLookUp = MockMethod("MockOnlineSourceProvider.lookUp", log: log)
    }

    /// Answers as ``onLookUp`` says.
    ///
    /// - Parameter request: Which source.
    /// - Returns: The scripted description.
    /// - Throws: The scripted error.
    public func lookUp(_ request: SourceRequest) async throws -> SourceDescription {
        try await onLookUp.answer(to: request)
    }
}
