package import Core
import Foundation

extension StoredRoom: StoredRecord {}
extension StoredMessage: StoredRecord {}

/// The collections of rooms and messages.
///
/// They can be fetched again but for what was shown and which rows are whose, so they are not replaceable.
enum MessageSchemas {
    /// The rooms of an owner by the date of their last change.
    static let byOwner = CompoundIndex<StoredRoom, String, Date>("updated", \.owner, \.updated)

    /// The rooms, each by its owner and the site's own id.
    static let rooms = CollectionSchema<StoredRoom>(name: "rooms", indexes: [byOwner.index])

    /// The messages of a room in their order.
    static let inOrder = CompoundIndex<StoredMessage, String, (Date, String)>(
        "order", \.room, \.created, \.native)

    /// The texts of messages, in the order of their rooms.
    static let text = SearchField<StoredMessage>("text", inOrderOf: inOrder.index) { $0.text }

    /// The messages, each by its room and the server's id.
    static let messages = CollectionSchema<StoredMessage>(name: "messages", indexes: [inOrder.index], search: [text])

    /// The items by their messages.
    static let byItem = TypedIndex<MessageClaim, String>("item", \.item)

    /// The items of the outbox that became messages.
    static let claims = CollectionSchema<MessageClaim>(name: "messageClaims", indexes: [byItem.index])

    /// The lists of rooms that were fetched.
    static let lists = CollectionSchema<RoomListRecord>(name: "roomLists")

    static let all = [
        AnyCollectionSchema(rooms), AnyCollectionSchema(messages), AnyCollectionSchema(claims),
        AnyCollectionSchema(lists),
    ]

    /// The key of a place in a room.
    static func key(_ position: MessagePosition, in room: ChatRoom.ID) -> IndexKey {
        .compound(
            IndexKey.Parts([.text(room.description), position.created.indexKey, position.native.indexKey]))
    }
}

/// A message that an item of the outbox became, so that its row keeps its id.
struct MessageClaim: StoredRecord, Equatable {
    /// The message, as ``StoredMessage`` has it; it need not be stored yet.
    let id: String
    /// The item of the outbox.
    let item: String
    /// The room's id, as text.
    let room: String
    /// The server's id.
    let native: String
}

/// A list of rooms that was fetched.
struct RoomListRecord: StoredRecord, Equatable {
    /// The account, as ``MarkOwner`` writes it.
    let id: String
    /// The date at which it was fetched last.
    var refreshed: Date
}
