import Foundation

// What begins: sends, looks and reads, in the order of the lanes.

extension Outbox {
    /// Begins whatever can begin now.
    mutating func next(at now: OutboxTime, _ outcomes: inout [OutboxOutcome]) -> [OutboxAction] {
        // What begins has to be stored first. While that fails, nothing does.
        guard storing == nil, !isSuspended else { return [] }
        var actions: [OutboxAction] = []
        // Requests under way to each site, those of this pass included.
        var busy: [Site: Int] = [:]
        for (site, attempts) in Dictionary(grouping: running, by: { entries[$0.key]?.account.site }) {
            if let site { busy[site] = Set(attempts.map(\.value)).count }
        }
        let all = self.all.filter(isKnown)
        // One that failed and is sent again is in front of what went meanwhile.
        var held = Set(all.lazy.filter { $0.state == .sending || $0.state == .checking }.map(\.lane))
        for id in all.map(\.id) {
            guard let entry = entries[id] else { continue }
            switch entry.state {
            case .checking:
                guard mayBegin(for: entry.account), !isPaused(entry.account.site, at: now),
                    let action = look(for: entry, at: now)
                else { continue }
                actions.append(action)
            case .pending:
                guard held.insert(entry.lane).inserted, mayBegin(for: entry.account), !isHeld(entry, at: now),
                    !isOfTextInDoubt(entry), let action = begin(entry, &held, &busy, at: now, &outcomes)
                else { continue }
                actions.append(action)
            case .unsure:
                // In a chat a message does not overtake one of which nobody knows whether it arrived.
                if entry.policy.holdsLaneWhileUnsure { held.insert(entry.lane) }
            case .waiting, .sending, .failed:
                // What is refused or waits for another entry holds nobody up.
                continue
            }
        }
        for lane in lanes.values.sorted(by: { $0.id < $1.id }) where reading.count < limits.parallel {
            guard let pause = lane.reading, pause.isOver(at: now), reading[lane.id] == nil, isKnown(lane.entry),
                !isUnsettled(lane: lane.id), mayBegin(for: lane.id.account), !isPaused(lane.id.account.site, at: now)
            else { continue }
            lastAttempt += 1
            reading[lane.id] = lastAttempt
            actions.append(.read(lane.entry, attempt: lastAttempt))
        }
        return actions
    }

    /// Whether entries of an account are under way, or are held by nothing but the pace of their site and those in front
    /// of them that are.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - ids: The entries that count; `nil` for all of the account.
    ///   - now: The moment.
    /// - Returns: False where what is left waits for time, for the network or for a person.
    package func isMoving(_ account: AccountKey, _ ids: Set<OutboxEntry.ID>?, at now: OutboxTime) -> Bool {
        guard storing == nil, !isSuspended, mayBegin(for: account) else { return false }
        // What an entry waits for counts as well.
        var wanted = ids
        var open = ids.map(Array.init) ?? []
        while let id = open.popLast() {
            for above in entries[id]?.waitsFor ?? [] where wanted?.insert(above).inserted ?? false { open.append(above) }
        }
        var resting: Set<OutboxLane> = []
        for entry in all where entry.account == account && isKnown(entry) {
            let counts = wanted?.contains(entry.id) ?? true
            switch entry.state {
            case .sending:
                if counts { return true }
            case .checking where looking[entry.id] != nil:
                if counts { return true }
            case .checking:
                resting.insert(entry.lane)
            case .pending:
                guard !resting.contains(entry.lane) else { continue }
                if isHeld(entry, at: now) || isOfTextInDoubt(entry) {
                    resting.insert(entry.lane)
                } else if counts {
                    return true
                }
            case .waiting:
                // It moves where what it waits for does, which is one of these entries.
                continue
            case .unsure, .failed: continue
            }
        }
        return false
    }

    private func mayBegin(for account: AccountKey) -> Bool {
        sessions[account] != nil && !stopping.contains(account)
    }

    /// Whether nothing is to be asked of a site.
    private func isPaused(_ site: Site, at now: OutboxTime) -> Bool {
        !(pauses[OutboxHold(site: site)]?.isOver(at: now) ?? true)
    }

    /// Whether an entry changes a text by its native id that may be one of which nobody knows whether it arrived: once
    /// changed or deleted, that one would not be found, and sent again.
    private func isOfTextInDoubt(_ entry: OutboxEntry) -> Bool {
        guard let container = entry.container, OutboxEntry.ID(rawValue: entry.lane.thing) != entry.amendment?.entry,
            sent[OutboxEntry.ID(rawValue: entry.lane.thing)] == nil
        else { return false }
        let name = name(of: container, on: entry.account.site)
        return entries.values.contains { text in
            text.policy.makesThing && text.lane.thing == name && text.account == entry.account && isKnown(text)
                && (text.state == .sending || text.state == .checking)
        }
    }

    /// Whether an entry of a lane is on its way.
    func isUnsettled(lane: OutboxLane) -> Bool {
        entries.values.contains { $0.lane == lane && $0.state.holdsLane }
    }

    private mutating func look(for entry: OutboxEntry, at now: OutboxTime) -> OutboxAction? {
        guard looking[entry.id] == nil, let check = entry.check, check.next?.isOver(at: now) ?? true else { return nil }
        lastAttempt += 1
        // What counts is whether it was over when the look began, not when it was answered.
        let counts = check.isAsked || (check.settling?.isOver(at: now) ?? true)
        looking[entry.id] = Look(attempt: lastAttempt, counts: counts)
        return .look(entry.id, attempt: lastAttempt)
    }

