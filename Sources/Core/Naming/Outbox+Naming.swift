import Foundation

// What was queued for a token, once it is known whose that is.

extension Outbox {
    /// Gives everything unsent of one account to another one, in its order: they are the same person.
    ///
    /// Nothing of it was begun, as a token whose person is not known has no session. Of a lane of toggles only the newest
    /// intent counts, whichever of the two it was queued for, and also where that one was sent already. What another
    /// version of the app has queued is not written anew: that one names it when it runs again.
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
        for entry in all where entry.account == token && isKnown(entry) {
            give(entry, to: account)
            guard let reason = refused[entry.id], let given = entries[entry.id] else { continue }
            fail(given, reason, at: now, &outcomes)
        }
        return step(outcomes)
    }

    /// Gives an entry of a token, of which nothing was begun, to an account.
    ///
    /// A wish in whose place that account has made another one leaves.
    mutating func give(_ entry: OutboxEntry, to account: AccountKey) {
        var entry = entry
        entry.account = account
        entry.lane.account = account
        // It waited in a lane of its own: its target is read first, as it may have been changed by a newer edit.
        if entry.policy.repetition == .afterReading { entry.based = .longAgo }
        guard entry.policy.isToggle else { return put(entry) }
        let lane = members(of: entry.lane).filter { $0.policy.isToggle && $0.id != entry.id }
        let isOver = entry.outdatedFor?.contains(account) ?? false || lane.contains { $0.place > entry.place }
        guard !isOver else { return remove(entry) }
        forgetOverruled(entry)
        takePlace(of: lane, &entry)
        put(entry)
    }

    /// Gives the parts of an entry that are not under way to the account that sends it.
    mutating func giveParts(of entry: OutboxEntry) {
        for var part in entry.parts.compactMap({ entries[$0] }) where isKnown(part) && part.state != .sending {
            part.account = entry.account
            part.lane.account = entry.account
            put(part)
        }
    }

    /// Keeps of the older wishes for tokens that an account has made a newer one.
    mutating func outdateWishes(by entry: OutboxEntry) {
        guard !entry.account.isOfToken else { return }
        for var older in members(about: entry.lane.thing) where older.account.isOfToken && isKnown(older) {
            guard older.policy.isToggle, older.lane.field == entry.lane.field, older.place < entry.place,
                older.account.site == entry.account.site
            else { continue }
            older.outdatedFor = (older.outdatedFor ?? []).union([entry.account])
            put(older)
        }
    }
}

extension OutboxTime {
    /// A moment of which nobody knows how long it is ago.
    fileprivate static let longAgo = OutboxTime(date: Date(timeIntervalSince1970: 0), boot: "", uptime: 0)
}
