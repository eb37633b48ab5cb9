public import Core

/// A ``Core/RequestProvider`` for tests of what stands on it: records its calls and answers as scripted.
public final class MockRequestProvider: RequestProvider, Mock {
    /// Where unexpected calls are collected.
    public let log: MockLog
    /// Scripts and records ``response(to:)``.
    public let onResponse: MockMethod<NetworkRequest, NetworkResponse>
    /// Records ``shutDown()``.
    public let onShutDown: MockMethod<Void, Void>

    /// Creates a mock without answers.
    ///
    /// - Parameter log: Where unexpected calls are collected; one of its own by default.
    public init(log: MockLog = MockLog()) {
        self.log = log
        onResponse = MockMethod("MockRequestProvider.response", log: log)
        onShutDown = MockMethod("MockRequestProvider.shutDown", log: log) { _ in }
    }

    /// Answers as ``onResponse`` says.
    ///
    /// - Parameter request: What to ask.
    /// - Returns: The scripted answer.
    /// - Throws: The scripted error.
    public func response(to request: NetworkRequest) async throws -> NetworkResponse {
        try await onResponse.answer(to: request)
    }

    /// Is recorded, and returns as ``onShutDown`` says: at once, unless a held answer was scripted.
    public func shutDown() async {
        do {
            try await onShutDown.answer(to: ())
        } catch {
            // The protocol has no way to fail here, so a scripted error means the same as none.
        }
    }
}
