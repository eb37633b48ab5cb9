import Core
import Database
import Foundation
import Mocks

/// A record that is sorted by several properties, has keys of its own and expires.
struct Message: StoredRecord, Equatable {
    let id: Int
    var room: String?
    var time: Date
    var place: String
    var level: Int
    var weight: Double?
    var email: String?
    var team: String?
    var seat: Int
    var expires: Date?
    var text: String

    static let byRoom = CompoundIndex<Message, String?, Date>("room", \.room, \.time)
    static let byPlace = CompoundIndex<Message, String, (Int, Double?)>("place", \.place, \.level, \.weight)
    static let byEmail = TypedIndex<Message, String?>("email", \.email).unique()
    static let bySeat = CompoundIndex<Message, String?, Int>("seat", \.team, \.seat).unique()
    static let byExpiry = TypedIndex<Message, Date?>("expires", \.expires)
    static let text = SearchField<Message>("text", \.text)
    static let schema = CollectionSchema<Message>(
        name: "messages", indexes: [byRoom.index, byPlace.index, byEmail.index, bySeat.index, byExpiry.index],
        search: [text]
    ).expiring(by: byExpiry, after: .seconds(MessageTable.age))

    static let rooms: [String?] = [nil, "", "a", "ab", "a\u{0}", "\u{1}", "é"]
    static let places = ["hall", "", "yard", "hall\u{0}"]

    static func random(_ random: SeededRandomSource, now: Date) -> Message {
        Message(
            id: random.number(150) - 20, room: rooms[random.number(rooms.count)], time: time(random),
            place: places[random.number(places.count)], level: random.number(4) - 1,
            weight: [nil, -1.5, 0, 2, 1e300][random.number(5)],
            // Few enough that some batches are refused, and so many that most are not.
            email: random.number(3) == 0 ? nil : "m\(random.number(4_000))",
            team: [nil, "x", "y"][random.number(3)], seat: random.number(3_000),
            expires: random.number(2) == 0 ? nil : expiryDate(random, now), text: "text \(random.number(9))")
    }

    /// Whole seconds: others are not the same date when they come back from seconds since 1970.
    private static func expiryDate(_ random: SeededRandomSource, _ now: Date) -> Date {
        Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.up) + Double(random.number(4_000)))
    }

    static func time(_ random: SeededRandomSource) -> Date {
        Date(timeIntervalSince1970: Double(random.number(12)) * 1_000.5 - 4_000)
    }
}

/// The same records in a dictionary, looked through for every question.
struct MessageTable: Equatable {
    static let age = 500.0

    var messages: [Int: Message] = [:]

    /// An order, as the properties that it compares.
    struct Order: Sendable {
        let index: Index<Message>?
        let parts: @Sendable (Message) -> [IndexKey]

        static let all: [Order] = [
            Order(index: nil) { [$0.id.indexKey] },
            Order(index: Message.byRoom.index) { [$0.room.indexKey, $0.time.indexKey] },
            Order(index: Message.byPlace.index) { [$0.place.indexKey, $0.level.indexKey, $0.weight.indexKey] },
            Order(index: Message.byEmail.index) { [$0.email.indexKey] },
            Order(index: Message.bySeat.index) { [$0.team.indexKey, $0.seat.indexKey] },
            Order(index: Message.byExpiry.index) { [$0.expires.indexKey] },
        ]

        func precedes(_ left: Message, _ right: Message, _ direction: SortDirection) -> Bool {
            let (leftParts, rightParts) = (parts(left), parts(right))
            if leftParts == rightParts { return left.id < right.id }
            let isLess = leftParts.lexicographicallyPrecedes(rightParts)
            return direction == .ascending ? isLess : !isLess
        }
    }

    /// A part of an order, as the store and as a condition says it.
    struct Slice: Sendable {
        let name: String
        let order: Order
        let range: IndexRange<Message>
        let contains: @Sendable (Message) -> Bool
    }

    func sorted(_ order: Order, _ direction: SortDirection, _ isIncluded: (Message) -> Bool = { _ in true })
        -> [Message]
    {
        messages.values.filter(isIncluded).sorted { order.precedes($0, $1, direction) }
    }

    /// Every two records with one key of a unique index: of three with one key, a refusal may name any two.
    var duplicates: [(Int, Int)] {
        var pairs: [(Int, Int)] = []
        for order in [Order.all[3], Order.all[4]] {
            var owners: [[IndexKey]: [Int]] = [:]
            for message in sorted(Order.all[0], .ascending) {
                let key = order.parts(message)
                if key.contains(.null) { continue }
                for owner in owners[key, default: []] { pairs.append((owner, message.id)) }
                owners[key, default: []].append(message.id)
            }
        }
        return pairs
    }

