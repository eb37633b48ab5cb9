import Core
import Foundation

extension EngineIOConnection {
    /// Asks for a session.
    ///
    /// - Returns: What the server offers, and the packets that came behind it.
    /// - Throws: ``SocketError``, `CancellationError`.
    func shakeHands() async throws -> (EngineIOHandshake, [EngineIOPacket]) {
        let request = makeRequest(sid: nil, limit: Limit.request)
        let response = try await answer(to: request, within: Limit.request, failing: .unreachable)
        guard response.status == 200 else { throw refusal(of: response, to: request, while: .unreachable) }
        guard !Self.isOld(response.body) else { throw SocketError(.wrongVersion) }
        var packets = try packets(of: response, while: .unreachable)
        guard case .open(let handshake) = packets.removeFirst() else {
            throw SocketError(.malformed, "The server's first packet does not open a connection.")
        }
        return (handshake, packets)
    }

    /// Polls until the connection is upgraded.
    func poll(
        _ handshake: EngineIOHandshake, _ receive: @Sendable (Message) async throws -> Void
    ) async throws {
        while try await mayPoll() {
            // The mode may have changed since somebody looked.
            guard mode.value == .polling else { continue }
            // Until its packets are passed on, or those of the WebSocket could overtake them.
            requestCount.update { $0 += 1 }
            defer { requestCount.update { $0 -= 1 } }
            for packet in try await pollOnce(handshake) { try await handle(packet, receive) }
        }
    }

    /// Waits while an upgrade is being tried; false when the connection does not poll any more.
    private func mayPoll() async throws -> Bool {
        for await mode in mode.values {
            switch mode {
            case .polling: return true
            case .switching: continue
            case .upgraded: return false
            }
        }
        throw CancellationError()
    }

    private func pollOnce(_ handshake: EngineIOHandshake) async throws -> [EngineIOPacket] {
        var request = makeRequest(sid: handshake.sid, limit: handshake.pollLimit)
        request.usesOwnConnection = true
        let response = try await answer(to: request, within: nil, failing: .lost)
        guard response.status == 200 else { throw refusal(of: response, to: request, while: .lost) }
        return try packets(of: response, while: .lost)
    }

    /// Sends a payload.
    func post(_ body: Data, _ handshake: EngineIOHandshake) async throws {
        var request = makeRequest(sid: handshake.sid, limit: Limit.request)
        request.method = .post
        request.body = body
        request.headers["Content-Type"] = "text/plain;charset=UTF-8"
        let response = try await answer(to: request, within: Limit.request, failing: .lost)
        guard response.status == 200 else { throw refusal(of: response, to: request, while: .lost) }
        try refusePage(response, while: .lost)
    }

    private func makeRequest(sid: String?, limit: Duration) -> NetworkRequest {
        var request = NetworkRequest(setup.address.polling(sid: sid), headers: headersWithCookies)
        request.expectation = .anything
        request.timeout = limit
        request.maximumBytes = setup.maximumBytes
        request.isSentOnce = true
        return request
    }

    /// The headers of the connection, with its own cookies behind those of the app.
    var headersWithCookies: [String: String] {
        var headers = setup.headers
        if let own = cookies.header(now: setup.time.now) {
            let name = headers.keys.first { $0.lowercased() == "cookie" } ?? "Cookie"
            headers[name] = headers[name].map { "\($0); \(own)" } ?? own
        }
        return headers
    }

    private func answer(
        to request: NetworkRequest, within limit: Duration?, failing reason: SocketError.Reason
    ) async throws -> NetworkResponse {
        do {
            let transport = setup.transport
            // A poll needs no limit here: the server's pings come by it, and somebody watches those.
            let response =
                if let limit {
                    try await within(limit, on: setup.time) { try await transport.send(request) }
                } else {
                    try await transport.send(request) as NetworkResponse?
                }
            guard let response else { throw NetworkError(.timedOut, underlying: ConnectionFailure(.silent)) }
            cookies.keep(from: response, now: setup.time.now)
            return response
        } catch  where error.isCancellation {
            throw CancellationError()
        } catch {
            throw SocketError(error, while: reason)
        }
    }

    private func packets(
        of response: NetworkResponse, while reason: SocketError.Reason
    ) throws -> [EngineIOPacket] {
        try refusePage(response, while: reason)
        do {
            return try EngineIOPayload.packets(of: response.body)
        } catch {
            throw SocketError(error)
        }
    }

    private func refusePage(_ response: NetworkResponse, while reason: SocketError.Reason) throws {
        guard BodyKind(of: response.body).isPage(contentType: response.header("Content-Type")) else { return }
        throw SocketError(NetworkError(.captivePortal, status: response.status), while: reason)
    }

    /// The error of an answer that is no 200.
    ///
    /// | the server's code | meaning |
    /// | --- | --- |
    /// | 1 | it does not know the session |
    /// | 5, or 0 for the handshake | it speaks another version, or offers no long-polling |
    /// | anything else | as the status says |
    private func refusal(
        of response: NetworkResponse, to request: NetworkRequest, while reason: SocketError.Reason
    ) -> SocketError {
        // A body that is no JSON says nothing more than the status does.
        let body = response.body.count <= 4096 ? try? JSONValue(parsing: response.body) : nil
        if response.status == 400, let body {
            switch (body["code"]?.int, reason) {
            case (1, .lost): return SocketError(.sessionUnknown)
            case (5, _): return SocketError(.wrongVersion)
            case (0, .unreachable):
                return SocketError(.wrongVersion, "The server offers no long-polling, with which a connection begins.")
            case (nil, .unreachable) where body.string?.contains("unsupported version") == true:
                // python-engineio has no codes, only sentences.
                return SocketError(.wrongVersion)
            default: break
            }
        }
        do {
            try ResponseCheck.check(response, to: request, now: setup.time.now)
            return SocketError(.malformed, "The server answered with the status \(response.status), not 200.")
        } catch {
            return SocketError(error, while: reason)
        }
    }

    /// Whether a body is the handshake of version 3: there the length of a packet comes before it.
    private static func isOld(_ body: Data) -> Bool {
        let digits = body.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return (1...6).contains(digits.count) && body.dropFirst(digits.count).starts(with: ":0{".utf8)
    }
}
