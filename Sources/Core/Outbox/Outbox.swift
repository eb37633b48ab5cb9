package import Foundation

/// The outbox as a value: everything unsent, what is kept of what was sent, and what is under way.
///
/// Its rules are pure: an event in, a new state and a step out, without clock, disk or network. What it says is stored
/// first and then done, by its caller.
package struct Outbox: Equatable, Sendable {
    /// The numbers that hold for a whole outbox.
    package struct Limits: Equatable, Sendable {
        /// The greatest number of requests under way to one site.
        package var parallel = 4
        /// The least seconds between two sends to a site, by site; 0 where there is none.
        package var pace: [Site: TimeInterval] = [:]
        /// The kinds that this app can send, with the versions of their payloads' form.
        package var kinds: [OutboxEntry.Kind: ClosedRange<Int>] = [:]

        /// Creates limits for an outbox that can send nothing yet.
        package init() {}
    }

    // What is stored.
    /// All entries.
    package internal(set) var entries: [OutboxEntry.ID: OutboxEntry] = [:]
    /// The records of lanes of toggles.
    package internal(set) var lanes: [OutboxLane: OutboxLaneRecord] = [:]
    /// The records that are kept of sent entries.
    package internal(set) var sent: [OutboxEntry.ID: SentEntry] = [:]
    /// The pauses that hold more than one entry.
    package internal(set) var pauses: [OutboxHold: OutboxPause] = [:]
    /// The newest date that a server has told.
    package internal(set) var serverDate: Date?

    // What is derived from it.
    /// The ids of all entries in the order of their numbers.
    var order: [OutboxEntry.ID] = []
    /// The entries by the site's id of what the server made of them.
    var claims: [Claim: OutboxEntry.ID] = [:]

    // What only this process knows.
    var limits: Limits
    /// The sign-in of each account that has a session.
    var sessions: [AccountKey: Int] = [:]
    /// The attempt of each entry that is being sent.
    var running: [OutboxEntry.ID: Int] = [:]
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
    }

    /// A thing that a server made.
    struct Claim: Hashable, Sendable {
        let site: Site
        let native: String
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
        for entry in entries { self.entries[entry.id] = entry }
        for lane in lanes { self.lanes[lane.id] = lane }
        for entry in sent { keep(entry) }
        changed = []
        order = entries.sorted { ($0.number, $0.id) < ($1.number, $1.id) }.map(\.id)
    }
}

// MARK: - What it tells

extension Outbox {
    /// All entries, in the order in which they were queued.
    package var all: [OutboxEntry] { order.compactMap { entries[$0] } }

    /// The id under which lanes name a thing: the entry that made it, where it came from one.
    func name(of native: String, on site: Site) -> String {
        claims[Claim(site: site, native: native)]?.rawValue ?? native
    }

    /// The site's own id of something that an entry's id names; `nil` while it is not sent.
    package func native(of id: OutboxEntry.ID) -> String? { sent[id]?.result }

    /// The entries that wait for another one, those that edit or delete it left out.
    package func dependants(of id: OutboxEntry.ID) -> [OutboxEntry] {
        all.filter { $0.waitsFor.contains(id) && $0.amendment?.entry != id }
    }

    /// Whether this app can send an entry.
    package func isKnown(_ entry: OutboxEntry) -> Bool {
        limits.kinds[entry.kind]?.contains(entry.version) ?? false
    }

    /// The date before which an entry is not sent; `nil` where it does not wait.
    package func notBefore(of entry: OutboxEntry, at now: OutboxTime) -> Date? {
        let left = ([entry.pause] + heldBy(entry)).compactMap { $0?.left(at: now) }.max() ?? 0
        return left > 0 ? now.date + left : nil
    }

    /// The uptime at which something is to happen by itself; `nil` for never.
    package func nextWake(at now: OutboxTime) -> TimeInterval? {
        var times: [TimeInterval] = []
        func add(_ pause: OutboxPause?) {
            guard let left = pause?.left(at: now), left > 0 else { return }
            times.append(now.uptime + left)
        }
        for entry in entries.values where isKnown(entry) {
            if entry.state == .pending { add(entry.pause) }
            if entry.state == .checking { add(entry.check?.next) }
        }
        for lane in lanes.values where isKnown(lane.entry) { add(lane.reading) }
        for pause in pauses.values { add(pause) }
        add(storing)
        times += nextStart.values.filter { $0 > now.uptime }
        return times.min()
    }

