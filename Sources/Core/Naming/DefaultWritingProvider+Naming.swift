extension DefaultWritingProvider {
    package func account(on site: Site) async throws -> AccountKey {
        let writing = try writing(of: site)
        if let key = writing.accounts.accounts.value.current?.key {
            await takeNamed(on: site)
            return key
        }
        guard let account = try await writing.identify(), let key = account.key else {
            throw DataError(.unauthorized)
        }
        await takeNamed(on: site)
        return key
    }

    /// Gives what was queued for tokens to the accounts whose they turned out to be; where that fails, it is said in
    /// ``outbox``, and the next call tries again.
    ///
    /// - Parameter site: The site.
    func takeNamed(on site: Site) async {
        guard !isLeaving, let accounts = sites[site]?.accounts.accounts.value else { return }
        for account in accounts.all {
            guard let token = account.tokenKey, let key = account.key, let user = account.user else { continue }
            let state = entries.state.value
            let queued = state.entries.filter { $0.account == token && state.isKnown($0) }
            guard !queued.isEmpty else { continue }
            do {
                var refused: [OutboxEntry.ID: OutboxEntry.Reason] = [:]
                for entry in queued { refused[entry.id] = try await refusal(of: entry, to: key, named: user.name) }
                try await entries.name(token, as: key, refusing: refused)
                publish()
            } catch is CancellationError {
                // Whoever asks next does it.
                return
            } catch {
                outbox.update { $0.error = DataError(error) }
            }
        }
    }

    /// Sends what was queued for a token from an account that a person names, as nobody knows whose the token was.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - account: The account.
    /// - Throws: ``DataError`` with the code `invalidInput` for somebody else's text; ``OutboxRefusal``, a
    ///   ``CodedError`` when it cannot be stored.
    func give(_ entry: OutboxEntry, to account: AccountKey) async throws {
        let user = sites[account.site]?.accounts.accounts.value.all.first { $0.key == account }?.user
        if let name = user?.name, let reason = try await refusal(of: entry, to: account, named: name) {
            throw DataError(.invalidInput, message: reason.message)
        }
        try await entries.give(entry, to: account)
    }

    /// The reason for which a person cannot send what was queued while nobody knew who it is: it changes or deletes
    /// somebody else's text.
    private func refusal(
        of entry: OutboxEntry, to account: AccountKey, named name: String
    ) async throws -> OutboxEntry.Reason? {
        guard [.edit, .delete].contains(entry.kind), entry.amendment == nil, let target = entry.target,
            let author = try await known.text(of: target)?.somebodyElse(than: account, named: name)
        else { return nil }
        return OutboxEntry.Reason(.forbidden, EntryMaker.somebodyElses(author))
    }

    /// Asks whose a token is for which something is to be sent, where that is not known.
    ///
    /// - Parameter account: The account that something was queued for.
    /// - Returns: The account whose it is: the same where it cannot be found out now, so that nothing is sent.
    /// - Throws: `CancellationError`.
    func named(_ account: AccountKey) async throws -> AccountKey {
        guard account.isOfToken, let writing = sites[account.site] else { return account }
        func known() -> SignedInAccount? { writing.accounts.accounts.value.all.first { $0.tokenKey == account } }
        guard let found = known() else { return account }
        if found.key == nil {
            do {
                _ = try await writing.identify()
            } catch {
                // It waits, like all whose account has no session.
                guard !error.isCancellation else { throw CancellationError() }
            }
        }
        await takeNamed(on: account.site)
        return known()?.key ?? account
    }
}

extension DefaultOutboxProvider {
    /// Gives everything unsent of a token to the account whose it is; when this returns, that is stored.
    ///
    /// - Parameters:
    ///   - token: The account that it was queued for.
    ///   - account: The account whose it is.
    ///   - refused: The entries that this account cannot send, and why not: they fail.
    /// - Throws: A ``CodedError`` when it cannot be stored; nothing is changed then.
    func name(
        _ token: AccountKey, as account: AccountKey, refusing refused: [OutboxEntry.ID: OutboxEntry.Reason]
    ) async throws {
        // In the place of the own marks of that account, as if it had been queued for it.
        let unsent = state.value
        let moved = unsent.entries.filter { $0.account == token && unsent.isKnown($0) }.map { entry in
            var entry = entry
            entry.account = account
            return entry
        }
        try await change(by: moved) { outbox, now throws(OutboxRefusal) in
            outbox.name(token, as: account, refusing: refused, at: now)
        }
    }

    /// Gives one entry of a token to an account and sends it; when this returns, that is stored.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - account: The account.
    /// - Throws: ``OutboxRefusal``, a ``CodedError`` when it cannot be stored; nothing is changed then.
    func give(_ entry: OutboxEntry, to account: AccountKey) async throws {
        var moved = entry
        moved.account = account
        try await change(by: [moved]) { outbox, now throws(OutboxRefusal) in
            try outbox.decide(.send(as: account), on: entry.id, at: now)
        }
    }
}
