package import Foundation

/// A store of rooms and their messages.
///
/// Contract:
/// - A commit is one atomic, buffered batch: what is lost with the power is fetched again, because the time up to which
///   a room is in step is in the commit that stores the messages.
/// - Messages are stored by the server's id, each once, and read in the order of their places.
/// - What belongs to one account is never given to another, and what comes for an account that has left is dropped.
/// - Safe from any thread.
package protocol OfflineMessageProvider: Sendable {
    /// Reads the rooms of an account.
    ///
    /// - Parameter account: The account.
    /// - Returns: The rooms, those that changed last first, and when the list was fetched last.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func rooms(of account: AccountKey) async throws -> (rooms: [StoredRoom], refreshed: Date?)

    /// Reads a room.
    ///
    /// - Parameter id: Its id.
    /// - Returns: The room; `nil` where it is not stored.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func room(_ id: ChatRoom.ID) async throws -> StoredRoom?

    /// Stores rooms as a server has them.
    ///
    /// - Parameter commit: The rooms.
    /// - Throws: A ``CodedError`` when the store cannot be written; nothing is changed then.
    func commit(_ commit: RoomCommit) async throws

    /// Stores messages as a server has them.
    ///
    /// - Parameter commit: The messages.
    /// - Throws: A ``CodedError`` when the store cannot be written; nothing is changed then.
    func commit(_ commit: MessageCommit) async throws

    /// Reads a part of a room.
    ///
    /// - Parameters:
    ///   - room: The room.
    ///   - place: The place of the part.
    ///   - limit: The greatest number of messages.
    /// - Returns: The messages, the oldest first.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    /// - Complexity: O(log *n* + limit).
    func messages(in room: ChatRoom.ID, at place: MessagePlace, limit: Int) async throws -> StoredMessages

    /// Finds the messages of a room whose text has all words of a search, the newest first.
    ///
    /// - Parameters:
    ///   - text: The words.
    ///   - room: The room.
    ///   - limit: The greatest number of messages.
    /// - Returns: The messages.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func search(_ text: String, in room: ChatRoom.ID, limit: Int) async throws -> [StoredMessage]

    /// Returns which messages items of the outbox have become, as far as it is stored.
    ///
    /// - Parameters:
    ///   - items: The items.
    ///   - room: The room.
    /// - Returns: The server's id of each that has become one.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func natives(of items: [OutboxItem.ID], in room: ChatRoom.ID) async throws -> [OutboxItem.ID: String]

    /// Reads some messages of a room.
    ///
    /// - Parameters:
    ///   - natives: The server's ids.
    ///   - room: The room.
    /// - Returns: Those that are stored.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func stored(_ natives: [String], in room: ChatRoom.ID) async throws -> [StoredMessage]

    /// Notes that a message was shown; what was shown before stays shown.
    ///
    /// - Parameters:
    ///   - position: The place of the message.
    ///   - room: The room.
    /// - Throws: A ``CodedError`` when the store cannot be written.
    func markShown(_ position: MessagePosition, in room: ChatRoom.ID) async throws

    /// Notes whether a server said that a room is over.
    ///
    /// - Parameters:
    ///   - isEnded: Whether it is over.
    ///   - room: The room.
    /// - Throws: A ``CodedError`` when the store cannot be written.
    func setEnded(_ isEnded: Bool, _ room: ChatRoom.ID) async throws

    /// Removes a room that has no message.
    ///
    /// - Parameter room: The room.
    /// - Throws: A ``CodedError`` when the store cannot be written.
    func removeIfEmpty(_ room: ChatRoom.ID) async throws

    /// Announces each commit that changes rooms or messages, of any account.
    ///
    /// - Returns: A stream that ends when its consumer does, or with the store; newest only.
    func changes() -> AsyncStream<Void>
}

