import Foundation
import ServerKit

/// Answers the requests of the socket: Engine.IO 4 by long-polling, and Socket.IO 5 over it.
struct SocketDesk: Sendable {
    /// The outcome of a request.
    enum Outcome: Sendable {
        case answer(Answer)
        /// The connection ends without an answer.
        case broken
    }

    /// The errors of the protocol, with their codes.
    private enum Complaint: Int {
        case unknownTransport = 0
        case unknownSession = 1
        case badMethod = 2
        case badRequest = 3
        case unsupportedVersion = 5

        var answer: Answer {
            let message =
                switch self {
                case .unknownTransport: "Transport unknown"
                case .unknownSession: "Session ID unknown"
                case .badMethod: "Bad handshake method"
                case .badRequest: "Bad request"
                case .unsupportedVersion: "Unsupported protocol version"
                }
            return .json(.object([("code", .int(rawValue)), ("message", .string(message))]), status: 400)
        }
    }

    private static let textType = "text/plain; charset=UTF-8"

    let hub: SocketHub
    let store: CommunityStore
    let rules: CommunityServer.SocketRules

    /// Whether a path is that of the socket.
    static func includes(_ path: String) -> Bool {
        path == "/socket.io/" || path == "/socket.io"
    }

    /// Answers a request; a poll waits until there is something to say.
    ///
    /// - Parameters:
    ///   - request: The request, whose path is that of the socket.
    ///   - count: The number of packets behind which its session is dropped; nil for never.
    /// - Returns: What comes of it.
    /// - Throws: `CancellationError` where the server is stopped first, or `KeepError`.
    func outcome(of request: CommunityRequest, droppingAfter count: Int?) async throws -> Outcome {
        guard request.queryValue("transport") == "polling" else { return .answer(Complaint.unknownTransport.answer) }
        guard request.queryValue("EIO") == "4" else { return .answer(Complaint.unsupportedVersion.answer) }
        guard let id = request.queryValue("sid") else { return .answer(handshake(request, count)) }
        guard hub.isOpen(id) else { return .answer(Complaint.unknownSession.answer) }
        if let count { hub.drop(id, after: count) }
        switch request.method {
        case "GET": return try await poll(id)
        case "POST": return .answer(try receive(request.body, from: id))
        default: return .answer(Complaint.badRequest.answer)
        }
    }

    private func handshake(_ request: CommunityRequest, _ count: Int?) -> Answer {
        guard request.method == "GET" else { return Complaint.badMethod.answer }
        guard let id = hub.open(token: request.header("Authorization"), droppingAfter: count) else {
            return Refusal(503, "There are too many connections.").answer
        }
        let json = JSONWriter.data(
            from: .object([
                ("sid", .string(id)), ("upgrades", .array([])),
                ("pingInterval", .int(Self.milliseconds(rules.pingInterval))),
                ("pingTimeout", .int(Self.milliseconds(rules.pingTimeout))), ("maxPayload", .int(rules.maxPayload)),
            ]))
        return text("0" + String(decoding: json, as: UTF8.self))
    }

    private static func milliseconds(_ duration: Duration) -> Int {
        max(1, Int((duration / .milliseconds(1)).rounded()))
    }

    private func text(_ text: String) -> Answer {
        Answer(body: .file(Data(text.utf8), contentType: Self.textType))
    }

    private func poll(_ id: String) async throws -> Outcome {
        switch await hub.poll(id) {
        case .packets(let packets): .answer(text(packets.joined(separator: String(EnginePacket.separator))))
        case .broken: .broken
        case .unknown: .answer(Complaint.unknownSession.answer)
        case .overlap: .answer(Complaint.badRequest.answer)
        case .cancelled: throw CancellationError()
        }
    }

    // MARK: What clients say

    private func receive(_ body: Data, from id: String) throws -> Answer {
        guard body.count <= rules.maxPayload else {
            hub.close(id)
            return Refusal(413, "A body is of \(rules.maxPayload) bytes at most.").answer
        }
        guard let packets = EnginePacket.all(in: body) else { return refuse(id) }
        for packet in packets {
            switch packet {
            case .close: hub.close(id)
            case .pong: hub.notePong(id)
            case .binary: break
            case .message(let text):
                guard let packet = SocketPacket(text) else { return refuse(id) }
                try take(packet, from: id)
            }
        }
        return text("ok")
    }

    /// Ends the session of a client that does not keep to the protocol.
    private func refuse(_ id: String) -> Answer {
        hub.close(id)
        return Complaint.badRequest.answer
    }

    private func take(_ packet: SocketPacket, from id: String) throws {
        switch packet.kind {
        case .connect:
            do {
                try admit(packet, from: id)
                hub.join(packet.namespace, id)
            } catch let refusal as Refusal {
                let json = JSONWriter.data(
                    from: .object([
                        ("message", .string(refusal.message)),
                        ("data", .object([("status", .int(refusal.status))])),
                    ]))
                hub.say(SocketPacket.text("4", packet.namespace, String(decoding: json, as: UTF8.self)), to: id)
            }
        case .disconnect: hub.leave(packet.namespace, id)
        // Nothing is said by the socket: messages are sent by POST.
        case .event, .acknowledgement, .binaryEvent, .binaryAcknowledgement: break
        }
    }

    /// Checks that a namespace is there and may be joined.
    ///
    /// - Throws: ``Refusal`` where it may not.
    private func admit(_ packet: SocketPacket, from id: String) throws {
        guard packet.namespace != "/" else { return }
        let state = try store.state()
        guard packet.namespace.hasPrefix(SocketHub.roomPrefix),
            let room = state.rooms.first(where: { SocketHub.roomPrefix + $0.id == packet.namespace })
        else { throw Refusal(410, "Invalid namespace") }
        guard rules.wantsToken else { return }
        let token = Self.token(in: packet.payload) ?? hub.token(of: id) ?? ""
        switch state.tokens.worth(ofAccess: token, at: store.time) {
        case .unknown: throw Refusal.invalidToken
        case .expired: throw Refusal.accessExpired
        case .good(let person):
            guard state.member(person) != nil else { throw Refusal.noPermission }
            guard room.people.contains(person) else { throw Refusal.notAParticipant }
        }
    }

    /// The token in the payload of a connect packet; nil where there is none.
    private static func token(in payload: String) -> String? {
        struct Fields: Decodable { var token: String? }
        // A payload that is no such object names no token.
        return (try? JSONDecoder().decode(Fields.self, from: Data(payload.utf8)))?.token
    }
}
