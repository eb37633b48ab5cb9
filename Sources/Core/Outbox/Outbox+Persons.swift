// What a person does: queue, send again, take as arrived, give up, edit.

extension Outbox {
    /// Takes a new entry.
    ///
    /// An entry whose id is known already is not taken again, so that a call which failed may be repeated.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - parts: Its parts that are not queued yet, such as uploads: they are stored with it, or not at all; none by
    ///     default.
    ///   - value: The value that the server is known to have, for a toggle; `nil` where it is not known.
    ///   - undo: The seconds for which a person can take it back before it is sent; 0 by default.
    ///   - now: The moment.
    /// - Returns: What to store. The outbox is to be kept as it was where that fails.
    /// - Throws: ``OutboxRefusal``, where it waits for something that is not there or is being deleted.
    package mutating func queue(
        _ entry: OutboxEntry, with parts: [OutboxEntry] = [], known value: String?, undo: Double = 0,
        at now: OutboxTime
    ) throws(OutboxRefusal) -> OutboxStep {
        guard sent[entry.id]?.givenUp == nil else { throw .givenUp }
        if entries[entry.id] == nil, sent[entry.id] == nil {
            for part in parts {
                let step = try queue(part, known: nil, undo: undo, at: now)
                // It has with it what could not be stored before.
                changed.formUnion(step.changes)
                unstored += step.outcomes
            }
        }
        guard entries[entry.id] == nil, sent[entry.id] == nil else { return step([]) }
        var entry = entry
        if undo > 0 { entry.pause = OutboxPause(undo, from: now, cause: .person) }
        // What is changed has to be there first.
        if let text = entry.amendment?.entry, !entry.waitsFor.contains(text) { entry.waitsFor.append(text) }
        entry.waitsFor.removeAll { sent[$0]?.result != nil }
        for id in entry.waitsFor {
            guard entries[id] != nil else { throw .unknownEntry }
            guard !isBeingDeleted(id) else { throw .targetDeleted }
        }
        if let amendment = entry.amendment {
            guard let text = entries[amendment.entry] else { throw .unknownEntry }
            // What is not under way is edited and given up itself.
            guard text.isInDoubt else { throw .notApplicable }
            if amendment.replacement == nil { try ask(about: text, amendment.dependants) }
        }
        entry.lane.thing = name(of: entry.lane.thing, on: entry.account.site)
        entry.state = entry.waitsFor.isEmpty ? .pending : .waiting
        entry.number = nextNumber
        if entry.policy.isToggle {
            forgetOverruled(entry)
            let lane = members(of: entry.lane).filter(\.policy.isToggle)
            takePlace(of: lane, &entry)
            let isAttempted = lane.contains { entries[$0.id] != nil }
            if !isAttempted, lanes[entry.lane] == nil, let value, value == entry.value {
                return step([.unneeded(entry)])
            }
        }
        put(entry)
        var outcomes: [OutboxOutcome] = []
        // One of its parts may have been queued before it, and refused.
        failForParts(entry.id, at: now, &outcomes)
        return step(outcomes)
    }

    /// Has an intent take the place of the older ones of its lane, but for what is under way.
    mutating func takePlace(of lane: [OutboxEntry], _ entry: inout OutboxEntry) {
        for older in lane {
            let isUnderWay = older.state == .sending || older.state == .checking
            // What another version of the app began is not settled by this one.
            if isUnderWay, !isKnown(older) { doubtLane(of: older) }
            guard !isUnderWay || !isKnown(older) else { continue }
            remove(older)
            if older.pause?.cause == .server { entry.pause = older.pause }
        }
        outdateWishes(by: entry)
        guard var record = lanes[entry.lane] else { return }
        // Read after this one has been answered.
        record.reading = nil
        record.tries = 0
        put(record, for: entry.lane)
        endRead(of: entry.lane)
    }