    /// The pauses that hold an entry together with others.
    func heldBy(_ entry: OutboxEntry) -> [OutboxPause?] {
        [OutboxScope.kind, .account, .site].map { scope in scope.hold(of: entry).flatMap { pauses[$0] } }
    }

    func isHeld(_ entry: OutboxEntry, at now: OutboxTime) -> Bool {
        !(entry.pause?.isOver(at: now) ?? true) || heldBy(entry).contains { !($0?.isOver(at: now) ?? true) }
    }
}

// MARK: - Changes, each of which is to be stored

extension Outbox {
    /// The number of the next entry, which is behind all others.
    var nextNumber: UInt64 { (order.last.flatMap { entries[$0]?.number } ?? 0) + 1 }

    mutating func put(_ entry: OutboxEntry) {
        if entries.updateValue(entry, forKey: entry.id) == nil { order.append(entry.id) }
        changed.insert(.entry(entry.id))
    }

    mutating func remove(_ entry: OutboxEntry) {
        guard entries.removeValue(forKey: entry.id) != nil else { return }
        order.removeAll { $0 == entry.id }
        running[entry.id] = nil
        looking[entry.id] = nil
        alone.remove(entry.id)
        verified[entry.id] = nil
        changed.insert(.entry(entry.id))
    }

    mutating func put(_ record: OutboxLaneRecord?, for lane: OutboxLane) {
        guard lanes[lane] != record else { return }
        lanes[lane] = record
        changed.insert(.lane(lane))
    }

    mutating func keep(_ entry: SentEntry) {
        sent[entry.id] = entry
        changed.insert(.sent(entry.id))
        guard let result = entry.result else { return }
        claims[Claim(site: entry.account.site, native: result)] = entry.id
        renameLanes(of: result, to: entry.id.rawValue, on: entry.account.site)
    }

    /// Names the lanes of a thing anew, once it is known which entry made it.
    private mutating func renameLanes(of native: String, to name: String, on site: Site) {
        func isMeant(_ lane: OutboxLane) -> Bool { lane.thing == native && lane.account.site == site }
        for var entry in entries.values where isMeant(entry.lane) && isKnown(entry) {
            entry.lane.thing = name
            put(entry)
        }
        for var record in lanes.values where isMeant(record.id) {
            put(nil, for: record.id)
            // The read under way is void; it is begun anew.
            reading[record.id] = nil
            record.id.thing = name
            record.entry.lane.thing = name
            put(record, for: record.id)
        }
    }

    mutating func put(_ pause: OutboxPause?, for hold: OutboxHold) {
        guard pauses[hold] != pause else { return }
        pauses[hold] = pause
        changed.insert(.pause(hold))
    }

    /// Removes what is kept of entries that nothing needs any more.
    mutating func forgetOld(at now: OutboxTime) {
        var needed: Set<OutboxEntry.ID> = []
        // What an entry that is looked for must not take for itself is claimed by these.
        var busy: Set<AccountKey> = []
        for entry in entries.values {
            needed.formUnion(entry.waitsFor + entry.parts)
            needed.insert(OutboxEntry.ID(rawValue: entry.lane.thing))
            if let target = entry.target { needed.insert(OutboxEntry.ID(rawValue: target.native)) }
            if entry.state == .sending || entry.state == .checking { busy.insert(entry.account) }
        }
        needed.formUnion(lanes.keys.map { OutboxEntry.ID(rawValue: $0.thing) })
        for entry in sent.values where !needed.contains(entry.id) && !busy.contains(entry.account) {
            guard now.date.timeIntervalSince(entry.date) > SentEntry.lifetime else { continue }
            sent[entry.id] = nil
            if let result = entry.result { claims[Claim(site: entry.account.site, native: result)] = nil }
            changed.insert(.sent(entry.id))
        }
    }
}
