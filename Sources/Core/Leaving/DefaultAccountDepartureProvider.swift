/// Leaving accounts by way of their sessions, the outbox and the database.
package final class DefaultAccountDepartureProvider: AccountDepartureProvider {
    private let sites: [Site: any AccountProvider]
    private let writing: DefaultWritingProvider?
    private let stored: any OfflineAccountProvider
    private let settings: any SettingsProvider
    private let payments: (any PaymentStore)?
    private let patience: Duration

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - sites: The accounts of each site.
    ///   - writing: The outbox; `nil` where nothing is written.
    ///   - stored: What the database has of an account.
    ///   - settings: The settings.
    ///   - payments: The stored payments, those that are not settled of which go only with consent; none by default.
    ///   - patience: The time for which what is under way is waited for; 5 s by default.
    package init(
        sites: [Site: any AccountProvider], writing: DefaultWritingProvider?, stored: any OfflineAccountProvider,
        settings: any SettingsProvider, payments: (any PaymentStore)? = nil, patience: Duration = .seconds(5)
    ) {
        self.sites = sites
        self.writing = writing
        self.stored = stored
        self.settings = settings
        self.payments = payments
        self.patience = patience
    }

    package func unsentItems(of account: AccountKey) async throws -> [OutboxItem] {
        try await writing?.unsentItems(of: account) ?? []
    }

    package func leave(
        _ account: SignedInAccount, policy: AccountLogoutPolicy?, discardingUnsent: Bool
    ) async throws -> AccountDeparture {
        try await leave(account, policy: policy, discardingUnsent: discardingUnsent, withConsent: false)
    }

    package func leave(
        _ account: SignedInAccount, policy: AccountLogoutPolicy?, discardingUnsent: Bool, withConsent isConsented: Bool
    ) async throws -> AccountDeparture {
        guard let session = sites[account.site],
            let account = session.accounts.value.all.first(where: { $0.id == account.id })
        else {
            throw DataError(.notFound, message: "Nobody is signed in to this account on this device. Sign in first.")
        }
        let isWiping = (policy ?? settings.settings.value.accountLogoutPolicy) == .wipe
        // What it fetched before its server had said whose it is has the name of its place, which the next one who
        // signs in may get: it goes also where the rest is kept.
        let place = AccountKey(site: account.site, name: CurrentViewers.unknownAccount + account.id)
        guard let key = account.writingKey else {
            // Whose it is was never known, and it came from no token: it has no marks and no entries.
            let removed = try await stored.wipe(place)
            return AccountDeparture(removedCount: removed, revocation: try await session.signOut(of: account.id))
        }
        if isWiping, !isConsented, let payments {
            let open = try await payments.payments(of: key).count { !$0.isSettled }
            let precious = try await unsentItems(of: key).filter(\.needsConsent)
            // What is unsent is named first, as ever.
            if open > 0, discardingUnsent || precious.isEmpty {
                throw AccountDepartureError.needsConsent(precious, paymentCount: open)
            }
        }
        let leave: @Sendable (_ forgotten: Int) async throws -> AccountDeparture = { [stored, payments] forgotten in
            var removed = try await (isWiping ? stored.wipe(key) : 0) + stored.wipe(place)
            // One that was begun in this very moment stays, unless it is to go as well.
            if isWiping, let payments { removed += try await payments.remove(of: key, includingUnsettled: isConsented) }
            let revocation = try await session.signOut(of: account.id)
            // What was asked for with the tokens may have come until they were gone. Who is here again by now has rows
            // of their own.
            if isWiping, !session.accounts.value.all.contains(where: { $0.key == key }) {
                removed += try await stored.wipe(key)
            }
            return AccountDeparture(removedCount: forgotten + removed, revocation: revocation)
        }
        guard let writing else { return try await leave(0) }
        let unsent: UnsentAtDeparture = discardingUnsent ? .discarded : policy == .keep ? .kept : .refused
        return try await writing.leave(
            key, unsent: unsent, forgettingSent: isWiping, withConsent: isConsented, waitingUpTo: patience, then: leave)
    }

    package func takeOverCount(for account: AccountKey) async throws -> Int {
        let taken = try await stored.takenOver(for: account)
        return taken.count + (canVote(on: account.site) ? taken.votes.count : 0)
    }

    @discardableResult
    package func takeOver(for account: AccountKey) async throws -> AccountTakeover {
        try writing?.checkStoreIsOurs()
        let taken = try await stored.takeOver(for: account)
        var result = AccountTakeover(count: taken.count)
        guard let writing, canVote(on: account.site) else { return result }
        for vote in taken.votes {
            do {
                let id = try await writing.queue(.vote(vote.vote, on: vote.target), as: account)
                if let id { result.queued.append(id) }
            } catch is WritingError {
                // It is about something that is not on the server, which takes no vote; the mark stays nobody's.
            }
        }
        return result
    }

    private func canVote(on site: Site) -> Bool { writing?.kinds(on: site).contains(.vote) ?? false }
}
