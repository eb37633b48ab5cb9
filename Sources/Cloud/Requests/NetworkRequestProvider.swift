public import Core
import Foundation

/// The standard request provider: it limits the rate for each host, coalesces equal requests, checks every answer, and
/// retries where that is safe, within a deadline.
///
/// - The status is checked before anybody decodes or caches the answer; a page of HTML where data was asked for is
///   `captivePortal` or `accessClosed`, never an empty feed.
/// - ``RateGovernor`` says when a host may be asked. A person's request that would be held back for more than five
///   seconds is `rateLimited` at once, with the time.
/// - Equal requests that only read (GET and HEAD with equal URL, headers, body, expectation and limit) are one request,
///   however many wait for it. It is as urgent as the most urgent of them, and is given up when the last one is
///   cancelled or out of time.
/// - A request that is to be sent once (`isSentOnce`) is neither joined, nor sent again, nor redirected.
/// - ``RetryPolicy`` says what is sent again and when. A pause that would pass the deadline is not begun: the last
///   error is thrown at once.
/// - The deadline holds for everything, pauses included. A server that keeps silent is `timedOut`. Where nobody waits
///   (`prefetch`, `background`) and the request names no time, the configuration's counts for each try, from when it is
///   sent.
/// - Addresses that are neither `https` nor loopback are refused with a `DataError`, and nothing is sent. So are
///   headers with line breaks, and a `User-Agent` that is not all ASCII.
///
/// A request that was cancelled leaves nothing behind: when it throws, the transport has let go of it.
///
/// Safe from any thread. The only state is what is under way.
public final class NetworkRequestProvider: RequestProvider {
    /// The coalescing of equal requests.
    typealias Flights = SingleFlight<NetworkRequest, NetworkResponse>

    let transport: any HTTPTransport
    let configuration: Configuration
    let governor: RateGovernor
    let recorder: (any ActivityRecorder)?
    let connectivity: (any ConnectivityProvider)?
    let time: any TimeProvider
    let random: any RandomSource
    let flights: Flights
    let log: RequestActivityRecorder

    /// Creates a provider that tells the registered activity recorder and connectivity provider how requests end.
    ///
    /// - Parameters:
    ///   - transport: The transport that moves the bytes; `URLSession` by default.
    ///   - configuration: The limits.
    ///   - governor: The rate governor; `nil`, the default, for one of its own that lives as long as the provider. An
    ///     app has one with a store, and gives it to all its providers.
    ///   - time: The clock of deadlines and pauses; the registered one by default, else the system's.
    public convenience init(
        transport: any HTTPTransport = URLSessionTransport(), configuration: Configuration = Configuration(),
        governor: RateGovernor? = nil,
        time: any TimeProvider = Dependency.clock
    ) {
        self.init(
            transport: transport, configuration: configuration, governor: governor,
            services: RequestServices(time: time))
    }

    package init(
        transport: any HTTPTransport = URLSessionTransport(), configuration: Configuration = Configuration(),
        governor: RateGovernor? = nil, services: RequestServices
    ) {
        self.transport = transport
        self.configuration = configuration
        self.governor = governor ?? RateGovernor(services: services)
        recorder = services.recorder
        connectivity = services.connectivity
        time = services.time
        random = services.random
        flights = Flights(abandoned: .cancelAndWait, time: time)
        log = RequestActivityRecorder(recorder: recorder, time: time)
    }

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

    /// The request without what is no part of what it asks; `nil` for one that may change something, or is to be sent
    /// for itself.
    private static func identity(of request: NetworkRequest) -> NetworkRequest? {
        guard request.method == .get || request.method == .head, !request.isSentOnce else { return nil }
        var identity = request
        (identity.priority, identity.timeout) = (.background, nil)
        (identity.idempotencyKey, identity.fairnessKey) = (nil, nil)
        return identity
    }
}

