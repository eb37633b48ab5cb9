public import Core
import Foundation

extension SocketClient {
    /// The state of one namespace that was joined or is to be.
    struct Membership {
        /// A place of a namespace in its life.
        enum Status: Sendable {
            /// It is joined as soon as there is a connection.
            case wanted
            /// The server was asked, or is about to be.
            case joining
            case joined
            /// It is not joined by itself any more.
            case out
        }

        let query: String?
        let payload: @Sendable () async throws -> RawJSON?
        let queue: SocketUpdateQueue
        var status = Status.wanted
        /// The events that came before the server's word that the namespace is joined.
        var early: [SocketEvent] = []
        var joining: Task<Void, Never>?
    }

    /// The largest number of packets of one connection that have no place, such as events of a namespace that was left.
    static let maximumStrays = 1000

    /// Joins a namespace, now or as soon as there is a connection.
    ///
    /// - Parameters:
    ///   - name: The name, with a slash at its beginning, such as `/chats-12`; `/` by default. A query may follow.
    ///   - payload: Returns what the server gets when it is joined, an object, such as credentials; asked each time, by
    ///     default nothing. An error that is retryable (`DataError`) is a failed attempt; any other one ends it.
    /// - Returns: The namespace. Its updates tell when it is joined.
    /// - Throws: `DataError` with the code `invalidInput` for a name that is none, and for a namespace that was joined
    ///   already and not left.
    public func join(
        _ name: String = "/", payload: @escaping @Sendable () async throws -> RawJSON? = { nil }
    ) throws(DataError) -> SocketNamespace {
        guard name.hasPrefix("/"), name.utf8.count <= 512,
            name.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: ",") })
        else {
            throw DataError(
                .invalidInput,
                message: "A namespace begins with a slash, has no comma and no space, and is 512 bytes long at most.")
        }
        let parts = name.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let path = parts[0]
        guard memberships[path] == nil else {
            throw DataError(.invalidInput, message: "The namespace '\(path)' was joined already. Leave it first.")
        }
        let queue = SocketUpdateQueue(
            maximumCount: configuration.maximumWaitingEvents, maximumBytes: configuration.maximumBytes)
        memberships[path] = Membership(query: parts.count > 1 ? parts[1] : nil, payload: payload, queue: queue)
        begin(path)
        return SocketNamespace(name: path, updates: SocketUpdates(queue: queue), client: self)
    }

    private func begin(_ path: String) {
        lastEnd = nil
        if isOpen { enter(path) } else { drive() }
    }

    /// Tries again to join a namespace that was ended; does nothing for any other one.
    func rejoin(_ path: String, of queue: SocketUpdateQueue) {
        guard isOwner(queue, of: path), memberships[path]?.status == .out else { return }
        memberships[path]?.status = .wanted
        begin(path)
    }

    /// Leaves a namespace.
    func leave(_ path: String, of queue: SocketUpdateQueue) async {
        guard isOwner(queue, of: path), let membership = memberships.removeValue(forKey: path) else { return }
        membership.joining?.cancel()
        queue.finish()
        lastEnd = nil
        if isWanted, let connection, membership.status == .joined || membership.status == .joining {
            // If it cannot be said, the connection is over, and the namespace with it.
            try? await connection.send(SocketIOPacket(.disconnect, in: path).text)
        }
        await windDown()
    }

    private func isOwner(_ queue: SocketUpdateQueue, of path: String) -> Bool { memberships[path]?.queue === queue }

    /// Asks the server to let this client into a namespace, and sees to it that it answers.
    func enter(_ path: String) {
        guard let connection, let membership = memberships[path] else { return }
        let (number, limit) = (number, configuration.joinLimit)
        memberships[path]?.status = .joining
        memberships[path]?.joining = Task { [time] in
            let deadline = time.uptime + limit
            do {
                let payload = try await self.credentials(membership.payload)
                guard payload.map({ $0.kind == .object }) ?? true else {
                    throw SocketError(.unsendable, "What is sent when a namespace is joined has to be a JSON object.")
                }
                let packet = SocketIOPacket(.connect, in: path, query: membership.query, payload: payload)
                try Task.checkCancellation()
                try await connection.send(packet.text)
                try await time.sleep(until: deadline)
                throw SocketError(.unanswered, "The server did not answer to joining '\(path)' within \(limit).")
            } catch  where error.isCancellation {
                // From the app's own code, if not from here: then there are no credentials this time.
                guard !Task.isCancelled else { return }
                await self.enteringFailed(
                    path, over: number, on: connection, SocketError(.credentials, isRetryable: true))
            } catch {
                await self.enteringFailed(path, over: number, on: connection, error)
            }
        }
    }

    private func enteringFailed(
        _ path: String, over number: Int, on connection: EngineIOConnection, _ error: any Error
    ) async {
        // What was sent and lost, or not sent, broke off with the connection, which says so itself.
        guard number == self.number, memberships[path]?.status == .joining, let error = error as? SocketError,
            error.reason != .notConnected, error.reason != .outcomeUnknown
        else { return }
        if error.isRetryable {
            await connection.end(with: error)
        } else {
            putOut(path, error)
        }
    }

    /// Ends a namespace for good, as far as it depends on this client.
    private func putOut(_ path: String, _ error: SocketError) {
        guard let membership = memberships[path] else { return }
        membership.joining?.cancel()
        membership.queue.push(.ended(error))
        memberships[path]?.status = .out
        memberships[path]?.early = []
        lastEnd = error
        // Not from here: the connection waits until its packet is taken.
        if !isWanted { Task { await self.windDown() } }
    }

    /// Tells everybody that the connection ended.
    func connectionEnded(with error: SocketError) {
        (connection, isOpen) = (nil, false)
        let pending = acknowledgements.values
        acknowledgements = [:]
        for acknowledgement in pending {
            acknowledgement.finish(throwing: SocketError(.outcomeUnknown, underlying: error))
        }
        for path in memberships.keys.sorted() {
            guard let status = memberships[path]?.status, status != .out else { continue }
            memberships[path]?.joining?.cancel()
            memberships[path]?.early = []
            if error.isRetryable {
                memberships[path]?.status = .wanted
                if status == .joined { memberships[path]?.queue.push(.interrupted(error)) }
            } else {
                putOut(path, error)
            }
        }
    }
}

