import CommunityServer
import Foundation
import Testing

@Suite("The socket", .timeLimit(.minutes(5)))
struct SocketTests {
    private static let path = "/socket.io/?EIO=4&transport=polling"
    private let ann = CommunityServer.DemoPerson.ann
    private let ben = CommunityServer.DemoPerson.ben

    /// Rules of the socket.
    private static func rules(
        _ change: @escaping (inout CommunityServer.SocketRules) -> Void
    ) -> (inout CommunityServer.Configuration) -> Void {
        { change(&$0.socket) }
    }

    /// The room of ann and ben.
    private func room(_ server: CommunityServer) throws -> String {
        try #require(try server.found["rooms"]?[0]?["room_id"]?.string)
    }

    /// Shakes hands, and returns the session's path.
    private func open(_ client: WebClient) async throws -> String {
        let opened = try await client.get(Self.path)
        #expect(opened.status == 200 && opened.body.first == UInt8(ascii: "0"))
        let json = try JSONDecoder().decode(JSON.self, from: opened.body.dropFirst())
        return Self.path + "&sid=" + (try #require(json["sid"]?.string))
    }

    /// What a poll brings.
    private func poll(_ path: String, _ client: WebClient) async throws -> [String] {
        let answer = try await client.get(path)
        #expect(answer.status == 200)
        return String(decoding: answer.body, as: UTF8.self).split(separator: "\u{1E}").map(String.init)
    }

    private func say(_ packets: String..., to path: String, _ client: WebClient) async throws -> Answered {
        try await client.send("POST", path, Data(packets.joined(separator: "\u{1E}").utf8), type: "text/plain")
    }

    /// Joins a room, and returns the session's path.
    private func join(_ room: String, _ client: WebClient) async throws -> String {
        let path = try await open(client)
        #expect(try await say("40/chats-\(room),", to: path, client).body == Data("ok".utf8))
        var joined: [String] = []
        while joined.isEmpty {
            let packets = try await poll(path, client)
            // Where pings are frequent, one may be due as well.
            if packets.contains("2") { #expect(try await say("3", to: path, client).status == 200) }
            joined = packets.filter { $0 != "2" }
        }
        #expect(joined.count == 1 && joined.first?.hasPrefix("40/chats-\(room),{\"sid\":\"") == true)
        return path
    }

    /// The ids of the events of packets.
    private func events(_ packets: [String], in room: String) throws -> [String] {
        try packets.map { packet in
            let start = "42/chats-\(room),"
            #expect(packet.hasPrefix(start))
            let json = try JSONDecoder().decode(JSON.self, from: Data(packet.dropFirst(start.count).utf8))
            #expect(json[0]?.string == "chat" && json.elements.count == 2)
            return try #require(json[1]?["chat_id"]?.string)
        }
    }

    @Test("The handshake names the rules; what is no handshake is refused with the protocol's codes")
    func handshake() async throws {
        try await withServer { _, client in
            let opened = try await client.get(Self.path)
            #expect(opened.headers["content-type"] == "text/plain; charset=UTF-8")
            let json = try JSONDecoder().decode(JSON.self, from: opened.body.dropFirst())
            #expect(json.keys == ["sid", "upgrades", "pingInterval", "pingTimeout", "maxPayload"])
            #expect(json["upgrades"] == .array([]) && json["pingInterval"] == .number(25_000))
            #expect(json["pingTimeout"] == .number(20_000) && json["maxPayload"] == .number(1_000_000))
            let wrong = [
                ("GET", "/socket.io/?EIO=4&transport=websocket", 0), ("GET", "/socket.io/?EIO=4", 0),
                ("GET", Self.path + "&sid=unknown", 1), ("POST", Self.path + "&sid=unknown", 1),
                ("POST", Self.path, 2), ("GET", "/socket.io/?EIO=3&transport=polling", 5),
            ]
            for (method, path, code) in wrong {
                let answer = try await client.send(method, path, Data(), type: "text/plain")
                #expect(answer.status == 400 && answer.json["code"] == .number(Double(code)), "\(method) \(path)")
            }
            let path = try await open(client)
            #expect(try await client.send("PUT", path, Data(), type: "text/plain").json["code"] == .number(3))
        }
    }

    @Test("Everybody in a room gets each of its messages, the sender too, and nobody else does")
    func events() async throws {
        try await withServer { server, client in
            let room = try room(server)
            let other = try #require(
                try Member.of(.ann, server).post(
                    "chats", #"{"opponent_id":"\#(CommunityServer.DemoPerson.cleo.id)"}"#
                ).json["room_id"]?.string)
            let paths = [try await join(room, client), try await join(room, client), try await join(other, client)]
            async let held = poll(paths[0], client)
            let sent = try await client.call("POST", "/v1/chats/\(room)", #"{"content":"Hello"}"#)
            let id = try #require(sent.json["chat_id"]?.string)
            let first = try await held
            let json = try JSONDecoder().decode(JSON.self, from: Data(first[0].drop { $0 != "[" }.utf8))
            #expect(json[1] == sent.json)
            #expect(try events(first, in: room) == [id])
            let said = try server.say("And you", from: ben.id, to: ann.id)
            let second = try await poll(paths[1], client)
            #expect(try events(second, in: room) == [id, said])
            try server.say("For cleo", from: CommunityServer.DemoPerson.cleo.id, to: ann.id)
            #expect(try await poll(paths[2], client).count == 1)
        }
    }

    @Test("A room that is not there, and what is no room, is refused; a namespace is left and joined again")
    func namespaces() async throws {
        try await withServer { server, client in
            let room = try room(server)
            let path = try await join(room, client)
            _ = try await say("40/chats-no,", "40/elsewhere,", "41/chats-\(room),", to: path, client)
            let refusal = #"{"message":"Invalid namespace","data":{"status":410}}"#
            #expect(try await poll(path, client) == ["44/chats-no,\(refusal)", "44/elsewhere,\(refusal)"])
            try server.say("Nobody is there", from: ben.id, to: ann.id)
            // Joined once, though it is asked for two times.
            _ = try await say("40/chats-\(room),{}", "40/chats-\(room)", to: path, client)
            let id = try server.say("Now somebody is", from: ben.id, to: ann.id)
            let packets = try await poll(path, client)
            #expect(packets.count == 2 && packets[0].hasPrefix("40/chats-\(room),"))
            #expect(try events(Array(packets.dropFirst()), in: room) == [id])
        }
    }

    @Test("With tokens, only the two of a room join it, by header or by payload")
    func tokens() async throws {
        try await withServer(Self.rules { $0.wantsToken = true }) { server, client in
            let room = try room(server)
            _ = try await join(room, client)
            var stranger = client
            stranger.token = nil
            let path = try await open(stranger)
            let (cleo, ben) = (try Member.of(.cleo, server), try Member.of(.ben, server))
            let expired = ann.accessToken
            var statuses: [JSON?] = []
            for payload in ["", #"{"token":"x"}"#, #"{"token":"\#(expired)"}"#, #"{"token":"\#(cleo.token ?? "")"}"#] {
                _ = try await say("40/chats-\(room),\(payload)", to: path, stranger)
                let packet = try #require(try await poll(path, stranger).first)
                #expect(packet.hasPrefix("44/chats-\(room),"))
                let json = try JSONDecoder().decode(JSON.self, from: Data(packet.drop { $0 != "{" }.utf8))
                statuses.append(json["data"]?["status"])
            }
            #expect(statuses == [.number(401), .number(401), .number(419), .number(445)])
            _ = try await say(#"40/chats-\#(room),{"token":"\#(ben.token ?? "")"}"#, to: path, stranger)
            #expect(try await poll(path, stranger).first?.hasPrefix("40/chats-\(room),") == true)
        }
    }

    @Test("A ping comes when it is due; without a pong the session ends, and so does one that joins nothing")
    func pings() async throws {
        // The server's clock is the system's: what is answered has more time than a busy machine takes.
        func rules(_ timeout: Duration) -> (inout CommunityServer.Configuration) -> Void {
            {
                $0.socket.pingInterval = .milliseconds(50)
                $0.socket.pingTimeout = timeout
            }
        }
        try await withServer(rules(.seconds(240))) { server, client in
            let path = try await join(try room(server), client)
            for _ in 0..<3 {
                #expect(try await poll(path, client) == ["2"])
                #expect(try await say("3", to: path, client).status == 200)
            }
        }
        try await withServer(rules(.seconds(15))) { server, client in
            let path = try await join(try room(server), client)
            #expect(try await poll(path, client) == ["2"])
            #expect(try await poll(path, client) == ["1"])
            let gone = try await client.get(path)
            #expect(gone.status == 400 && gone.json["code"] == .number(1))
        }
        try await withServer(Self.rules { $0.joinLimit = .seconds(15) }) { _, client in
            let path = try await open(client)
            #expect(try await poll(path, client) == ["1"])
        }
    }

    @Test("A close, a second poll and what is no packet end a session")
    func ends() async throws {
        try await withServer(Self.rules { $0.maxPayload = 200 }) { server, client in
            let room = try room(server)
            for (said, status) in [("1", 200), ("7", 400), ("", 400), ("4x", 400), ("2", 400), ("11", 400)] {
                let path = try await join(room, client)
                async let held = client.get(path)
                #expect(try await say(said, to: path, client).status == status, "\(said)")
                // Where the end came before the poll, that session is unknown to it.
                let end = try await held
                #expect(end.body == Data("1".utf8) || end.json["code"] == .number(1), "\(said)")
                #expect(try await client.get(path).json["code"] == .number(1))
            }
            let path = try await join(room, client)
            #expect(try await say(String(repeating: "x", count: 201), to: path, client).status == 413)
            #expect(try await client.get(path).json["code"] == .number(1))
        }
    }

    @Test("A client that does not come back is not waited for without end: its session ends")
    func slow() async throws {
        try await withServer { server, client in
            let path = try await join(try room(server), client)
            for number in 0..<1_001 { try server.say("\(number)", from: ben.id, to: ann.id) }
            let gone = try await client.get(path)
            #expect(gone.status == 400 && gone.json["code"] == .number(1))
        }
    }

    @Test("An answer has sixteen packets at most, in order")
    func parts() async throws {
        try await withServer { server, client in
            let room = try room(server)
            let path = try await join(room, client)
            let ids = try (0..<40).map { try server.say("\($0)", from: ben.id, to: ann.id) }
            var came: [[String]] = []
            for _ in 0..<3 { came.append(try events(try await poll(path, client), in: room)) }
            #expect(came.map(\.count) == [16, 16, 8] && came.flatMap { $0 } == ids)
        }
    }
}