extension NetworkRequestProvider {
    /// The limits of a ``NetworkRequestProvider``.
    public struct Configuration: Sendable, Hashable {
        /// The time for a whole request, retries and pauses included; 20 seconds by default.
        ///
        /// For `prefetch` and `background` it is the time of each try, from when it is sent.
        /// `NetworkRequest.timeout` overrides it, and then holds for everything.
        package var timeout: Duration
        /// The largest body that is accepted, in bytes after decompression; 16 MB (16 777 216) by default.
        ///
        /// `NetworkRequest.maximumBytes` overrides it.
        package var maximumBytes: Int
        /// The policy of retries.
        package var retry: RetryPolicy
        /// The `User-Agent` of every request that has none of its own.
        ///
        /// Name your app here: servers throttle what they cannot tell apart. Visible ASCII and spaces only; a request
        /// with anything else is refused.
        package var userAgent: String

        /// Creates a configuration; every part has a default that suits an app.
        ///
        /// - Parameters:
        ///   - timeout: The time for a whole request, retries and pauses included.
        ///   - maximumBytes: The largest body that is accepted, in bytes.
        ///   - retry: The rules by which a failed request is sent again.
        ///   - userAgent: The `User-Agent` of every request.
        public init(
            timeout: Duration = .seconds(20), maximumBytes: Int = 16 << 20, retry: RetryPolicy = RetryPolicy(),
            userAgent: String = Self.defaultUserAgent
        ) {
            self.timeout = timeout
            self.maximumBytes = maximumBytes
            self.retry = retry
            self.userAgent = userAgent
        }

        /// The `User-Agent` of an app that gives none: `PLATFORM:lantern:VERSION (offline-first reader)`.
        public static let defaultUserAgent = "\(platform):lantern:0.1.0 (offline-first reader)"

        private static let platform: String = {
            #if os(macOS)
                "macos"
            #elseif os(iOS)
                "ios"
            #elseif os(tvOS)
                "tvos"
            #elseif os(watchOS)
                "watchos"
            #elseif os(visionOS)
                "visionos"
            #elseif os(Linux)
                "linux"
            #else
                "swift"
            #endif
        }()
    }
}

extension NetworkRequestProvider {
    /// Sends a request until there is an answer, or no use in sending it again.
    func perform(_ request: NetworkRequest, for flight: Flights.Flight) async throws -> NetworkResponse {
        let host = HostKey(request.url)
        let ticket = governor.open(host, fairnessKey: request.fairnessKey, urgency: flight.urgency)
        defer { governor.close(ticket) }
        flight.observe { [self] urgency in
            guard let refusal = governor.update(ticket, urgency: urgency) else { return }
            // Somebody who has joined later: of tries before that, nothing is known here.
            let error = refusal.error(isUnsent: false)
            log.recordRefusal(refusal, of: host, error: error)
            flight.end(with: error) { priority, _ in priority == .userInitiated }
        }
        do {
            return try await perform(request, ticket: ticket, host: host, flight: flight)
        } catch let error as CancellationError {
            if flight.isExpired { log.recordFailure(NetworkError(.timedOut), of: host, priority: nil) }
            throw error
        }
    }

    private func perform(
        _ request: NetworkRequest, ticket: Int, host: HostKey, flight: Flights.Flight
    ) async throws -> NetworkResponse {
        var lastError: NetworkError?
        var isUnsent = true
        var retry = 1
        while true {
            try await admit(ticket, flight, host: host, after: lastError.map { $0.with(isUnsent: isUnsent) })
            if let lastError, RetryPolicy.pausesHost(lastError) {
                // Only now is it certain that it is sent again; until then it was held back.
                log.recordRetry(lastError, of: host, priority: flight.urgency.priority, in: .zero)
            }
            do {
                return try await attempt(request, ticket: ticket, host: host, flight: flight)
            } catch let refusal as RefusalElsewhere {
                log.recordFailure(refusal.error, of: refusal.host, priority: flight.urgency.priority)
                throw refusal.error
            } catch let error as NetworkError {
                // What went out in one try is out, whatever became of the next.
                isUnsent = isUnsent && error.isUnsent
                guard
                    let pause = configuration.retry.pause(before: retry, of: request, after: error, random: random),
                    flight.deadline.map({ time.uptime + pause < $0 }) ?? true
                else {
                    log.recordFailure(error, of: host, priority: flight.urgency.priority)
                    throw error.with(isUnsent: isUnsent)
                }
                if !RetryPolicy.pausesHost(error) {
                    log.recordRetry(error, of: host, priority: flight.urgency.priority, in: pause)
                    try await time.sleep(for: pause)
                }
                (lastError, retry) = (error, retry + 1)
            }
        }
    }

