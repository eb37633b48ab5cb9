package import Foundation

/// One intent of a person that is to reach a server: a vote, a reply, a subscription.
///
/// It is stored before it is shown, and it stays until the server has it or a person gives it up. All that decides its
/// fate is stored in it when it is queued, so that a later version of the app treats it as the one that queued it.
package struct OutboxEntry: Identifiable, Hashable, Sendable {
    /// Its id, made before it is stored; the draft that it comes from has it already.
    package let id: ID
    /// The account that sends it.
    package internal(set) var account: AccountKey
    /// Its kind; which sender sends it.
    package let kind: Kind
    /// The version of its payload's form.
    package let version: Int
    /// Its content, in a form that its kind knows.
    package internal(set) var payload: RawJSON
    /// The thing that it is about: the post that is voted on, the post or comment that is answered.
    ///
    /// The native id is an entry's where that is not sent yet.
    package internal(set) var target: StatusTarget?
    /// The post in whose thread it is, which is not evicted before it is sent; `nil` where there is none, or it is not
    /// known.
    package let thread: Post.ID?
    /// The lane: entries of one lane are sent in order.
    package internal(set) var lane: OutboxLane
    /// The wish of a toggle as text, such as `1` for a vote up; `nil` for other kinds.
    package let value: String?
    /// The rules of its kind.
    package let policy: Policy
    /// For a change of one's own text, what that text answers; `nil` where it is not known.
    package let container: String?
    /// The entries that make its parts, such as uploads, in their order; it waits for those that are not sent yet.
    package internal(set) var parts: [ID]
    /// The files that belong to it: their copies stay while it is there.
    package internal(set) var files: [UploadFile]
    /// The moment at which what it changes was as it is taken to be.
    package internal(set) var based: OutboxTime
    /// The unsent text that it edits or deletes, while that one is being sent or looked for.
    package let amendment: Amendment?
    /// The accounts that have wished something about the same since, for a wish that was queued for a token; `nil` for
    /// none.
    ///
    /// It is over should it be theirs.
    package internal(set) var outdatedFor: Set<AccountKey>?

    /// The place of the entry on its way to the server; `pending` where only a later version knows it.
    @Lenient package internal(set) var state = State.pending
    /// The entries that have to be sent before it.
    package internal(set) var waitsFor: [ID]
    /// Its place in the order of all entries, given when it is queued.
    package internal(set) var number: UInt64 = 0
    /// The moment from which its age counts: when it was queued, or when a person last sent it again or edited it.
    package internal(set) var queued: OutboxTime
    /// The date at which it was queued.
    package let created: Date
    /// The number of sends that were begun.
    package internal(set) var attempts = 0
    /// The moment of the first send of which it is not known what became of it.
    package internal(set) var doubtfulSince: OutboxTime?
    /// The moment of the last send.
    package internal(set) var lastAttempt: OutboxTime?
    /// The time that it waits before it is sent again.
    package internal(set) var pause: OutboxPause?
    /// The reason of its last failure, whether passing or for good.
    package internal(set) var reason: Reason?
    /// The progress of the look for it; `nil` while it is not looked for.
    package internal(set) var check: Check?

    /// Creates an entry that is to be queued.
    ///
    /// - Parameters:
    ///   - id: Its id.
    ///   - account: The account that sends it.
    ///   - kind: Its kind.
    ///   - version: The version of its payload's form; 1 by default.
    ///   - payload: Its content, in the form that ``RawJSON/canonical`` gives.
    ///   - target: What it is about; nothing by default.
    ///   - thread: The post in whose thread it is; none by default.
    ///   - field: What of the thing it changes, or `text`: the lane's field.
    ///   - thing: The native id of that thing, or the id of the entry that makes it.
    ///   - value: The wish of a toggle; none by default.
    ///   - policy: The rules of its kind.
    ///   - container: For a change of one's own text, what that text answers; not known by default.
    ///   - parts: The entries that make its parts, in their order; none by default.
    ///   - files: The files that are uploaded for it or by it; none by default.
    ///   - amendment: The unsent text that it edits or deletes; none by default.
    ///   - waitsFor: The entries that have to be sent before it, besides its parts; none by default.
    ///   - now: The moment at which it is queued.
    package init(
        id: ID, account: AccountKey, kind: Kind, version: Int = 1, payload: RawJSON, target: StatusTarget? = nil,
        thread: Post.ID? = nil, field: String, thing: String, value: String? = nil, policy: Policy,
        container: String? = nil, parts: [ID] = [], files: [UploadFile] = [], amendment: Amendment? = nil,
        waitsFor: [ID] = [], at now: OutboxTime
    ) {
        self.id = id
        self.account = account
        self.kind = kind
        self.version = version
        assert(payload == payload.canonical)
        self.payload = payload
        self.target = target
        self.thread = thread
        lane = OutboxLane(account: account, field: field, thing: thing)
        self.value = value
        self.policy = policy
        self.container = container
        self.amendment = amendment
        self.parts = parts
        self.files = files
        self.waitsFor = parts + waitsFor
        queued = now
        based = now
        created = now.date
    }
}

