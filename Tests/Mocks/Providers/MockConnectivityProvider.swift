public import Core

/// A ``Core/ConnectivityProvider`` for tests whose state the test sets, and that records the ends of requests.
///
/// ```swift
/// mocks.connectivity.connectivity.set(.offline(since: clock.now))
/// ```
public final class MockConnectivityProvider: ConnectivityProvider {
    /// The state of the connection; set it.
    public let connectivity: ObservableValue<Connectivity>

    private let ended = Monitor<[NetworkError?]>([])

    /// Creates a provider.
    ///
    /// - Parameter connectivity: The first state; unknown by default.
    package init(_ connectivity: Connectivity = .unknown) {
        self.connectivity = ObservableValue(connectivity)
    }

    /// The ends of all requests so far: the codes of their errors, `nil` for a response.
    package var ends: [ErrorCode?] { ended.withLock { $0.map { $0?.code } } }

    /// Waits until at least a number of requests have ended.
    ///
    /// - Parameter count: The number of requests.
    /// - Throws: `CancellationError` when the waiting task is cancelled.
    package func waitForEnds(_ count: Int) async throws {
        try await ended.wait { $0.count >= count }
    }

    public func requestEnded(with error: NetworkError?) {
        ended.withLock { $0.append(error) }
    }
}
