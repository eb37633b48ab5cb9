extension DefaultOutboxProvider {
    /// Keeps an entry that cannot be sent as it is, for a person to decide; when this returns, it is stored.
    ///
    /// One whose id is known already is not taken again.
    ///
    /// - Parameters:
    ///   - entry: The entry, which was left by another process.
    ///   - reason: Why it cannot be sent.
    /// - Throws: A ``CodedError`` when it cannot be stored.
    package func keepFailed(_ entry: OutboxEntry, _ reason: OutboxEntry.Reason) async throws {
        try await change(handed: entry.id) { outbox, _ throws(OutboxRefusal) in
            outbox.keepFailed(entry, reason)
        }
    }
}

extension Outbox {
    /// Takes an entry that cannot be sent as it is.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - reason: Why it cannot be sent.
    /// - Returns: What to store.
    mutating func keepFailed(_ entry: OutboxEntry, _ reason: OutboxEntry.Reason) -> OutboxStep {
        guard entries[entry.id] == nil, sent[entry.id] == nil else { return step([]) }
        var entry = entry
        entry.lane.thing = name(of: entry.lane.thing, on: entry.account.site)
        entry.waitsFor = []
        entry.state = .failed
        entry.reason = reason
        entry.number = nextNumber
        put(entry)
        return step([])
    }
}
