// What was queued for a token, once it is known whose that is.

extension Outbox {
    /// Gives everything unsent of one account to another one, in its order: they are the same person.
    ///
    /// Nothing of it was begun, as a token whose person is not known has no session. Of a lane of toggles only the newest
    /// intent is kept, whichever of the two it was queued for.
    ///
    /// - Parameters:
    ///   - token: The account that the entries were queued for.
    ///   - account: The account whose they are.
    ///   - refused: The entries that this account cannot send, and why not: they fail; none by default.
    ///   - now: The moment.
    /// - Returns: What to store. The outbox is to be kept as it was where that fails.
    package mutating func name(
        _ token: AccountKey, as account: AccountKey, refusing refused: [OutboxEntry.ID: OutboxEntry.Reason] = [:],
        at now: OutboxTime
    ) -> OutboxStep {
        var outcomes: [OutboxOutcome] = []
        for entry in all where entry.account == token {
            give(entry, to: account)
            guard let reason = refused[entry.id], let given = entries[entry.id], isKnown(given) else { continue }
            fail(given, reason, at: now, &outcomes)
        }
        return step(outcomes)
    }

    /// Gives an entry of a token, of which nothing was begun, to an account.
    mutating func give(_ entry: OutboxEntry, to account: AccountKey) {
        var entry = entry
        entry.account = account
        entry.lane.account = account
        put(entry)
        guard entry.policy.isToggle, isKnown(entry) else { return }
        for other in members(of: entry.lane) where isKnown(other) {
            if other.state != .sending, other.state != .checking { _ = givesWay(other) }
        }
        guard var record = lanes[entry.lane], entries[entry.id] != nil else { return }
        // Read after this one has been answered.
        record.reading = nil
        record.tries = 0
        put(record, for: entry.lane)
        endRead(of: entry.lane)
    }
}
