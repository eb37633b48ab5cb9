import Cloud
import Community
import Core
import Foundation
import Mocks
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5)))
struct CommunityMessagesTests {
    private let world: CommunityWorld
    private let messages: CommunityMessages
    private let ann = AccountKey(site: .community, name: "id-ann")
    private var room: ChatRoom.ID { ChatRoom.ID(ann, "r1") }

    init() throws {
        world = try CommunityWorld()
        messages = CommunityMessages(world.configuration, by: world.requests)
    }

    private func message(_ id: String, content: String? = "안녕", files: String = "[]", by sender: String = "ben")
        -> String
    {
        let text = content.map { "\"\($0)\"" } ?? "null"
        return #"{"chat_id":"\#(id)","room_id":"r1","createdAt":"2024-05-06T05:13:10.357Z","content":\#(text),"#
            + #""sender":{"user_id":"id-\#(sender)","nick":"Ben","profileImage":"p/b.jpg"},"files":\#(files)}"#
    }

    private func parts(
        _ request: MessageRequest
    ) async throws -> (parts: [[RemoteMessage]], answer: MessageAnswer) {
        let taken = Mutex<[[RemoteMessage]]>([])
        let answer = try await messages.messages(request, by: nil) { part in taken.withLock { $0.append(part) } }
        return (taken.withLock { $0 }, answer)
    }

