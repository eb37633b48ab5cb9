package import Foundation

/// The identity of a stored value of a resource: `name|owner|key`.
package struct ResourceID: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The name of the resource.
    package let name: String
    /// The owner of the value; `nil` for a value that is everybody's.
    package let owner: MarkOwner?
    /// The key as JSON.
    package let key: String

    /// Creates an id.
    ///
    /// - Parameters:
    ///   - name: The name of the resource.
    ///   - owner: The owner of the value; `nil` for everybody.
    ///   - key: The key as JSON.
    package init(_ name: String, owner: MarkOwner?, key: String) {
        self.name = name
        self.owner = owner
        self.key = key
    }

    package var description: String {
        "\(name)|\(owner.map { OwnedTarget.escaped($0.description) } ?? Self.everybody)|\(key)"
    }

    package static func < (left: ResourceID, right: ResourceID) -> Bool {
        left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
    }

    /// Whether a text can be a resource's name.
    static func isName(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }

    /// The target of intents that change the value.
    ///
    /// - Parameter site: The site that they are sent to.
    /// - Returns: The target.
    package func target(on site: Site) -> StatusTarget {
        StatusTarget(.resource, site: site, native: description)
    }

    private static let everybody = "*"
}

extension ResourceID {
    /// Reads the written form.
    ///
    /// - Parameter description: `name|owner|key`; anything else gives `nil`.
    package init?(_ description: String) {
        let parts = description.split(separator: "|", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[0].isEmpty else { return nil }
        var owner: MarkOwner?
        if parts[1] != Self.everybody {
            guard let read = MarkOwner(OwnedTarget.unescaped(parts[1])) else { return nil }
            owner = read
        }
        self.init(String(parts[0]), owner: owner, key: String(parts[2]))
    }
}

/// Coded as its written form.
extension ResourceID: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = ResourceID(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "The id of a resource's value is 'name|owner|key'.")
        }
        self = id
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension StatusTarget.Kind {
    /// A value of a resource.
    package static let resource = StatusTarget.Kind(rawValue: "resource")
}

/// A value of a resource as it is stored.
package struct StoredResource: Identifiable, Hashable, Sendable, Codable {
    /// Its id.
    package let id: ResourceID
    /// The version of its form.
    package internal(set) var version: Int
    /// The value as the server last said it, as the JSON that was made of it; `nil` where it said none.
    ///
    /// A text, so that it is read back to the digit, and is compared without being parsed.
    package internal(set) var value: String?
    /// Its revision.
    package internal(set) var revision: ResourceRevision?
    /// The date of the request that it was last the answer to.
    package internal(set) var fetched: Date?
    /// The number of the store's last commit when that request began: an answer to an older one is dropped.
    package internal(set) var asOf: UInt64
    /// The changes that a server took and that a read may not show yet, in their order.
    package internal(set) var acknowledged: [ResourceAcknowledgement]

    /// Creates a record of nothing.
    ///
    /// - Parameters:
    ///   - id: Its id.
    ///   - version: The version of its form; 0, the default, where there is no value.
    package init(id: ResourceID, version: Int = 0) {
        self.id = id
        self.version = version
        asOf = 0
        acknowledged = []
    }

    /// Notes a change that a server took, in the place of an earlier one of the same lane.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - number: The number of the commit that notes it.
    package mutating func acknowledge(_ change: ResourceAcknowledgement, in number: UInt64) {
        var change = change
        change.commit = number
        acknowledged.removeAll { $0.kind == change.kind && $0.lane == change.lane }
        acknowledged = acknowledged.suffix(Self.longestAcknowledged - 1) + [change]
    }

    /// The greatest number of changes that are noted.
    private static let longestAcknowledged = 50
}