/// A stored room.
package struct StoredRoom: Identifiable, Hashable, Sendable, Codable {
    /// The owner and the site's own id, as text.
    package let id: String
    /// The account, as ``MarkOwner`` writes it.
    package let owner: String
    /// The site's own id.
    package let native: String
    /// The other person; `nil` where it is not known.
    package var other: ChatRoom.Person?
    /// The date when it was made.
    package var created: Date
    /// The date of the last change that the server told.
    package var updated: Date
    /// The newest message that is known.
    package var last: ChatRoom.Preview?
    /// The place of the newest message that was shown.
    package var shown: MessagePosition?
    /// The server's time up to which every message was fetched; `nil` for never.
    package var syncedThrough: Date?
    /// Whether the server said that it is over; `nil` for no.
    package var isEnded: Bool?

    /// Creates a room of which nothing was fetched.
    ///
    /// - Parameters:
    ///   - id: Its id.
    ///   - created: The date when it was made.
    package init(_ id: ChatRoom.ID, created: Date) {
        self.id = id.description
        owner = MarkOwner.account(id.account).description
        native = id.native
        self.created = created
        updated = created
    }

    /// Takes a newer last message; an older one changes nothing.
    ///
    /// - Parameter preview: The message.
    package mutating func take(_ preview: ChatRoom.Preview) {
        if let last, preview.position <= last.position { return }
        last = preview
        updated = max(updated, preview.position.created)
    }

    /// Whether its newest message is the other's and was never shown.
    package var isUnread: Bool {
        guard let last, !last.isOwn else { return false }
        return shown.map { $0 < last.position } ?? true
    }

    /// The room as it is shown.
    ///
    /// - Parameter account: The account that looks.
    /// - Returns: The room.
    package func room(of account: AccountKey) -> ChatRoom {
        ChatRoom(
            ChatRoom.ID(account, native), other: other, created: created, updated: updated, last: last,
            isUnread: isUnread, isEnded: isEnded ?? false)
    }
}

/// A stored message.
package struct StoredMessage: Identifiable, Hashable, Sendable, Codable {
    /// The room's id and the server's id, as text.
    package let id: String
    /// The room's id, as text.
    package let room: String
    /// The server's id.
    package let native: String
    /// The time at which the server took it.
    package var created: Date
    /// The text; `nil` for none.
    package var text: String?
    /// The files; `nil` for none.
    package var files: [String]?
    /// The sender.
    package var sender: ChatRoom.Person
    /// Whether the account itself wrote it.
    package var isOwn: Bool
    /// The moment at which one of one's own was stored first; `nil` for those of others.
    package var stored: OutboxTime?
    /// The number of the commit that stored it first.
    package var arrival: UInt64
    /// The item of the outbox that became it; no part of the record.
    package var local: OutboxItem.ID?

    private enum CodingKeys: String, CodingKey {
        case id, room, native, created, text, files, sender, isOwn, stored, arrival
    }

    /// Creates a stored message.
    ///
    /// - Parameters:
    ///   - message: The message as the server has it.
    ///   - room: The room.
    ///   - stored: The moment at which it was stored first.
    ///   - arrival: The number of the commit that stored it first.
    package init(_ message: RemoteMessage, in room: ChatRoom.ID, stored: OutboxTime, arrival: UInt64) {
        id = Self.id(message.id, in: room)
        self.room = room.description
        native = message.id
        created = message.created
        text = message.text
        files = message.files.isEmpty ? nil : message.files
        sender = message.sender
        isOwn = message.sender.id == room.account.name
        self.stored = isOwn ? stored : nil
        self.arrival = arrival
    }

    /// The id of a message's record.
    ///
    /// - Parameters:
    ///   - native: The server's id.
    ///   - room: The room.
    /// - Returns: The id.
    package static func id(_ native: String, in room: ChatRoom.ID) -> String { "\(room)|\(native)" }

    /// What it says.
    package var content: MessageContent { MessageContent(text: text, files: files ?? []) }

    /// Its place in the room.
    package var position: MessagePosition { MessagePosition(created, native) }

    /// What a list of rooms shows of it.
    package var preview: ChatRoom.Preview {
        ChatRoom.Preview(position: position, text: text, fileCount: files?.count ?? 0, isOwn: isOwn)
    }

    /// The message as the server has it.
    ///
    /// - Parameter room: The room.
    /// - Returns: The message.
    package func remote(in room: ChatRoom.ID) -> RemoteMessage {
        RemoteMessage(id: native, room: room.native, created: created, text: text, files: files ?? [], sender: sender)
    }

    /// Whether it may be what an attempt made: it was not stored before that.
    ///
    /// No wall clock counts, since anybody sets it.
    ///
    /// - Parameters:
    ///   - attempt: The moment of the attempt; `nil` where there was none.
    ///   - boot: The id of this boot.
    /// - Returns: False where it was certainly stored before.
    package func isNew(since attempt: OutboxTime?, in boot: String) -> Bool {
        guard let attempt, let stored else { return false }
        if stored.boot == attempt.boot { return stored.uptime >= attempt.uptime }
        // What was stored in an earlier boot than this one was stored before an attempt of this one.
        return attempt.boot != boot
    }
}

