public import Core
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The standard transport, on Foundation's `URLSession` without its cookies, caches and credentials.
///
/// Only it and its connections know `URLSession`. Redirects are followed by Lantern's own rules: `https` only except
/// from one loopback address to another, at most eight, and tokens never go to another host. A size limit ends an
/// answer while it is still arriving, counted after decompression.
///
/// On Linux, libcurl moves the bytes and obeys the environment: with `http_proxy` or `all_proxy` set, plain `http` to
/// this very machine would go through that proxy, in clear text over the network. Such a request is refused with a
/// `DataError`; with `no_proxy=127.0.0.1,localhost` it goes straight to where it belongs.
///
/// There, a request that changes something has a connection of its own: over one that was used before, and that the
/// server gives up at that moment, libcurl sends it a second time by itself, or waits until the time is over. So has,
/// on all systems, what changes something and is to be sent once.
///
/// Foundation on Linux cannot ask a literal IPv6 address such as `http://[::1]:8080` either: that is `badRequest`, and
/// is not tried again. Use `127.0.0.1` or a name there.
public final class URLSessionTransport: HTTPTransport {
    private let configuration: URLSessionConfiguration
    private let pins: PinCheck?
    private let environment: @Sendable () -> [String: String]
    private let state: Mutex<State>

    private struct State {
        var isShutDown = false
        /// Connections that most requests share; made by the first one, and invalidated at the end: a session holds
        /// pipes.
        var shared: URLSessionConnections?
        /// Those of a single request.
        var single: [ObjectIdentifier: URLSessionConnections] = [:]
    }

    /// Creates a transport with connections of its own.
    ///
    /// - Parameter connectionsPerHost: The maximum of connections to one server, six by default.
    public convenience init(connectionsPerHost: Int = 6) {
        self.init(connectionsPerHost: connectionsPerHost, environment: { ProcessInfo.processInfo.environment })
    }

    /// Creates a transport that pins the public keys of servers.
    ///
    /// A connection to a pinned host that shows none of its keys ends with the code `pinMismatch`, before anything is
    /// sent. Where that cannot be checked, there is no transport: on Linux, and without an evaluator.
    ///
    /// - Parameters:
    ///   - connectionsPerHost: The maximum of connections to one server, six by default.
    ///   - pins: The keys that servers must show.
    ///   - evaluator: What gets at the keys; Documentation/Transport.md has one for Apple's systems.
    ///   - time: The clock that pins expire by; the registered one by default, else the system's.
    /// - Throws: `DataError` with the code `invalidInput` where the policy cannot be enforced.
    public convenience init(
        connectionsPerHost: Int = 6, pins: PinPolicy, evaluator: (any ServerTrustEvaluator)?,
        time: any TimeProvider = Dependency.clock
    ) throws(DataError) {
        #if canImport(Security)
            guard let evaluator else {
                throw DataError(
                    .invalidInput,
                    message: "Pins need an evaluator that gets at a server's keys. Documentation/Transport.md has one.")
            }
            self.init(
                connectionsPerHost: connectionsPerHost, environment: { ProcessInfo.processInfo.environment },
                pins: PinCheck(policy: pins, evaluator: evaluator, time: time))
        #else
            throw DataError(
                .invalidInput,
                message: "Pins cannot be enforced here: Foundation on this system does not show a server's keys. "
                    + "Leave them out, or check them elsewhere.")
        #endif
    }

    /// Creates a transport that takes the variables of the process from elsewhere.
    ///
    /// - Parameters:
    ///   - connectionsPerHost: How many connections one server gets at most.
    ///   - environment: The variables, asked for again with every request as libcurl does.
    ///   - pins: What is checked of a server's keys; only where the system shows them.
    init(
        connectionsPerHost: Int = 6, environment: @escaping @Sendable () -> [String: String], pins: PinCheck? = nil
    ) {
        self.environment = environment
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = max(1, connectionsPerHost)
        configuration.httpCookieStorage = nil
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        self.configuration = configuration
        self.pins = pins
        state = Mutex(State())
    }

    public func send(_ request: NetworkRequest) async throws -> NetworkResponse {
        var chain = RedirectChain(request)
        while true {
            try Task.checkCancellation()
            try checkProxy(for: chain.request.url)
            let response: NetworkResponse
            do {
                response = try await exchange(chain.request)
            } catch let error as NetworkError where chain.hasMoved && error.isUnsent {
                // Somebody has had the request before: for whoever asks whether it was sent, it was.
                guard error.isRefusal else { throw error.with(isUnsent: false) }
                throw NetworkError(error.code, underlying: ConnectionFailure(.lost, underlying: error.underlying))
            }
            guard try chain.follows(response) else { return response }
        }
    }

    public func send(_ request: NetworkRequest, into sink: any BodySink) async throws -> NetworkResponse {
        var chain = RedirectChain(request)
        while true {
            try Task.checkCancellation()
            try checkProxy(for: chain.request.url)
            if let head = try await stream(&chain, into: sink) { return head }
        }
    }

    public func shutDown() async {
        let open = state.withLock { state in
            defer { state = State(isShutDown: true) }
            return [state.shared].compactMap(\.self) + state.single.values
        }
        for connections in open { connections.shutDown() }
    }