// MARK: - What comes

extension SocketClient {
    /// Takes a message of a connection.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - number: The number of the connection.
    /// - Throws: ``SocketError`` to end the connection.
    func receive(_ message: EngineIOConnection.Message, over number: Int) throws {
        guard number == self.number else { return }
        let complete: (packet: SocketIOPacket, attachments: [Data])?
        do throws(SocketPacketError) {
            switch message {
            case .text(let text): complete = try decoder.add(text)
            case .binary(let data): complete = try decoder.add(data)
            }
        } catch {
            throw SocketError(error)
        }
        guard let (packet, attachments) = complete else { return }
        let path = packet.namespace
        let values = packet.payload?.elements ?? []
        switch (packet.kind, memberships[path]?.status) {
        case (.connect, .joining): try joined(path, packet)
        case (.connectError, .joining): putOut(path, Self.refusal(of: path, packet.payload))
        case (.disconnect, .joining), (.disconnect, .joined):
            putOut(
                path,
                SocketError(
                    .closed, "The server took this client out of '\(path)'.", isRetryable: false,
                    details: packet.payload))
        case (.event, .joining), (.event, .joined), (.binaryEvent, .joining), (.binaryEvent, .joined):
            let arguments = SocketArguments(Array(values.dropFirst()), attachments: attachments)
            let name = values.first?.string ?? ""
            try push(SocketEvent(name, arguments, id: packet.id, connection: number), to: path)
        case (.acknowledgement, .joined), (.binaryAcknowledgement, .joined):
            guard let id = packet.id, let acknowledgement = acknowledgements.removeValue(forKey: id) else {
                return try countStray()
            }
            acknowledgement.yield(SocketArguments(values, attachments: attachments))
            acknowledgement.finish()
        default: try countStray()
        }
    }

    private func joined(_ path: String, _ packet: SocketIOPacket) throws {
        guard let sid = packet.payload?["sid"]?.string, !sid.isEmpty, let membership = memberships[path] else {
            throw SocketError(.wrongVersion)
        }
        membership.joining?.cancel()
        memberships[path]?.status = .joined
        memberships[path]?.early = []
        membership.queue.push(.joined(sid: sid))
        for event in membership.early { try push(event, to: path) }
    }

