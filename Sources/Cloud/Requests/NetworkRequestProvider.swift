public import Core
import Synchronization

/// Performs requests over a transport: checks every answer, tries again where that is safe, and keeps to a deadline.
///
/// - The status is checked before anybody decodes or caches the answer; a page of HTML where data was asked for is
///   `captivePortal` or `accessClosed`, never an empty feed.
/// - ``RetryPolicy`` says what is sent again and when. A pause that would pass the deadline is not begun: the last error
///   is thrown at once.
/// - The deadline holds for everything, pauses included. A server that keeps silent is `timedOut`.
/// - Addresses that are neither `https` nor loopback are refused with a `DataError`, and nothing is sent. So are headers
///   with line breaks, and a `User-Agent` that is not all ASCII.
///
/// Safe from any thread. The only state is what is under way.
public final class NetworkRequestProvider: RequestProvider {
    private let transport: any HTTPTransport
    private let configuration: Configuration
    private let time: any TimeProvider
    private let random: any RandomSource
    private let state = Mutex(State())

    private struct State {
        var isShutDown = false
        var number = 0
        var tasks: [Int: Task<NetworkResponse, any Error>] = [:]
    }

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - transport: What moves the bytes.
    ///   - configuration: The limits and habits.
    ///   - time: Where deadlines and pauses are measured; the registered one by default, else the system's.
    ///   - random: Where the jitter of pauses comes from; the registered one by default, else the system's.
    public init(
        transport: any HTTPTransport = URLSessionTransport(), configuration: Configuration = Configuration(),
        time: any TimeProvider = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider()),
        random: any RandomSource = Dependency.resolve((any RandomSource).self, default: SystemRandomSource())
    ) {
        self.transport = transport
        self.configuration = configuration
        self.time = time
        self.random = random
    }

    /// Performs a request.
    ///
    /// - Parameter request: What to ask.
    /// - Returns: An answer of 200 to 299 that is what the request expects, or 304 where it has a condition.
    /// - Throws: `NetworkError` when there is none, `DataError` with the code `invalidInput` for an address that must
    ///   not be asked or a header that must not be sent, `CancellationError` when the task was cancelled.
    public func response(to request: NetworkRequest) async throws -> NetworkResponse {
        try Task.checkCancellation()
        try AddressRule.check(request.url)
        let request = prepared(request)
        try HeaderRule.check(request.headers)
        let (number, task) = try begin(request)
        defer { state.withLock { $0.tasks[number] = nil } }
        do {
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        } catch is CancellationError {
            try Task.checkCancellation()
            guard state.withLock({ $0.isShutDown }) else { throw CancellationError() }
            throw Self.shutDownError
        }
    }

    /// Ends what is under way, and frees the connections.
    public func shutDown() async {
        let tasks = state.withLock { state in
            state.isShutDown = true
            return Array(state.tasks.values)
        }
        for task in tasks { task.cancel() }
        for task in tasks { _ = await task.result }
        await transport.shutDown()
    }

    /// A request runs in a task of its own so that ``shutDown()`` can end it.
    private func begin(_ request: NetworkRequest) throws -> (Int, Task<NetworkResponse, any Error>) {
        try state.withLock { state in
            guard !state.isShutDown else { throw Self.shutDownError }
            state.number += 1
            let task = Task { try await self.perform(request) }
            state.tasks[state.number] = task
            return (state.number, task)
        }
    }

    private func perform(_ request: NetworkRequest) async throws -> NetworkResponse {
        var request = request
        let deadline = time.uptime + (request.timeout ?? configuration.timeout)
        var retry = 1
        while true {
            do {
                request.timeout = deadline - time.uptime
                return try await attempt(request, within: deadline - time.uptime)
            } catch let error as NetworkError {
                // What a cancelled transport reports is no failure to repeat.
                try Task.checkCancellation()
                guard
                    let pause = configuration.retry.pause(before: retry, of: request, after: error, random: random),
                    time.uptime + pause < deadline
                else { throw error }
                try await time.sleep(for: pause)
                retry += 1
            }
        }
    }

    /// One try: the transport against the clock.
    private func attempt(_ request: NetworkRequest, within limit: Duration) async throws -> NetworkResponse {
        guard limit > .zero else { throw NetworkError(.timedOut) }
        let response = try await withThrowingTaskGroup(of: NetworkResponse?.self) { [transport, time] group in
            defer { group.cancelAll() }
            group.addTask { try await transport.send(request) }
            group.addTask {
                try await time.sleep(for: limit)
                return nil
            }
            return try await group.next() ?? nil
        }
        guard let response else { throw NetworkError(.timedOut) }
        try ResponseCheck.check(response, to: request, now: time.now)
        return response
    }

    private func prepared(_ request: NetworkRequest) -> NetworkRequest {
        var request = request
        request.maximumBytes = request.maximumBytes ?? configuration.maximumBytes
        if !request.headers.keys.contains(where: { $0.lowercased() == "user-agent" }) {
            request.headers["User-Agent"] = configuration.userAgent
        }
        return request
    }

    private static var shutDownError: NetworkError {
        NetworkError(.offline, underlying: ConnectionFailure(.shutDown))
    }
}
