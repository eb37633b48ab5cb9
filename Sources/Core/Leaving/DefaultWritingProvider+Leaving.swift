import Synchronization

/// What becomes of what is unsent when somebody leaves an account.
package enum UnsentAtDeparture: Hashable, Sendable {
    /// Where there is something, nobody leaves.
    case refused
    /// It stays, for the next sign-in of the same person.
    case kept
    /// It is removed.
    case discarded
}

extension DefaultWritingProvider {
    /// Returns what an account has not sent yet, or of which nobody knows whether it arrived.
    ///
    /// - Parameter account: The account.
    /// - Returns: The items, in the order in which they were queued.
    /// - Throws: A ``CodedError`` when the outbox cannot be read.
    package func unsentItems(of account: AccountKey) async throws -> [OutboxItem] {
        try await opened()
        return outbox.value.items.filter { $0.account == account }
    }

    /// Ends sending for an account, and then does what ends its session.
    ///
    /// Nothing of it begins any more; what is under way is waited for and then broken off, and removed where that is
    /// asked for. Where anything fails, sending goes on as far as the account is still signed in.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - unsent: What becomes of what is unsent.
    ///   - forgettingSent: Whether what is kept of sent items is removed too.
    ///   - isConsented: Whether what needs consent is discarded as well.
    ///   - patience: The time for which what is under way is waited for.
    ///   - end: Ends the session, given the number of records that were removed; it is finished also when the task is
    ///     cancelled.
    /// - Returns: What `end` returns.
    /// - Throws: ``AccountDepartureError``, what `end` throws, a ``CodedError`` of the store, `CancellationError`.
    package func leave<Result: Sendable>(
        _ account: AccountKey, unsent: UnsentAtDeparture, forgettingSent: Bool, withConsent isConsented: Bool = false,
        waitingUpTo patience: Duration, then end: @escaping @Sendable (_ removed: Int) async throws -> Result
    ) async throws -> Result {
        try checkStoreIsOurs()
        try await check(unsent, of: account, isConsented)
        told.withLock { _ = $0[account.site, default: ToldAccounts()].leaving.insert(account) }
        await entries.handle(.stopping(account))
        do {
            try await waitForAnswers(of: account, atMost: patience)
            try Task.checkCancellation()
            let result = try await Task {
                // It may have been queued meanwhile.
                try await self.check(unsent, of: account, isConsented)
                await self.endSession(of: account)
                return try await end(
                    try await self.forget(account, unsent, forgettingSent: forgettingSent, withConsent: isConsented))
            }.value
            await goOn(account)
            return result
        } catch {
            await goOn(account)
            throw error
        }
    }

    private func check(_ unsent: UnsentAtDeparture, of account: AccountKey, _ isConsented: Bool) async throws {
        let items = try await unsentItems(of: account)
        if unsent == .refused, !items.isEmpty { throw AccountDepartureError.unsent(items) }
        let precious = items.filter(\.needsConsent)
        if unsent == .discarded, !isConsented, !precious.isEmpty {
            throw AccountDepartureError.needsConsent(precious, paymentCount: 0)
        }
    }

    /// Waits until no request of an account is under way.
    private func waitForAnswers(of account: AccountKey, atMost patience: Duration) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [entries] in
                for await _ in entries.state.values {
                    guard await entries.isUnderWay(account) else { return }
                }
            }
            group.addTask { [time] in try await time.sleep(for: patience) }
            try await group.next()
            group.cancelAll()
        }
    }

    /// Breaks off what is under way; nothing that was begun before counts after this.
    private func endSession(of account: AccountKey) async {
        told.withLock { $0[account.site]?.signIns[account] = nil }
        await entries.handle(.session(account, epoch: nil))
    }

    private func forget(
        _ account: AccountKey, _ unsent: UnsentAtDeparture, forgettingSent: Bool, withConsent isConsented: Bool
    ) async throws -> Int {
        guard unsent == .discarded || forgettingSent && unsent == .refused else { return 0 }
        do {
            let removed = try await entries.discardAll(
                of: account, includingUnsent: unsent == .discarded, forgettingSent: forgettingSent,
                withConsent: isConsented)
            publish()
            return removed
        } catch let refusal as OutboxRefusal {
            // Queued in this very moment.
            let items = try await unsentItems(of: account)
            guard case .needsConsent = refusal else { throw AccountDepartureError.unsent(items) }
            throw AccountDepartureError.needsConsent(items.filter(\.needsConsent), paymentCount: 0)
        }
    }

    /// Sends for an account again, where it is still signed in.
    private func goOn(_ account: AccountKey) async {
        // Also when the task is cancelled.
        await Task {
            do {
                // Not beside who tells of the accounts: of two words about one session the newer one has to come last.
                try await self.telling.run(account.site) {
                    let epoch = self.told.withLock { told in
                        told[account.site]?.leaving.remove(account)
                        return told[account.site]?.signIns[account].flatMap { $0.hasEnded ? nil : $0.epoch }
                    }
                    await self.entries.handle(.session(account, epoch: epoch))
                }
            } catch {
                // Nobody cancels it, and nothing in it fails.
            }
            await self.tell(account.site)
        }.value
        publish()
    }
}
