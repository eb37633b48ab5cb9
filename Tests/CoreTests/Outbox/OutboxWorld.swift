import Foundation
import Testing

@testable import Core

/// A world for the outbox's rules, in which everything that happens is drawn from one seed.
///
/// It has a person with three accounts and three tokens from outside, a store, a server with faults, a clock that is set,
/// and kills between any two steps.
struct OutboxWorld {
    /// What the server has, and what it will do later.
    struct Server {
        struct Thing: Equatable {
            let id: String
            /// The entry that made it.
            let by: OutboxEntry.ID
            let account: AccountKey
            let container: String
            var text: String
            /// The uptime at which it was made, by a clock that nobody sets.
            let made: Double
            var isDeleted = false
        }

        /// What an act does to the server.
        enum Act {
            case make(OutboxEntry.ID, AccountKey, container: String, text: String)
            case setText(thing: String, AccountKey, text: String)
            case delete(thing: String, AccountKey)
            case set(lane: OutboxLane, value: String)
        }

        var things: [Thing] = []
        var values: [OutboxLane: String] = [:]
        /// Acts that are carried out later than their request was given up, with the latest uptime for each.
        var late: [(act: Act, due: Double)] = []
        /// The entries whose texts were made, each time.
        var made: [OutboxEntry.ID] = []
    }

    /// A request under way.
    struct Request {
        let ids: [OutboxEntry.ID]
        let account: AccountKey
        let attempt: Int
        let began: Double
        var acts: [Server.Act]
    }

    let random: SeededRandomSource
    var server = Server()
    var outbox: Outbox
    var stored = StoredOutbox()
    var requests: [Request] = []
    var looks: [(id: OutboxEntry.ID, attempt: Int, candidates: [String], words: String?, began: Double)] = []
    var reads: [(entry: OutboxEntry, attempt: Int, value: String)] = []

    var uptime = 1000.0
    var date = 1_700_000_000.0
    var boot = 1
    var hasFaults = true
    var nextThing = 1
    var nextID = 1
    var epoch = 1
    // Who is who.
    /// The accounts that somebody has signed in to.
    var people = OutboxWorld.accounts
    let tokens: [Token]
    /// The sign-in of each account that has a session, as the outbox was told of it.
    var sessions: [AccountKey: Int] = [:]
    /// The accounts that somebody is about to log out of.
    var stopping: Set<AccountKey> = []
    /// The accounts whose session the server has ended.
    var ended: Set<AccountKey> = []
    /// The account that each entry is of.
    var authors: [OutboxEntry.ID: AccountKey] = [:]
    /// The changes of somebody else's text that were refused when a token got its name.
    var refusals: Set<OutboxEntry.ID> = []
    /// The place of the newest wish of each lane of toggles.
    var newestWishes: [OutboxLane: Int] = [:]
    /// The wishes for tokens that only another version of the app knew when a newer one was made.
    var unmarked: Set<OutboxEntry.ID> = []

    /// Whether it is written down what happens: a world that fails is run again for that.
    let isTraced: Bool
    /// What happened, newest last; printed with a failure.
    var trace: [String] = []
    var problems: [String] = []

    // What the person was told, to compare with what there is.
    /// The entries that were acknowledged and are neither known to have arrived nor taken away by a person.
    var owed: Set<OutboxEntry.ID> = []
    /// The last wish of each lane of toggles, with the entry that carries it.
    var wishes: [OutboxLane: (id: OutboxEntry.ID, value: String)] = [:]
    /// The texts that a person chose to send again, so that they may be on the server twice.
    var sentAgain: Set<OutboxEntry.ID> = []
    /// The entries that were failed or unsure once, so that others were allowed to overtake them.
    var overtaken: Set<OutboxEntry.ID> = []
    /// What the server last said of each lane of toggles, stored with what settled it.
    var confirmed: [OutboxLane: String] = [:]
    /// The uptimes at which the server's pauses end.
    var pauses: [OutboxHold: Double] = [:]
    var lanesOfMade: [OutboxLane: [Int]] = [:]
    /// The words that each text is to have in the end, by its entry; none where nobody can say.
    var words: [OutboxEntry.ID: String] = [:]
    /// The text that each edit changes, and the words that it has for the person who edits it.
    var edits: [OutboxEntry.ID: (text: OutboxEntry.ID, base: String)] = [:]
    /// When the target of an edit was last known to be as it was taken to be, with the boot of that.
    var verified: [OutboxEntry.ID: (boot: Int, uptime: Double)] = [:]
    /// The edits of which nobody knows whether they arrived, and whose target was not read since.
    var doubtful: Set<OutboxEntry.ID> = []
    /// The uploads whose result is known.
    var uploaded: Set<OutboxEntry.ID> = []
    /// The uploads that nothing was queued for.
    var loose: Set<OutboxEntry.ID> = []
    /// The entries that the server has put off in this step.
    var putOff: Set<OutboxEntry.ID> = []
    /// Whether this app is the newer one, which knows the second version of each kind.
    var isNewer = true

