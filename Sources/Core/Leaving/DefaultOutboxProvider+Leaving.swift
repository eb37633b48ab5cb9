extension DefaultOutboxProvider {
    /// Whether a request of an account is under way: a send, a look or a read.
    ///
    /// - Parameter account: The account.
    /// - Returns: False where all that is left waits.
    package func isUnderWay(_ account: AccountKey) async -> Bool {
        await takeTurn()
        defer { giveTurn() }
        return outbox.isUnderWay(account)
    }

    /// Removes what is kept for an account; when this returns, that is stored.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - includingUnsent: Whether its entries are removed; otherwise it must have none.
    ///   - forgettingSent: Whether what is kept of sent entries is removed too, as far as nobody else needs it.
    ///   - isConsented: Whether what needs consent is removed too; false by default.
    /// - Returns: The number of removed records.
    /// - Throws: ``OutboxRefusal`` `notApplicable` where there are entries that are not to be removed, `needsConsent`
    ///   for those that need it; a ``CodedError`` when it cannot be stored.
    package func discardAll(
        of account: AccountKey, includingUnsent: Bool, forgettingSent: Bool, withConsent isConsented: Bool = false
    ) async throws -> Int {
        var removed = 0
        try await change { outbox, now throws(OutboxRefusal) in
            guard includingUnsent || !outbox.all.contains(where: { $0.account == account }) else {
                throw .notApplicable
            }
            let precious = outbox.all.filter { $0.account == account && $0.policy.needsConsent }
            guard isConsented || precious.isEmpty else { throw .needsConsent(precious.map(\.id)) }
            let step = outbox.discardAll(of: account, forgettingSent: forgettingSent, at: now)
            removed = step.changes.count { outbox.isGone($0) }
            return step
        }
        return removed
    }
}
