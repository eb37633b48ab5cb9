public import Core
import Foundation

/// Performs requests over a transport: keeps to what each host allows, shares equal ones, checks every answer, tries
/// again where that is safe, and keeps to a deadline.
///
/// - The status is checked before anybody decodes or caches the answer; a page of HTML where data was asked for is
///   `captivePortal` or `accessClosed`, never an empty feed.
/// - ``RateGovernor`` says when a host may be asked. A person's request that would be held back for more than five
///   seconds is `rateLimited` at once, with the time.
/// - Equal requests that only read (GET and HEAD with equal URL, headers, body, expectation and limit) are one request,
///   however many wait for it. It is as urgent as the most urgent of them, and is given up when the last one is
///   cancelled or out of time.
/// - ``RetryPolicy`` says what is sent again and when. A pause that would pass the deadline is not begun: the last error
///   is thrown at once.
/// - The deadline holds for everything, pauses included. A server that keeps silent is `timedOut`. Where nobody waits
///   (`prefetch`, `background`) and the request names no time, the configuration's counts for each try, from when it is
///   sent.
/// - Addresses that are neither `https` nor loopback are refused with a `DataError`, and nothing is sent. So are headers
///   with line breaks, and a `User-Agent` that is not all ASCII.
///
/// A request that was cancelled leaves nothing behind: when it throws, the transport has let go of it.
///
/// Safe from any thread. The only state is what is under way.
public final class NetworkRequestProvider: RequestProvider {
    /// What makes two requests one.
    typealias Flights = SingleFlight<NetworkRequest, NetworkResponse>

    let transport: any HTTPTransport
    let configuration: Configuration
    let governor: RateGovernor
    let recorder: (any ActivityRecorder)?
    let connectivity: (any ConnectivityProvider)?
    let time: any TimeProvider
    let random: any RandomSource
    let flights: Flights
    let diary: TryDiary

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - transport: What moves the bytes.
    ///   - configuration: The limits and habits.
    ///   - governor: Who says when a host may be asked; `nil`, the default, for one of its own that forgets with it. An app
    ///     has one with a store, and gives it to all its providers.
    ///   - recorder: Who is told what was held back, sent again or lost; `nil` for the registered one, else nobody.
    ///   - connectivity: Who learns from how each try ends; `nil` for the registered one, else nobody.
    ///   - time: Where deadlines and pauses are measured; the registered one by default, else the system's.
    ///   - random: Where the jitter of pauses comes from; the registered one by default, else the system's.
    public init(
        transport: any HTTPTransport = URLSessionTransport(), configuration: Configuration = Configuration(),
        governor: RateGovernor? = nil, recorder: (any ActivityRecorder)? = nil,
        connectivity: (any ConnectivityProvider)? = nil,
        time: any TimeProvider = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider()),
        random: any RandomSource = Dependency.resolve((any RandomSource).self, default: SystemRandomSource())
    ) {
        let recorder = recorder ?? Dependency.registered((any ActivityRecorder).self)
        self.transport = transport
        self.configuration = configuration
        self.governor = governor ?? RateGovernor(recorder: recorder, time: time, random: random)
        self.recorder = recorder
        self.connectivity = connectivity ?? Dependency.registered((any ConnectivityProvider).self)
        self.time = time
        self.random = random
        flights = Flights(time: time)
        diary = TryDiary(recorder: recorder, time: time)
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
        return try await flights.value(
            for: Self.identity(of: request), priority: request.priority, limit: limit(of: request)
        ) { [self] flight in
            try await perform(request, for: flight)
        }
    }

    /// Ends what is under way, frees the connections, and writes down the governor's budgets.
    public func shutDown() async {
        await flights.close(with: NetworkError(.offline, underlying: ConnectionFailure(.shutDown)))
        await transport.shutDown()
        await governor.flush()
    }

    private func prepared(_ request: NetworkRequest) -> NetworkRequest {
        var request = request
        request.maximumBytes = request.maximumBytes ?? configuration.maximumBytes
        setHeader("User-Agent", configuration.userAgent, of: &request)
        if let key = request.idempotencyKey { setHeader("Idempotency-Key", key, of: &request) }
        return request
    }

    private func setHeader(_ name: String, _ value: String, of request: inout NetworkRequest) {
        guard !request.headers.keys.contains(where: { $0.lowercased() == name.lowercased() }) else { return }
        request.headers[name] = value
    }

    private func limit(of request: NetworkRequest) -> TimeLimit {
        if let timeout = request.timeout { return .until(time.uptime + timeout) }
        return request.priority == .userInitiated
            ? .until(time.uptime + configuration.timeout) : .onceSent(configuration.timeout)
    }

    /// The request without what is no part of what it asks; `nil` for one that may change something.
    private static func identity(of request: NetworkRequest) -> NetworkRequest? {
        guard request.method == .get || request.method == .head else { return nil }
        var identity = request
        (identity.priority, identity.timeout) = (.background, nil)
        (identity.idempotencyKey, identity.fairnessKey) = (nil, nil)
        return identity
    }
}
