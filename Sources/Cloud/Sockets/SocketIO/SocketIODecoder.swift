import Core
package import Foundation

/// A decoder of Socket.IO packets that joins binary ones with the messages that follow them.
package struct SocketIODecoder: Sendable {
    /// The largest size of the attachments of one packet, in bytes.
    private let maximumBytes: Int
    private var pending: (packet: SocketIOPacket, attachments: [Data])?

    /// Creates a decoder for one connection.
    ///
    /// - Parameter maximumBytes: The largest size of the attachments of one packet.
    package init(maximumBytes: Int = 16 << 20) {
        self.maximumBytes = maximumBytes
    }

    /// Takes the next text message.
    ///
    /// - Parameter text: The message.
    /// - Returns: The packet without attachments; `nil` for a binary one, which is complete later.
    /// - Throws: ``SocketPacketError``, also where an attachment is due.
    package mutating func add(_ text: String) throws(SocketPacketError) -> (SocketIOPacket, [Data])? {
        guard pending == nil else { throw SocketPacketError("a text where an attachment is due", at: 0) }
        let packet = try SocketIOPacket(text)
        guard packet.isBinary else { return (packet, []) }
        try Self.checkPlaceholders(of: packet)
        pending = (packet, [])
        return nil
    }

    /// Takes the next binary message.
    ///
    /// - Parameter data: The message.
    /// - Returns: The packet with all its attachments; `nil` as long as some are missing.
    /// - Throws: ``SocketPacketError`` where none is due, and for attachments that are too large.
    package mutating func add(_ data: Data) throws(SocketPacketError) -> (SocketIOPacket, [Data])? {
        guard let (packet, earlier) = pending else {
            throw SocketPacketError("an attachment without a packet", at: 0)
        }
        let attachments = earlier + [data]
        guard attachments.reduce(0, { $0 + $1.count }) <= maximumBytes else {
            throw SocketPacketError("attachments that are larger than \(maximumBytes) bytes", at: 0)
        }
        pending = (packet, attachments)
        guard attachments.count == packet.attachmentCount else { return nil }
        pending = nil
        return (packet, attachments)
    }

    /// Refuses a packet with a placeholder that no attachment belongs to.
    private static func checkPlaceholders(of packet: SocketIOPacket) throws(SocketPacketError) {
        guard let payload = packet.payload else { return }
        let root: JSONValue
        do throws(JSONError) {
            root = try JSONValue(parsing: Data(payload.text.utf8))
        } catch {
            throw SocketPacketError("no JSON: \(error.reason)", at: error.offset)
        }
        var rest = [root]
        while let value = rest.popLast() {
            if value["_placeholder"]?.bool == true {
                guard let number = value["num"], number.kind == .number, let index = number.int,
                    (0..<packet.attachmentCount).contains(index)
                else { throw SocketPacketError("a placeholder for an attachment that there is not", at: 0) }
                continue
            }
            rest += value.elements ?? Array(value.members.values)
        }
    }
}