    mutating func expire(_ now: Date) {
        messages = messages.filter { $0.value.expires.map { $0 > now - Self.age } ?? true }
    }
}

extension MessageTable.Slice {
    static func random(_ random: SeededRandomSource) -> MessageTable.Slice {
        let sample = Message.random(random, now: Date(timeIntervalSince1970: 1_700_000_000))
        return random.number(2) == 0 ? ofRooms(sample, random) : ofOthers(sample, random)
    }

    private static func ofRooms(_ sample: Message, _ random: SeededRandomSource) -> MessageTable.Slice {
        let order = MessageTable.Order.all[1]
        let (room, time) = (sample.room, sample.time)
        func slice(
            _ name: String, _ range: IndexRange<Message>, _ contains: @escaping @Sendable (Message) -> Bool
        ) -> MessageTable.Slice {
            MessageTable.Slice(name: "\(name) \(room ?? "nil") \(time)", order: order, range: range, contains: contains)
        }
        switch random.number(8) {
        case 0, 1: return slice("room ==", Message.byRoom == room) { $0.room == room }
        case 2: return slice("time >=", Message.byRoom[room] >= time) { $0.room == room && $0.time >= time }
        case 3: return slice("time <", Message.byRoom[room] < time) { $0.room == room && $0.time < time }
        case 4: return slice("time ==", Message.byRoom[room] == time) { $0.room == room && $0.time == time }
        case 5:
            let end = time + 3_000
            return slice("times", Message.byRoom[room].range(time..<end)) {
                $0.room == room && (time..<end).contains($0.time)
            }
        case 6:
            return slice("room >", Message.byRoom.first > room) { message in
                guard let room, let other = message.room else { return false }
                return room.utf8.lexicographicallyPrecedes(other.utf8)
            }
        default:
            return slice("room a…", Message.byRoom.first.hasPrefix("a")) {
                $0.room?.utf8.starts(with: "a".utf8) == true
            }
        }
    }

    private static func ofOthers(_ sample: Message, _ random: SeededRandomSource) -> MessageTable.Slice {
        let (place, level, weight, seat, team) = (sample.place, sample.level, sample.weight, sample.seat, sample.team)
        let expires = sample.expires
        func slice(
            _ name: String, _ order: Int, _ range: IndexRange<Message>,
            _ contains: @escaping @Sendable (Message) -> Bool
        ) -> MessageTable.Slice {
            MessageTable.Slice(
                name: "\(name) of \(sample)", order: MessageTable.Order.all[order], range: range, contains: contains)
        }
        switch random.number(9) {
        case 0: return slice("place ==", 2, Message.byPlace == place) { $0.place == place }
        case 1:
            return slice("level ==", 2, Message.byPlace[place] == level) { $0.place == place && $0.level == level }
        case 2:
            return slice("level <=", 2, Message.byPlace[place].first <= level) {
                $0.place == place && $0.level <= level
            }
        case 3:
            return slice("weight ==", 2, Message.byPlace[place, level] == weight) {
                $0.place == place && $0.level == level && $0.weight == weight
            }
        case 4:
            return slice("weight >", 2, Message.byPlace[place][level] > -1) {
                $0.place == place && $0.level == level && $0.weight.map { $0 > -1 } == true
            }
        case 5:
            return slice("seats", 4, Message.bySeat[team].range(seat...seat + 900)) {
                $0.team == team && (seat...seat + 900).contains($0.seat)
            }
        case 6: return slice("email m1…", 3, Message.byEmail.hasPrefix("m1")) { $0.email?.hasPrefix("m1") == true }
        case 7: return slice("email nil", 3, Message.byEmail == nil) { $0.email == nil }
        default:
            return slice("expires <", 5, Message.byExpiry < expires) { message in
                guard let expires, let other = message.expires else { return false }
                return other < expires
            }
        }
    }
}

/// What a batch does, to the store and to the table.
struct MessageBatch: Sendable {
    enum Step: Sendable {
        case put([Message])
        case delete(Int)
        case deleteSlice(MessageTable.Slice, level: Int?)
        case deleteLevel(Int)
        case updateSlice(MessageTable.Slice, level: Int?, Change)
        case updateLevel(Int, Change)
        case truncate
    }

