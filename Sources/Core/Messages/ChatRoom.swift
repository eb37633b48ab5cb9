public import Foundation

/// A room in which an account and somebody else write to each other, as it is stored.
public struct ChatRoom: Identifiable, Hashable, Sendable {
    /// The identity of a room: the account that looks, and the site's own id.
    public struct ID: Hashable, Sendable, Comparable, CustomStringConvertible {
        /// The account that looks.
        public let account: AccountKey
        /// The site's own id.
        public let native: String

        /// Creates an id.
        ///
        /// - Parameters:
        ///   - account: The account that looks.
        ///   - native: The site's own id.
        public init(_ account: AccountKey, _ native: String) {
            self.account = account
            self.native = native
        }

        public var description: String { "\(MarkOwner.account(account))|\(native)" }

        public static func < (left: ID, right: ID) -> Bool { left.description < right.description }
    }

    /// A person who writes in a room.
    public struct Person: Identifiable, Hashable, Sendable, Codable {
        /// The site's own id, which never changes.
        public let id: String
        /// The name that is shown.
        public var name: String
        /// The picture as the site names it; `nil` for none.
        public var picture: String?

        /// Creates a person.
        ///
        /// - Parameters:
        ///   - id: The site's own id.
        ///   - name: The name that is shown.
        ///   - picture: The picture as the site names it; none by default.
        public init(id: String, name: String, picture: String? = nil) {
            self.id = id
            self.name = name
            self.picture = picture
        }
    }

    /// The newest message of a room, as a list of rooms shows it.
    public struct Preview: Hashable, Sendable, Codable {
        /// The place of the message.
        public var position: MessagePosition
        /// The text; `nil` for a message of pictures alone.
        public var text: String?
        /// The number of its files, such as pictures.
        public var fileCount: Int
        /// Whether the account itself wrote it.
        public var isOwn: Bool

        /// Creates a preview.
        ///
        /// - Parameters:
        ///   - position: The place of the message.
        ///   - text: The text.
        ///   - fileCount: The number of its files.
        ///   - isOwn: Whether the account itself wrote it.
        public init(position: MessagePosition, text: String?, fileCount: Int, isOwn: Bool) {
            self.position = position
            self.text = text
            self.fileCount = fileCount
            self.isOwn = isOwn
        }
    }

    /// The account that looks, and the site's own id.
    public let id: ID
    /// The other person; `nil` where the server does not say, as for somebody who has left.
    public var other: Person?
    /// The date when it was made, by the server.
    public var created: Date
    /// The date of the newest message, or of the last change that the server tells; rooms are sorted by it.
    public var updated: Date
    /// The newest message; `nil` for a room without messages.
    public var last: Preview?
    /// Whether its newest message is the other's and was never shown.
    public var isUnread: Bool
    /// Whether the server said that the room or the other person is gone: nothing can be sent.
    public var isEnded: Bool

    /// Creates a room.
    ///
    /// - Parameters:
    ///   - id: The account that looks, and the site's own id.
    ///   - other: The other person; none by default.
    ///   - created: The date when it was made.
    ///   - updated: The date of the last change; that of `created` by default.
    ///   - last: The newest message; none by default.
    ///   - isUnread: Whether its newest message is the other's and was never shown; false by default.
    ///   - isEnded: Whether nothing can be sent; false by default.
    public init(
        _ id: ID, other: Person? = nil, created: Date, updated: Date? = nil, last: Preview? = nil,
        isUnread: Bool = false, isEnded: Bool = false
    ) {
        self.id = id
        self.other = other
        self.created = created
        self.updated = updated ?? created
        self.last = last
        self.isUnread = isUnread
        self.isEnded = isEnded
    }

    /// What a message in the room is about, as the outbox has it.
    public var target: StatusTarget { id.target }
}

extension ChatRoom.ID {
    /// What a message in the room is about, as the outbox has it.
    public var target: StatusTarget { StatusTarget(.room, site: account.site, native: native) }
}

extension StatusTarget.Kind {
    /// A room of messages.
    public static let room = StatusTarget.Kind(rawValue: "room")
}

/// A place in the order of a room's messages: the server's time, then the server's id.
public struct MessagePosition: Hashable, Sendable, Codable, Comparable {
    /// The time at which the server took the message.
    public let created: Date
    /// The server's id of the message.
    public let native: String

    /// Creates a place.
    ///
    /// - Parameters:
    ///   - created: The time at which the server took the message.
    ///   - native: The server's id of the message.
    public init(_ created: Date, _ native: String) {
        self.created = created
        self.native = native
    }

    public static func < (left: MessagePosition, right: MessagePosition) -> Bool {
        // By bytes, as the database sorts texts.
        left.created == right.created
            ? left.native.utf8.lexicographicallyPrecedes(right.native.utf8) : left.created < right.created
    }
}