    @Test func readsAllOfARoomAndAsksInUTC() async throws {
        try await world.signIn()
        let body =
            #"{"data":[\#(message("c1")),{"chat_id":7},\#(message("c2", content: "x", files: #"["f/1.jpg","f/2.jpg"]"#))]}"#
        world.server.answer("/v1/chats/r1", body: body)
        let first = try await parts(MessageRequest(room))
        #expect(first.parts.map { $0.map(\.id) } == [["c1", "c2"]] && first.answer.issues.count == 1)
        let ben = ChatRoom.Person(id: "id-ben", name: "Ben", picture: "p/b.jpg")
        #expect(first.parts[0][0].text == "안녕" && first.parts[0][0].sender == ben)
        // Pictures are shown, and no text.
        #expect(first.parts[0][1].content == MessageContent(files: ["f/1.jpg", "f/2.jpg"]))
        _ = try await parts(MessageRequest(room, since: first.parts[0][0].created))
        #expect(
            world.server.seen.suffix(2).map(\.query) == [nil, "cursor_date=2024-05-06T05%3A13%3A10.357Z"])
    }

    @Test func aLookIsNotAnsweredByAnEarlierRequest() async throws {
        try await world.signIn()
        world.server.answer("/v1/chats/r1", body: #"{"data":[]}"#)
        _ = try await parts(MessageRequest(room))
        #expect(world.server.requests.last?.isSentOnce == false)
        _ = try await messages.messages(MessageRequest(room), by: world.requests) { _ in }
        #expect(world.server.requests.last?.isSentOnce == true)
    }

    @Test func aLongRoomComesByThousands() async throws {
        try await world.signIn()
        let all = (0..<2500).map { message("c\($0)") }.joined(separator: ",")
        world.server.answer("/v1/chats/r1", body: #"{"data":[\#(all)]}"#)
        #expect(try await parts(MessageRequest(room)).parts.map(\.count) == [1000, 1000, 500])
        // One that is cut is none.
        world.server.answer("/v1/chats/r1", body: #"{"data":[\#(message("c1")),"#)
        #expect(await failure { try await parts(MessageRequest(room)) }?.code == .malformed)
    }

    @Test func readsAndOpensRooms() async throws {
        try await world.signIn()
        let people =
            #"[{"user_id":"id-ann","nick":"Ann"},{"user_id":"id-ben","nick":"Ben","profileImage":"p/b.jpg"}]"#
        let text =
            #"{"room_id":"r1","createdAt":"2024-05-06T05:13:54.357Z","updatedAt":"2024-05-07T05:13:54.357Z","#
            + #""participants":\#(people),"lastChat":\#(message("c9"))}"#
        world.server.answer("/v1/chats", body: #"{"data":[\#(text),{"room_id":"r2"}]}"#)
        let rooms = try await messages.rooms(of: ann)
        #expect(rooms.map(\.id) == ["r1"] && rooms[0].other?.name == "Ben" && rooms[0].last?.id == "c9")
        world.server.answer("/v1/chats", body: text)
        #expect(try await messages.openRoom(with: "id-ben", as: ann) == rooms[0])
        #expect(
            world.server.requests.last?.body.map { String(decoding: $0, as: UTF8.self) } == #"{"opponent_id":"id-ben"}"#
        )
        #expect(await failure { try await messages.openRoom(with: "id-ann", as: ann) }?.code == .notFound)
    }

    @Test func somebodyWhoHasWithdrawnIsSaid() async throws {
        try await world.signIn()
        world.server.answer("/v1/chats/r1", with: 410)
        let error = await failure { try await parts(MessageRequest(room)) }
        #expect(
            error?.message == "The room, or the other person's account, is gone." || error?.message.isEmpty == false)
        #expect(error.map(messages.saysEnded) == true)
        #expect(!messages.saysEnded(DataError(NetworkError(.offline))))
    }

    // MARK: Sending

    private func answer(_ content: MessageContent, uploaded: [String] = []) async throws -> IntentAnswer {
        let sending = MessageSending(messages, time: world.server.clock)
        let request = IntentRequest(
            MessagePayload(content), id: OutboxItem.ID(rawValue: "entry-1"), as: ann, about: "r1", of: .room,
            uploaded: uploaded, by: world.requests)
        do {
            return try await sending.kind.send(request)
        } catch {
            return IntentAnswer(error)
        }
    }

    @Test func sendsATextOrPicturesAndNeverBoth() async throws {
        try await world.signIn()
        world.server.answer("/v1/chats/r1", body: message("c1"))
        #expect(try await answer(MessageContent(text: "안녕")) == .done(result: "c1"))
        #expect(try await answer(MessageContent(), uploaded: ["f/1.jpg", "f/2.jpg"]) == .done(result: "c1"))
        let bodies = world.server.requests.suffix(2).map { String(decoding: $0.body ?? Data(), as: UTF8.self) }
        #expect(bodies == [#"{"content":"안녕"}"#, #"{"files":["f/1.jpg","f/2.jpg"]}"#])
        for content in [
            MessageContent(text: "a\nb"), MessageContent(text: String(repeating: "가", count: 201)), MessageContent(),
            MessageContent(files: Array(repeating: "f", count: 6)),
        ] {
            guard case .refused = try await answer(content) else {
                Issue.record("\(content) would be sent.")
                continue
            }
        }
        #expect(try await answer(MessageContent(text: String(repeating: "가", count: 200))) == .done(result: "c1"))
    }

    /// What becomes of a message by the status that answers it; each on a server of its own, as some close the way.
    @Test(arguments: [
        (410, "refused"), (445, "refused"), (403, "refused"), (429, "later"), (420, "later"), (444, "later"),
        (500, "unknown"), (401, "sessionOver"),
    ])
    func whatTheServerSaysDecides(status: Int, name: String) async throws {
        try await world.signIn()
        world.server.answer("/v1/chats/r1", with: status)
        let given: String =
            switch try await answer(MessageContent(text: "x")) {
            case .done: "done"
            case .doneWithoutResult: "doneWithoutResult"
            case .doneAs: "doneAs"
            case .refused: "refused"
            case .later: "later"
            case .unknown(_, let isAnswered): isAnswered ? "unknown" : "lost"
            case .sessionOver: "sessionOver"
            }
        #expect(given == name)
    }

    @Test func aCutAnswerIsDoneAndItsIDIsLookedFor() async throws {
        try await world.signIn()
        world.server.answer("/v1/chats/r1", body: #"{"chat_id":"c1","#)
        #expect(try await answer(MessageContent(text: "cut")) == .doneWithoutResult)
    }

    @Test func aLostMessageIsLookedForInItsRoom() async throws {
        try await world.signIn()
        let sending = MessageSending(messages, time: world.server.clock)
        func look(_ text: String, claimed: Set<String> = []) async throws -> IntentFinding? {
            let request = IntentRequest(
                MessagePayload(MessageContent(text: text), known: ["c0"]), id: OutboxItem.ID(rawValue: "entry-1"),
                as: ann, about: "r1", of: .room, claimed: claimed,
                doubt: .seconds(1), attempted: Date(timeIntervalSince1970: 1_714_972_390), by: world.requests)
            return try await sending.kind.look?(request)
        }
        let own = ["c0", "c1", "c2"].map { message($0, by: "ann") } + [message("c3")]
        world.server.answer("/v1/chats/r1", body: #"{"data":[\#(own.joined(separator: ","))]}"#)
        #expect(try await look("안녕") == .found(["c1", "c2"]))
        #expect(try await look("안녕", claimed: ["c1"]) == .found(["c2"]))
        #expect(try await look("another") == .absent)
    }
}