extension OutboxEntry {
    /// Whether it has a state or a rule that only a later version of the app knows: that one goes on with it.
    package var isOfLaterVersion: Bool { $state != nil || policy.$repetition != nil }

    /// The id of an entry, in a form that no site's id has: `entry-` and 26 of `a-z 2-7`.
    ///
    /// It is the same at each try, so it is also the key for a server that takes an idempotency key; 32 characters are
    /// the most that some keep.
    package struct ID: RawRepresentable, Hashable, Sendable, Codable, Comparable, CustomStringConvertible {
        /// The id as text.
        package let rawValue: String

        package init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Makes an id that no other entry has.
        ///
        /// - Parameter random: The source of random numbers.
        package init(random: any RandomSource) {
            self.init(high: random.next(), low: random.next())
        }

        /// Makes the id of a number of 128 bits.
        init(high: UInt64, low: UInt64) {
            let digits = Array("abcdefghijklmnopqrstuvwxyz234567")
            // 26 digits of 5 bits, from 128 bits and two that are always 0.
            var (high, low) = (high, low)
            var text = ""
            for _ in 0..<26 {
                text.append(digits[Int(low & 31)])
                low = low >> 5 | (high & 31) << 59
                high >>= 5
            }
            self.init(rawValue: Self.prefix + text)
        }

        /// Whether a text has the form of an entry's id.
        package static func isID(_ text: String) -> Bool {
            text.hasPrefix(prefix) && text.utf8.count == prefix.utf8.count + 26
        }

        package var description: String { rawValue }

        package static func < (left: ID, right: ID) -> Bool { left.rawValue < right.rawValue }

        static let prefix = "entry-"
    }

    /// The kind of an entry; open, so that an app can add its own.
    package struct Kind: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
        /// The kind's name, as it is stored.
        package let rawValue: String

        package init(rawValue: String) {
            self.rawValue = rawValue
        }

        package var description: String { rawValue }
    }

    /// The place of an entry on its way to the server.
    package enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// Held back until the entries that it depends on are sent.
        case waiting
        /// It is to be sent when its lane is free, its time has come and its account has a session.
        case pending
        /// A send was begun.
        case sending
        /// Nobody knows whether it arrived, and it is being looked for.
        case checking
        /// Nobody could find out whether it arrived; a person has to say.
        case unsure
        /// It was refused for good, or it is too old to go out unasked; a person has to say.
        case failed
    }

    /// The reason of a failure.
    package struct Reason: Hashable, Sendable, Codable {
        /// The stable code.
        package var code: ErrorCode
        /// A sentence for a person.
        package var message: String

        /// Creates a reason.
        ///
        /// - Parameters:
        ///   - code: The stable code.
        ///   - message: A sentence for a person.
        package init(_ code: ErrorCode, _ message: String) {
            self.code = code
            self.message = message
        }
    }

    /// An edit or a deletion of an unsent text that is being sent or looked for, so that it can only wait.
    package struct Amendment: Hashable, Sendable, Codable {
        /// The unsent text.
        package var entry: ID
        /// The payload that the text has once it is edited; `nil` where it is deleted.
        ///
        /// The parts of the entry that edits are the text's from then on.
        package var replacement: RawJSON?
        /// What becomes of the entries that wait for the text once it is deleted; `nil` where none did.
        package var dependants: OutboxDependants?

        /// Creates an amendment.
        ///
        /// - Parameters:
        ///   - entry: The unsent text.
        ///   - replacement: The payload that it has once it is edited; `nil` where it is deleted.
        ///   - dependants: What becomes of the entries that wait for the text once it is deleted.
        package init(of entry: ID, replacement: RawJSON?, dependants: OutboxDependants? = nil) {
            self.entry = entry
            self.replacement = replacement?.canonical
            self.dependants = dependants
        }
    }

    /// What is known about the look for an entry.
    package struct Check: Hashable, Sendable, Codable {
        /// The time after which absence counts; `nil` where it counts at once.
        package var settling: OutboxPause?
        /// Whether the server certainly did it, and only the id of what it made is not known.
        package var isDone = false
        /// Whether a person asked, so that absence counts at once.
        package var isAsked = false
        /// The time until the next look; `nil` for now.
        package var next: OutboxPause?
        /// The number of looks in a row that failed.
        package var failures = 0
        /// The moment since which looks fail.
        package var failingSince: OutboxTime?
    }
}