    /// Waits until the host may be asked; callers who would wait too long fail at once.
    private func admit(
        _ ticket: Int, _ flight: Flights.Flight, host: HostKey, after lastError: NetworkError?
    ) async throws {
        while true {
            try Task.checkCancellation()
            do {
                try await governor.admit(ticket, deadline: flight.deadline, urgency: flight.urgency)
                return
            } catch let refusal as RateRefusal {
                let error =
                    lastError.map { $0.waiting(atLeast: refusal.retryAfter) } ?? refusal.error(isUnsent: true)
                log.recordRefusal(refusal, of: host, error: error)
                flight.end(with: error) { priority, deadline in
                    refusal.isPersonal && priority == .userInitiated || deadline.map { $0 <= refusal.until } ?? false
                }
            }
        }
    }

    /// One try.
    private func attempt(
        _ request: NetworkRequest, ticket: Int, host: HostKey, flight: Flights.Flight
    ) async throws -> NetworkResponse {
        let left = flight.willSend().map { $0 - time.uptime }
        defer { flight.didReceive() }
        guard let left, left > .zero, !Task.isCancelled else {
            governor.failed(ticket, wasSent: false)
            throw left == nil || Task.isCancelled ? CancellationError() : NetworkError(.timedOut, isUnsent: true)
        }
        var request = request
        request.timeout = left
        let response: NetworkResponse
        do {
            response = try await transport.send(request)
        } catch {
            let failure = error as? NetworkError
            let isUnsent = failure?.isUnsent ?? false
            governor.failed(ticket, wasSent: failure != nil && !isUnsent || error is CancellationError)
            if Task.isCancelled {
                // The server kept silent until nobody had time left, which is how a dead connection looks. Whatever
                // else a cancelled transport reports is no failure of the network.
                if flight.isExpired { connectivity?.requestEnded(with: NetworkError(.timedOut)) }
                throw CancellationError()
            }
            if let failure { connectivity?.requestEnded(with: failure) }
            throw error
        }
        let pause = governor.answered(ticket, response, to: request)
        do {
            try ResponseCheck.check(response, to: request, now: time.now)
        } catch {
            let error = pause.map { error.retryAfter == nil ? error.waiting(atLeast: $0) : error } ?? error
            connectivity?.requestEnded(with: error)
            let answering = HostKey(response.url)
            if answering != host, RetryPolicy.pausesHost(error) {
                throw RefusalElsewhere(host: answering, error: error)
            }
            throw error
        }
        connectivity?.requestEnded(with: nil)
        return response
    }
}

/// A refusal by another host, where a redirect led.
///
/// The line of the host that was asked knows nothing of that pause, and would let the next try through at once,
/// straight to the one that has just refused. So there is no next try: whoever asked hears when it makes sense.
private struct RefusalElsewhere: Error {
    let host: HostKey
    let error: NetworkError
}

extension NetworkError {
    /// The same error, with the longer of its own pause and another one.
    func waiting(atLeast pause: Duration) -> NetworkError {
        NetworkError(
            code, status: status, retryAfter: max(retryAfter ?? .zero, pause), date: date, isUnsent: isUnsent,
            underlying: underlying)
    }
}
