public import Core

/// A mock request provider for tests, which records its calls and gives scripted answers.
public final class MockRequestProvider: RequestProvider, Mock {
    /// The log of unexpected calls.
    public let log: MockLog
    /// Scripts and records ``response(to:)``.
    public let onResponse: MockMethod<NetworkRequest, NetworkResponse>
    /// Records ``shutDown()``; a held answer makes it wait.
    public let onShutDown: MockMethod<Void, Void>

    /// Creates a mock without answers.
    ///
    /// - Parameter log: The log of unexpected calls; one of its own by default.
    package init(log: MockLog = MockLog()) {
        self.log = log
        onResponse = MockMethod("MockRequestProvider.response", log: log)
        onShutDown = MockMethod("MockRequestProvider.shutDown", log: log) { _ in }
    }

    public func response(to request: NetworkRequest) async throws -> NetworkResponse {
        try await onResponse.answer(to: request)
    }

    public func shutDown() async {
        do {
            try await onShutDown.answer(to: ())
        } catch {
            // The protocol has no way to fail here, so a scripted error means the same as none.
        }
    }
}