    /// Follows a person's decision.
    ///
    /// - Parameters:
    ///   - choice: The decision.
    ///   - id: The entry.
    ///   - now: The moment.
    /// - Returns: What to store. The outbox is to be kept as it was where that fails.
    /// - Throws: ``OutboxRefusal``, where it cannot be followed; nothing is changed then.
    package mutating func decide(
        _ choice: OutboxChoice, on id: OutboxEntry.ID, at now: OutboxTime
    ) throws(OutboxRefusal) -> OutboxStep {
        guard let entry = entries[id] else { throw .unknownEntry }
        var outcomes: [OutboxOutcome] = []
        switch choice {
        case .send(let account): try send(entry, as: account ?? entry.account, at: now, &outcomes)
        case .edit(let payload, let target): try edit(entry, payload, target, at: now)
        case .arrived(let result, let dependants):
            // What another entry has made is not this one.
            let claim = result.map { Claim(site: entry.account.site, native: $0) }
            guard entry.state == .unsure || entry.state == .checking, claim.flatMap({ claims[$0] }) == nil else {
                throw .notApplicable
            }
            if result == nil, entry.policy.makesThing { try ask(about: entry, dependants) }
            settle(entry, result: result, value: nil, dependants: dependants, at: now, &outcomes)
        case .giveUp(let dependants, let isConsented):
            guard !isKnown(entry) || entry.state != .sending && entry.state != .checking else { throw .underWay }
            let precious = isConsented ? [] : needingConsent(entry)
            guard precious.isEmpty else { throw .needsConsent(precious) }
            try ask(about: entry, dependants)
            giveUp(entry, dependants ?? .drafts, at: now, &outcomes)
        }
        return step(outcomes)
    }

    /// Whether a text, or something that it answers, is to be deleted once it is known whether it arrived.
    private func isBeingDeleted(_ id: OutboxEntry.ID) -> Bool {
        if deletion(of: id) != nil { return true }
        return entries[id]?.waitsFor.contains(where: isBeingDeleted) ?? false
    }

    /// Those of an entry and all that wait for it, directly or not, that are dropped only with consent.
    private func needingConsent(_ entry: OutboxEntry) -> [OutboxEntry.ID] {
        var (found, left, seen): ([OutboxEntry.ID], [OutboxEntry], Set<OutboxEntry.ID>) = ([], [entry], [entry.id])
        while let next = left.popLast() {
            if next.policy.needsConsent { found.append(next.id) }
            left += below(next.id).filter { $0.waitsFor.contains(next.id) && seen.insert($0.id).inserted }
        }
        return found
    }

    private func ask(about entry: OutboxEntry, _ dependants: OutboxDependants?) throws(OutboxRefusal) {
        let waiting = self.dependants(of: entry.id)
        if dependants == nil, !waiting.isEmpty { throw .hasDependants(waiting.map(\.id)) }
        // What answers a post cannot answer the community instead.
        if dependants == .toParent, waiting.contains(where: { $0.kind != entry.kind || !isKnown($0) }) {
            throw .notApplicable
        }
    }

