import Foundation

// What begins: sends, looks and reads, in the order of the lanes.

extension Outbox {
    /// Begins whatever can begin now: sends and looks in the order of their entries, then reads in that of their lanes.
    mutating func next(at now: OutboxTime, _ outcomes: inout [OutboxOutcome]) -> [OutboxAction] {
        // What begins has to be stored first. While that fails, nothing does.
        guard storing == nil, !isSuspended else { return [] }
        stageWhatIsDue(at: now)
        var actions: [OutboxAction] = []
        /// The last place of each group that was taken into account.
        var passed: [OutboxIndex.Group: OutboxPlace] = [:]
        while let (group, place) = firstReady(behind: passed, at: now) {
            passed[group] = place
            guard let entry = entries[place], entry.state == (group.isLook ? .checking : .pending) else { continue }
            let action = group.isLook ? look(for: entry, at: now) : begin(entry, at: now, &outcomes)
            if let action { actions.append(action) }
            guard entries[place]?.state ?? .failed == .failed else { continue }
            // What was held up by one that is too old may be in front of it, and its own time be over.
            passed = [:]
            stageWhatIsDue(at: now)
        }
        // A part that had just begun may have left with an edit that was overtaken.
        actions.removeAll { action in
            if case .send(let ids, _) = action { ids.allSatisfy { entries[$0] == nil } } else { false }
        }
        return actions + reads(at: now)
    }

    /// The first entry that is ready and behind those that were taken into account.
    private func firstReady(
        behind passed: [OutboxIndex.Group: OutboxPlace], at now: OutboxTime
    ) -> (group: OutboxIndex.Group, place: OutboxPlace)? {
        var first: (group: OutboxIndex.Group, place: OutboxPlace)?
        for (group, places) in index.ready where isOpen(group, at: now) {
            guard let place = places.first(after: passed[group] ?? .start) else { continue }
            if first.map({ place < $0.place }) ?? true { first = (group, place) }
        }
        return first
    }

    /// Whether nothing holds up the entries of a group together.
    private func isOpen(_ group: OutboxIndex.Group, at now: OutboxTime) -> Bool {
        let site = group.account.site
        guard mayBegin(for: group.account), !isPaused(site, at: now) else { return false }
        if group.isLook { return looking.keys.count { entries[$0]?.account.site == site } < limits.parallel }
        let isHeld = [group.kind, nil].contains { kind in
            !(pauses[OutboxHold(site: site, account: group.account, kind: kind)]?.isOver(at: now) ?? true)
        }
        return !isHeld && sends[site]?.count ?? 0 < limits.parallel && nextStart[site] ?? now.uptime <= now.uptime
    }

