public import Foundation

/// A message of a room as it is shown: one that the server has, or one that is still on its way there.
public struct Message: Identifiable, Hashable, Sendable {
    /// The id of its row, which never changes: the outbox's of what was sent from this device, else the server's.
    public let id: String
    /// The server's id; `nil` while it is not known to have one.
    public var native: String?
    /// The text; `nil` for a message of files alone.
    public var text: String?
    /// The files, such as pictures, as the server names them; in their order.
    public var files: [String]
    /// The files that are sent with it, on this device; none once it is sent.
    public var uploads: [UploadFile]
    /// The sender; `nil` for one of one's own that is not sent.
    public var sender: ChatRoom.Person?
    /// Whether the account itself wrote it.
    public var isOwn: Bool
    /// The time at which the server took it; `nil` while it is not sent.
    public var created: Date?
    /// The place on its way; `sent` for what the server has.
    public var state: OutboxItem.State
    /// The item of the outbox, for a decision about what is not sent; `nil` for what the server has.
    public var item: OutboxItem.ID?
    /// The reason of its last failure; `nil` for none.
    public var reason: OutboxItem.Reason?

    /// Creates a message that the server has.
    ///
    /// - Parameters:
    ///   - message: The message as the server has it.
    ///   - isOwn: Whether the account itself wrote it.
    ///   - item: The item of the outbox that sent it from this device; none by default.
    package init(_ message: RemoteMessage, isOwn: Bool, sentBy item: OutboxItem.ID? = nil) {
        id = item?.rawValue ?? message.id
        native = message.id
        text = message.text
        files = message.files
        uploads = []
        sender = message.sender
        self.isOwn = isOwn
        created = message.created
        state = .sent
        self.item = nil
        reason = nil
    }

    /// Creates a message of one's own that is not sent.
    ///
    /// - Parameters:
    ///   - item: The item of the outbox.
    ///   - payload: What it says.
    public init(_ item: OutboxItem, _ payload: MessagePayload) {
        id = item.id.rawValue
        native = nil
        text = payload.text
        files = payload.files
        uploads = item.files
        sender = nil
        isOwn = true
        created = nil
        state = item.state
        self.item = item.id
        reason = item.reason
    }

    /// Its place among the messages that the server has; `nil` while it is not sent.
    public var position: MessagePosition? {
        guard let created, let native else { return nil }
        return MessagePosition(created, native)
    }
}

/// A message as a server has it.
public struct RemoteMessage: Identifiable, Hashable, Sendable, Codable {
    /// The server's id.
    public let id: String
    /// The site's own id of the room.
    public var room: String
    /// The time at which the server took it.
    public var created: Date
    /// The text; `nil` for a message of files alone.
    public var text: String?
    /// The files, as the server names them, in their order.
    public var files: [String]
    /// The sender.
    public var sender: ChatRoom.Person

    /// Creates a message.
    ///
    /// - Parameters:
    ///   - id: The server's id.
    ///   - room: The site's own id of the room.
    ///   - created: The time at which the server took it.
    ///   - text: The text; none by default.
    ///   - files: The files, as the server names them; none by default.
    ///   - sender: The sender.
    public init(
        id: String, room: String, created: Date, text: String? = nil, files: [String] = [], sender: ChatRoom.Person
    ) {
        self.id = id
        self.room = room
        self.created = created
        self.text = text
        self.files = files
        self.sender = sender
    }

    /// Its place in the room's order.
    public var position: MessagePosition { MessagePosition(created, id) }

    /// What a list of rooms shows of it.
    package func preview(for account: AccountKey) -> ChatRoom.Preview {
        ChatRoom.Preview(position: position, text: text, fileCount: files.count, isOwn: sender.id == account.name)
    }

    /// What it says, without who says it.
    public var content: MessageContent { MessageContent(text: text, files: files) }
}

/// A room as a server has it.
public struct RemoteRoom: Hashable, Sendable {
    /// The site's own id.
    public let id: String
    /// The other person; `nil` where the server does not say.
    public var other: ChatRoom.Person?
    /// The date when it was made.
    public var created: Date
    /// The date of the last change.
    public var updated: Date
    /// The newest message; `nil` where there is none.
    public var last: RemoteMessage?

    /// Creates a room.
    ///
    /// - Parameters:
    ///   - id: The site's own id.
    ///   - other: The other person.
    ///   - created: The date when it was made.
    ///   - updated: The date of the last change.
    ///   - last: The newest message; none by default.
    public init(
        id: String, other: ChatRoom.Person?, created: Date, updated: Date, last: RemoteMessage? = nil
    ) {
        self.id = id
        self.other = other
        self.created = created
        self.updated = updated
        self.last = last
    }
}

/// What a message says: a text, or files.
public struct MessageContent: Hashable, Sendable, Codable {
    /// The text; `nil` for files alone.
    public var text: String?
    /// The files as the server names them, in their order.
    public var files: [String]

    /// Creates what a message says.
    ///
    /// - Parameters:
    ///   - text: The text; none by default.
    ///   - files: The files as the server names them; none by default.
    public init(text: String? = nil, files: [String] = []) {
        self.text = text
        self.files = files
    }
}

/// A message in the outbox: what it says, and what was known when it was queued.
///
/// It is stored with the outbox, so its names are for ever.
public struct MessagePayload: Hashable, Sendable, Codable {
    /// The text; `nil` for files alone.
    public var text: String?
    /// The files that are uploaded already, as the server names them.
    public var files: [String]
    /// The ids of the newest stored messages of one's own that say the same: none of them is this one.
    public var known: [String]
    /// The server's time from which on it is looked for; `nil` for the beginning of the room.
    public var since: Date?

    /// Creates a message in the outbox.
    ///
    /// - Parameters:
    ///   - content: What it says.
    ///   - known: The ids of stored messages of one's own that say the same; none by default.
    ///   - since: The server's time from which on it is looked for; the beginning by default.
    public init(_ content: MessageContent, known: [String] = [], since: Date? = nil) {
        text = content.text
        files = content.files
        self.known = known
        self.since = since
    }

    /// What is sent, once its files are uploaded.
    ///
    /// - Parameter uploaded: What the server names those by that go with it, in their order.
    /// - Returns: What it says.
    package func content(uploaded: [String]) -> MessageContent {
        MessageContent(text: text, files: files + uploaded)
    }
}

extension MessageContent {
    /// Returns whether a message that is found can be the one that is sent.
    ///
    /// - Parameter found: What the other one says, as a server gives it.
    /// - Returns: True where they differ in nothing but what a server does to a text, such as to blanks at its ends.
    package func isSame(as found: MessageContent) -> Bool {
        guard files == found.files, let text, let other = found.text else { return self == found }
        return TextMatch.areEqual(text, other)
    }
}
