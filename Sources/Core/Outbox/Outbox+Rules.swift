import Foundation

// The rules of writing. `Documentation/Writing.md` has the table of events by states that they give.

extension Outbox {
    /// Says what follows from an event.
    ///
    /// The caller stores the changes of the step in one synced commit, tells by ``OutboxEvent/stored`` or
    /// ``OutboxEvent/notStored(_:)`` how that went, and does the actions only where it went well.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - now: The moment at which it happened.
    /// - Returns: What to store and what to do.
    package mutating func handle(_ event: OutboxEvent, at now: OutboxTime) -> OutboxStep {
        var outcomes: [OutboxOutcome] = []
        switch event {
        case .opened:
            breakOff(underWay.filter { $0.state == .sending }, at: now, &outcomes)
            resumePauses(at: now)
            resumeWaiting()
            // Of a text that was never queued, as an earlier version stored its parts before it.
            removeOrphans(all.filter { $0.policy.isPart && isKnown($0) }.map(\.id))
            failForParts(at: now, &outcomes)
            forgetOld(at: now)
        case .session(let account, let epoch):
            // Also where the session was over already: what is under way was begun with it.
            if epoch == nil || sessions[account] != epoch { breakOff(of: account, at: now, &outcomes) }
            sessions[account] = epoch
            stopping.remove(account)
        case .sessionEnded(let account):
            sessions[account] = nil
        case .stopping(let account):
            stopping.insert(account)
        case .suspended:
            breakOff(of: nil, at: now, &outcomes)
            isSuspended = true
        case .resumed:
            isSuspended = false
        case .reachable(let site):
            endPauses([.network]) { $0.site == site }
        case .sendNow(let account):
            endPauses([.network, .outbox]) { $0.site == account.site && ($0.account ?? account) == account }
        case .answered(let ids, let attempt, let answer):
            for id in ids where running[id] == attempt {
                guard let entry = entries[id] else { continue }
                endSend(of: entry)
                answered(entry, answer, isOneOfMany: ids.count > 1, at: now, &outcomes)
            }
        case .looked(let id, let attempt, let finding):
            if let look = looking[id], look.attempt == attempt, let entry = entries[id] {
                endLook(for: id)
                looked(entry, finding, look, at: now, &outcomes)
            }
        case .read(let lane, let attempt, let value):
            if reading[lane] == attempt, let record = lanes[lane] {
                endRead(of: lane)
                read(record, value, at: now, &outcomes)
            }
        case .seen(let account, let thing, let native, let payload):
            seen(account, thing, native, payload, &outcomes)
        case .serverDate(let date):
            told(date, at: now)
        case .stored:
            storing = nil
            storeFailures = 0
        case .notStored(let step):
            notStored(step, at: now)
            return OutboxStep()
        case .woke:
            break
        }
        let actions = next(at: now, &outcomes)
        return step(outcomes, actions)
    }

    /// The step that stores what has changed.
    mutating func step(_ outcomes: [OutboxOutcome], _ actions: [OutboxAction] = []) -> OutboxStep {
        defer { (changed, unstored) = ([], []) }
        return OutboxStep(changes: changed, outcomes: unstored + outcomes, actions: actions)
    }

    // MARK: - Answers

