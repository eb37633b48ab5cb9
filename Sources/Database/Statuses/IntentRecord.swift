import Core
import Foundation

/// One thing that the outbox says about a target: an intent of an account that is shown, or only that something is
/// unsettled or unsent there.
///
/// These are made of the outbox's entries and lanes, in the commits that change those, so that statuses are read
/// without the outbox. All that a record says is in its id: a commit names the ids of what it deletes, and no record has
/// to be read to know what is shown.
struct IntentRecord: StoredRecord {
    let id: ID

    /// Written as `owner|kind|site/native|field|number|wish|date|entry`: what belongs to an account is one range, and
    /// what belongs to one field is in the order of the numbers.
    struct ID: Sendable {
        /// The target, and the account that sends it.
        let owned: OwnedTarget
        /// The field, or `text` for what is no toggle of a known field.
        let field: String
        /// The entry's number: the highest of a field is the newest.
        let number: UInt64
        /// The wish as text; one of those below for what is not shown.
        let wish: String
        /// The date of the wish, in seconds since 1970.
        let date: Double
        let entry: String
        /// The written form.
        let description: String

        init(
            owned: OwnedTarget, field: String, number: UInt64, wish: String, date: Double, entry: String
        ) {
            var text = owned.description
            for part in [field, String(number, radix: 16).zeroPadded(to: 16), wish, date.description, entry] {
                text += "|"
                text += part
            }
            self.init(
                owned: owned, field: field, number: number, wish: wish, date: date, entry: entry, description: text)
        }

        private init(
            owned: OwnedTarget, field: String, number: UInt64, wish: String, date: Double, entry: String,
            description: String
        ) {
            (self.owned, self.field, self.number, self.wish) = (owned, field, number, wish)
            (self.date, self.entry, self.description) = (date, entry, description)
        }

        /// Nothing is shown of a text that failed: what it changes is shown as the server has it.
        static let failed = "failed"
        /// The field of what is no toggle of a known field.
        static let text = "text"
        /// Nothing is shown, and nothing of the field is unsettled; but something is unsent.
        static let none = ""
        /// A wish that this version does not know.
        static let unknown = "?"
        /// A lane that is to be read after an attempt of which nobody knows whether it arrived.
        static let lane = "lane"
    }
}

extension IntentRecord.ID {
    /// What an entry says, a record for each thing that it is about.
    static func all(of entry: OutboxEntry) -> [Self] {
        var ids: [Self] = []
        if let target = entry.target {
            let intent = entry.state == .failed ? nil : entry.statusIntent
            // Only what is known is written, so that none of it has a `|` in it.
            let isFailedText = entry.state == .failed && !entry.policy.isToggle
            let wish = intent.map { Self.wish(of: $0) } ?? (isFailedText ? Self.failed : Self.none)
            ids.append(Self(entry, .init(.account(entry.account), target), wish, intent?.field))
        }
        if let thread = entry.thread, entry.target != .post(thread) {
            ids.append(Self(entry, .init(.account(entry.account), .post(thread)), Self.none, nil))
        }
        return ids.filter(\.isReadable)
    }

    /// What the record of a lane says: that nothing is to be believed of its field yet.
    static func all(of record: OutboxLaneRecord) -> [Self] {
        guard let intent = record.entry.statusIntent else { return [] }
        return [Self(record.entry, intent.id, lane, intent.field)].filter(\.isReadable)
    }

    private static func wish(of intent: StatusIntent) -> String {
        intent.values.flatMap { intent.field.text(in: $0) } ?? unknown
    }

    private init(_ entry: OutboxEntry, _ owned: OwnedTarget, _ wish: String, _ field: StatusField?) {
        let seconds = entry.created.timeIntervalSince1970
        self.init(
            owned: owned, field: field?.rawValue ?? Self.text, number: entry.number, wish: wish,
            date: seconds.isFinite ? seconds : 0, entry: entry.id.rawValue)
    }

    private var isReadable: Bool { owned.isReadable && !entry.utf8.contains(Self.bar) }

    private static let bar = UInt8(ascii: "|")
}

extension IntentRecord.ID: Hashable, Comparable, CustomStringConvertible, IndexValue {
    var indexKey: IndexKey { .text(description) }

    static func == (left: Self, right: Self) -> Bool { left.description == right.description }

    func hash(into hasher: inout Hasher) { hasher.combine(description) }

    static func < (left: Self, right: Self) -> Bool {
        left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
    }

    /// Reads the written form.
    init?(_ description: String) {
        // From the end, where no part has a `|` in it; a site's own id may.
        var parts: [Substring] = []
        var rest = description[...]
        for _ in 0..<5 {
            guard let bar = rest.utf8.lastIndex(of: Self.bar) else { return nil }
            parts.append(rest[rest.utf8.index(after: bar)...])
            rest = rest[..<bar]
        }
        guard let owned = OwnedTarget(rest), let number = UInt64(parts[3], radix: 16),
            let date = Double(parts[1])
        else { return nil }
        self.init(
            owned: owned, field: String(parts[4]), number: number, wish: String(parts[2]), date: date,
            entry: String(parts[0]), description: description)
    }
}

extension IntentRecord.ID: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "An intent is 'owner|kind|site/native|field|number|wish|date|entry'.")
        }
        self = id
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
