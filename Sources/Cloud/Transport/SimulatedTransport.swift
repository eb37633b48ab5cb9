public import Core
import Synchronization

/// Another transport behind a network with troubles: slow, lossy, with a server that fails now and then.
///
/// Each request draws three numbers from the random source, in the order in which requests come, so the same seed has the
/// same weather; time passes on the injected clock only. Nothing is retried here. Safe from any thread.
public final class SimulatedTransport: HTTPTransport {
    private let base: any HTTPTransport
    private let weather: Weather
    private let time: any TimeProvider
    private let random: any RandomSource
    private let isShutDown = Mutex(false)
    private let drawing = Mutex(())

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - base: What answers, when something does: a ``ReplayTransport``, for one.
    ///   - weather: What happens on the way.
    ///   - time: Where latency passes; the registered one by default, else the system's.
    ///   - random: Where chance comes from; the registered one by default, else the system's.
    public init(
        _ base: any HTTPTransport, weather: Weather = Weather(),
        time: any TimeProvider = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider()),
        random: any RandomSource = Dependency.resolve((any RandomSource).self, default: SystemRandomSource())
    ) {
        self.base = base
        self.weather = weather
        self.time = time
        self.random = random
    }

    /// Sends a request through the weather.
    ///
    /// - Parameter request: What to send.
    /// - Returns: The other transport's answer, or one with a status of the weather's and an empty body.
    /// - Throws: `NetworkError` with the code `offline` for a connection that broke, and after ``shutDown()``; what the
    ///   other transport throws; `CancellationError`.
    public func send(_ request: NetworkRequest) async throws -> NetworkResponse {
        let fate = drawing.withLock { _ in weather.fate(from: random) }
        if fate.latency > .zero { try await time.sleep(for: fate.latency) }
        try Task.checkCancellation()
        guard !isShutDown.withLock({ $0 }) else {
            throw NetworkError(.offline, underlying: ConnectionFailure(.shutDown))
        }
        if fate.isLost { throw NetworkError(.offline, underlying: ConnectionFailure(.lost)) }
        if let status = fate.status { return NetworkResponse(status: status, url: request.url) }
        return try await base.send(request)
    }

    /// Lets nothing through any more.
    public func shutDown() async {
        isShutDown.withLock { $0 = true }
        await base.shutDown()
    }
}
