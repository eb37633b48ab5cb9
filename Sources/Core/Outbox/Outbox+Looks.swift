import Foundation

// What looking for an entry and reading a lane of toggles tell.

extension Outbox {
    mutating func looked(
        _ entry: OutboxEntry, _ finding: OutboxFinding, _ look: Look, at now: OutboxTime,
        _ outcomes: inout [OutboxOutcome]
    ) {
        var entry = entry
        guard var check = entry.check else { return }
        check.next = nil
        switch finding {
        case .found(let candidates):
            let site = entry.account.site
            let free = candidates.first { claims[Claim(site: site, native: $0)] == nil }
            if free != nil || entry.policy.repetition == .afterReading {
                settle(entry, result: free, value: nil, at: now, &outcomes)
                return
            }
            // Each of them is another entry's, so this one is not there.
            looked(absent: entry, check, look, at: now, &outcomes)
        case .absent:
            looked(absent: entry, check, look, at: now, &outcomes)
        case .unclear(let reason):
            unsure(entry, reason, at: now, &outcomes)
        case .sessionOver:
            sessions[entry.account] = nil
            entry.check = check
            put(entry)
        case .failed(let reason, let isPassing):
            check.failures += 1
            check.failingSince = check.failingSince ?? now
            let age = check.failingSince?.age(at: now, serverDate: serverDate) ?? 0
            guard isPassing, age < Self.longestLook else { return unsure(entry, reason, at: now, &outcomes) }
            check.next = OutboxPause(
                backoff(check.failures), from: now, cause: reason.isOfNetwork ? .network : .outbox)
            entry.check = check
            entry.reason = reason
            put(entry)
        }
    }

    private mutating func looked(
        absent entry: OutboxEntry, _ check: OutboxEntry.Check, _ look: Look, at now: OutboxTime,
        _ outcomes: inout [OutboxOutcome]
    ) {
        var entry = entry
        if !look.counts {
            var check = check
            check.next = check.settling
            check.failures = 0
            check.failingSince = nil
            entry.check = check
            put(entry)
        } else if check.isDone {
            unsure(entry, .lost, at: now, &outcomes)
        } else {
            if entry.policy.repetition == .afterReading { verified[entry.id] = look.began }
            // An answered 500, or an edit: the settle time was no pause.
            let waits = check.settling == nil && entry.attempts > 0 && !check.isAsked
            entry.pause = waits ? OutboxPause(backoff(entry.attempts), from: now) : nil
            entry.doubtfulSince = nil
            wait(entry, at: now, &outcomes)
        }
    }

    private mutating func unsure(
        _ entry: OutboxEntry, _ reason: OutboxEntry.Reason, at now: OutboxTime, _ outcomes: inout [OutboxOutcome]
    ) {
        var entry = entry
        entry.state = .unsure
        entry.check = nil
        entry.reason = reason
        put(entry)
        giveUpWhatIsDeleted(entry, at: now, &outcomes)
    }

    /// Gives up a text of which nobody knows whether it arrived, where a person has deleted it meanwhile.
    mutating func giveUpWhatIsDeleted(_ entry: OutboxEntry, at now: OutboxTime, _ outcomes: inout [OutboxOutcome]) {
        guard let deletion = deletion(of: entry.id) else { return }
        giveUp(entry, deletion.amendment?.dependants ?? .drafts, behind: deletion.place, at: now, &outcomes)
    }

    /// The deletion that waits for an unsent text.
    func deletion(of id: OutboxEntry.ID) -> OutboxEntry? {
        below(id).first { isKnown($0) && $0.amendment?.entry == id && $0.amendment?.replacement == nil }
    }

    /// Looks that failed count only while somebody looks.
    mutating func forgetFailedLooks(_ isMeant: (OutboxEntry) -> Bool) {
        for var entry in underWay where entry.check?.failingSince != nil && isMeant(entry) {
            entry.check?.failingSince = nil
            put(entry)
        }
    }

    /// Offers a text for deletion that was given up while nobody knew whether it had arrived.
    mutating func seen(
        _ account: AccountKey, _ thing: String, _ native: String, _ payload: RawJSON, _ outcomes: inout [OutboxOutcome]
    ) {
        let name = name(of: thing, on: account.site)
        let payload = payload.canonical
        // It may be one of which nobody knows yet whether it arrived.
        let isInDoubt = members(about: name).contains { entry in
            entry.account == account && entry.policy.makesThing && entry.payload == payload
                && (entry.state != .pending && entry.state != .waiting && entry.state != .failed
                    || entry.doubtfulSince != nil)
        }
        guard !isInDoubt, claims[Claim(site: account.site, native: native)] == nil,
            var copy = remembered.compactMap({ sent[$0] }).filter({ entry in
                entry.account == account && entry.result == nil && self.name(of: entry.thing, on: account.site) == name
                    && entry.givenUp == payload
            }).min(by: { ($0.date, $0.id) < ($1.date, $1.id) })
        else { return }
        copy.result = native
        keep(copy)
        outcomes.append(.copy(copy))
    }

    mutating func read(
        _ record: OutboxLaneRecord, _ result: OutboxReading, at now: OutboxTime, _ outcomes: inout [OutboxOutcome]
    ) {
        // A newer intent is on its way: the lane is read after that one.
        guard !isUnsettled(lane: record.id) else { return }
        var record = record
        switch result {
        case .sessionOver:
            sessions[record.entry.account] = nil
        case .failed(isPassing: true):
            record.failures += 1
            record.reading = OutboxPause(max(record.entry.policy.settleTime, backoff(record.failures)), from: now)
            put(record, for: record.id)
        case .failed(isPassing: false):
            put(nil, for: record.id)
        case .value(let value) where !record.isWished || value == record.entry.value:
            put(nil, for: record.id)
            outcomes.append(.confirmed(record.entry, value: value))
        case .value(let value) where record.tries >= Self.mostTries:
            put(nil, for: record.id)
            keepOverruled(record.entry, by: value, at: now)
            outcomes.append(.overruled(record.entry, value: value))
        case .value:
            record.tries += 1
            record.reading = nil
            put(record, for: record.id)
            var entry = record.entry.again(at: now)
            entry.number = nextNumber
            put(entry)
        }
    }

    /// The number of times that a wish is sent again when a read finds another value.
    private static let mostTries = 3
    /// The seconds for which a look may fail before a person is asked: a day.
    private static let longestLook: TimeInterval = 86400
}

// MARK: - What a sender is told

extension Outbox {
    /// The site's own ids of what other entries of a lane have made.
    func claimed(besides entry: OutboxEntry) -> Set<String> {
        let others = sent.values.lazy.filter { sent in
            sent.account == entry.account && name(of: sent.thing, on: entry.account.site) == entry.lane.thing
        }
        return Set(others.compactMap(\.result))
    }

    /// The site's own id of a target; the given one where that is not an entry's, or not known.
    func native(of target: StatusTarget) -> String {
        native(of: OutboxEntry.ID(rawValue: target.native)) ?? target.native
    }
}