    private mutating func answered(
        _ entry: OutboxEntry, _ answer: OutboxAnswer, isOneOfMany: Bool, at now: OutboxTime,
        _ outcomes: inout [OutboxOutcome]
    ) {
        var entry = entry
        switch answer {
        case .done(let result, let value) where result != nil || !entry.policy.makesThing:
            settle(entry, result: result, value: value, at: now, &outcomes)
        case .doneWithoutResult where !entry.policy.makesThing:
            settle(entry, result: nil, value: nil, at: now, &outcomes)
        case .doneWithoutResult where entry.policy.repetition == .always:
            // Sent again it is the same one, and has its id.
            doubt(entry, absenceCountsAtOnce: false, at: now, &outcomes)
        case .done, .doneWithoutResult:
            entry.check = OutboxEntry.Check(settling: OutboxPause(entry.policy.settleTime, from: now), isDone: true)
            entry.doubtfulSince = entry.doubtfulSince ?? entry.lastAttempt
            entry.state = .checking
            put(entry)
        case .refused where isOneOfMany:
            // Which of them is to blame is not known, nor what was done before it: each goes alone.
            alone.insert(entry.id)
            if entry.policy.isToggle { doubtLane(of: entry) }
            toPending(entry, at: now)
        case .refused(let reason):
            fail(entry, reason, at: now, &outcomes)
        case .later(let reason, let scope, let after, let until):
            // A time that is over already says nothing, but that the server is not to be asked at once.
            let until = until.flatMap { $0 > now.date ? $0 : nil }
            let seconds = after.flatMap { $0 > 0 ? $0 : nil } ?? until?.timeIntervalSince(now.date)
            let cause: OutboxPause.Cause = seconds != nil ? .server : reason.isOfNetwork ? .network : .outbox
            let pause = OutboxPause(seconds ?? backoff(entry.attempts), from: now, end: until, cause: cause)
            if let hold = scope.hold(of: entry) {
                // Nothing shortens what a server asked for.
                let old = pauses[hold]
                let isKept =
                    old?.cause == .server && (cause != .server || old?.left(at: now) ?? 0 > pause.left(at: now))
                if !isKept || old?.isOver(at: now) ?? true { put(pause, for: hold) }
            } else {
                entry.pause = pause
            }
            entry.reason = reason
            wait(entry, at: now, &outcomes)
        case .unknown(let reason, let isAnswered):
            entry.reason = reason
            doubt(entry, absenceCountsAtOnce: isAnswered, at: now, &outcomes)
        case .sessionOver(let reason):
            sessions[entry.account] = nil
            entry.reason = reason
            wait(entry, at: now, &outcomes)
        }
    }

    /// Nobody knows whether it arrived.
    private mutating func doubt(
        _ entry: OutboxEntry, absenceCountsAtOnce: Bool, at now: OutboxTime, _ outcomes: inout [OutboxOutcome]
    ) {
        var entry = entry
        entry.doubtfulSince = entry.doubtfulSince ?? entry.lastAttempt ?? now
        if entry.policy.isToggle { doubtLane(of: entry) }
        switch entry.policy.repetition {
        case .always:
            let cause: OutboxPause.Cause = entry.reason?.isOfNetwork ?? false ? .network : .outbox
            entry.pause = OutboxPause(backoff(entry.attempts), from: now, cause: cause)
            toPending(entry, at: now)
        case .afterReading, .never:
            // An edit, too: one that the server carries out late would undo a newer one.
            let settling = absenceCountsAtOnce ? nil : OutboxPause(entry.policy.settleTime, from: now)
            look(for: entry, settling: settling)
        }
    }

    /// Keeps of a lane of toggles that what the server has is not known.
    mutating func doubtLane(of entry: OutboxEntry) {
        var record = lanes[entry.lane] ?? OutboxLaneRecord(id: entry.lane, entry: entry)
        record.reading = nil
        put(record, for: entry.lane)
    }

    private mutating func look(for entry: OutboxEntry, settling: OutboxPause?) {
        var entry = entry
        entry.state = .checking
        entry.check = OutboxEntry.Check(settling: settling)
        put(entry)
    }

    /// It arrived.
    mutating func settle(
        _ entry: OutboxEntry, result: String?, value: String?, dependants: OutboxDependants? = nil,
        at now: OutboxTime, _ outcomes: inout [OutboxOutcome]
    ) {
        remove(entry)
        // What is precious is remembered, so that whoever queued it learns that it arrived.
        if entry.policy.makesThing || entry.policy.needsConsent {
            keep(
                SentEntry(
                    id: entry.id, account: entry.account, kind: entry.kind, target: entry.target,
                    thing: entry.lane.thing, result: result, date: now.date, givenUp: nil))
        }
        outcomes.append(.arrived(entry, result: result, value: value ?? entry.value))
        if entry.policy.isToggle { settleLane(of: entry, value: value ?? entry.value, at: now, &outcomes) }
        let canBeNamed = result != nil || !entry.policy.makesThing
        let deletion = deletion(of: entry.id)
        for id in below(entry.id).map(\.id) {
            guard var waiting = entries[id], waiting.waitsFor.contains(entry.id) else { continue }
            // One of another version is written anew by nobody else; that version finds what it waited for.
            guard isKnown(waiting) || sent[entry.id]?.result == nil else { continue }
            let isAmendment = waiting.amendment?.entry == entry.id
            // What is to be deleted now is not answered any more, as the person said when they deleted it.
            let choice = deletion?.choice(for: waiting)
            if canBeNamed || isAmendment { waiting.waitsFor.removeAll { $0 == entry.id } }
            if let choice, !isAmendment {
                release(waiting, from: entry, choice, behind: deletion?.place ?? .end, at: now, &outcomes)
            } else if canBeNamed {
                // One that failed meanwhile is sent again by a person only.
                if waiting.waitsFor.isEmpty, waiting.state == .waiting { waiting.state = .pending }
                put(waiting)
                failForParts(waiting.id, at: now, &outcomes)
            } else if isAmendment {
                fail(waiting, .unnamed, at: now, &outcomes)
            } else {
                release(waiting, from: entry, dependants ?? .drafts, at: now, &outcomes)
            }
        }
    }

