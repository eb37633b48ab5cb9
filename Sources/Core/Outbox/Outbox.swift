package import Foundation

/// The outbox as a value: everything unsent, what is kept of what was sent, and what is under way.
///
/// Its rules are pure: an event in, a new state and a step out, without clock, disk or network. What it says is stored
/// first and then done, by its caller.
package struct Outbox: Equatable, Sendable {
    /// The numbers that hold for a whole outbox.
    package struct Limits: Equatable, Sendable {
        /// The greatest number of requests under way to one site: of sends, of looks and of reads, each.
        package var parallel = 4
        /// The least seconds between two sends to a site, by site; 0 where there is none.
        package var pace: [Site: TimeInterval] = [:]
        /// The kinds that this app can send, with the versions of their payloads' form.
        package var kinds: [OutboxEntry.Kind: ClosedRange<Int>] = [:]

        /// Creates limits for an outbox that can send nothing yet.
        package init() {}

        /// Whether this app can send an entry.
        func isKnown(_ entry: OutboxEntry) -> Bool {
            !entry.isOfLaterVersion && kinds[entry.kind]?.contains(entry.version) ?? false
        }
    }

    // What is stored.
    /// All entries.
    package internal(set) var entries = OutboxEntries()
    /// The records of lanes of toggles.
    package internal(set) var lanes = SortedMap<OutboxLane, OutboxLaneRecord>()
    /// The records that are kept of sent entries.
    package internal(set) var sent = SortedMap<OutboxEntry.ID, SentEntry>()
    /// The pauses that hold more than one entry.
    package internal(set) var pauses: [OutboxHold: OutboxPause] = [:]
    /// The newest date that a server has told.
    package internal(set) var serverDate: Date?

    // What is derived from it.
    var index = OutboxIndex()
    /// The entries by the site's id of what the server made of them.
    var claims = SortedMap<Claim, OutboxEntry.ID>()
    /// What is kept of texts that were given up, and of wishes that a server overruled, as long as nobody dismissed it.
    var remembered = SortedSet<OutboxEntry.ID>()

    // What only this process knows.
    var limits: Limits {
        didSet { if limits.kinds != oldValue.kinds { indexAnew() } }
    }
    /// The sign-in of each account that has a session.
    var sessions: [AccountKey: Int] = [:]
    /// The attempt of each entry that is being sent.
    var running: [OutboxEntry.ID: Int] = [:]
    /// The sends under way to each site, with the number of the entries that each is for.
    var sends: [Site: [Int: Int]] = [:]
    /// The look for each entry that is being looked for.
    var looking: [OutboxEntry.ID: Look] = [:]
    /// The read of each lane that is being read.
    var reading: [OutboxLane: Int] = [:]
    /// The accounts that somebody is about to log out of.
    var stopping: Set<AccountKey> = []
    /// Entries of a refused request for several, each of which goes alone now.
    var alone: Set<OutboxEntry.ID> = []
    /// Edits whose target was read and is as it was before, with the uptime of that.
    var verified: [OutboxEntry.ID: TimeInterval] = [:]
    var isSuspended = false
    /// The uptime from which the next send to a site may begin.
    var nextStart: [Site: TimeInterval] = [:]
    var lastAttempt = 0
    /// The keys of all that changed and is not stored.
    var changed: Set<OutboxKey> = []
    /// The time until storing is tried again; `nil` while it works.
    var storing: OutboxPause?
    var storeFailures = 0
    /// The outcomes that belong to what is not stored.
    var unstored: [OutboxOutcome] = []

    /// A look under way.
    struct Look: Equatable, Sendable {
        let attempt: Int
        /// Whether absence counts.
        let counts: Bool
        /// The uptime at which it began.
        var began: TimeInterval = 0
    }

    /// A thing that a server made.
    struct Claim: Hashable, Sendable, Comparable {
        let site: Site
        let native: String

        static func < (left: Claim, right: Claim) -> Bool {
            left.native != right.native ? left.native < right.native : left.site.rawValue < right.site.rawValue
        }
    }

    /// Creates an outbox from what is stored.
    ///
    /// - Parameters:
    ///   - entries: All entries.
    ///   - lanes: The records of lanes.
    ///   - sent: What is kept of what was sent.
    ///   - pauses: The pauses that hold more than one entry.
    ///   - serverDate: The newest date that a server has told.
    ///   - limits: The numbers that hold for the whole outbox.
    package init(
        entries: [OutboxEntry] = [], lanes: [OutboxLaneRecord] = [], sent: [SentEntry] = [],
        pauses: [OutboxHold: OutboxPause] = [:], serverDate: Date? = nil, limits: Limits
    ) {
        self.limits = limits
        self.pauses = pauses
        self.serverDate = serverDate
        self.entries = OutboxEntries(entries)
        self.lanes = SortedMap(lanes.map { ($0.id, $0) })
        derive()
        for entry in sent { keep(entry) }
        changed = []
    }
}

// MARK: - What it tells

extension Outbox {
    /// All entries, in the order in which they were queued.
    package var all: [OutboxEntry] { entries.values }

    /// The id under which lanes name a thing: the entry that made it, where it came from one.
    func name(of native: String, on site: Site) -> String {
        claims[Claim(site: site, native: native)]?.rawValue ?? native
    }

    /// The site's own id of something that an entry's id names; `nil` while it is not sent.
    package func native(of id: OutboxEntry.ID) -> String? { sent[id]?.result }

    /// The entries that wait for another one, those that edit or delete it left out.
    package func dependants(of id: OutboxEntry.ID) -> [OutboxEntry] {
        below(id).filter { $0.waitsFor.contains(id) && $0.amendment?.entry != id }
    }

    /// Whether this app can send an entry.
    package func isKnown(_ entry: OutboxEntry) -> Bool {
        limits.isKnown(entry)
    }

    /// The date before which an entry is not sent; `nil` where it does not wait.
    package func notBefore(of entry: OutboxEntry, at now: OutboxTime) -> Date? {
        let left = ([entry.pause] + heldBy(entry)).compactMap { $0?.left(at: now) }.max() ?? 0
        return left > 0 ? now.date + left : nil
    }

    /// The uptime at which something is to happen by itself; `nil` for never.
    package func nextWake(at now: OutboxTime) -> TimeInterval? {
        var times = nextStart.values.filter { $0 > now.uptime }
        for pause in Array(pauses.values) + [storing].compactMap(\.self) where !pause.isOver(at: now) {
            times.append(now.uptime + pause.left(at: now))
        }
        return (times + [nextDue(at: now)].compactMap(\.self)).min()
    }

    /// The pauses that hold an entry together with others.
    func heldBy(_ entry: OutboxEntry) -> [OutboxPause?] {
        [OutboxScope.kind, .account, .site].map { scope in scope.hold(of: entry).flatMap { pauses[$0] } }
    }

    func isHeld(_ entry: OutboxEntry, at now: OutboxTime) -> Bool {
        !(entry.pause?.isOver(at: now) ?? true) || heldBy(entry).contains { !($0?.isOver(at: now) ?? true) }
    }
}