/// A part of a room.
package struct StoredMessages: Sendable {
    /// The messages, the oldest first.
    package var messages: [StoredMessage]
    /// Whether older ones are stored.
    package var hasOlder: Bool
    /// Whether newer ones are stored.
    package var hasNewer: Bool
    /// The number of all stored messages of the room.
    package var count: Int

    /// Creates a part.
    ///
    /// - Parameters:
    ///   - messages: The messages, the oldest first.
    ///   - hasOlder: Whether older ones are stored.
    ///   - hasNewer: Whether newer ones are stored.
    ///   - count: The number of all stored messages of the room.
    package init(_ messages: [StoredMessage], hasOlder: Bool, hasNewer: Bool, count: Int) {
        (self.messages, self.hasOlder, self.hasNewer, self.count) = (messages, hasOlder, hasNewer, count)
    }
}

/// Rooms as a server has them, to be stored.
package struct RoomCommit: Sendable {
    /// The account.
    package let account: AccountKey
    /// The rooms.
    package var rooms: [RemoteRoom]
    /// Whether they are the whole list; otherwise one room that was opened.
    package var isWhole: Bool
    /// The date.
    package var date: Date

    /// Creates a commit.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - rooms: The rooms.
    ///   - isWhole: Whether they are the whole list.
    ///   - date: The date.
    package init(_ account: AccountKey, _ rooms: [RemoteRoom], isWhole: Bool, date: Date) {
        (self.account, self.rooms, self.isWhole, self.date) = (account, rooms, isWhole, date)
    }
}

/// Messages as a server has them, to be stored.
package struct MessageCommit: Sendable {
    /// The room.
    package let room: ChatRoom.ID
    /// The messages.
    package var messages: [RemoteMessage]
    /// The server's time up to which every message is stored with this commit; `nil` where that is not said.
    package var syncedThrough: Date?
    /// The items of the outbox that became messages, by the server's ids.
    package var claims: [String: OutboxItem.ID]
    /// The moment.
    package var moment: OutboxTime

    /// Creates a commit.
    ///
    /// - Parameters:
    ///   - room: The room.
    ///   - messages: The messages.
    ///   - syncedThrough: The server's time up to which every message is stored with this commit.
    ///   - claims: The items of the outbox that became messages.
    ///   - moment: The moment.
    package init(
        _ room: ChatRoom.ID, _ messages: [RemoteMessage], syncedThrough: Date? = nil,
        claims: [String: OutboxItem.ID] = [:], at moment: OutboxTime
    ) {
        (self.room, self.messages, self.syncedThrough) = (room, messages, syncedThrough)
        (self.claims, self.moment) = (claims, moment)
    }
}
