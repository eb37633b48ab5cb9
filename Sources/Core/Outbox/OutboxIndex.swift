import Foundation

/// What is derived from the entries of an outbox and its records of lanes, so that an event costs what it touches.
struct OutboxIndex: Equatable, Sendable {
    /// All entries, by the thing that their lane is about, and by lane: what holds it first, then what waits in it.
    var lanes = SortedSet<LanePlace>()
    /// The entries that wait for another one, or change it, by that one.
    var below = SortedSet<Pair<OutboxEntry.ID, OutboxPlace>>()
    /// The texts that may be on the server without anybody knowing it.
    var inDoubt = SortedSet<OutboxPlace>()
    /// The entries that are being sent or looked for.
    var underWay = SortedSet<OutboxPlace>()
    /// The entries that wait for a time which also ends when the network returns or a person asks.
    var hurried = SortedSet<OutboxPlace>()
    /// The lanes that have a record, by their thing.
    var records = SortedSet<Pair<String, OutboxLane>>()

    // What can begin: the entry that is first in a free lane, what is to be looked for, the lanes that are to be read.
    /// The entries whose own time has come.
    var ready: [Group: SortedSet<OutboxPlace>] = [:]
    /// The entries whose own time has not come, by the uptime at which it does.
    var due = SortedSet<Pair<TimeInterval, OutboxPlace>>()
    /// Those of them that have a date as well, by that one.
    var dated = SortedSet<Pair<Date, OutboxPlace>>()
    /// The lanes whose time has come.
    var readable: [AccountKey: SortedSet<OutboxLane>] = [:]
    /// The lanes whose time has not come, by the uptime at which it does.
    var readsDue = SortedSet<Pair<TimeInterval, OutboxLane>>()

    /// Begins to take all entries and records at once; what can begin is not among it.
    mutating func gather() {
        lanes.gather()
        below.gather()
        inDoubt.gather()
        underWay.gather()
        hurried.gather()
        records.gather()
    }

    /// Ends what ``gather()`` has begun.
    mutating func settle() {
        lanes.settle()
        below.settle()
        inDoubt.settle()
        underWay.settle()
        hurried.settle()
        records.settle()
    }

    /// Entries that can begin and wait for the same: a session, a pause, a free place among what is under way.
    struct Group: Hashable, Sendable {
        let account: AccountKey
        let kind: OutboxEntry.Kind
        /// Whether they are looked for; otherwise they are sent.
        let isLook: Bool
    }

    /// The part of an entry in its lane.
    enum Part: Int, Comparable, Sendable {
        /// It holds everything in the lane.
        case underWay
        /// It holds what is behind it.
        case inOrder
        /// It holds nothing.
        case aside

        static func < (left: Part, right: Part) -> Bool { left.rawValue < right.rawValue }
    }

    /// The place of an entry in its lane.
    struct LanePlace: Comparable, Sendable {
        let lane: OutboxLane
        let part: Part
        let place: OutboxPlace

        static func < (left: LanePlace, right: LanePlace) -> Bool {
            if left.lane.thing != right.lane.thing { return left.lane.thing < right.lane.thing }
            if left.lane != right.lane { return left.lane < right.lane }
            return left.part != right.part ? left.part < right.part : left.place < right.place
        }
    }

    /// Two things, ordered by the first one.
    struct Pair<First: Comparable & Sendable, Second: Comparable & Sendable>: Comparable, Sendable {
        let first: First
        let second: Second

        init(_ first: First, _ second: Second) {
            self.first = first
            self.second = second
        }

        static func < (left: Pair, right: Pair) -> Bool {
            left.first != right.first ? left.first < right.first : left.second < right.second
        }
    }
}

extension OutboxPlace {
    /// The place in front of all others.
    static let start = OutboxPlace(number: 0, id: OutboxEntry.ID(rawValue: ""))
    /// The place behind all others.
    static let end = OutboxPlace(number: .max, id: OutboxEntry.ID(rawValue: ""))
}