    /// The session of a request; `nil` after the transport was shut down.
    private func connections(for request: NetworkRequest) -> URLSessionConnections? {
        state.withLock { state in
            guard !state.isShutDown else { return nil }
            if Self.needsOwnConnection(request) {
                let single = URLSessionConnections(configuration, pins: pins)
                state.single[ObjectIdentifier(single)] = single
                return single
            }
            let shared = state.shared ?? URLSessionConnections(configuration, pins: pins)
            state.shared = shared
            return shared
        }
    }

    /// Whether a request must not go over a connection that was used before: where the server gives that up at the same
    /// moment, the system sends some requests a second time by itself.
    private static func needsOwnConnection(_ request: NetworkRequest) -> Bool {
        // A GET, too: some servers act on one.
        if request.usesOwnConnection || request.isSentOnce { return true }
        #if canImport(FoundationNetworking)
            return request.body != nil || !request.method.isIdempotent
        #else
            return false
        #endif
    }

    private func end(_ connections: URLSessionConnections) {
        state.withLock { _ = $0.single.removeValue(forKey: ObjectIdentifier(connections)) }
    }

    /// Refuses what was meant for this machine and would leave it in clear text.
    private func checkProxy(for url: URL) throws(DataError) {
        #if canImport(FoundationNetworking)
            guard url.scheme?.lowercased() == "http", let host = url.host(percentEncoded: false),
                AddressRule.isLoopback(host), ProxyRule.usesProxy(for: host, in: environment())
            else { return }
            throw DataError(.invalidInput, message: ProxyRule.advice)
        #endif
    }

    /// One request and one answer, redirects being answers like any other.
    private func exchange(_ request: NetworkRequest) async throws -> NetworkResponse {
        guard let connections = connections(for: request) else { throw Self.shutDownError }
        defer { end(connections) }
        let transfer = Transfer(maximumBytes: request.maximumBytes) { sent, total in
            request.tellBodySent(sent, of: total)
        }
        let response = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                start(transfer, for: request, over: connections, resuming: continuation)
            }
        } onCancel: {
            transfer.fail(CancellationError())
        }
        // Not every system tells of the last bytes.
        if let count = request.body?.count { request.tellBodySent(count, of: count) }
        return response
    }

    /// One request whose answer goes into a sink; `nil` when it was a redirect, and the chain has what to send next.
    private func stream(_ chain: inout RedirectChain, into sink: any BodySink) async throws -> NetworkResponse? {
        guard let connections = connections(for: chain.request) else { throw Self.shutDownError }
        defer { end(connections) }
        let transfer = StreamTransfer(maximumBytes: chain.request.maximumBytes)
        guard let task = connections.task(for: Self.urlRequest(chain.request), reportingTo: transfer) else {
            throw Self.shutDownError
        }
        // Does nothing when it has ended.
        defer { transfer.fail(CancellationError()) }
        let controls = controls(of: task, over: connections)
        if transfer.begin(controls) { task.resume() } else { controls.stop() }
        var answer: NetworkResponse?
        for try await event in transfer.events {
            switch event {
            case .head(let head):
                let response = NetworkResponse(status: head.status, url: head.url, headers: head.headers)
                if try chain.follows(response) { return nil }
                answer = response
                try await sink.begin(response)
            case .data(let data):
                try await sink.receive(data)
                transfer.took(data.count)
            }
        }
        // For whoever is cancelled the events end without a word.
        try Task.checkCancellation()
        guard let answer else { throw NetworkError(.malformed, underlying: ConnectionFailure(.garbled)) }
        return answer
    }

    private func controls(of task: URLSessionTask, over connections: URLSessionConnections) -> StreamTransfer.Controls {
        var controls = StreamTransfer.Controls { connections.stop(task) }
        #if !canImport(FoundationNetworking)
            controls.pause = { task.suspend() }
            controls.resume = { task.resume() }
        #endif
        return controls
    }

    private func start(
        _ transfer: Transfer, for request: NetworkRequest, over connections: URLSessionConnections,
        resuming continuation: CheckedContinuation<NetworkResponse, any Error>
    ) {
        guard let task = connections.task(for: Self.urlRequest(request), reportingTo: transfer) else {
            continuation.resume(throwing: Self.shutDownError)
            return
        }
        if transfer.begin(continuation, stop: { connections.stop(task) }) { task.resume() }
    }

    static var shutDownError: NetworkError {
        NetworkError(.offline, underlying: ConnectionFailure(.shutDown))
    }

    private static func urlRequest(_ request: NetworkRequest) -> URLRequest {
        var result = URLRequest(url: request.url)
        result.httpMethod = request.method.rawValue
        result.httpBody = request.body
        result.httpShouldHandleCookies = false
        // Whole seconds, rounded up: Foundation on Linux cuts fractions off, and would give up at once below one.
        result.timeoutInterval = request.timeout.map { Double($0.components.seconds + 1) } ?? 60
        for name in request.headers.keys.sorted() {
            result.setValue(request.headers[name], forHTTPHeaderField: name)
        }
        return result
    }
}

extension NetworkError {
    fileprivate var isRefusal: Bool { (underlying as? ConnectionFailure)?.reason == .refused }
}