    private mutating func send(
        _ entry: OutboxEntry, as account: AccountKey, at now: OutboxTime, _ outcomes: inout [OutboxOutcome]
    ) throws(OutboxRefusal) {
        // An edit of a text whose id on the site nobody knows has nowhere to go.
        let isNamed = entry.amendment.map { entries[$0.entry] != nil || native(of: $0.entry) != nil } ?? true
        guard isKnown(entry), isNamed else { throw .notApplicable }
        var entry = entry
        if account != entry.account {
            // Edits of it may wait, and the account that it was sent from may have it.
            guard entry.doubtfulSince == nil || entry.state != .failed else { throw .unsure }
            guard account.site == entry.account.site else { throw .notFailed }
            // Such as a payment: it is the account's whose money was taken.
            guard !entry.policy.needsConsent else { throw .notApplicable }
            if entry.account.isOfToken {
                give(entry, to: account)
                // A newer wish of that account may have taken its place.
                guard let given = entries[entry.id] else { return }
                entry = given
            } else {
                guard entry.state == .failed, !entry.policy.isToggle else { throw .notFailed }
                entry.account = account
                entry.lane.account = account
            }
            giveParts(of: entry)
        }
        switch entry.state {
        case .waiting, .sending: return
        case .checking:
            entry.check?.isAsked = true
            entry.check?.next = nil
            // A look that is under way began before the person asked: another one is begun.
            endLook(for: entry.id)
            put(entry)
        case .pending, .unsure, .failed:
            // What was edited meanwhile goes as it is wished now, where a person takes it as not done.
            let isTakenAsNotDone = entry.state == .unsure || entry.state == .failed && entry.doubtfulSince == nil
            entry = entry.again(at: now)
            entry.reason = nil
            put(entry)
            if isTakenAsNotDone { amend(entry, at: now, &outcomes) }
            // Those that an edit has brought meanwhile, too.
            if let entry = entries[entry.id] { sendFailedParts(of: entry, at: now) }
        }
        endPauses([.network, .outbox]) { $0.site == account.site && ($0.account ?? account) == account }
    }

    private mutating func edit(
        _ entry: OutboxEntry, _ payload: RawJSON, _ target: StatusTarget?, at now: OutboxTime
    ) throws(OutboxRefusal) {
        // An edit that waits for its text is replaced by a newer one.
        guard !entry.policy.isToggle, isKnown(entry), entry.amendment == nil || entry.state != .waiting else {
            throw .notApplicable
        }
        switch entry.state {
        case .sending, .checking: throw .underWay
        case .unsure: throw .unsure
        case .pending where entry.isInDoubt: throw .underWay
        // The same key with other words would be the same text to the server.
        case .failed where entry.doubtfulSince != nil: throw .unsure
        case .waiting, .pending, .failed:
            let pause = entry.pause
            var entry = entry.again(at: now)
            // The time to take it back goes on.
            if pause?.cause == .person { entry.pause = pause }
            entry.payload = payload.canonical
            if let target {
                entry.target = target
                entry.lane.thing = name(of: target.native.lowercased(), on: entry.account.site)
            }
            entry.reason = nil
            put(entry)
            sendFailedParts(of: entry, at: now)
            for change in below(entry.id) where change.amendment?.entry == entry.id {
                guard change.amendment?.replacement != nil else { continue }
                remove(change)
                removeOrphans(change.parts)
            }
        }
    }

    /// Gives an entry up, of which nobody may know whether it arrived.
    mutating func giveUp(
        _ entry: OutboxEntry, _ dependants: OutboxDependants, behind place: OutboxPlace = .end, at now: OutboxTime,
        _ outcomes: inout [OutboxOutcome]
    ) {
        let mayBeThere = entry.isInDoubt || entry.state == .unsure || entry.doubtfulSince != nil
        // What is uploaded is no text that could be there twice, and the same files may be queued again.
        if mayBeThere, entry.policy.makesThing, !entry.policy.isPart {
            keep(
                SentEntry(
                    id: entry.id, account: entry.account, kind: entry.kind, target: entry.target,
                    thing: entry.lane.thing, result: nil, date: now.date, givenUp: entry.payload,
                    since: (entry.doubtfulSince ?? entry.lastAttempt)?.date))
        }
        discard(entry, keepsDraft: true, dependants, behind: place, at: now, &outcomes)
        guard var record = lanes[entry.lane], !isUnsettled(lane: entry.lane) else { return }
        // The wish is taken back: whatever the server has counts.
        record.isWished = false
        record.reading = OutboxPause(entry.policy.settleTime, from: now)
        put(record, for: entry.lane)
    }

