public import Core
public import Foundation

/// An event that came in a namespace.
public struct SocketEvent: Sendable, Hashable {
    /// The name of the event.
    public let name: String
    /// The values that came with it.
    public let arguments: SocketArguments
    /// Whether the server waits for an acknowledgement; see ``SocketNamespace/acknowledge(_:_:)``.
    public var expectsAcknowledgement: Bool { id != nil }

    /// The id of the acknowledgement that the server waits for.
    package let id: Int?
    /// The number of the connection over which it came: an id means something on that one only.
    package let connection: Int

    /// Creates an event, for tests of what handles one.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - arguments: The values; none by default.
    public init(_ name: String, _ arguments: SocketArguments = SocketArguments()) {
        self.init(name, arguments, id: nil, connection: 0)
    }

    package init(_ name: String, _ arguments: SocketArguments, id: Int?, connection: Int) {
        (self.name, self.arguments, self.id, self.connection) = (name, arguments, id, connection)
    }
}

/// The values of an event or of an acknowledgement, in order, with the bytes that came beside them.
///
/// ```swift
/// for await update in room.updates {
///     guard case .event(let event) = update, event.name == "chat" else { continue }
///     let message = try event.arguments.decoded(ChatMessage.self)
/// }
/// ```
public struct SocketArguments: Sendable, Hashable {
    /// The values, with placeholders for bytes, which ``data(of:)`` turns into the bytes.
    public let values: [RawJSON]
    /// The bytes that came beside the values, in the order of their numbers.
    public let attachments: [Data]

    /// Creates arguments.
    ///
    /// - Parameters:
    ///   - values: The values; none by default.
    ///   - attachments: The bytes that placeholders in them stand for.
    public init(_ values: [RawJSON] = [], attachments: [Data] = []) {
        (self.values, self.attachments) = (values, attachments)
    }

    /// Returns the bytes that a value stands for.
    ///
    /// - Parameter value: One of ``values``, or a part of one.
    /// - Returns: The bytes; `nil` when the value is no placeholder.
    public func data(of value: RawJSON) -> Data? {
        guard value["_placeholder"]?.bool == true, let number = value["num"]?.int, attachments.indices.contains(number)
        else { return nil }
        return attachments[number]
    }

    /// Decodes one of the values.
    ///
    /// - Parameters:
    ///   - type: The type to make of it.
    ///   - index: The position of the value; the first by default.
    ///   - decoder: The decoder; a plain one by default.
    /// - Returns: The decoded value.
    /// - Throws: `DataError` with the code `malformed` when there is no such value, or it is another kind of thing.
    public func decoded<Value: Decodable>(
        _ type: Value.Type = Value.self, at index: Int = 0, by decoder: JSONDecoder = JSONDecoder()
    ) throws(DataError) -> Value {
        guard values.indices.contains(index) else {
            throw DataError(.malformed, message: "The event has \(values.count) values, and none at \(index).")
        }
        do {
            return try decoder.decode(type, from: Data(values[index].text.utf8))
        } catch {
            throw DataError(error)
        }
    }

    /// Returns one of the values as the answers of requests are read.
    ///
    /// - Parameter index: The position of the value; the first by default.
    /// - Returns: The value.
    /// - Throws: `DataError` with the code `malformed` when there is no such value, or it is nested too deeply.
    public func json(at index: Int = 0) throws(DataError) -> JSONValue {
        guard values.indices.contains(index) else {
            throw DataError(.malformed, message: "The event has \(values.count) values, and none at \(index).")
        }
        do {
            return try JSONValue(parsing: Data(values[index].text.utf8))
        } catch {
            throw DataError(.malformed, underlying: error)
        }
    }

    /// The memory that they take, in bytes.
    var size: Int { values.reduce(0) { $0 + $1.text.utf8.count } + attachments.reduce(0) { $0 + $1.count } }
}