    /// Settles the lane of a toggle that arrived: what is wished by now may be what the server has.
    private mutating func settleLane(
        of entry: OutboxEntry, value: String?, at now: OutboxTime, _ outcomes: inout [OutboxOutcome]
    ) {
        if var record = lanes[entry.lane] {
            record.entry = entry
            record.isWished = true
            record.reading = OutboxPause(entry.policy.settleTime, from: now)
            put(record, for: entry.lane)
        } else {
            for newer in members(of: entry.lane) where newer.state == .pending && newer.value == value {
                remove(newer)
                outcomes.append(.unneeded(newer))
            }
        }
    }

    /// It was refused for good.
    mutating func fail(
        _ entry: OutboxEntry, _ reason: OutboxEntry.Reason, at now: OutboxTime, _ outcomes: inout [OutboxOutcome]
    ) {
        var entry = entry
        entry.state = .failed
        entry.reason = reason
        entry.check = nil
        // One that is too old to go was not answered, and of what is repeated an attempt before may have arrived.
        if reason != .stale, entry.policy.repetition != .always { entry.doubtfulSince = nil }
        if entry.policy.isToggle {
            if var record = lanes[entry.lane] {
                record.isWished = false
                record.reading = OutboxPause(entry.policy.settleTime, from: now)
                put(record, for: entry.lane)
            }
            // A newer intent takes the place of a failed one.
            guard newer(than: entry) == nil else { return remove(entry) }
        }
        if entry.policy.isPart {
            put(entry)
            for whole in below(entry.id) { failForParts(whole.id, at: now, &outcomes) }
            return
        }
        guard entry.doubtfulSince != nil else {
            return amend(entry, at: now, &outcomes)
        }
        put(entry)
        giveUpWhatIsDeleted(entry, at: now, &outcomes)
    }

    /// It was certainly not done, and goes again.
    mutating func wait(_ entry: OutboxEntry, at now: OutboxTime, _ outcomes: inout [OutboxOutcome]) {
        toPending(entry, at: now)
        // Of an attempt before this one nobody may know yet.
        if let entry = entries[entry.id], entry.doubtfulSince == nil { amend(entry, at: now, &outcomes) }
        failForParts(entry.id, at: now, &outcomes)
    }

    private mutating func toPending(_ entry: OutboxEntry, at now: OutboxTime) {
        var entry = entry
        entry.state = .pending
        entry.check = nil
        guard givesWay(entry) else { return put(entry) }
        // The newer one may have been refused already, while another version of the app did not know this one.
        readWhatRests(entry.lane, at: now)
    }

    /// Has a lane read of which nobody knows what the server has, where nothing of it goes out any more: whatever the
    /// server has counts.
    mutating func readWhatRests(_ lane: OutboxLane, at now: OutboxTime) {
        guard var record = lanes[lane], record.reading == nil, isKnown(record.entry), !isUnsettled(lane: lane) else {
            return
        }
        record.isWished = false
        record.reading = OutboxPause(record.entry.policy.settleTime, from: now)
        put(record, for: lane)
    }

    /// Removes a toggle whose place a newer intent of its lane takes; a server's pause holds that one, too.
    ///
    /// - Returns: Whether there is a newer one.
    mutating func givesWay(_ entry: OutboxEntry) -> Bool {
        guard entry.policy.isToggle, var newer = newer(than: entry) else { return false }
        remove(entry)
        if entry.pause?.cause == .server, isKnown(newer) {
            newer.pause = entry.pause
            put(newer)
        }
        return true
    }

