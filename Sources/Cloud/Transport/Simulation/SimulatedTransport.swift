public import Core
import Synchronization

/// A simulated transport for tests and demonstrations: another transport with added latency, losses and failures.
///
/// Each request draws three numbers from the random source, in the order in which requests come, so the same seed has
/// the same conditions; time passes on the injected clock only. Nothing is retried here. Safe from any thread.
public final class SimulatedTransport: HTTPTransport {
    private let base: any HTTPTransport
    private let conditions: NetworkConditions
    private let time: any TimeProvider
    private let random: any RandomSource
    private let isShutDown = Mutex(false)
    private let drawing = Mutex(())

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - base: The transport that answers, for example a ``ReplayTransport``.
    ///   - conditions: The latency, losses and failures.
    ///   - time: The clock of latencies; the registered one by default, else the system's.
    ///   - random: The source of randomness; the registered one by default, else the system's.
    public init(
        _ base: any HTTPTransport, conditions: NetworkConditions = NetworkConditions(),
        time: any TimeProvider = Dependency.clock,
        random: any RandomSource = Dependency.resolve((any RandomSource).self, default: SystemRandomSource())
    ) {
        self.base = base
        self.conditions = conditions
        self.time = time
        self.random = random
    }

    public func send(_ request: NetworkRequest) async throws -> NetworkResponse {
        let fate = drawing.withLock { _ in conditions.fate(from: random) }
        if fate.latency > .zero { try await time.sleep(for: fate.latency) }
        try Task.checkCancellation()
        guard !isShutDown.withLock({ $0 }) else {
            throw NetworkError(.offline, underlying: ConnectionFailure(.shutDown))
        }
        if fate.isLost { throw NetworkError(.offline, underlying: ConnectionFailure(.lost)) }
        if let status = fate.status { return NetworkResponse(status: status, url: request.url) }
        return try await base.send(request)
    }

    public func shutDown() async {
        isShutDown.withLock { $0 = true }
        await base.shutDown()
    }
}
