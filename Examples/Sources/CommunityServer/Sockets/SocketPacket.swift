import Foundation

/// The packets of Engine.IO 4, as far as a server that only answers polls has a use for them.
enum EnginePacket: Sendable, Equatable {
    case close
    case pong
    case message(String)
    /// A part of something that was announced as binary; nothing here wants one.
    case binary

    /// The character between two packets of one body.
    static let separator: Character = "\u{1E}"

    /// The packet that tells a client to go.
    static let goodbye = "1"
    /// The packet that a client has to answer with a pong.
    static let ping = "2"
    /// The packet that ends a poll and says nothing.
    static let noop = "6"

    /// The packets of a body; nil where one of them is none that a client may send.
    static func all(in body: Data) -> [EnginePacket]? {
        guard let text = String(data: body, encoding: .utf8) else { return nil }
        var packets: [EnginePacket] = []
        for part in text.split(separator: separator, omittingEmptySubsequences: false) {
            guard let packet = EnginePacket(part) else { return nil }
            packets.append(packet)
        }
        return packets
    }

    private init?(_ text: Substring) {
        switch text.first {
        case "1" where text.count == 1: self = .close
        case "3": self = .pong
        case "4": self = .message(String(text.dropFirst()))
        case "b": self = .binary
        default: return nil
        }
    }
}

/// A packet of Socket.IO 5, of those that a client sends.
struct SocketPacket: Sendable, Equatable {
    /// The kinds that are understood.
    enum Kind: Character, Sendable {
        case connect = "0"
        case disconnect = "1"
        case event = "2"
        case acknowledgement = "3"
        case binaryEvent = "5"
        case binaryAcknowledgement = "6"
    }

    let kind: Kind
    /// The namespace, with its slash.
    let namespace: String
    /// What follows; empty for nothing.
    let payload: String

    /// The packet of a text; nil for any other text.
    init?(_ text: String) {
        var rest = Substring(text)
        guard let kind = rest.popFirst().flatMap(Kind.init) else { return nil }
        self.kind = kind
        if kind == .binaryEvent || kind == .binaryAcknowledgement {
            guard let dash = rest.firstIndex(of: "-"), Int(rest[..<dash]) != nil else { return nil }
            rest = rest[rest.index(after: dash)...]
        }
        if rest.first == "/" {
            let end = rest.firstIndex(of: ",") ?? rest.endIndex
            namespace = String(rest[..<end].prefix { $0 != "?" })
            rest = end == rest.endIndex ? "" : rest[rest.index(after: end)...]
        } else {
            namespace = "/"
        }
        payload = String(rest)
    }

    /// Writes a packet as the text of an Engine.IO message.
    static func text(_ kind: Character, _ namespace: String, _ json: String = "") -> String {
        "4\(kind)" + (namespace == "/" ? "" : "\(namespace),") + json
    }
}
