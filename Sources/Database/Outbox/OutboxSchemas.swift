public import Core
import Foundation

extension OutboxEntry: StoredRecord {}
extension OutboxLaneRecord: StoredRecord {}
extension SentEntry: StoredRecord {}

extension OutboxEntry.ID: IndexValue {}

extension OutboxLane: IndexValue {
    /// The parts of the lane as a key.
    public var indexKey: IndexKey { .text("\(field)\u{1}\(thing)\u{1}\(MarkOwner.account(account))") }
}

/// The collections of the outbox: none of them is ever evicted, cleared or imported over.
enum OutboxSchemas {
    /// What is unsent.
    static let entries = CollectionSchema<OutboxEntry>(name: "outbox")

    /// The lanes of toggles of which the server's value is not known.
    static let lanes = CollectionSchema<OutboxLaneRecord>(name: "outboxLanes")

    /// What is kept of what was sent.
    static let sent = CollectionSchema<SentEntry>(name: "outboxSent")

    /// The pauses, and the newest date of a server.
    static let clocks = CollectionSchema<OutboxClockRecord>(name: "outboxClocks")

    /// What other processes have left, and is no entry yet.
    static let handed = CollectionSchema<HandedRecord>(name: "outboxHanded")

    static let all = [
        AnyCollectionSchema(entries), AnyCollectionSchema(lanes), AnyCollectionSchema(sent),
        AnyCollectionSchema(clocks), AnyCollectionSchema(handed),
    ]
}

/// A pause of the outbox, or the newest date that a server has told.
struct OutboxClockRecord: StoredRecord {
    /// What the pause holds, as text; ``serverDateID`` for the date.
    let id: String
    let hold: OutboxHold?
    let pause: OutboxPause?
    let date: Date?

    static let serverDateID = "serverDate"

    init(_ pause: OutboxPause, of hold: OutboxHold) {
        (id, self.hold, self.pause, date) = (Self.id(of: hold), hold, pause, nil)
    }

    init(serverDate: Date) {
        (id, hold, pause, date) = (Self.serverDateID, nil, nil, serverDate)
    }

    static func id(of hold: OutboxHold) -> String {
        let account = hold.account.map { MarkOwner.account($0).description }
        return ["pause", hold.site.rawValue, account, hold.kind?.rawValue].compactMap(\.self).joined(separator: "\u{1}")
    }
}