    static let accounts = [
        AccountKey(site: .reddit, name: "t2_a"), AccountKey(site: .lemmy("b.example"), name: "7"),
        AccountKey(site: .reddit, name: "t2_b"),
    ]
    static let settleTime = 60.0

    init(seed: UInt64, isTraced: Bool = false) {
        self.isTraced = isTraced
        random = SeededRandomSource(seed: seed)
        tokens = Self.tokens(random)
        outbox = Outbox(limits: Outbox.Limits())
        outbox = Outbox(limits: limits)
        for account in people { signIn(account) }
    }

    var limits: Outbox.Limits {
        var limits = Outbox.Limits()
        limits.pace = [.reddit: 0.5]
        limits.parallel = 2
        for kind in Kinds.all where kind != Kinds.newer || isNewer { limits.kinds[kind] = 1...(isNewer ? 2 : 1) }
        return limits
    }

    var now: OutboxTime {
        OutboxTime(date: Date(timeIntervalSince1970: date), boot: "boot-\(boot)", uptime: uptime)
    }

    func number(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

    func chance(_ oneIn: Int) -> Bool { number(oneIn) == 0 }

    func pick<Element>(_ elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[number(elements.count)]
    }

    mutating func note(_ line: @autoclosure () -> String) {
        if isTraced { trace.append(line()) }
    }

    mutating func fail(_ line: String) {
        problems.append(line)
        note("!! \(line)")
    }

    enum Kinds {
        static let reply = OutboxEntry.Kind(rawValue: "reply")
        static let edit = OutboxEntry.Kind(rawValue: "edit")
        static let delete = OutboxEntry.Kind(rawValue: "delete")
        static let vote = OutboxEntry.Kind(rawValue: "vote")
        static let hide = OutboxEntry.Kind(rawValue: "hide")
        static let message = OutboxEntry.Kind(rawValue: "message")
        /// A message with a key by which the server knows it again.
        static let keyed = OutboxEntry.Kind(rawValue: "keyed")
        static let upload = OutboxEntry.Kind(rawValue: "upload")
        /// A toggle that only a newer version of the app knows.
        static let newer = OutboxEntry.Kind(rawValue: "newer")
        static let all = [reply, edit, delete, vote, hide, message, keyed, upload, newer]

        static func policy(_ kind: OutboxEntry.Kind) -> OutboxEntry.Policy {
            var policy = OutboxEntry.Policy(
                kind == edit ? .afterReading : kind == reply || kind == message ? .never : .always)
            policy.settleTime = settleTime
            policy.makesThing = [reply, message, keyed, upload].contains(kind)
            policy.isPart = kind == upload
            (policy.holdsLaneWhileUnsure, policy.holdsLaneWhileWaiting) = (kind == message, kind == message)
            policy.isToggle = kind == vote || kind == hide || kind == newer
            if kind == hide { policy.batchLimit = 3 }
            if kind == reply || kind == keyed { policy.ageLimit = 3 * 86400 }
            return policy
        }
    }

    static func text(_ entry: OutboxEntry) -> String { entry.payload.string ?? "" }

    static func payload(_ text: String) -> RawJSON { RawJSON(compact: "\"\(text)\"") }
}

/// What is stored of an outbox, each commit whole or not at all.
struct StoredOutbox {
    var entries: [OutboxEntry.ID: OutboxEntry] = [:]
    var lanes: [OutboxLane: OutboxLaneRecord] = [:]
    var sent: [OutboxEntry.ID: SentEntry] = [:]
    var pauses: [OutboxHold: OutboxPause] = [:]
    var serverDate: Date?

    mutating func commit(_ changes: OutboxChanges) {
        entries.merge(changes.entries.compactMapValues(\.self)) { $1 }
        lanes.merge(changes.lanes.compactMapValues(\.self)) { $1 }
        sent.merge(changes.sent.compactMapValues(\.self)) { $1 }
        pauses.merge(changes.pauses.compactMapValues(\.self)) { $1 }
        for (id, entry) in changes.entries where entry == nil { entries[id] = nil }
        for (id, lane) in changes.lanes where lane == nil { lanes[id] = nil }
        for (id, entry) in changes.sent where entry == nil { sent[id] = nil }
        for (hold, pause) in changes.pauses where pause == nil { pauses[hold] = nil }
        serverDate = changes.serverDate ?? serverDate
    }

    func opened(limits: Outbox.Limits) -> Outbox {
        Outbox(
            entries: entries.values.sorted { $0.id < $1.id }, lanes: lanes.values.sorted { $0.id < $1.id },
            sent: sent.values.sorted { $0.id < $1.id }, pauses: pauses,
            serverDate: serverDate, limits: limits)
    }
}
