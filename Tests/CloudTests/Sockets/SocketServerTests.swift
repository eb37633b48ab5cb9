import Core
import Foundation
import Synchronization
import Testing

@testable import Cloud

#if os(Linux) || os(macOS)
    /// The client against a server that is not of this project, over real connections.
    @Suite(.enabled(if: PythonServer.python != nil, PythonServer.advice), .timeLimit(.minutes(5)))
    struct SocketServerTests {
        /// One server for all tests that do nothing to it.
        private static let shared = Task { try await PythonServer() }

        private let transport = URLSessionTransport()

        private func client(
            _ server: PythonServer, over transport: (any HTTPTransport)? = nil,
            change: (inout SocketClient.Configuration) -> Void = { _ in }
        ) throws -> SocketClient {
            var configuration = SocketClient.Configuration(url: server.url)
            change(&configuration)
            return try SocketClient(
                configuration, transport: transport ?? self.transport, time: SystemTimeProvider(),
                random: Shortest())
        }

        private func end(_ client: SocketClient) async {
            await client.close()
            await transport.shutDown()
        }

        private func event(_ updates: inout SocketUpdates.Iterator) async throws -> SocketEvent {
            guard case .event(let event) = await updates.next() else { throw SocketError(.malformed) }
            return event
        }

        private func join(_ updates: inout SocketUpdates.Iterator) async {
            guard case .joined(let sid) = await updates.next() else { return #expect(Bool(false)) }
            #expect(!sid.isEmpty)
        }

        @Test
        func eventsGoBothWaysInNamespaces() async throws {
            let client = try client(try await Self.shared.value)
            let (root, room) = (try await client.join(), try await client.join("/chats-12?x=1"))
            var (first, second) = (root.updates.makeAsyncIterator(), room.updates.makeAsyncIterator())
            await join(&first)
            await join(&second)
            try await room.emit("say", "안녕 \"\u{1E}\" 😀", ["n": 1])
            try await root.emit("say", "root")
            let (toRoot, toRoom) = (try await event(&first), try await event(&second))
            #expect(toRoot.arguments.values == [try RawJSON(#""root""#)])
            #expect(toRoom.name == "said")
            #expect(try toRoom.arguments.decoded(String.self) == "안녕 \"\u{1E}\" 😀")
            #expect(try toRoom.arguments.decoded([String: Int].self, at: 1) == ["n": 1])
            await room.leave()
            #expect(await second.next() == nil)
            try await root.emit("say", "still")
            #expect(try await event(&first).arguments.values.first?.string == "still")
            await end(client)
            #expect(await first.next() == nil)
        }

        @Test
        func acknowledgementsGoBothWays() async throws {
            let client = try client(try await Self.shared.value)
            let room = try await client.join("/chats-12")
            var updates = room.updates.makeAsyncIterator()
            await join(&updates)
            let answer = try await room.emitAcknowledged("say", 1, 2, 3)
            #expect(answer.values == [try RawJSON(#""heard""#), try RawJSON("3")])
            #expect(try await event(&updates).name == "said")
            try await room.emit("ask")
            let question = try await event(&updates)
            #expect(question.expectsAcknowledgement)
            try await room.acknowledge(question, 42)
            let answered = try await event(&updates)
            #expect(answered.name == "answered")
            #expect(answered.arguments.values == [try RawJSON("42")])
            await end(client)
        }

        @Test
        func bytesAreReceivedInEventsAndAcknowledgements() async throws {
            let client = try client(try await Self.shared.value)
            let room = try await client.join("/chats-12")
            var updates = room.updates.makeAsyncIterator()
            await join(&updates)
            let answer = try await room.emitAcknowledged("picture")
            #expect(answer.values.first.flatMap(answer.data(of:)) == Data([9, 8]))
            let picture = try await event(&updates)
            let value = try #require(picture.arguments.values.first)
            #expect(value["name"]?.string == "a.png")
            #expect(value["bytes"].flatMap(picture.arguments.data(of:)) == Data([0, 1, 2, 255]))
            await end(client)
        }

        @Test
        func manyEventsKeepTheirOrder() async throws {
            let client = try client(try await Self.shared.value)
            let room = try await client.join("/chats-12")
            var updates = room.updates.makeAsyncIterator()
            await join(&updates)
            try await room.emit("many", 500)
            var numbers: [Int] = []
            for _ in 0..<500 { numbers.append(try await event(&updates).arguments.values[0].int ?? -1) }
            #expect(numbers == Array(0..<500))
            await end(client)
        }

        @Test
        func manyThatEmitAtOnceAreAllHeardOnce() async throws {
            let client = try client(try await Self.shared.value)
            let room = try await client.join("/chats-12")
            var updates = room.updates.makeAsyncIterator()
            await join(&updates)
            try await withThrowingTaskGroup(of: SocketArguments.self) { group in
                for number in 0..<100 { group.addTask { try await room.emitAcknowledged("say", number) } }
                for try await answer in group { #expect(answer.values.first?.string == "heard") }
            }
            var heard: [Int] = []
            for _ in 0..<100 { heard.append(try await event(&updates).arguments.values[0].int ?? -1) }
            #expect(heard.sorted() == Array(0..<100))
            await end(client)
        }

        @Test
        func theConnectionGoesOverToAWebSocket() async throws {
            let (sockets, requests) = (LoopbackWebSockets(), RequestCounter(base: transport))
            let client = try client(try await Self.shared.value, over: requests) { $0.webSocket = sockets }
            let room = try await client.join("/chats-12")
            var updates = room.updates.makeAsyncIterator()
            await join(&updates)
            await sockets.openCount.reaches(1)
            // Before, while and after it goes over: nothing is lost, and nothing overtakes.
            for number in 0..<50 {
                let answer = try await room.emitAcknowledged("say", number)
                #expect(answer.values.first?.string == "heard")
            }
            var numbers: [Int] = []
            for _ in 0..<50 { numbers.append(try await event(&updates).arguments.values[0].int ?? -1) }
            #expect(numbers == Array(0..<50))
            await client.connection?.mode.wait { $0 == .upgraded }
            let count = requests.count.value
            let answer = try await room.emitAcknowledged("picture")
            #expect(answer.values.first.flatMap(answer.data(of:)) == Data([9, 8]))
            #expect(try await event(&updates).arguments.attachments == [Data([0, 1, 2, 255])])
            try await room.emit("many", 200)
            for number in 0..<200 { #expect(try await event(&updates).arguments.values[0].int == number) }
            #expect(requests.count.value == count)
            // The end of the WebSocket is the end of the connection.
            try await room.emit("drop")
            #expect(await updates.next()?.error?.isRetryable == true)
            await end(client)
        }

        // MARK: Credentials

        @Test
        func headersPayloadAndCookiesArrive() async throws {
            let client = try client(try await Self.shared.value) { $0.headers = { ["Authorization": "raw-token"] } }
            let room = try await client.join("/chats-12") { try RawJSON(#"{"token":"t"}"#) }
            var updates = room.updates.makeAsyncIterator()
            await join(&updates)
            let who = try #require(try await room.emitAcknowledged("who").values.first)
            #expect(who["header"]?.string == "raw-token")
            #expect(who["payload"]?["token"]?.string == "t")
            let cookies = try await room.emitAcknowledged("cookies").values.first?.string
            #expect(cookies?.hasPrefix("balance=") == true)
            await end(client)
        }

        @Test
        func aNamespaceRefusesAndLetsInLater() async throws {
            let client = try client(try await Self.shared.value)
            let token = Mutex("wrong")
            let room = try await client.join("/guarded") {
                RawJSON(object: [("token", RawJSON(compact: token.withLock { $0 }.quotedAsJSON))])
            }
            var updates = room.updates.makeAsyncIterator()
            guard case .ended(let error) = await updates.next() else { return #expect(Bool(false)) }
            #expect(error.reason == .refused)
            #expect(error.message.hasSuffix("It says: Not authorized"))
            #expect(error.details?["data"]?["hint"]?.int == 7)
            token.withLock { $0 = "right" }
            await room.rejoin()
            await join(&updates)
            // The server sent it before its word that the namespace is joined.
            #expect(try await event(&updates).name == "welcome")
            let unknown = try await client.join("/unknown")
            var news = unknown.updates.makeAsyncIterator()
            #expect(await news.next()?.error?.reason == .refused)
            await end(client)
        }

        // MARK: Ends

        @Test
        func aServerThatTakesOneOutEndsIt() async throws {
            let client = try client(try await Self.shared.value)
            let room = try await client.join("/chats-12")
            var updates = room.updates.makeAsyncIterator()
            await join(&updates)
            try await room.emit("leave_me")
            guard case .ended(let error) = await updates.next() else { return #expect(Bool(false)) }
            #expect(error.reason == .closed)
            await end(client)
        }

        @Test(arguments: ["drop", "forget"])
        func aConnectionThatTheServerDropsReturns(how: String) async throws {
            let server = try await PythonServer()
            defer { server.stop() }
            let client = try client(server)
            let room = try await client.join("/chats-12")
            var updates = room.updates.makeAsyncIterator()
            await join(&updates)
            // The answer may be lost with the connection.
            _ = await socketError { try await room.emit(how) }
            if how == "forget" {
                // The poll waits on for the session that is gone; the next POST hears of it.
                while await socketError({ try await room.emit("nothing") }) == nil { await Task.yield() }
            }
            guard case .interrupted(let error) = await updates.next() else { return #expect(Bool(false)) }
            #expect(error.isRetryable)
            // Whether its goodbye or the refusal of the POST is first is the server's to choose.
            #expect(error.reason == .lost || how == "drop" && error.reason == .closed)
            await client.reconnectNow()
            await join(&updates)
            let answer = try await room.emitAcknowledged("say", 1)
            #expect(answer.values.first?.string == "heard")
            await end(client)
        }

        @Test
        func pongsKeepTheConnection() async throws {
            // The timeout is long enough for a machine on which other tests have the cores.
            let server = try await PythonServer("--ping-interval", "0.5", "--ping-timeout", "120")
            defer { server.stop() }
            let counting = PongCounter(base: transport)
            let client = try client(server, over: counting)
            let room = try await client.join("/chats-12")
            var updates = room.updates.makeAsyncIterator()
            await join(&updates)
            // The server pings anew only once it has the answer to the ping before.
            await counting.pongs.reaches(5)
            #expect(try await room.emitAcknowledged("say", 1).values.first?.string == "heard")
            _ = try await event(&updates)
            await end(client)
        }

        @Test
        func silenceEndsTheConnection() async throws {
            let server = try await PythonServer("--ping-interval", "0.3", "--ping-timeout", "1.2")
            defer { server.stop() }
            let client = try client(server)
            let room = try await client.join("/chats-12")
            var updates = room.updates.makeAsyncIterator()
            await join(&updates)
            server.freeze()
            // On a machine on which other tests have the cores, the server may have given the client up before.
            var reasons: [SocketError.Reason] = []
            while !reasons.contains(.silent), let update = await updates.next() {
                if case .interrupted(let error) = update { reasons.append(error.reason) }
                if reasons.last == .closed || reasons.last == .lost { await client.reconnectNow() }
            }
            #expect(reasons.last == .silent)
            server.wake()
            await client.reconnectNow()
            await join(&updates)
            await end(client)
        }

        @Test
        func theBackgroundAndBack() async throws {
            let client = try client(try await Self.shared.value)
            let room = try await client.join("/chats-12")
            var updates = room.updates.makeAsyncIterator()
            await join(&updates)
            await client.suspend()
            #expect(client.state.value == .suspended)
            #expect(await updates.next()?.error?.reason == .stopped)
            await client.resume()
            await join(&updates)
            await end(client)
        }

        @Test
        func aServerThatIsNotThereIsWaitedFor() async throws {
            let server = try await PythonServer()
            let client = try client(server)
            server.stop()
            _ = try await client.join("/chats-12")
            for await state in client.state.values {
                guard case .waiting(_, let error) = state else { continue }
                #expect(error.isRetryable)
                break
            }
            await end(client)
        }

        @Test
        func aServerThatSpeaksAnotherVersionSaysSo() async throws {
            let old = OldVersion(base: transport)
            let client = try client(try await Self.shared.value, over: old)
            let room = try await client.join("/chats-12")
            var updates = room.updates.makeAsyncIterator()
            guard case .ended(let error) = await updates.next() else { return #expect(Bool(false)) }
            #expect(error.reason == .wrongVersion)
            await client.state.wait { $0 == .ended(error) }
            await end(client)
        }
    }

    /// Chance that makes every pause as short as it can be.
    private struct Shortest: RandomSource {
        func next() -> UInt64 { 0 }
    }

    /// A transport that counts what goes over it.
    private struct RequestCounter: HTTPTransport {
        let base: any HTTPTransport
        let count = ObservableValue(0)

        func send(_ request: NetworkRequest) async throws -> NetworkResponse {
            count.update { $0 += 1 }
            return try await base.send(request)
        }

        func shutDown() async { await base.shutDown() }
    }

    /// A transport that counts the answers to the server's pings.
    private struct PongCounter: HTTPTransport {
        let base: any HTTPTransport
        let pongs = ObservableValue(0)

        func send(_ request: NetworkRequest) async throws -> NetworkResponse {
            let response = try await base.send(request)
            if request.body == Data("3".utf8) { pongs.update { $0 += 1 } }
            return response
        }

        func shutDown() async { await base.shutDown() }
    }

    /// A transport under which the client asks for another version of the protocol than it speaks.
    private struct OldVersion: HTTPTransport {
        let base: any HTTPTransport

        func send(_ request: NetworkRequest) async throws -> NetworkResponse {
            var request = request
            request.url = url(request.url.absoluteString.replacing("EIO=4", with: "EIO=3"))
            return try await base.send(request)
        }

        func shutDown() async { await base.shutDown() }
    }
#endif
