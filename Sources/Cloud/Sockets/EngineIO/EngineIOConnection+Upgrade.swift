import Core
import Foundation

extension EngineIOConnection {
    /// Tries to go over to a WebSocket, and receives from it from then on.
    ///
    /// Up to the packet that ends the upgrade nothing is lost when it fails: the connection stays with long-polling.
    ///
    /// - Returns: When there is no WebSocket to be had.
    /// - Throws: ``SocketError`` when the WebSocket ended, `CancellationError`.
    func upgrade(
        _ handshake: EngineIOHandshake, over transport: any WebSocketTransport,
        _ receive: @Sendable (Message) async throws -> Void
    ) async throws {
        guard let connection = try await probe(handshake, over: transport) else { return }
        do {
            guard try await settleRequests() else {
                mode.set(.polling)
                wakeWriter()
                await connection.close()
                return
            }
            try await connection.send(.text(EngineIOPacket.upgrade.text))
        } catch {
            await connection.close()
            throw error.isCancellation ? CancellationError() : SocketError(error, while: .lost)
        }
        socket = connection
        mode.set(.upgraded)
        wakeWriter()
        while true { try await receiveFrame(of: connection, receive) }
    }

    /// Opens a WebSocket, and asks over it whether the server is there; `nil` where there is none.
    private func probe(
        _ handshake: EngineIOHandshake, over transport: any WebSocketTransport
    ) async throws -> (any WebSocketConnection)? {
        let (url, headers) = (setup.address.webSocket(sid: handshake.sid), headersWithCookies)
        let maximumBytes = setup.maximumBytes
        do {
            return try await within(Limit.request, on: setup.time) {
                let connection = try await transport.open(url, headers: headers, maximumBytes: maximumBytes)
                do {
                    try await connection.send(.text(EngineIOPacket.ping("probe").text))
                    let answer = try await connection.receive()
                    guard answer == .text(EngineIOPacket.pong("probe").text) else {
                        throw SocketError(.malformed)
                    }
                    return connection
                } catch {
                    await connection.close()
                    throw error
                }
            }
        } catch  where error.isCancellation {
            throw CancellationError()
        } catch {
            // Proxies that let no WebSocket through are the reason why there is long-polling.
            return nil
        }
    }

    /// Lets no new request begin, and waits for those under way: the server ends its poll with a noop.
    ///
    /// - Returns: Whether they have ended in time.
    private func settleRequests() async throws -> Bool {
        mode.set(.switching)
        let requestCount = requestCount
        let isSettled = try await within(Limit.request, on: setup.time) {
            for await count in requestCount.values where count == 0 { return true }
            throw CancellationError()
        }
        return isSettled ?? false
    }

    private func receiveFrame(
        of connection: any WebSocketConnection, _ receive: @Sendable (Message) async throws -> Void
    ) async throws {
        let frame: WebSocketFrame
        do {
            frame = try await connection.receive()
        } catch {
            throw error.isCancellation ? CancellationError() : SocketError(error, while: .lost)
        }
        switch frame {
        case .binary(let data): try await receive(.binary(data))
        case .text(let text):
            let packet: EngineIOPacket
            do {
                packet = try EngineIOPacket(text.utf8)
            } catch {
                throw SocketError(error)
            }
            try await handle(packet, receive)
        }
    }
}