    /// Removes an entry that no server has, and says what becomes of those that wait for it: those behind a place, of
    /// which nobody has said anything, become drafts.
    mutating func discard(
        _ entry: OutboxEntry, keepsDraft: Bool, _ dependants: OutboxDependants = .drafts,
        behind place: OutboxPlace = .end, at now: OutboxTime, _ outcomes: inout [OutboxOutcome]
    ) {
        var draft = entry
        remove(entry)
        removeOrphans(entry.parts)
        for id in below(entry.id).map(\.id) {
            // It may have gone with one before it.
            guard let waiting = entries[id], waiting.waitsFor.contains(entry.id) else { continue }
            if let amendment = waiting.amendment, amendment.entry == entry.id {
                // The newest words are the draft's.
                if let replacement = amendment.replacement {
                    draft.payload = replacement
                    (draft.parts, draft.files) = (waiting.parts, waiting.files)
                }
                remove(waiting)
                removeOrphans(waiting.parts)
            } else {
                release(waiting, from: entry, dependants, behind: place, at: now, &outcomes)
            }
        }
        if keepsDraft, !entry.policy.isToggle { outcomes.append(.draft(draft)) }
    }

    /// Removes parts, such as uploads, that nothing waits for any more.
    mutating func removeOrphans(_ parts: [OutboxEntry.ID]) {
        for part in parts.compactMap({ entries[$0] }) where part.policy.isPart {
            if !below(part.id).contains(where: { $0.waitsFor.contains(part.id) }) { remove(part) }
        }
    }

    /// Says what becomes of an entry that waits for one which never gets a server's id.
    mutating func release(
        _ waiting: OutboxEntry, from parent: OutboxEntry, _ choice: OutboxDependants,
        behind place: OutboxPlace = .end, at now: OutboxTime, _ outcomes: inout [OutboxOutcome]
    ) {
        // What another version of the app has queued is not turned to something else.
        let isTurnable = isKnown(waiting) && waiting.place < place
        let dependants = choice == .toParent && !isTurnable || place < waiting.place ? .drafts : choice
        guard dependants == .toParent else {
            discard(waiting, keepsDraft: dependants == .drafts, dependants, behind: place, at: now, &outcomes)
            return
        }
        var waiting = waiting
        waiting.waitsFor.removeAll { $0 == parent.id }
        waiting.waitsFor += parent.waitsFor.filter { entries[$0] != nil && !waiting.waitsFor.contains($0) }
        waiting.target = parent.target
        waiting.lane.thing = parent.lane.thing
        if waiting.waitsFor.isEmpty, waiting.state == .waiting { waiting.state = .pending }
        put(waiting)
        failForParts(waiting.id, at: now, &outcomes)
    }
}

// MARK: - Parts

extension Outbox {
    /// Has an entry fail that waits for nothing but its parts, one of which was refused.
    ///
    /// It would wait for ever otherwise, and in a chat hold up what is behind it.
    mutating func failForParts(_ id: OutboxEntry.ID, at now: OutboxTime, _ outcomes: inout [OutboxOutcome]) {
        guard let entry = entries[id], entry.state == .waiting, isKnown(entry), !entry.parts.isEmpty,
            entry.waitsFor.allSatisfy(entry.parts.contains)
        else { return }
        let failed = entry.parts.compactMap { entries[$0] }.first { $0.state == .failed }
        if let reason = failed?.reason { fail(entry, reason, at: now, &outcomes) }
    }

    /// The same for all entries, of what an earlier version has left.
    mutating func failForParts(at now: OutboxTime, _ outcomes: inout [OutboxOutcome]) {
        for entry in all where entry.state == .waiting && !entry.parts.isEmpty {
            failForParts(entry.id, at: now, &outcomes)
        }
    }

    /// Sends the parts of an entry again that were refused, as the entry itself is sent again.
    mutating func sendFailedParts(of entry: OutboxEntry, at now: OutboxTime) {
        for var part in entry.parts.compactMap({ entries[$0] }) where part.state == .failed && isKnown(part) {
            part = part.again(at: now)
            part.reason = nil
            put(part)
        }
    }
}
