import Cloud
import CommunityServer
import Core
import Foundation
import TestSupport
import Testing

/// The socket as Lantern's own client sees it.
@Suite("The socket with a client", .timeLimit(.minutes(5)))
struct SocketClientTests {
    private let ann = CommunityServer.DemoPerson.ann
    private let ben = CommunityServer.DemoPerson.ben

    private struct Chat: Decodable, Equatable {
        let id: String
        let text: String?

        private enum CodingKeys: String, CodingKey {
            case id = "chat_id"
            case text = "content"
        }
    }

    /// Runs a client in the room of ann and ben.
    private func withRoom(
        _ body: (CommunityServer, WebClient, String, inout SocketUpdates.Iterator) async throws -> Void
    ) async throws {
        try await withServer { server, client in
            let room = try #require(try server.found["rooms"]?[0]?["room_id"]?.string)
            let transport = URLSessionTransport()
            let socket = try SocketClient(.init(url: client.base), transport: transport)
            let namespace = try await socket.join("/chats-\(room)")
            var updates = namespace.updates.makeAsyncIterator()
            let result: Result<Void, any Error>
            do {
                result = .success(try await body(server, client, room, &updates))
            } catch {
                result = .failure(error)
            }
            await socket.close()
            await transport.shutDown()
            try result.get()
        }
    }

    /// The next chat object.
    private func chat(_ updates: inout SocketUpdates.Iterator) async throws -> Chat {
        guard case .event(let event) = await updates.next() else { throw Unexpected() }
        #expect(event.name == "chat")
        return try event.arguments.decoded(Chat.self)
    }

    private func expectJoined(_ updates: inout SocketUpdates.Iterator) async throws {
        guard case .joined = await updates.next() else { throw Unexpected() }
    }

    private struct Unexpected: Error {}