/// A change of a resource's value that a server took.
package struct ResourceAcknowledgement: Hashable, Sendable, Codable {
    /// The value.
    package let id: ResourceID
    /// The kind of the intent.
    package let kind: String
    /// The lane of the intent.
    package let lane: String
    /// The change.
    package let payload: RawJSON
    /// The moment of the server's answer.
    package let date: OutboxTime
    /// The seconds after which a read is believed that contradicts it.
    package let settle: TimeInterval
    /// The number of the commit that notes it.
    package internal(set) var commit: UInt64 = 0

    /// Creates a change.
    ///
    /// - Parameters:
    ///   - id: The value.
    ///   - entry: The intent.
    ///   - payload: The change; that of the intent by default.
    ///   - settle: The seconds after which a read is believed that contradicts it.
    ///   - now: The moment of the server's answer.
    package init(
        _ id: ResourceID, _ entry: OutboxEntry, payload: RawJSON? = nil, settle: TimeInterval, at now: OutboxTime
    ) {
        self.id = id
        kind = entry.kind.rawValue
        lane = entry.lane.thing
        self.payload = payload ?? entry.payload
        date = now
        self.settle = settle
    }

    /// Whether a read tells what became of the change: it began after it was noted and had settled.
    func isSettled(for moment: ReadMoment) -> Bool {
        guard moment.commit >= commit else { return false }
        guard let begun = moment.begun, let age = date.age(at: begun, serverDate: nil) else { return false }
        return age >= settle
    }
}

extension ResourceAcknowledgement {
    /// Creates the change that an outcome of the outbox brings; `nil` for what changes no resource's value.
    ///
    /// - Parameters:
    ///   - outcome: The outcome.
    ///   - now: The moment of the server's answer.
    init?(_ outcome: OutboxOutcome, at now: OutboxTime) {
        func id(_ entry: OutboxEntry) -> ResourceID? {
            entry.target.flatMap { $0.kind == .resource ? ResourceID($0.native) : nil }
        }
        switch outcome {
        case .arrived(let entry, _, let value):
            guard let id = id(entry) else { return nil }
            // A server may say that it has another value than what was wished.
            let answered = entry.policy.isToggle ? value.map { RawJSON(compact: $0) } : nil
            self.init(id, entry, payload: answered, settle: entry.policy.settleTime, at: now)
        case .confirmed(let entry, let value), .overruled(let entry, let value):
            // Read once it had settled.
            guard let id = id(entry) else { return nil }
            self.init(id, entry, payload: RawJSON(compact: value), settle: 0, at: now)
        case .unneeded, .draft, .copy: return nil
        }
    }
}

/// The answer of a server that is to be stored.
package struct ResourceArrival: Sendable {
    /// The id of the value.
    package let id: ResourceID
    /// The version of the form that this app writes and reads.
    package let version: Int
    /// The value as JSON; `nil` where the stored one is still the server's.
    package let value: String?
    /// The revision of the value.
    package let revision: ResourceRevision?
    /// The date of the request.
    package let date: Date
    /// The moment at which the request began.
    package let moment: ReadMoment
    /// The stored value that this app cannot read, which is kept aside; `nil` for none.
    package var unreadable: String?
    /// The date before which values of the resource are removed; `nil` for none.
    package var oldest: Date?
    /// The greatest number of values of the resource; `nil` for no limit.
    package var maximumCount: Int?
    /// The values that are not removed.
    package var keeping: Set<ResourceID> = []
    /// Whether it is still to be stored; asked within the commit.
    package var isWanted: @Sendable () -> Bool = { true }

    /// Creates an arrival.
    ///
    /// - Parameters:
    ///   - id: The id of the value.
    ///   - version: The version of its form.
    ///   - value: The value; `nil` where the stored one is still the server's.
    ///   - revision: The revision of the value; none by default.
    ///   - date: The date of the request.
    ///   - moment: The moment at which the request began.
    package init(
        _ id: ResourceID, version: Int, value: String?, revision: ResourceRevision? = nil, date: Date,
        moment: ReadMoment
    ) {
        self.id = id
        self.version = version
        self.value = value
        self.revision = revision
        self.date = date
        self.moment = moment
    }

    /// Returns what is stored after it.
    ///
    /// - Parameters:
    ///   - stored: What is stored before it.
    ///   - number: The number of the store's last commit.
    /// - Returns: The record; `nil` where it changes nothing, as it is older than what is stored or says that something
    ///   is unchanged which is not there.
    package func merged(into stored: StoredResource?, after number: UInt64) -> StoredResource? {
        // A store that was restored counts from an earlier number on.
        if let stored, stored.asOf <= number, stored.asOf > moment.commit { return nil }
        var record = stored ?? StoredResource(id: id)
        if let value {
            (record.version, record.value, record.revision) = (version, value, revision)
        } else if record.value == nil || record.version > version {
            return nil
        }
        (record.fetched, record.asOf) = (date, moment.commit)
        record.acknowledged.removeAll { $0.isSettled(for: moment) }
        return record
    }
}
