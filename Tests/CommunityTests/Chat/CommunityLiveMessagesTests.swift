import Cloud
import Community
import Core
import Foundation
import Mocks
import Synchronization
import Testing

/// A server of a socket with long-polling, whose packets a test gives.
private final class SocketServer: HTTPTransport {
    private let packets = ObservableValue<[String]>([])
    /// What was posted.
    let posted = ObservableValue<[String]>([])

    var posts: [String] { posted.value }

    func tell(_ packet: String) { packets.update { $0.append(packet) } }

    func send(_ request: NetworkRequest) async throws -> NetworkResponse {
        func reply(_ text: String) -> NetworkResponse {
            NetworkResponse(
                status: 200, url: request.url, headers: ["Content-Type": "text/plain; charset=UTF-8"],
                body: Data(text.utf8))
        }
        guard request.url.query()?.contains("sid=") == true else {
            return reply(#"0{"sid":"s1","upgrades":[],"pingInterval":25000,"pingTimeout":20000,"maxPayload":1000000}"#)
        }
        if request.method == .post {
            let body = String(decoding: request.body ?? Data(), as: UTF8.self)
            posted.update { $0.append(body) }
            for room in ["r1", "r2"] where body.hasPrefix("40/chats-\(room),") {
                tell(#"40/chats-\#(room),{"sid":"n1"}"#)
            }
            return reply("ok")
        }
        for await waiting in packets.values where !waiting.isEmpty {
            packets.set([])
            return reply(waiting.joined(separator: "\u{1E}"))
        }
        throw CancellationError()
    }

    func shutDown() async {}
}

@Suite(.timeLimit(.minutes(5)))
struct CommunityLiveMessagesTests {
    private let server = SocketServer()

    private func message(_ id: String, room: String = "r1") -> String {
        #"{"chat_id":"\#(id)","room_id":"\#(room)","createdAt":"2024-05-06T05:13:10.357Z","content":"hi","#
            + #""sender":{"user_id":"id-ben","nick":"Ben"},"files":[]}"#
    }

    @Test func tellsOfTheMessagesOfItsRoomAndLeavesIt() async throws {
        let configuration = try CommunityConfiguration(base: url("https://community.example/api"), key: Secret("key-1"))
        let settings = try CommunityLiveMessages.socket(configuration)
        let client = try SocketClient(
            settings, transport: server, time: ManualClock(), random: SeededRandomSource(seed: 1))
        let live = CommunityLiveMessages(client)
        let room = ChatRoom.ID(AccountKey(site: .community, name: "id-ann"), "r1")
        let events = live.events(in: room)
        let listening = Task {
            var seen: [LiveMessageEvent] = []
            for await event in events {
                seen.append(event)
                if seen.count == 3 { break }
            }
            return seen
        }
        // Other events, other rooms' messages and what cannot be read say nothing.
        for packet in [
            "[\"chat\",{\"chat_id\":7}]", "[\"other\",\(message("x"))]", "[\"chat\",\(message("y", room: "r2"))]",
            "[\"chat\",\(message("c1"))]", "[\"chat\",\(message("c2"))]", "[\"chat\"]",
        ] { server.tell("42/chats-r1,\(packet)") }
        let seen = await listening.value
        #expect(seen.first == .connected)
        #expect(
            seen.dropFirst().compactMap { if case .message(let message) = $0 { message.id } else { nil } } == [
                "c1", "c2",
            ])
        await client.close()
        #expect(server.posts.first == "40/chats-r1,")
    }

    /// Live events with a clock of their own, and their room.
    private func live() throws -> (SocketClient, CommunityLiveMessages, ManualClock, ChatRoom.ID) {
        let configuration = try CommunityConfiguration(base: url("https://community.example/api"), key: Secret("key-1"))
        let client = try SocketClient(
            try CommunityLiveMessages.socket(configuration), transport: server, time: ManualClock(),
            random: SeededRandomSource(seed: 1))
        let pauses = ManualClock()
        let room = ChatRoom.ID(AccountKey(site: .community, name: "id-ann"), "r1")
        return (client, CommunityLiveMessages(client, time: pauses), pauses, room)
    }

    /// What came so far, as words.
    private func listen(
        _ live: CommunityLiveMessages, _ room: ChatRoom.ID
    ) -> (seen: ObservableValue<[String]>, task: Task<Void, Never>) {
        let seen = ObservableValue<[String]>([])
        let task = Task {
            for await event in live.events(in: room) {
                switch event {
                case .connected: seen.update { $0.append("connected") }
                case .disconnected: seen.update { $0.append("disconnected") }
                case .message(let message): seen.update { $0.append(message.id) }
                }
            }
        }
        return (seen, task)
    }

    @Test(arguments: [true, false]) func whoWasPutOutComesBack(isHurried: Bool) async throws {
        let (client, live, pauses, room) = try live()
        let (seen, task) = listen(live, room)
        for await words in seen.values where words == ["connected"] { break }
        server.tell("41/chats-r1,")
        for await words in seen.values where words.count == 2 { break }
        try await pauses.waitForSleepers(1)
        if isHurried { await live.reconnectNow() } else { pauses.advance(by: .seconds(30)) }
        for await words in seen.values where words.count == 3 { break }
        server.tell("42/chats-r1,[\"chat\",\(message("c1"))]")
        for await words in seen.values where words.count == 4 { break }
        #expect(seen.value == ["connected", "disconnected", "connected", "c1"])
        task.cancel()
        await client.close()
    }

    @Test func aSecondScreenOfARoomHasItsEventsOnceTheFirstIsLeft() async throws {
        let (client, live, pauses, room) = try live()
        // Another room keeps the connection.
        let other = listen(live, ChatRoom.ID(room.account, "r2"))
        for await words in other.seen.values where words == ["connected"] { break }
        let first = listen(live, room)
        for await words in first.seen.values where words == ["connected"] { break }
        let second = listen(live, room)
        for await words in second.seen.values where words == ["disconnected"] { break }
        // It is tried again and again, and said once.
        try await pauses.waitForSleepers(1)
        pauses.advance(by: .seconds(2))
        try await pauses.waitForSleepers(1)
        first.task.cancel()
        for await posts in server.posted.values where posts.contains("41/chats-r1,") { break }
        pauses.advance(by: .seconds(2))
        for await words in second.seen.values where words.count == 2 { break }
        #expect(second.seen.value == ["disconnected", "connected"])
        second.task.cancel()
        other.task.cancel()
        await client.close()
    }
}