    private func newer(than entry: OutboxEntry) -> OutboxEntry? {
        members(of: entry.lane).first { $0.place > entry.place && $0.policy.isToggle }
    }

    /// Applies the edits and the deletion that wait for a text which is not on the server.
    mutating func amend(_ entry: OutboxEntry, at now: OutboxTime, _ outcomes: inout [OutboxOutcome]) {
        var entry = entry
        put(entry)
        let changes = below(entry.id).filter { $0.amendment?.entry == entry.id }
        for change in changes where isKnown(change) {
            remove(change)
            if let replacement = change.amendment?.replacement {
                let parts = entry.parts
                entry.payload = replacement
                entry.queued = change.queued
                (entry.parts, entry.files) = (change.parts, change.files)
                let unsent = change.parts.filter { entries[$0] != nil && !entry.waitsFor.contains($0) }
                entry.waitsFor = entry.waitsFor.filter { !parts.contains($0) || change.parts.contains($0) } + unsent
                if entry.state != .failed { entry.state = entry.waitsFor.isEmpty ? .pending : .waiting }
                put(entry)
                removeOrphans(parts)
                // Older words that only another version knows would undo these.
                for older in changes where older.place < change.place && older.amendment?.replacement != nil {
                    remove(older)
                    removeOrphans(older.parts)
                }
            } else {
                discard(
                    entry, keepsDraft: true, change.amendment?.dependants ?? .drafts, behind: change.place, at: now,
                    &outcomes)
                return
            }
        }
    }

    // MARK: - Breaking off, and what could not be stored

    /// Breaks everything off that is under way for an account, or for all.
    private mutating func breakOff(of account: AccountKey?, at now: OutboxTime, _ outcomes: inout [OutboxOutcome]) {
        func isMeant(_ other: AccountKey?) -> Bool { account == nil || other == account }
        breakOff(running.keys.compactMap { entries[$0] }.filter { isMeant($0.account) }, at: now, &outcomes)
        for id in Array(looking.keys) where isMeant(entries[id]?.account) { endLook(for: id) }
        for lane in Array(reading.keys) where isMeant(lane.account) { endRead(of: lane) }
        forgetFailedLooks { isMeant($0.account) }
    }

    /// Breaks sends off: nobody knows what becomes of them.
    private mutating func breakOff(_ broken: [OutboxEntry], at now: OutboxTime, _ outcomes: inout [OutboxOutcome]) {
        for entry in broken.sorted(by: { $0.place < $1.place }) where isKnown(entry) {
            endSend(of: entry)
            doubt(entry, absenceCountsAtOnce: false, at: now, &outcomes)
        }
    }

    private mutating func notStored(_ step: OutboxStep, at now: OutboxTime) {
        changed.formUnion(step.changes)
        unstored += step.outcomes
        storeFailures += 1
        storing = OutboxPause(backoff(storeFailures), from: now)
        for action in step.actions {
            switch action {
            case .send(let ids, _):
                // Not a byte went out.
                for id in ids {
                    guard var entry = entries[id], endSend(of: entry) else { continue }
                    entry.state = .pending
                    entry.attempts -= 1
                    put(entry)
                }
            case .look(let id, _): endLook(for: id)
            case .read(let entry, _): endRead(of: entry.lane)
            }
        }
    }
}

extension OutboxEntry {
    /// What becomes, once this deletion is known to take place, of an entry that waits for the deleted text; `nil` where
    /// the person has said nothing.
    fileprivate func choice(for waiting: OutboxEntry) -> OutboxDependants? {
        // What was queued later, by a version that did not know the deletion, is nothing that they spoke of.
        waiting.place < place ? amendment?.dependants : .drafts
    }

    /// This entry, pending again; what a server asked for still counts.
    func again(at now: OutboxTime) -> OutboxEntry {
        var entry = self
        entry.state = waitsFor.isEmpty ? .pending : .waiting
        entry.pause = pause?.cause == .server ? pause : nil
        entry.check = nil
        entry.queued = now
        return entry
    }
}
