import Core
import Foundation

/// A namespace of a Socket.IO server that was joined with ``SocketClient/join(_:payload:)``.
public final class SocketNamespace: Sendable {
    /// The name, with a slash at its beginning and without a query.
    public let name: String
    /// The updates, in order, for one consumer.
    public let updates: SocketUpdates

    private let client: SocketClient

    init(name: String, updates: SocketUpdates, client: SocketClient) {
        (self.name, self.updates, self.client) = (name, updates, client)
    }

    /// Emits an event, and returns when the server has taken it from the network.
    ///
    /// Nothing waits for a connection, and nothing is sent twice.
    ///
    /// - Parameters:
    ///   - event: The name of the event.
    ///   - arguments: What goes along, as JSON; bytes become text in Base64.
    /// - Throws: ``SocketError``: `notConnected` and `congested` when it was not sent, `unsendable` when it cannot be,
    ///   `outcomeUnknown` when the connection broke behind it. `CancellationError` when the task was cancelled: it may
    ///   have gone out or not.
    public func emit(_ event: String, _ arguments: any Encodable & Sendable...) async throws {
        try await client.emit(event, Self.values(arguments), in: name, of: updates.queue)
    }

    /// Emits an event, and waits for the acknowledgement of the server.
    ///
    /// - Parameters:
    ///   - event: The name of the event.
    ///   - arguments: What goes along, as JSON; bytes become text in Base64.
    ///   - limit: The time limit; 20 s by default.
    /// - Returns: What the server answered.
    /// - Throws: As ``emit(_:_:)`` does; `outcomeUnknown` as well when no acknowledgement came in time.
    public func emitAcknowledged(
        _ event: String, _ arguments: any Encodable & Sendable..., within limit: Duration = .seconds(20)
    ) async throws -> SocketArguments {
        try await client.emitAcknowledged(
            event, Self.values(arguments), in: name, of: updates.queue, within: limit)
    }

    /// Sends the acknowledgement that the server waits for.
    ///
    /// - Parameters:
    ///   - event: The event, of this namespace.
    ///   - arguments: What goes along, as JSON.
    /// - Throws: As ``emit(_:_:)`` does; `notConnected` as well when the connection over which the event came has ended,
    ///   and `unsendable` when the server waits for none.
    public func acknowledge(_ event: SocketEvent, _ arguments: any Encodable & Sendable...) async throws {
        try await client.acknowledge(event, Self.values(arguments), in: name, of: updates.queue)
    }

    /// Tries again to join, behind ``SocketUpdate/ended(_:)``; does nothing at any other time.
    public func rejoin() async {
        await client.rejoin(name, of: updates.queue)
    }

    /// Leaves the namespace, and ends its updates; behind the last one the connection ends.
    ///
    /// It returns when the server was told, or could not be.
    public func leave() async {
        await client.leave(name, of: updates.queue)
    }

    private static func values(_ arguments: [any Encodable & Sendable]) throws -> [RawJSON] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return try arguments.map { argument in
            if let json = argument as? RawJSON { return json }
            do {
                return try RawJSON(encoder.encode(argument))
            } catch {
                throw SocketError(.unsendable, "What is emitted cannot be written as JSON.", underlying: error)
            }
        }
    }
}
