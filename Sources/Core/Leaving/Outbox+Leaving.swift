// Leaving an account.

extension Outbox {
    /// Whether a request of an account is under way: a send, a look or a read.
    func isUnderWay(_ account: AccountKey) -> Bool {
        running.keys.contains { entries[$0]?.account == account }
            || looking.keys.contains { entries[$0]?.account == account }
            || reading.keys.contains { $0.account == account }
    }

    /// Removes everything unsent of an account, for somebody who logs out and discards it.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - forgettingSent: Whether what is kept of sent entries is removed too; what entries of others name stays until
    ///     they need it no longer, and 30 days. False by default.
    ///   - now: The moment.
    /// - Returns: What to store.
    package mutating func discardAll(
        of account: AccountKey, forgettingSent: Bool = false, at now: OutboxTime
    ) -> OutboxStep {
        var outcomes: [OutboxOutcome] = []
        // The last ones first, so that few of one's own wait for anything any more.
        for entry in all.reversed() where entry.account == account && entries[entry.id] != nil {
            // What somebody else has written below it becomes a draft of theirs.
            discard(entry, keepsDraft: false, .drafts, at: now, &outcomes)
        }
        for lane in lanes.keys where lane.account == account {
            put(nil, for: lane)
            reading[lane] = nil
        }
        for (hold, _) in pauses where hold.account == account { put(nil, for: hold) }
        if forgettingSent {
            let needed = neededIDs
            for entry in sent.values where entry.account == account && !needed.contains(entry.id) { forget(entry) }
        }
        return step(outcomes.filter { if case .draft(let draft) = $0 { draft.account != account } else { true } })
    }

    /// Whether what a key names was removed.
    func isGone(_ key: OutboxKey) -> Bool {
        switch key {
        case .entry(let id): entries[id] == nil
        case .lane(let lane): lanes[lane] == nil
        case .sent(let id): sent[id] == nil
        case .pause, .serverDate: false
        }
    }

    /// The ids of sent entries that something unsent names.
    var neededIDs: Set<OutboxEntry.ID> {
        var needed: Set<OutboxEntry.ID> = []
        for entry in entries.values {
            needed.formUnion(entry.waitsFor + entry.parts)
            needed.insert(OutboxEntry.ID(rawValue: entry.lane.thing))
            if let target = entry.target { needed.insert(OutboxEntry.ID(rawValue: target.native)) }
        }
        needed.formUnion(lanes.keys.map { OutboxEntry.ID(rawValue: $0.thing) })
        return needed
    }

    /// Removes what is kept of a sent entry.
    mutating func forget(_ entry: SentEntry) {
        sent[entry.id] = nil
        remembered.remove(entry.id)
        if let result = entry.result { claims[Claim(site: entry.account.site, native: result)] = nil }
        changed.insert(.sent(entry.id))
    }
}
