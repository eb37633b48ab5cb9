package import Core
package import Foundation

/// One connection to an Engine.IO server, from its handshake to its end: long-polling first, a WebSocket where there is
/// a transport for it and the server offers it.
///
/// - One GET and one POST are under way at most. Nothing is ever sent a second time: the packets of a poll that failed
///   are gone, so a poll that fails ends the connection.
/// - The server pings and the client answers. A server that has not pinged for its own interval and timeout is gone.
/// - A POST is at most as large as the server takes; what waits is divided over several.
/// - Nothing is without bound: not an answer, not the packets in it, not what waits to be sent, and not how often a
///   server answers without saying anything.
///
/// ``run(opened:receive:)`` is its life; what else is called works while that is under way. Use each once.
package actor EngineIOConnection {
    /// A message for the protocol above.
    package enum Message: Hashable, Sendable {
        /// A text.
        case text(String)
        /// Bytes.
        case binary(Data)
    }

    /// The parts and limits of a connection.
    package struct Setup: Sendable {
        /// The URLs of the server.
        package var address: EngineIOAddress
        /// The headers of every request, credentials among them.
        package var headers: [String: String] = [:]
        /// The transport of handshake, polls and POSTs.
        package var transport: any HTTPTransport
        /// The transport to upgrade to; `nil` to stay with long-polling.
        package var webSocket: (any WebSocketTransport)?
        /// The clock.
        package var time: any TimeProvider
        /// The size limit of one answer in bytes.
        package var maximumBytes = 16 << 20

        /// Creates a setup.
        ///
        /// - Parameters:
        ///   - address: The URLs of the server.
        ///   - transport: The transport of handshake, polls and POSTs.
        ///   - time: The clock.
        package init(address: EngineIOAddress, transport: any HTTPTransport, time: any TimeProvider) {
            (self.address, self.transport, self.time) = (address, transport, time)
        }
    }

    /// The time limits and bounds that are no server's to choose.
    enum Limit {
        /// The time for the handshake, a POST, and each step of an upgrade.
        static let request = Duration.seconds(20)
        /// The time for saying goodbye.
        static let goodbye = Duration.seconds(3)
        /// The largest number of packets in one POST: python-engineio refuses more.
        static let packetsPerPost = 16
        /// The largest number of messages that wait to be sent.
        static let waitingCount = 1000
        /// The largest size of all that waits to be sent, in bytes.
        static let waitingBytes = 4 << 20
        /// The largest number of packets that say nothing (pings and noops) in the time between two pings.
        static let quietPackets = 20
    }

    enum Mode: Hashable, Sendable {
        case polling
        /// The WebSocket is open, and no more requests begin.
        case switching
        case upgraded
    }

    private struct Outgoing {
        let id: Int
        let text: String
        var continuation: CheckedContinuation<Void, any Error>?
        var size: Int { text.utf8.count }
    }

    let setup: Setup
    let mode = ObservableValue(Mode.polling)
    /// The number of polls and POSTs under way.
    let requestCount = ObservableValue(0)
    /// The WebSocket, once the connection is upgraded.
    var socket: (any WebSocketConnection)?
    var cookies: EngineIOCookies
    private(set) var handshake: EngineIOHandshake?

    private var outgoing: [Outgoing] = []
    private var inFlight: [Outgoing] = []
    private var lastID = 0
    private var isOpen = false
    private var lastPing = Duration.zero
    private var quietCount = 0
    private var quietSince = Duration.zero
    private let wakes: AsyncStream<Void>
    private let wake: AsyncStream<Void>.Continuation
    private let failures: AsyncStream<SocketError>
    private let failure: AsyncStream<SocketError>.Continuation

    /// Creates a connection that has not begun.
    ///
    /// - Parameter setup: Its parts.
    package init(_ setup: Setup) {
        self.setup = setup
        cookies = EngineIOCookies(for: setup.address.polling())
        (wakes, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        (failures, failure) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
    }

    /// Connects, and passes on what comes until the connection ends.
    ///
    /// - Parameters:
    ///   - opened: Called once, when the server has accepted the handshake.
    ///   - receive: Called with each message, one after the other: the next poll begins when it has returned. What it
    ///     throws ends the connection.
    /// - Throws: ``SocketError`` with the reason of the end; `CancellationError` when the task was cancelled, which
    ///   ends the connection without a goodbye.
    package func run(
        opened: @escaping @Sendable (EngineIOHandshake) async -> Void,
        receive: @escaping @Sendable (Message) async throws -> Void
    ) async throws {
        let end: any Error
        do {
            let (handshake, rest) = try await shakeHands()
            self.handshake = handshake
            (isOpen, lastPing, quietSince) = (true, setup.time.uptime, setup.time.uptime)
            await opened(handshake)
            for packet in rest { try await handle(packet, receive) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await self.poll(handshake, receive) }
                group.addTask { try await self.write(handshake) }
                group.addTask { try await self.watch(handshake) }
                group.addTask { for await failure in self.failures { throw failure } }
                if let transport = setup.webSocket, handshake.upgrades.contains("websocket") {
                    group.addTask { try await self.upgrade(handshake, over: transport, receive) }
                }
                while try await group.next() != nil {}
            }
            // None of them ends by itself but with an error.
            end = CancellationError()
        } catch {
            end = Task.isCancelled || error.isCancellation ? CancellationError() : error
        }
        await finish(with: end)
        throw end
    }

    /// Sends a text, and returns when the server has it.
    ///
    /// - Parameter text: The text.
    /// - Throws: ``SocketError``: `notConnected`, `unsendable` for a text that is larger than the server takes,
    ///   `congested`, or `outcomeUnknown` when the connection broke. `CancellationError` when the task was cancelled:
    ///   then it may have gone out or not.
    package func send(_ text: String) async throws {
        try await send(packet: EngineIOPacket.message(text).text)
    }

    /// Ends the connection with an error, which ``run(opened:receive:)`` throws.
    ///
    /// - Parameter error: The reason.
    package func end(with error: SocketError) {
        failure.yield(error)
    }

    /// Says goodbye, for three seconds at most; whoever runs the connection cancels it then.
    package func close() async {
        guard isOpen else { return }
        do {
            _ = try await within(Limit.goodbye, on: setup.time) {
                try await self.send(packet: EngineIOPacket.close.text, isLast: true)
            }
        } catch {
            // Without a goodbye the server notices by itself that nobody is there any more.
        }
    }

    /// Passes a packet on, or answers it.
    func handle(_ packet: EngineIOPacket, _ receive: @Sendable (Message) async throws -> Void) async throws {
        switch packet {
        case .message(let text): try await receive(.text(text))
        case .binary(let data): try await receive(.binary(data))
        case .ping(let text):
            lastPing = setup.time.uptime
            try countQuietPacket()
            let pong = EngineIOPacket.pong(text).text
            guard pong.utf8.count <= handshake?.maxPayload ?? 0 else {
                throw SocketError(.malformed, "The server sent a ping that is too long to be answered.")
            }
            // First in the row: a server that waits too long for it hangs up.
            if outgoing.first?.text != pong { outgoing.insert(Outgoing(id: nextID(), text: pong), at: 0) }
            wake.yield()
        case .noop: try countQuietPacket()
        case .close: throw SocketError(.closed)
        case .open, .pong, .upgrade:
            throw SocketError(
                .malformed, "The server sent a packet of type \(packet.text.prefix(1)), which has no place here.")
        }
    }

    /// A server that answers at once without saying anything must not keep this device busy.
    private func countQuietPacket() throws {
        let now = setup.time.uptime
        if now - quietSince >= handshake?.pingInterval ?? .zero { (quietSince, quietCount) = (now, 0) }
        quietCount += 1
        guard quietCount <= Limit.quietPackets else {
            throw SocketError(.flooded, "The server answers again and again without saying anything.")
        }
    }

    private func watch(_ handshake: EngineIOHandshake) async throws {
        while true {
            let rest = lastPing + handshake.longestSilence - setup.time.uptime
            guard rest > .zero else {
                throw SocketError(.silent, "The server has not pinged for \(handshake.longestSilence).")
            }
            try await setup.time.sleep(for: rest)
        }
    }
}

