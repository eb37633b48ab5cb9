public import Core

/// A ``Core/ConnectivityProvider`` for tests: says what the test sets, and records what it is told.
///
/// ```swift
/// mocks.connectivity.connectivity.set(.offline(since: clock.now))
/// ```
public final class MockConnectivityProvider: ConnectivityProvider {
    /// What is known; set it.
    public let connectivity: ObservableValue<Connectivity>

    private let told = Monitor<[NetworkError?]>([])

    /// Creates a provider.
    ///
    /// - Parameter connectivity: What is known at first; nothing by default.
    public init(_ connectivity: Connectivity = .unknown) {
        self.connectivity = ObservableValue(connectivity)
    }

    /// How requests ended so far: the codes of their errors, `nil` for an answer.
    public var ends: [ErrorCode?] { told.withLock { $0.map { $0?.code } } }

    /// Waits until so many requests have ended, or more.
    ///
    /// - Parameter count: How many.
    /// - Throws: `CancellationError` when the waiting task is cancelled.
    public func waitForEnds(_ count: Int) async throws {
        try await told.wait { $0.count >= count }
    }

    /// Is recorded, and changes nothing.
    ///
    /// - Parameter error: How the request failed; `nil` for an answer.
    public func requestEnded(with error: NetworkError?) {
        told.withLock { $0.append(error) }
    }
}
