import Core
import Foundation

/// A made-up room with many messages, the same for the same seed: two people in turns, a third of it Cyrillic, a picture
/// here and there.
struct RoomSource {
    static let room = "room-harbour"
    static let own = "t2_keeper"
    static let other = ChatRoom.Person(id: "t2_mate", name: "mate")
    /// The number of messages of a screen.
    static let screen = 50
    /// The number of messages that a search shows.
    static let found = 100

    /// The messages, the oldest first.
    let messages: [RemoteMessage]
    /// The searched texts, those with words of three letters or more.
    let queries: [String]

    init(seed: UInt64, count: Int) {
        let posts = PostSource(seed: seed)
        let me = ChatRoom.Person(id: Self.own, name: "keeper")
        messages = (0..<count).map { number in
            let isOwn = posts.below(2) == 0
            let hasPicture = posts.below(40) == 0
            return RemoteMessage(
                id: "m" + String(90_000_000 + number, radix: 36), room: Self.room, created: Self.date(number),
                text: hasPicture ? nil : posts.line(), files: hasPicture ? ["/data/chats/\(number).jpg"] : [],
                sender: isOwn ? me : Self.other)
        }
        queries = posts.queries
    }

    /// The date of a message; two minutes lie between two of them.
    static func date(_ number: Int) -> Date { PostSource.now - Double(1_000_000 - number) * 120 }
}

/// A cloud that has the room, and sends nothing.
struct RoomCloud: OnlineMessageProvider {
    let site = Site.demo
    let source: RoomSource

    func rooms(of account: AccountKey) async throws -> [RemoteRoom] { [] }

    func openRoom(with person: String, as account: AccountKey) async throws -> RemoteRoom {
        throw WrongAnswer(description: "A stored room is asked for.")
    }

    func messages(
        _ request: MessageRequest, by requests: (any RequestProvider)?,
        take: @Sendable ([RemoteMessage]) async throws -> Void
    ) async throws -> MessageAnswer {
        for start in stride(from: 0, to: source.messages.count, by: 1000) {
            try await take(Array(source.messages[start..<min(start + 1000, source.messages.count)]))
        }
        return MessageAnswer(serverDate: PostSource.now)
    }

    func send(
        _ content: MessageContent, to room: ChatRoom.ID, by requests: any RequestProvider
    ) async throws -> RemoteMessage {
        throw WrongAnswer(description: "A message is sent.")
    }
}