// MARK: - Sending

extension EngineIOConnection {
    private func nextID() -> Int {
        lastID += 1
        return lastID
    }

    private func send(packet: String, isLast: Bool = false) async throws {
        guard isOpen, let handshake else { throw SocketError(.notConnected) }
        if isLast { isOpen = false }
        let size = packet.utf8.count
        guard size <= handshake.maxPayload else {
            throw SocketError(
                .unsendable, "This is \(size) bytes long, and the server takes \(handshake.maxPayload) at most.")
        }
        guard
            isLast
                || outgoing.count < Limit.waitingCount
                    && outgoing.reduce(size, { $0 + $1.size }) <= Limit.waitingBytes
        else { throw SocketError(.congested) }
        let id = nextID()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                guard !Task.isCancelled else { return continuation.resume(throwing: CancellationError()) }
                outgoing.append(Outgoing(id: id, text: packet, continuation: continuation))
                wake.yield()
            }
        } onCancel: {
            Task { await self.withdraw(id) }
        }
    }

    /// The number of packets that wait to be sent.
    var waitingCount: Int { outgoing.count }

    /// Whoever waits for a packet is gone: it is not sent if it has not been.
    private func withdraw(_ id: Int) {
        if let index = outgoing.firstIndex(where: { $0.id == id }) {
            outgoing.remove(at: index).continuation?.resume(throwing: CancellationError())
        } else if let index = inFlight.firstIndex(where: { $0.id == id }) {
            inFlight[index].continuation?.resume(throwing: CancellationError())
            inFlight[index].continuation = nil
        }
    }

    /// Sends what waits, one request after the other.
    private func write(_ handshake: EngineIOHandshake) async throws {
        for await _ in wakes {
            while mode.value != .switching, takeBatch(upTo: handshake.maxPayload) {
                requestCount.update { $0 += 1 }
                defer { requestCount.update { $0 -= 1 } }
                do {
                    try await deliver(inFlight.map(\.text), handshake)
                    settle(nil)
                } catch {
                    let lost = error.isCancellation ? SocketError(.stopped) : SocketError(error, while: .lost)
                    settle(lost.ofEmission(isUnsent: lost.isUnsent))
                    throw error.isCancellation ? CancellationError() : lost
                }
            }
        }
    }

    /// Continues the polls' and POSTs' work after an upgrade was decided.
    func wakeWriter() { wake.yield() }

    /// Moves as much as one request may carry from what waits to what is under way; false when nothing waits.
    private func takeBatch(upTo limit: Int) -> Bool {
        var size = 0
        while inFlight.count < Limit.packetsPerPost, let next = outgoing.first {
            let added = next.size + (inFlight.isEmpty ? 0 : 1)
            guard inFlight.isEmpty || size + added <= limit else { break }
            size += added
            inFlight.append(outgoing.removeFirst())
        }
        return !inFlight.isEmpty
    }

    private func settle(_ error: SocketError?) {
        let settled = inFlight
        inFlight = []
        for packet in settled {
            packet.continuation?.resume(with: error.map { .failure($0) } ?? .success(()))
        }
    }

    private func deliver(_ packets: [String], _ handshake: EngineIOHandshake) async throws {
        if let socket {
            for packet in packets { try await socket.send(.text(packet)) }
            return
        }
        try await post(EngineIOPayload.body(of: packets), handshake)
    }

    /// Tells everybody who waits that it is over.
    private func finish(with end: any Error) async {
        isOpen = false
        let reason = end as? SocketError ?? SocketError(.stopped)
        settle(reason.ofEmission(isUnsent: false))
        let waiting = outgoing
        outgoing = []
        for packet in waiting { packet.continuation?.resume(throwing: reason.ofEmission(isUnsent: true)) }
        wake.finish()
        failure.finish()
        await socket?.close()
    }
}