    private mutating func begin(
        _ entry: OutboxEntry, _ held: inout Set<OutboxLane>, _ busy: inout [Site: Int], at now: OutboxTime,
        _ outcomes: inout [OutboxOutcome]
    ) -> OutboxAction? {
        let site = entry.account.site
        let age = entry.queued.age(at: now, serverDate: serverDate)
        if let limit = entry.policy.ageLimit, age.map({ $0 > limit }) ?? true {
            fail(entry, .stale, at: now, &outcomes)
            held.remove(entry.lane)
            return nil
        }
        // The text may have been changed from elsewhere while the edit waited.
        let read = verified[entry.id].map { now.uptime - $0 } ?? entry.based.age(at: now, serverDate: serverDate)
        if entry.policy.repetition == .afterReading, read.map({ $0 > Self.trustedAge }) ?? true {
            var entry = entry
            entry.state = .checking
            entry.check = OutboxEntry.Check()
            put(entry)
            return look(for: entry, at: now)
        }
        guard busy[site, default: 0] < limits.parallel, nextStart[site] ?? now.uptime <= now.uptime else { return nil }
        lastAttempt += 1
        busy[site, default: 0] += 1
        if let pace = limits.pace[site], pace > 0 { nextStart[site] = now.uptime + pace }
        let batch = [entry] + companions(of: entry, held, at: now)
        for var entry in batch {
            held.insert(entry.lane)
            entry.state = .sending
            entry.attempts += 1
            entry.lastAttempt = now
            entry.pause = nil
            put(entry)
            running[entry.id] = lastAttempt
            verified[entry.id] = nil
        }
        return .send(batch.map(\.id), attempt: lastAttempt)
    }

    /// The entries that go in one request with another one.
    private func companions(of entry: OutboxEntry, _ held: Set<OutboxLane>, at now: OutboxTime) -> [OutboxEntry] {
        guard entry.policy.batchLimit > 1, !alone.contains(entry.id) else { return [] }
        var taken = held
        var companions: [OutboxEntry] = []
        for other in all where other.number > entry.number && companions.count + 1 < entry.policy.batchLimit {
            guard other.state.holdsLane, isKnown(other), taken.insert(other.lane).inserted else { continue }
            guard other.state == .pending, other.kind == entry.kind, other.account == entry.account,
                other.version == entry.version, other.value == entry.value, !alone.contains(other.id),
                !isHeld(other, at: now), other.policy.ageLimit == nil
            else { continue }
            companions.append(other)
        }
        return companions
    }

    /// The seconds for which an edit may wait before its target is read again: an hour.
    private static let trustedAge: TimeInterval = 3600

    /// The seconds to wait after a number of failures: 5, 10, 20 and so on, 10 minutes at most.
    func backoff(_ failures: Int) -> TimeInterval {
        min(600, 5 * pow(2, Double(min(max(failures, 1), 16) - 1)))
    }

    /// Ends pauses of some causes.
    mutating func endPauses(_ causes: Set<OutboxPause.Cause>, _ isMeant: (OutboxHold) -> Bool) {
        func ends(_ pause: OutboxPause?) -> Bool { pause.map { causes.contains($0.cause) } ?? false }
        let meant = all.filter { isKnown($0) && isMeant(OutboxHold(site: $0.account.site, account: $0.account)) }
        for var entry in meant {
            let before = entry
            if ends(entry.pause) { entry.pause = nil }
            // The settle time is no pause of the outbox's own.
            if ends(entry.check?.next), entry.check?.next != entry.check?.settling { entry.check?.next = nil }
            if entry != before { put(entry) }
        }
        for (hold, pause) in pauses where ends(pause) && isMeant(hold) { put(nil, for: hold) }
    }

    /// Begins the pauses again that began before the machine was started, and removes those that are over.
    mutating func resumePauses(at now: OutboxTime) {
        func resume(_ pause: inout OutboxPause?) {
            guard var resumed = pause, resumed.resume(at: now) else { return }
            pause = resumed
        }
        // Of another version's entries nothing is written anew: it could have more in them.
        for var entry in all where isKnown(entry) {
            resume(&entry.pause)
            if var check = entry.check {
                resume(&check.settling)
                resume(&check.next)
                entry.check = check
            }
            if entry != entries[entry.id] { put(entry) }
        }
        for var lane in Array(lanes.values) {
            resume(&lane.reading)
            put(lane, for: lane.id)
        }
        for (key, pause) in pauses {
            var resumed: OutboxPause? = pause
            if pause.isOver(at: now) { resumed = nil } else { resume(&resumed) }
            put(resumed, for: key)
        }
    }
}

extension OutboxEntry.State {
    /// Whether an entry in this state holds up what is behind it in its lane.
    var holdsLane: Bool { self == .pending || self == .sending || self == .checking }
}

extension OutboxEntry.Reason {
    /// The reason of an edit or a deletion whose text has arrived under an id that nobody knows.
    static let unnamed = OutboxEntry.Reason(
        .notFound, "What it changes has arrived, but the site's id of it is not known. Change it on the site itself.")
    /// It was sent, and nobody found out what the server made of it.
    static let lost = OutboxEntry.Reason(
        .malformed, "It was sent, but the answer was cut, and it was not found. Look on the site whether it is there.")

    /// Whether the network is to blame, so that it may go as soon as the site can be reached.
    var isOfNetwork: Bool { [.offline, .timedOut, .captivePortal].contains(code) }

    /// A text waited so long that a person is asked before it goes out of context.
    package static let stale = OutboxEntry.Reason(.stale, DataError.message(for: .stale))
}