/// The stored form of an entry: parts that have their usual value are left out, as each step writes and syncs it.
extension OutboxEntry: Codable {
    private enum Key: String, CodingKey {
        case id, account, kind, version, payload, target, thread, lane, field, thing, value, policy, container, parts
        case files, based, amendment, outdatedFor, state, waitsFor, number, queued, created, attempts, doubtfulSince
        case lastAttempt, pause, reason, check
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        func value<Value: Decodable>(_ key: Key, _ type: Value.Type = Value.self) throws -> Value? {
            try container.decodeIfPresent(type, forKey: key)
        }
        id = try container.decode(ID.self, forKey: .id)
        account = try container.decode(AccountKey.self, forKey: .account)
        kind = try container.decode(Kind.self, forKey: .kind)
        version = try value(.version) ?? 1
        payload = try container.decode(RawJSON.self, forKey: .payload)
        target = try value(.target)
        thread = try value(.thread)
        // Entries of earlier versions have their lane whole, and everything else that is left out today.
        lane =
            try value(.lane)
            ?? OutboxLane(
                account: account, field: container.decode(String.self, forKey: .field),
                thing: container.decode(String.self, forKey: .thing))
        self.value = try value(.value)
        policy = try container.decode(Policy.self, forKey: .policy)
        self.container = try value(.container)
        parts = try value(.parts) ?? []
        files = try value(.files) ?? []
        queued = try container.decode(OutboxTime.self, forKey: .queued)
        based = try value(.based) ?? queued
        amendment = try value(.amendment)
        outdatedFor = try value(.outdatedFor)
        _state = try container.decode(Lenient<State>.self, forKey: .state)
        waitsFor = try value(.waitsFor) ?? []
        number = try container.decode(UInt64.self, forKey: .number)
        created = try value(.created) ?? queued.date
        attempts = try value(.attempts) ?? 0
        doubtfulSince = try value(.doubtfulSince)
        lastAttempt = try value(.lastAttempt)
        pause = try value(.pause)
        reason = try value(.reason)
        check = try value(.check)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        func write<Value: Encodable>(_ key: Key, _ value: Value?) throws {
            if let value { try container.encode(value, forKey: key) }
        }
        func write<Value: Encodable & Equatable>(_ key: Key, _ value: Value, unless usual: Value) throws {
            if value != usual { try container.encode(value, forKey: key) }
        }
        try container.encode(id.rawValue, forKey: .id)
        try container.encode(account, forKey: .account)
        try container.encode(kind.rawValue, forKey: .kind)
        try write(.version, version, unless: 1)
        try container.encode(payload, forKey: .payload)
        try write(.target, target)
        try write(.thread, thread)
        if lane.account == account {
            try container.encode(lane.field, forKey: .field)
            try container.encode(lane.thing, forKey: .thing)
        } else {
            try container.encode(lane, forKey: .lane)
        }
        try write(.value, value)
        try container.encode(policy, forKey: .policy)
        try write(.container, self.container)
        try write(.parts, parts, unless: [])
        try write(.files, files, unless: [])
        try write(.based, based, unless: queued)
        try write(.amendment, amendment)
        try write(.outdatedFor, outdatedFor)
        try container.encode($state ?? state.rawValue, forKey: .state)
        try write(.waitsFor, waitsFor, unless: [])
        try container.encode(number, forKey: .number)
        try container.encode(queued, forKey: .queued)
        try write(.created, created, unless: queued.date)
        try write(.attempts, attempts, unless: 0)
        try write(.doubtfulSince, doubtfulSince)
        try write(.lastAttempt, lastAttempt)
        try write(.pause, pause)
        try write(.reason, reason)
        try write(.check, check)
    }
}

extension OutboxEntry.State: LenientName {
    package static var fallback: Self { .pending }
}

extension OutboxEntry.Reason {
    /// Creates the reason of an error.
    ///
    /// - Parameter error: The error.
    package init(_ error: any Error) {
        let error = DataError(error)
        self.init(error.code, error.message)
    }
}