    /// A change of a record, some of which change nothing, and some of which sort it elsewhere.
    enum Change: Sendable {
        case room(String?)
        case raise
        case email(String?)
        case swapSeats(Int, Int)
        case nothing

        func apply(to message: inout Message) {
            switch self {
            case .room(let room): message.room = room
            case .raise:
                message.level += 1
                message.time += 1_000.5
            case .email(let email): message.email = email
            case .swapSeats(let one, let other):
                if message.seat == one { message.seat = other } else if message.seat == other { message.seat = one }
            case .nothing: break
            }
        }
    }

    var steps: [Step]

    static func random(_ random: SeededRandomSource, now: Date, table: MessageTable) -> MessageBatch {
        MessageBatch(steps: (0..<1 + random.number(5)).map { _ in step(random, now, table) })
    }

    private static func step(_ random: SeededRandomSource, _ now: Date, _ table: MessageTable) -> Step {
        let level: Int? = random.number(2) == 0 ? nil : random.number(4) - 1
        switch random.number(24) {
        case 0: return .truncate
        case 1, 2: return .deleteSlice(.random(random), level: level)
        case 3: return .deleteLevel(random.number(9))
        case 4, 5, 6: return .updateSlice(.random(random), level: level, change(random, table))
        case 7: return .updateLevel(random.number(4) - 1, change(random, table))
        case 8, 9, 10: return .delete(random.number(150) - 20)
        default: return .put((0..<1 + random.number(12)).map { _ in .random(random, now: now) })
        }
    }

    private static func change(_ random: SeededRandomSource, _ table: MessageTable) -> Change {
        switch random.number(6) {
        case 0: .room(Message.rooms[random.number(Message.rooms.count)])
        case 1: .email(random.number(2) == 0 ? nil : "m\(random.number(4_000))")
        case 2:
            .swapSeats(
                table.messages.values.map(\.seat).min() ?? 1, table.messages.values.map(\.seat).max() ?? 2)
        case 3: .nothing
        default: .raise
        }
    }

    /// Does it to the store; returns what each step says it changed.
    func fill(_ batch: inout WriteTransaction) throws -> [Int] {
        try steps.map { step in
            switch step {
            case .put(let messages):
                for message in messages { try batch.upsert(message, in: Message.schema) }
                return messages.count
            case .delete(let id):
                try batch.delete(id, from: Message.schema)
                return 1
            case .deleteSlice(let slice, nil): return try batch.delete(from: Message.schema, in: slice.range)
            case .deleteSlice(let slice, let level?):
                return try batch.delete(from: Message.schema, in: slice.range) { $0.level == level }
            case .deleteLevel(let level): return try batch.delete(from: Message.schema) { $0.level == level }
            case .updateSlice(let slice, nil, let change):
                return try batch.update(in: Message.schema, range: slice.range) { change.apply(to: &$0) }
            case .updateSlice(let slice, let level?, let change):
                return try batch.update(in: Message.schema, range: slice.range, where: { $0.level == level }) {
                    change.apply(to: &$0)
                }
            case .updateLevel(let level, let change):
                return try batch.update(in: Message.schema, where: { $0.level == level }) { change.apply(to: &$0) }
            case .truncate: return try batch.truncate(Message.schema)
            }
        }
    }
}

extension MessageTable {
    /// Does the same here.
    mutating func apply(_ batch: MessageBatch) -> [Int] {
        batch.steps.map { step in
            switch step {
            case .put(let messages):
                for message in messages { self.messages[message.id] = message }
                return messages.count
            case .delete(let id):
                messages[id] = nil
                return 1
            case .deleteSlice(let slice, let level):
                return delete { slice.contains($0) && (level == nil || $0.level == level) }
            case .deleteLevel(let level): return delete { $0.level == level }
            case .updateSlice(let slice, let level, let change):
                return update(change) { slice.contains($0) && (level == nil || $0.level == level) }
            case .updateLevel(let level, let change): return update(change) { $0.level == level }
            case .truncate: return delete { _ in true }
            }
        }
    }

    private mutating func delete(_ isIncluded: (Message) -> Bool) -> Int {
        let ids = messages.values.filter(isIncluded).map(\.id)
        for id in ids { messages[id] = nil }
        return ids.count
    }

    private mutating func update(_ change: MessageBatch.Change, _ isIncluded: (Message) -> Bool) -> Int {
        var count = 0
        for message in messages.values where isIncluded(message) {
            var changed = message
            change.apply(to: &changed)
            if changed == message { continue }
            messages[message.id] = changed
            count += 1
        }
        return count
    }
}