    @Test("Lantern's client joins a room, and gets what is said there in order")
    func events() async throws {
        try await withRoom { server, client, room, updates in
            try await expectJoined(&updates)
            let sent = try await client.call("POST", "/v1/chats/\(room)", #"{"content":"One"}"#)
            let id = try server.say("Two", from: ben.id, to: ann.id)
            let one = try await chat(&updates)
            #expect(one.id == sent.json["chat_id"]?.string && one.text == "One")
            #expect(try await chat(&updates) == Chat(id: id, text: "Two"))
        }
    }

    @Test("A room that is not there ends the namespace with the server's words")
    func refused() async throws {
        try await withServer { _, client in
            let transport = URLSessionTransport()
            let socket = try SocketClient(.init(url: client.base), transport: transport)
            var updates = try await socket.join("/chats-nowhere").updates.makeAsyncIterator()
            guard case .ended(let error) = await updates.next() else { throw Unexpected() }
            #expect(error.reason == .refused && error.details?["message"]?.string == "Invalid namespace")
            await socket.close()
            await transport.shutDown()
        }
    }

    @Test("A connection is dropped behind any number of packets, and what came until then has come", arguments: 0..<4)
    func drop(count: Int) async throws {
        try await withServer { server, client in
            let room = try #require(try server.found["rooms"]?[0]?["room_id"]?.string)
            // The word that it is joined is the first packet.
            server.setFault(.socketDrop(after: count), forPath: "/socket.io", times: 1)
            let arrivals = server.arrivals()
            let transport = URLSessionTransport()
            let socket = try SocketClient(.init(url: client.base), transport: transport)
            var updates = try await socket.join("/chats-\(room)").updates.makeAsyncIterator()
            if count > 0 {
                try await expectJoined(&updates)
                let ids = try (0..<3).map { try server.say("\($0)", from: ben.id, to: ann.id) }
                for id in ids.prefix(count - 1) { #expect(try await chat(&updates).id == id) }
                guard case .interrupted(let error) = await updates.next() else { throw Unexpected() }
                #expect(error.isRetryable)
            }
            // Behind it the session is unknown.
            var first: String?
            for await request in arrivals {
                first = request.queryValue("sid")
                if first != nil { break }
            }
            let sid = try #require(first)
            await socket.close()
            await transport.shutDown()
            let gone = try await client.get("/socket.io/?EIO=4&transport=polling&sid=\(sid)")
            #expect(gone.status == 400 && gone.json["code"] == .number(1))
        }
    }

    @Test("An event comes twice, with the id of the one before, and with its time")
    func doubled() async throws {
        try await withRoom { server, client, room, updates in
            try await expectJoined(&updates)
            server.setFault(.eventTwice, only: .call(.sendMessage), times: 1)
            let sent = try await client.call("POST", "/v1/chats/\(room)", #"{"content":"Again"}"#)
            let id = try #require(sent.json["chat_id"]?.string)
            for _ in 0..<2 { #expect(try await chat(&updates) == Chat(id: id, text: "Again")) }
            server.setFault(.sameID, only: .call(.sendMessage), times: 1)
            let other = try await client.call("POST", "/v1/chats/\(room)", #"{"content":"Another"}"#)
            #expect(try await chat(&updates) == Chat(id: id, text: "Another"))
            let stored = try await client.get("/v1/chats/\(room)").json.data
            #expect(other.json["chat_id"]?.string != id && stored.last == other.json)
            server.setFault(.sameTime, only: .call(.sendMessage), times: 1)
            let last = try await client.call("POST", "/v1/chats/\(room)", #"{"content":"At once"}"#)
            #expect(last.json["createdAt"] == other.json["createdAt"])
            #expect(try await chat(&updates).text == "At once")
        }
    }

    @Test("A late event comes behind those that were said after it")
    func late() async throws {
        try await withRoom { server, client, room, updates in
            try await expectJoined(&updates)
            server.setFault(.eventLate(.seconds(2)), only: .call(.sendMessage), times: 1)
            _ = try await client.call("POST", "/v1/chats/\(room)", #"{"content":"Late"}"#)
            try server.say("Early", from: ben.id, to: ann.id)
            #expect(try await chat(&updates).text == "Early")
            #expect(try await chat(&updates).text == "Late")
        }
    }

    @Test("An event goes out before the answer to its sender, also where that is lost")
    func early() async throws {
        try await withRoom { server, client, room, updates in
            try await expectJoined(&updates)
            server.setFault(.eventBeforeAnswer, only: .call(.sendMessage), times: 1)
            server.removeAllRequests()
            let sent = try await client.call("POST", "/v1/chats/\(room)", #"{"content":"First"}"#)
            // Its client has come back for more before the sender was answered.
            let behind = server.requests.drop { $0.method != "POST" }.dropFirst()
            #expect(behind.contains { $0.method == "GET" && $0.path == "/socket.io" })
            #expect(try await chat(&updates).id == sent.json["chat_id"]?.string)
            // In the middle: where nothing came on a used connection, this client would send it once more.
            server.setFault(.acted(.reset(.midBody)), only: .call(.sendMessage), times: 1)
            await #expect(throws: URLError.self) {
                try await client.call("POST", "/v1/chats/\(room)", #"{"content":"Lost"}"#)
            }
            #expect(try await chat(&updates).text == "Lost")
        }
    }

    @Test("A server that stops interrupts its clients; one that starts again joins them again")
    func stop() async throws {
        try await withRoom { server, client, room, updates in
            try await expectJoined(&updates)
            await server.stop()
            guard case .interrupted = await updates.next() else { throw Unexpected() }
            try await server.start()
            try await expectJoined(&updates)
            let id = try server.say("There again", from: ben.id, to: ann.id)
            #expect(try await chat(&updates).id == id)
        }
    }

    #if os(Linux) || os(macOS)
        @Test("The client of python-socketio gets what is said", .enabled(if: python != nil, "Needs python-socketio."))
        func others() async throws {
            try await withServer { server, client in
                let room = try #require(try server.found["rooms"]?[0]?["room_id"]?.string)
                let arrivals = server.arrivals()
                let (process, output) = (Process(), Pipe())
                process.executableURL = URL(filePath: try #require(Self.python))
                process.arguments = ["-c", Self.script, client.base.absoluteString, "/chats-\(room)"]
                process.environment = ProcessInfo.processInfo.environment.merging(["no_proxy": "127.0.0.1"]) { $1 }
                process.standardOutput = output
                try process.run()
                // Only the word that it has joined lets it poll again.
                for await _ in arrivals.filter({ $0.method == "GET" && $0.queryValue("sid") != nil }).prefix(2) {}
                for number in 0..<3 { try server.say("\(number)", from: ben.id, to: ann.id) }
                let text = await output.readToEnd()
                process.waitUntilExit()
                #expect(String(decoding: text, as: UTF8.self) == "joined\n0\n1\n2\n")
                #expect(process.terminationStatus == 0)
            }
        }

        private static let script = """
            import sys, threading, socketio
            client, done, seen = socketio.Client(reconnection=False), threading.Event(), []
            @client.on("connect", namespace=sys.argv[2])
            def connected():
                print("joined", flush=True)
            @client.on("chat", namespace=sys.argv[2])
            def chat(message):
                print(message["content"], flush=True)
                seen.append(message)
                if len(seen) == 3:
                    done.set()
            client.connect(sys.argv[1], transports=["polling"], namespaces=[sys.argv[2]])
            done.wait(60)
            client.disconnect()
            """

        /// A Python that has python-socketio and what its client needs; nil where there is none.
        private static let python: String? = {
            let environment = ProcessInfo.processInfo.environment
            let folders = environment["PATH"]?.split(separator: ":").map(String.init) ?? []
            let candidates = (["/usr/bin"] + folders).map { $0 + "/python3" }
            return candidates.first { path in
                guard FileManager.default.isExecutableFile(atPath: path) else { return false }
                let process = Process()
                process.executableURL = URL(filePath: path)
                process.arguments = ["-c", "import socketio, requests"]
                process.standardOutput = FileHandle.nullDevice
                process.standardError = FileHandle.nullDevice
                do {
                    try process.run()
                } catch {
                    return false
                }
                process.waitUntilExit()
                return process.terminationStatus == 0
            }
        }()
    #endif
}
