import CommandKit
import Community
import Core
import Foundation

/// A room as the commands print it.
struct RoomOutput: Encodable {
    let room: ChatRoom

    enum CodingKeys: CodingKey {
        case id, user, preview, updated, isUnread
    }

    // Written out, so that a key whose value is unknown is there as null.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(room.id.native, forKey: .id)
        try container.encode(room.other.map { UserOutput(Person($0)) }, forKey: .user)
        try container.encode(room.last.map(CommunitySession.text), forKey: .preview)
        try container.encode(room.updated.timeIntervalSince1970, forKey: .updated)
        try container.encode(room.isUnread, forKey: .isUnread)
    }
}

extension Person {
    /// A person of a room.
    init(_ person: ChatRoom.Person) {
        self.init(id: person.id, nick: person.name, picture: person.picture)
    }
}

/// The JSON output of `rooms`.
struct RoomListOutput: Encodable {
    let rooms: [RoomOutput]
    let origin: String
    let error: ErrorOutput?

    enum CodingKeys: CodingKey {
        case rooms, origin, error
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(rooms, forKey: .rooms)
        try container.encode(origin, forKey: .origin)
        try container.encode(error, forKey: .error)
    }
}

/// A message as the commands print it.
struct MessageOutput: Encodable, Equatable {
    let message: Message
    /// The person in use, who is the sender of what is not sent.
    let own: Person?

    enum CodingKeys: CodingKey {
        case id, text, files, sender, isMine, created, state
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        // What the server has is named by the server.
        try container.encode(message.native ?? message.id, forKey: .id)
        try container.encode(message.text, forKey: .text)
        try container.encode(message.files, forKey: .files)
        try container.encode((message.sender.map(Person.init) ?? own).map(UserOutput.init), forKey: .sender)
        try container.encode(message.isOwn, forKey: .isMine)
        try container.encode(message.created?.timeIntervalSince1970, forKey: .created)
        try container.encode(state, forKey: .state)
    }

    /// The state: `sent`, `pending`, `unsure` or `failed`.
    var state: String {
        switch message.state {
        case .sent, .unsure, .failed: message.state.rawValue
        default: OutboxItem.State.pending.rawValue
        }
    }
}

/// The JSON output of `chat`.
struct ChatOutput: Encodable {
    let room: String?
    let messages: [MessageOutput]
    let error: ErrorOutput?

    enum CodingKeys: CodingKey {
        case room, messages, error
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(room, forKey: .room)
        try container.encode(messages, forKey: .messages)
        try container.encode(error, forKey: .error)
    }
}
