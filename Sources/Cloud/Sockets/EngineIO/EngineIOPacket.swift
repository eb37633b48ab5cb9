package import Foundation

/// A packet of Engine.IO, version 4 of the protocol.
///
/// In text each begins with a digit, its type; binary data is `b` and Base64 where a transport carries text only.
/// Source: the public protocol document, `socketio/engine.io-protocol`.
package enum EngineIOPacket: Hashable, Sendable {
    /// The server's first packet (0), with what it offers.
    case open(EngineIOHandshake)
    /// The end of the connection (1), from either side.
    case close
    /// A question whether the other side is there (2): the server's heartbeat, or `probe` in an upgrade.
    case ping(String)
    /// The answer to a ping (3), with the same text.
    case pong(String)
    /// A text for the protocol above (4).
    case message(String)
    /// Bytes for the protocol above.
    case binary(Data)
    /// The end of an upgrade (5): from here on the other transport is used.
    case upgrade
    /// Nothing (6): it ends a poll.
    case noop

    /// The packet as text, as long-polling carries it.
    package var text: String {
        switch self {
        case .open(let handshake): "0" + handshake.text
        case .close: "1"
        case .ping(let text): "2" + text
        case .pong(let text): "3" + text
        case .message(let text): "4" + text
        case .binary(let data): "b" + data.base64EncodedString()
        case .upgrade: "5"
        case .noop: "6"
        }
    }

    /// Reads a packet.
    ///
    /// - Parameters:
    ///   - bytes: The packet as text in UTF-8.
    ///   - offset: Its position in what is decoded, for the error; none by default.
    /// - Throws: ``SocketPacketError`` for anything that is no packet, and for text behind one that carries none.
    package init(_ bytes: some Collection<UInt8>, at offset: Int = 0) throws(SocketPacketError) {
        guard let type = bytes.first else { throw SocketPacketError("an empty packet", at: offset) }
        let rest = bytes.dropFirst()
        func text() throws(SocketPacketError) -> String {
            guard let text = String(validating: rest, as: UTF8.self) else {
                throw SocketPacketError("text that is not UTF-8", at: offset + 1)
            }
            return text
        }
        func alone(_ packet: EngineIOPacket) throws(SocketPacketError) -> EngineIOPacket {
            guard rest.isEmpty else {
                throw SocketPacketError("something behind a packet that carries nothing", at: offset + 1)
            }
            return packet
        }
        switch type {
        case UInt8(ascii: "0"): self = .open(try EngineIOHandshake(Data(rest), at: offset + 1))
        case UInt8(ascii: "1"): self = try alone(.close)
        case UInt8(ascii: "2"): self = .ping(try text())
        case UInt8(ascii: "3"): self = .pong(try text())
        case UInt8(ascii: "4"): self = .message(try text())
        case UInt8(ascii: "5"): self = try alone(.upgrade)
        case UInt8(ascii: "6"): self = try alone(.noop)
        case UInt8(ascii: "b"):
            guard let data = Data(base64Encoded: Data(rest)) else {
                throw SocketPacketError("binary data that is not Base64", at: offset + 1)
            }
            self = .binary(data)
        default: throw SocketPacketError("an unknown type of packet", at: offset)
        }
    }
}

/// The parts of a payload of long-polling: several packets in one body, between them U+001E.
package enum EngineIOPayload {
    /// The byte between two packets.
    package static let separator: UInt8 = 0x1E
    /// The largest number of packets that one payload may bring: each takes memory beyond its bytes.
    package static let maximumPackets = 10_000

    /// Reads a payload.
    ///
    /// - Parameter body: The whole body.
    /// - Returns: Its packets in order, never none.
    /// - Throws: ``SocketPacketError`` where it stops being one; the packets before that count as little as the rest.
    package static func packets(of body: Data) throws(SocketPacketError) -> [EngineIOPacket] {
        let bytes = Array(body)
        var packets: [EngineIOPacket] = []
        var start = 0
        while true {
            let end = bytes[start...].firstIndex(of: separator) ?? bytes.count
            packets.append(try EngineIOPacket(bytes[start..<end], at: start))
            guard end < bytes.count else { return packets }
            guard packets.count < maximumPackets else { throw SocketPacketError("too many packets", at: end) }
            start = end + 1
        }
    }

    /// Writes a payload.
    ///
    /// - Parameter packets: The packets as text, in order.
    /// - Returns: The body.
    package static func body(of packets: [String]) -> Data {
        var body = Data()
        for (index, packet) in packets.enumerated() {
            if index > 0 { body.append(separator) }
            body.append(contentsOf: packet.utf8)
        }
        return body
    }
}
