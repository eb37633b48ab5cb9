import Core
import Foundation

/// The offer of a server in its first packet: the id of the session, and the times and sizes that hold for it.
package struct EngineIOHandshake: Hashable, Sendable {
    /// The id of the session, which all further requests carry.
    package var sid: String
    /// The names of the transports to which the connection may be upgraded.
    package var upgrades: [String]
    /// The time between two pings of the server.
    package var pingInterval: Duration
    /// The time that the server waits for an answer to a ping.
    package var pingTimeout: Duration
    /// The largest body of a POST in bytes; 1,000,000 where the server does not say.
    package var maxPayload: Int

    /// The size where the server names none: the default of the servers that are too old to name it.
    package static let usualMaxPayload = 1_000_000
    /// The longest id that is taken, in bytes: it becomes a part of every URL.
    package static let longestID = 512

    /// Creates a handshake.
    ///
    /// - Parameters:
    ///   - sid: The id of the session.
    ///   - upgrades: The transports to which the connection may be upgraded; none by default.
    ///   - pingInterval: The time between two pings; 25 s by default.
    ///   - pingTimeout: The time that the server waits for a pong; 20 s by default.
    ///   - maxPayload: The largest body of a POST in bytes.
    package init(
        sid: String, upgrades: [String] = [], pingInterval: Duration = .seconds(25),
        pingTimeout: Duration = .seconds(20), maxPayload: Int = usualMaxPayload
    ) {
        self.sid = sid
        self.upgrades = upgrades
        self.pingInterval = pingInterval
        self.pingTimeout = pingTimeout
        self.maxPayload = maxPayload
    }

    /// Reads the text of a first packet.
    ///
    /// - Parameters:
    ///   - json: The text without the packet's type.
    ///   - offset: Its position in what is decoded.
    /// - Throws: ``SocketPacketError`` for what is no JSON, and for a name that is missing or has no sensible value.
    init(_ json: Data, at offset: Int) throws(SocketPacketError) {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: json)
        } catch {
            throw SocketPacketError("no JSON: \(error.reason)", at: offset + error.offset)
        }
        guard let sid = value["sid"]?.string, !sid.isEmpty, sid.utf8.count <= Self.longestID,
            !sid.unicodeScalars.contains(where: { $0.value < 0x21 || $0.value == 0x7F })
        else { throw SocketPacketError("a handshake without a usable sid", at: offset) }
        self.sid = sid
        upgrades = value["upgrades"]?.elements?.compactMap(\.string) ?? []
        pingInterval = try Self.time("pingInterval", value["pingInterval"], at: offset)
        pingTimeout = try Self.time("pingTimeout", value["pingTimeout"], at: offset)
        guard let size = value["maxPayload"] else {
            maxPayload = Self.usualMaxPayload
            return
        }
        guard size.kind == .number, let bytes = size.int, bytes > 0 else {
            throw SocketPacketError("a handshake whose maxPayload is no size", at: offset)
        }
        maxPayload = bytes
    }

    /// A time of a millisecond to a day.
    private static func time(
        _ name: String, _ value: JSONValue?, at offset: Int
    ) throws(SocketPacketError) -> Duration {
        guard let value, value.kind == .number, let milliseconds = value.double,
            (1...86_400_000).contains(milliseconds)
        else { throw SocketPacketError("a handshake whose \(name) is no time", at: offset) }
        return .milliseconds(milliseconds)
    }

    /// The time without a ping after which the server is gone.
    package var longestSilence: Duration { pingInterval + pingTimeout }

    /// The time limit of one poll.
    package var pollLimit: Duration { longestSilence + .seconds(10) }

    /// The handshake as the server writes it.
    package var text: String {
        let names = upgrades.map(\.quotedAsJSON).joined(separator: ",")
        let times = [("pingInterval", pingInterval), ("pingTimeout", pingTimeout)].map { name, time in
            "\"\(name)\":\(Int(time / .milliseconds(1)))"
        }
        let parts =
            ["\"sid\":\(sid.quotedAsJSON)", "\"upgrades\":[\(names)]"] + times + ["\"maxPayload\":\(maxPayload)"]
        return "{" + parts.joined(separator: ",") + "}"
    }
}