    private func push(_ event: SocketEvent, to path: String) throws {
        guard let membership = memberships[path] else { return }
        if membership.status == .joining {
            // Some servers say so only when their own code for it has run, which may have sent something.
            guard membership.early.count < configuration.maximumWaitingEvents else { throw flood(of: path) }
            memberships[path]?.early.append(event)
        } else if !membership.queue.push(event) {
            let error = flood(of: path)
            membership.queue.replaceAll(with: .interrupted(error))
            memberships[path]?.status = .wanted
            throw error
        }
    }

    private func flood(of path: String) -> SocketError {
        SocketError(
            .flooded,
            "More events of '\(path)' wait to be taken than the configuration allows "
                + "(\(configuration.maximumWaitingEvents) events, \(configuration.maximumBytes) bytes).")
    }

    private func countStray() throws {
        strayCount += 1
        guard strayCount <= Self.maximumStrays else {
            throw SocketError(.flooded, "The server goes on and on sending what belongs to no joined namespace.")
        }
    }

    /// The error of a refused namespace, with the server's sentence where it has one of a sensible length.
    private static func refusal(of path: String, _ payload: RawJSON?) -> SocketError {
        let words = payload?["message"]?.string ?? payload?.string
        let sentence = words.map { $0.filter { !$0.isNewline }.prefix(200) }.map { " It says: \($0)" } ?? ""
        return SocketError(
            .refused, "The server did not let this client into '\(path)'.\(sentence)", details: payload)
    }
}

// MARK: - What is sent

extension SocketClient {
    /// Emits an event, and returns when the server has it.
    func emit(_ name: String, _ values: [RawJSON], in path: String, of queue: SocketUpdateQueue) async throws {
        let connection = try joinedConnection(path, queue)
        try await connection.send(Self.event(name, values, in: path, id: nil))
    }

    /// Emits an event, and waits for its acknowledgement.
    func emitAcknowledged(
        _ name: String, _ values: [RawJSON], in path: String, of queue: SocketUpdateQueue, within limit: Duration
    ) async throws -> SocketArguments {
        let connection = try joinedConnection(path, queue)
        let id = lastAcknowledgement + 1
        let packet = try Self.event(name, values, in: path, id: id)
        lastAcknowledgement = id
        let (stream, continuation) = AsyncThrowingStream.makeStream(of: SocketArguments.self)
        acknowledgements[id] = continuation
        defer { acknowledgements[id] = nil }
        let answer = try await within(limit, on: time) { () async throws -> SocketArguments in
            try await connection.send(packet)
            for try await answer in stream { return answer }
            throw CancellationError()
        }
        guard let answer else {
            throw SocketError(
                .outcomeUnknown,
                "No acknowledgement came within \(limit), so nobody knows whether this arrived. Look whether it is "
                    + "there before you send it again.")
        }
        return answer
    }

    /// Answers to an event.
    func acknowledge(
        _ event: SocketEvent, _ values: [RawJSON], in path: String, of queue: SocketUpdateQueue
    ) async throws {
        guard let id = event.id else {
            throw SocketError(.unsendable, "The server waits for no acknowledgement of '\(event.name)'.")
        }
        let connection = try joinedConnection(path, queue)
        guard event.connection == number else {
            throw SocketError(.notConnected, "The connection over which '\(event.name)' came has ended.")
        }
        let packet = SocketIOPacket(.acknowledgement, in: path, id: id, payload: Self.array(values))
        try await connection.send(packet.text)
    }

    private func joinedConnection(_ path: String, _ queue: SocketUpdateQueue) throws -> EngineIOConnection {
        guard isOwner(queue, of: path), memberships[path]?.status == .joined, let connection else {
            throw SocketError(.notConnected)
        }
        return connection
    }

    /// The names that a server takes for something else.
    private static let reservedNames: Set<String> = [
        "connect", "connect_error", "disconnect", "disconnecting", "newListener", "removeListener",
    ]

    private static func event(_ name: String, _ values: [RawJSON], in path: String, id: Int?) throws -> String {
        guard !reservedNames.contains(name) else {
            throw SocketError(.unsendable, "'\(name)' is a word of the protocol. Give the event another name.")
        }
        let payload = array([RawJSON(compact: name.quotedAsJSON)] + values)
        return SocketIOPacket(.event, in: path, id: id, payload: payload).text
    }

    private static func array(_ values: [RawJSON]) -> RawJSON {
        RawJSON(compact: "[" + values.map(\.text).joined(separator: ",") + "]")
    }
}
