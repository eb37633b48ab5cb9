public import Cloud
public import Foundation

/// A room of two people as the server sends it.
public struct WireRoom: Hashable, Sendable, Identifiable {
    /// The server's id, `room_id`.
    public let id: String
    /// The date when it was made.
    public var created: Date
    /// The date of the last change; that of ``created`` where the server names none.
    public var updated: Date
    /// The people, usually two.
    public var participants: [Person]
    /// The newest message; `nil` where there is none.
    public var last: WireMessage?

    /// Reads a room; a last message that cannot be read is none.
    ///
    /// - Parameter json: The object.
    /// - Throws: ``UnreadableElement`` without an id or a date.
    public init(_ json: JSONValue) throws(UnreadableElement) {
        id = try json.text("room_id")
        created = try json.date("createdAt")
        updated = json["updatedAt"]?.string.flatMap(ISODate.date(from:)) ?? created
        participants = json["participants"]?.readable(Person.init) ?? []
        // A list of rooms is of use without it.
        last = json["lastChat"].flatMap { try? WireMessage($0) }
    }

    /// Returns the other person of the room.
    ///
    /// - Parameter id: The id of the person who looks.
    /// - Returns: The first of the others; `nil` where there is nobody else.
    public func other(than id: String) -> Person? { participants.first { $0.id != id } }
}

/// A message as the server sends it.
public struct WireMessage: Hashable, Sendable, Identifiable {
    /// The server's id, `chat_id`.
    public let id: String
    /// The id of the room.
    public var room: String
    /// The date when the server took it.
    public var created: Date
    /// The text; `nil` for a message of pictures, and where there is none.
    public var text: String?
    /// The sender.
    public var sender: Person
    /// The paths of the pictures, in their order.
    public var files: [String]

    /// Reads a message.
    ///
    /// - Parameter json: The object.
    /// - Throws: ``UnreadableElement`` without an id, a room, a date or a sender.
    public init(_ json: JSONValue) throws(UnreadableElement) {
        id = try json.text("chat_id")
        room = try json.text("room_id")
        created = try json.date("createdAt")
        text = json["content"]?.filledText
        sender = try json.person("sender")
        files = json["files"]?.elements?.compactMap(\.filledText) ?? []
    }
}

/// A payment that the server has taken, from the history of payments.
public struct WirePayment: Hashable, Sendable, Identifiable, Codable {
    /// The server's id, `payment_id`.
    public let id: String
    /// The id of the person who paid, `buyer_id`; `nil` where it is missing.
    public var buyer: String?
    /// The id of the marker post that was paid for; `nil` where it is missing.
    public var post: String?
    /// The id of the intent, `merchant_uid`; `nil` where it is missing.
    public var merchant: String?
    /// The name of what was paid for, `productName`.
    public var name: String
    /// The amount in won.
    public var amount: Int
    /// The date when it was paid.
    public var date: Date

    /// Reads a payment.
    ///
    /// - Parameter json: The object.
    /// - Throws: ``UnreadableElement`` without an id, an amount or a date.
    public init(_ json: JSONValue) throws(UnreadableElement) {
        id = try json.text("payment_id")
        buyer = json["buyer_id"]?.filledText
        post = json["post_id"]?.filledText
        merchant = json["merchant_uid"]?.filledText
        name = json["productName"]?.string ?? ""
        amount = try json.int("price")
        date = try json.date("paidAt")
    }
}