    private mutating func reads(at now: OutboxTime) -> [OutboxAction] {
        var actions: [OutboxAction] = []
        for lane in readable(at: now) {
            let underWay = reading.keys.count { $0.account.site == lane.account.site }
            guard underWay < limits.parallel, let record = lanes[lane] else { continue }
            lastAttempt += 1
            beginRead(of: lane, lastAttempt)
            actions.append(.read(record.entry, attempt: lastAttempt))
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
        guard storing == nil, !isSuspended else { return false }
        // Where nothing begins any more, what is under way is answered all the same.
        let mayBegin = mayBegin(for: account)
        // What an entry waits for counts as well.
        var wanted = ids
        var open = ids.map(Array.init) ?? []
        while let id = open.popLast() {
            for above in entries[id]?.waitsFor ?? [] where wanted?.insert(above).inserted ?? false {
                open.append(above)
            }
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
                guard mayBegin, !resting.contains(entry.lane) else { continue }
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

    /// The lanes that can be read, in their order: of each account as many as one site reads at once.
    private func readable(at now: OutboxTime) -> [OutboxLane] {
        index.readable.flatMap { account, lanes in
            mayBegin(for: account) && !isPaused(account.site, at: now)
                ? Array(lanes.lazy.filter { !isUnsettled(lane: $0) }.prefix(limits.parallel)) : []
        }.sorted()
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
        guard let container = entry.container, sent[OutboxEntry.ID(rawValue: entry.lane.thing)] == nil else {
            return false
        }
        let name = name(of: container, on: entry.account.site)
        return inDoubt.contains { $0.lane.thing == name && $0.account == entry.account }
    }

    /// Whether an entry of a lane is on its way.
    func isUnsettled(lane: OutboxLane) -> Bool { members(of: lane).contains { $0.state.holdsLane } }

    private mutating func look(for entry: OutboxEntry, at now: OutboxTime) -> OutboxAction? {
        guard looking[entry.id] == nil, let check = entry.check, check.next?.isOver(at: now) ?? true else { return nil }
        lastAttempt += 1
        // What counts is whether it was over when the look began, not when it was answered.
        let counts = check.isAsked || (check.settling?.isOver(at: now) ?? true)
        beginLook(for: entry, Look(attempt: lastAttempt, counts: counts, began: now.uptime))
        return .look(entry.id, attempt: lastAttempt)
    }

    /// Begins to send an entry that is first in its lane, where neither its age nor a text in doubt is against it.
    private mutating func begin(
        _ entry: OutboxEntry, at now: OutboxTime, _ outcomes: inout [OutboxOutcome]
    ) -> OutboxAction? {
        guard !isHeld(entry, at: now) else {
            // The clock was set back since its time had come.
            unstage(entry)
            stage(entry)
            return nil
        }
        guard !isOfTextInDoubt(entry) else { return nil }
        let age = entry.queued.age(at: now, serverDate: serverDate)
        if let limit = entry.policy.ageLimit, age.map({ $0 > limit }) ?? true {
            fail(entry, .stale, at: now, &outcomes)
            return nil
        }
        // The text may have been changed from elsewhere while the edit waited.
        let read = verified[entry.id].map { now.uptime - $0 } ?? entry.based.age(at: now, serverDate: serverDate)
        if entry.policy.repetition == .afterReading, read.map({ $0 > Self.trustedAge }) ?? true {
            var entry = entry
            entry.state = .checking
            entry.check = OutboxEntry.Check()
            // It is looked for in its turn.
            put(entry)
            return nil
        }
        giveUpOvertakenEdits(entry, at: now, &outcomes)
        lastAttempt += 1
        let site = entry.account.site
        if let pace = limits.pace[site], pace > 0 { nextStart[site] = now.uptime + pace }
        let batch = [entry] + companions(of: entry, at: now)
        for var entry in batch {
            entry.state = .sending
            entry.attempts += 1
            entry.lastAttempt = now
            entry.pause = nil
            put(entry)
            beginSend(of: entry, lastAttempt)
            // A read that began before says nothing about it.
            if entry.policy.isToggle { endRead(of: entry.lane) }
        }
        return .send(batch.map(\.id), attempt: lastAttempt)
    }

    /// Gives up the edits that wait for their parts while a newer change of the same text goes: they would undo it.
    private mutating func giveUpOvertakenEdits(
        _ entry: OutboxEntry, at now: OutboxTime, _ outcomes: inout [OutboxOutcome]
    ) {
        let isChange = entry.policy.repetition == .afterReading || entry.container != nil || entry.amendment != nil
        for older in isChange ? members(of: entry.lane) : [] where older.place < entry.place {
            // One that only another version knows would go after it, whatever it waits for.
            let isLate = older.state == .waiting || older.state == .pending && !isKnown(older)
            guard isLate, older.policy.repetition == .afterReading else { continue }
            discard(older, keepsDraft: true, .drafts, at: now, &outcomes)
        }
    }

    /// The entries that go in one request with another one.
    private func companions(of entry: OutboxEntry, at now: OutboxTime) -> [OutboxEntry] {
        guard entry.policy.batchLimit > 1, !alone.contains(entry.id),
            let ready = index.ready[OutboxIndex.Group(entry)]
        else { return [] }
        var companions: [OutboxEntry] = []
        for other in ready.from(entry.place).lazy.compactMap({ entries[$0] }) where other.id != entry.id {
            guard companions.count + 1 < entry.policy.batchLimit else { break }
            guard other.version == entry.version, other.value == entry.value, !alone.contains(other.id),
                other.target?.kind == entry.target?.kind, !isHeld(other, at: now), other.policy.ageLimit == nil
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

    /// Keeps the newest date that a server has told, where it can be: one that is wrong would have every text ask.
    ///
    /// One that is more than a day ahead of our own clock, and of what was told before, is not kept; one that was kept
    /// gives way where our own clock and a server agree that it is wrong.
    mutating func told(_ date: Date, at now: OutboxTime) {
        // A clock that was reset says nothing.
        let clock = now.date >= Self.earliest ? now.date : nil
        let newest = [clock, serverDate].compactMap(\.self).max()
        if let serverDate, date <= serverDate {
            guard let clock, abs(date.timeIntervalSince(clock)) <= Self.day, serverDate > date + Self.day else {
                return
            }
        } else if let newest, date > newest + Self.day {
            return
        }
        serverDate = date
        changed.insert(.serverDate)
    }

    private static let day: TimeInterval = 86400
    /// The date before which a clock was certainly reset: 2020-01-01.
    private static let earliest = Date(timeIntervalSince1970: 1_577_836_800)

    /// Ends pauses of some causes.
    mutating func endPauses(_ causes: Set<OutboxPause.Cause>, _ isMeant: (OutboxHold) -> Bool) {
        func ends(_ pause: OutboxPause?) -> Bool { pause.map { causes.contains($0.cause) } ?? false }
        let meant = index.hurried.compactMap { entries[$0] }
        for var entry in meant where isMeant(OutboxHold(site: entry.account.site, account: entry.account)) {
            let before = entry
            if ends(entry.pause) { entry.pause = nil }
            // The settle time is no pause of the outbox's own.
            if ends(entry.check?.next), entry.check?.next != entry.check?.settling { entry.check?.next = nil }
            if entry != before { put(entry) }
        }
        for (hold, pause) in pauses where ends(pause) && isMeant(hold) { put(nil, for: hold) }
    }

    /// Goes on with what waited for entries that arrived while another version of the app was in use.
    mutating func resumeWaiting() {
        // One that failed waits for them once it is sent again.
        for var entry in all where !entry.waitsFor.isEmpty && isKnown(entry) {
            let waitsFor = entry.waitsFor.filter { entries[$0] != nil || sent[$0]?.result == nil }
            guard waitsFor != entry.waitsFor else { continue }
            entry.waitsFor = waitsFor
            if waitsFor.isEmpty, entry.state == .waiting { entry.state = .pending }
            put(entry)
        }
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
        for var lane in lanes.values where isKnown(lane.entry) {
            resume(&lane.reading)
            put(lane, for: lane.id)
            readWhatRests(lane.id, at: now)
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
