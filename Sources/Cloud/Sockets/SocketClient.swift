public import Core
public import Foundation

/// A client of a Socket.IO server (protocol 5, which is that of Socket.IO 3 and later): one connection, and the
/// namespaces joined over it.
///
/// ```swift
/// let client = try SocketClient(.init(url: URL(string: "https://chat.example.com")!), transport: transport)
/// let room = try await client.join("/chats-12")
/// for await update in room.updates {
///     switch update {
///     case .joined: await fetchWhatWasMissed()
///     case .event(let event): show(event)
///     case .interrupted(let error), .ended(let error): show(error)
///     }
/// }
/// ```
///
/// - It connects as soon as there is a namespace to join, and connects again by itself when the connection ends, behind
///   a pause that grows from 1 to 30 seconds.
/// - It sends nothing twice. What is emitted without a connection fails, and so does what was under way when the
///   connection broke, with an error that tells the two apart.
/// - It misses what happens while there is no connection: each ``SocketUpdate/joined(sid:)`` is the moment to ask for it
///   elsewhere.
/// - It goes on until ``close()``, ``suspend()`` or until every namespace was left, whoever holds it.
///
/// Documentation/Sockets.md has its rules.
public actor SocketClient {
    /// The settings of a client.
    public struct Configuration: Sendable {
        /// The URL of the server: scheme, host, port and query count, a path in it does not.
        public var url: URL
        /// The path of the socket; `/socket.io/` by default.
        public var path = "/socket.io/"
        /// Returns the headers of every request of a connection; asked before each handshake, none by default.
        ///
        /// An error that is retryable (``DataError``) is a failed attempt; any other one ends what is joined.
        public var headers: @Sendable () async throws -> [String: String] = { [:] }
        /// The time within which the server has to answer to joining a namespace; 45 s by default, which is how long a
        /// server waits for a client to join.
        public var joinLimit = Duration.seconds(45)
        /// The largest number of events of a namespace that wait to be taken; 1,000 by default.
        public var maximumWaitingEvents = 1000
        /// The size limit of one answer, and of what waits in a namespace, in bytes; 16 MiB by default.
        public var maximumBytes = 16 << 20
        /// The transport to which a connection is upgraded; `nil`, for long-polling alone, by default.
        public var webSocket: (any WebSocketTransport)?

        /// Creates settings.
        ///
        /// - Parameter url: The URL of the server.
        public init(url: URL) {
            self.url = url
        }
    }

    /// The state of the connection; read it, do not set it.
    public nonisolated let state = ObservableValue(SocketState.idle)

    let configuration: Configuration
    let time: any TimeProvider
    var memberships: [String: Membership] = [:]
    /// The connection under way, open or not.
    var connection: EngineIOConnection?
    /// Whether the server has accepted the connection.
    var isOpen = false
    /// The number of the connection: what belongs to an earlier one comes too late.
    var number = 0
    var decoder = SocketIODecoder()
    /// The number of packets of this connection that have no place.
    var strayCount = 0
    var acknowledgements: [Int: AsyncThrowingStream<SocketArguments, any Error>.Continuation] = [:]
    var lastAcknowledgement = 0
    /// The error of the last namespace that was ended, as long as nothing else was wished for.
    var lastEnd: SocketError?

    private let address: EngineIOAddress
    private let transport: any HTTPTransport
    private let random: any RandomSource
    private var plan = ReconnectPlan()
    private var isSuspended = false
    private var driver: Task<Void, Never>?
    private var attempt: Task<Void, any Error>?
    private var sleeper: Task<Void, any Error>?
    /// The next attempt, while it is waited for: when it is due, and when the server wants it at the earliest.
    private var next: (due: Duration, earliest: Duration)?

    /// Creates a client, which connects with the first namespace that is joined.
    ///
    /// - Parameters:
    ///   - configuration: The settings.
    ///   - transport: The transport of long-polling: give it no other work that could use up its connections.
    ///   - time: The clock; the registered one by default, else the system's.
    ///   - random: The source of chance; the registered one by default, else the system's.
    /// - Throws: `DataError` with the code `invalidInput` for a URL or a path that nothing may be sent to.
    public init(
        _ configuration: Configuration, transport: any HTTPTransport, time: any TimeProvider = Dependency.clock,
        random: any RandomSource = Dependency.resolve((any RandomSource).self, default: SystemRandomSource())
    ) throws(DataError) {
        address = try EngineIOAddress(server: configuration.url, path: configuration.path)
        self.configuration = configuration
        self.transport = transport
        self.time = time
        self.random = random
    }

    /// Makes the next attempt within three seconds, for when the network's path has returned; once in 15 seconds.
    ///
    /// It does nothing but while the state is ``SocketState/waiting(until:after:)``.
    public func reconnectNow() {
        guard let next else { return }
        let due = plan.hurried(due: next.due, notBefore: next.earliest, now: time.uptime, random: random)
        guard due < next.due else { return }
        self.next?.due = due
        sleeper?.cancel()
    }

    /// Ends the connection until ``resume()``, for when the app goes to the background.
    ///
    /// It returns when the connection has ended, with a goodbye that takes three seconds at most. Namespaces stay
    /// wished for, and tell of an interruption with the reason `stopped`.
    public func suspend() async {
        isSuspended = true
        await windDown()
        await driver?.value
        if driver == nil { state.set(restingState) }
    }

    /// Connects again behind ``suspend()``, at once.
    public func resume() {
        isSuspended = false
        if driver == nil { state.set(restingState) }
        drive()
    }

    /// Leaves all namespaces and ends the connection, with a goodbye that takes three seconds at most.
    ///
    /// Their updates end. The client can be used again.
    public func close() async {
        for membership in memberships.values {
            membership.joining?.cancel()
            membership.queue.finish()
        }
        (memberships, lastEnd, isSuspended) = ([:], nil, false)
        await windDown()
        await driver?.value
        if driver == nil { state.set(restingState) }
    }

    // MARK: - The life of connections

    /// Whether there should be a connection.
    var isWanted: Bool { !isSuspended && memberships.values.contains { $0.status != .out } }

    /// The state while there is no connection and none is wanted.
    private var restingState: SocketState {
        isSuspended ? .suspended : lastEnd.map { .ended($0) } ?? .idle
    }

    /// Makes sure that somebody connects, if there should be a connection.
    func drive() {
        guard driver == nil, isWanted else { return }
        driver = Task { await self.keepConnected() }
    }

    /// Ends the connection politely, if there should be none.
    func windDown() async {
        guard !isWanted else { return }
        let (attempt, connection) = (attempt, connection)
        sleeper?.cancel()
        await connection?.close()
        attempt?.cancel()
    }

    private func keepConnected() async {
        while isWanted {
            state.set(.connecting)
            let attempt = Task { try await self.connect() }
            self.attempt = attempt
            let error: SocketError
            switch await attempt.result {
            case .success: error = SocketError(.lost)
            case .failure(let failure):
                // A cancellation that is not from here is a failure like any other, or this would go round and round.
                let known = failure.isCancellation ? SocketError(.lost) : failure
                error = attempt.isCancelled ? SocketError(.stopped) : SocketError(known, while: .unreachable)
            }
            self.attempt = nil
            plan.ended(at: time.uptime)
            connectionEnded(with: error)
            // Stopped here, and wanted again already: nobody failed.
            guard isWanted, error.reason != .stopped else { continue }
            await pause(after: error)
        }
        driver = nil
        state.set(restingState)
    }

    private func connect() async throws {
        let headers = try await credentials(configuration.headers)
        try HeaderRule.check(headers)
        number += 1
        (decoder, strayCount) = (SocketIODecoder(maximumBytes: configuration.maximumBytes), 0)
        var setup = EngineIOConnection.Setup(address: address, transport: transport, time: time)
        setup.headers = headers
        setup.webSocket = configuration.webSocket
        setup.maximumBytes = configuration.maximumBytes
        let connection = EngineIOConnection(setup)
        self.connection = connection
        let number = number
        try await connection.run {
            await self.opened($0, number)
        } receive: {
            try await self.receive($0, over: number)
        }
    }

    private func opened(_ handshake: EngineIOHandshake, _ number: Int) {
        guard number == self.number else { return }
        isOpen = true
        plan.connected(at: time.uptime)
        state.set(.connected(sid: handshake.sid))
        for path in memberships.keys.sorted() where memberships[path]?.status == .wanted { enter(path) }
    }

    /// Waits until the next attempt is due, or no connection is wanted any more.
    private func pause(after error: SocketError) async {
        let now = time.uptime
        let pause = plan.pause(after: error, random: random)
        next = (now + pause, now + (error.retryAfter ?? .zero))
        defer { (next, sleeper) = (nil, nil) }
        while isWanted, let due = next?.due, due > time.uptime {
            let rest = due - time.uptime
            state.set(.waiting(until: time.now + rest / .seconds(1), after: error))
            let sleeper = Task { [time] in try await time.sleep(for: rest) }
            self.sleeper = sleeper
            // It is cancelled so that somebody looks again.
            _ = await sleeper.result
        }
    }

    /// Asks the app for credentials, within the time for joining.
    func credentials<Credentials: Sendable>(
        _ source: @escaping @Sendable () async throws -> Credentials
    ) async throws -> Credentials {
        do {
            guard let result = try await within(configuration.joinLimit, on: time, source) else {
                throw DataError(.timedOut, isRetryable: true)
            }
            return result
        } catch  where error.isCancellation {
            throw CancellationError()
        } catch {
            let known = DataError(error)
            throw SocketError(
                .credentials, known.message, code: known.code, isRetryable: known.isRetryable,
                retryAfter: known.retryAfter, underlying: error)
        }
    }
}
