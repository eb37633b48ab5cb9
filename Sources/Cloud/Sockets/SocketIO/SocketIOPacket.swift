package import Core
import Foundation

/// A packet of Socket.IO, version 5 of the protocol, as it stands in one text message of Engine.IO.
///
/// Its form: the type, for binary packets the number of attachments and `-`, the namespace and `,` unless it is `/`, the
/// id of an acknowledgement, the payload as JSON. Source: the public protocol document, `socketio/socket.io-protocol`.
package struct SocketIOPacket: Hashable, Sendable {
    /// A type of packet.
    package enum Kind: UInt8, Sendable, CaseIterable {
        /// A client joins a namespace, or the server has let it in.
        case connect = 0
        /// Either side leaves a namespace.
        case disconnect
        /// An event: an array whose first element is its name.
        case event
        /// The answer to an event: an array.
        case acknowledgement
        /// The server's refusal to let a client into a namespace.
        case connectError
        /// An event with bytes in it.
        case binaryEvent
        /// The answer to an event, with bytes in it.
        case binaryAcknowledgement
    }

    /// The largest number of attachments of one packet.
    package static let maximumAttachments = 64

    /// The type.
    package var kind: Kind
    /// The namespace, with a slash at its beginning.
    package var namespace: String
    /// The query behind the namespace, without its question mark; `nil` for none.
    package var query: String?
    /// The id by which an event and its acknowledgement belong together.
    package var id: Int?
    /// The payload.
    package var payload: RawJSON?
    /// The number of binary messages that belong to it and follow it.
    package var attachmentCount: Int

    /// Creates a packet.
    ///
    /// - Parameters:
    ///   - kind: The type.
    ///   - namespace: The namespace; `/` by default.
    ///   - query: The query behind it.
    ///   - id: The id of an acknowledgement.
    ///   - payload: The payload.
    ///   - attachmentCount: The number of attachments of a binary packet.
    package init(
        _ kind: Kind, in namespace: String = "/", query: String? = nil, id: Int? = nil, payload: RawJSON? = nil,
        attachmentCount: Int = 0
    ) {
        (self.kind, self.namespace, self.query) = (kind, namespace, query)
        (self.id, self.payload, self.attachmentCount) = (id, payload, attachmentCount)
    }

    /// The packet as text.
    package var text: String {
        var text = String(kind.rawValue)
        if isBinary { text += "\(attachmentCount)-" }
        if namespace != "/" || query != nil { text += namespace + (query.map { "?" + $0 } ?? "") + "," }
        if let id { text += String(id) }
        return text + (payload?.text ?? "")
    }

    /// Whether binary messages follow.
    package var isBinary: Bool { kind == .binaryEvent || kind == .binaryAcknowledgement }

    /// Reads a packet.
    ///
    /// - Parameter text: One text message.
    /// - Throws: ``SocketPacketError`` where the text stops being a packet, and for a payload that does not fit its
    ///   type.
    package init(_ text: String) throws(SocketPacketError) {
        var reader = Reader(Array(text.utf8))
        guard let digit = reader.take(), let kind = Kind(rawValue: digit &- UInt8(ascii: "0")) else {
            throw SocketPacketError("an unknown type of packet", at: 0)
        }
        self.init(kind)
        if isBinary {
            guard let count = try reader.number(), reader.take() == UInt8(ascii: "-") else {
                throw SocketPacketError("a binary packet without its number of attachments", at: 1)
            }
            guard (1...Self.maximumAttachments).contains(count) else {
                throw SocketPacketError("\(count) attachments, where 1 to \(Self.maximumAttachments) may be", at: 1)
            }
            attachmentCount = count
        }
        if reader.peek == UInt8(ascii: "/") { (namespace, query) = reader.namespace() }
        let beforeID = reader.position
        id = try reader.number()
        if id != nil, kind == .connect || kind == .disconnect || kind == .connectError {
            throw SocketPacketError("an id where there is nothing to acknowledge", at: beforeID)
        }
        let start = reader.position
        if !reader.rest.isEmpty { payload = try RawJSON(packet: reader.rest, at: start) }
        try checkPayload(at: start)
    }

    private func checkPayload(at offset: Int) throws(SocketPacketError) {
        switch kind {
        case .connect:
            guard payload.map({ $0.kind == .object }) ?? true else {
                throw SocketPacketError("a payload that is no object", at: offset)
            }
        case .disconnect, .connectError:
            break
        case .event, .binaryEvent:
            guard payload?.elements?.first?.string != nil else {
                throw SocketPacketError("an event that is no array with a name at its beginning", at: offset)
            }
        case .acknowledgement, .binaryAcknowledgement:
            guard id != nil else { throw SocketPacketError("an acknowledgement without an id", at: offset) }
            guard payload?.kind == .array else {
                throw SocketPacketError("an acknowledgement that is no array", at: offset)
            }
        }
    }
}

extension SocketIOPacket {
    private struct Reader {
        let bytes: [UInt8]
        var position = 0

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        var peek: UInt8? { position < bytes.count ? bytes[position] : nil }
        var rest: ArraySlice<UInt8> { bytes[position...] }

        mutating func take() -> UInt8? {
            guard let byte = peek else { return nil }
            position += 1
            return byte
        }

        /// The digits here; `nil` where there are none.
        mutating func number() throws(SocketPacketError) -> Int? {
            let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            guard !digits.isEmpty else { return nil }
            guard digits.count <= 15, let number = Int(String(decoding: digits, as: UTF8.self)) else {
                throw SocketPacketError("a number with too many digits", at: position)
            }
            position += digits.count
            return number
        }

        /// The namespace here and the query behind it, up to the comma or the end.
        mutating func namespace() -> (String, String?) {
            let text = rest.prefix { $0 != UInt8(ascii: ",") }
            position += text.count
            if peek != nil { position += 1 }
            let parts = text.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
                .map { String(decoding: $0, as: UTF8.self) }
            return (parts[0], parts.count > 1 ? parts[1] : nil)
        }
    }
}
