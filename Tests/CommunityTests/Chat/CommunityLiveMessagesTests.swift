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
    private let posted = Mutex<[String]>([])

    var posts: [String] { posted.withLock { $0 } }

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
            posted.withLock { $0.append(body) }
            if body.hasPrefix("40/chats-r1,") { tell(#"40/chats-r1,{"sid":"n1"}"#) }
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
}
