import Synchronization

// What the outbox is told of the accounts of a site.

extension DefaultWritingProvider {
    /// The accounts of a site as the outbox was told of them.
    struct ToldAccounts {
        /// The sign-in of each account that may send, or whose session the server has ended.
        var signIns: [AccountKey: SignIn] = [:]
        /// The accounts that somebody is about to leave: nothing more is told of them.
        var leaving: Set<AccountKey> = []
        /// The accounts that were to send; only these do where nothing goes out unasked.
        var asked: Set<AccountKey> = []
        /// The number of sign-ins that were told.
        var epoch = 0
    }

    /// A sign-in as the outbox was told of it.
    struct SignIn: Equatable {
        let place: SignedInAccount.ID
        /// The number that the session gave it.
        let number: Int
        /// The number that the outbox knows it by.
        var epoch: Int
        /// Whether the server has ended its session.
        var hasEnded = false
    }

    /// Tells the outbox who is signed in at a site; each sign-in is another one.
    func tell(_ site: Site) async {
        guard isSending else { return }
        await takeNamed(on: site)
        do {
            try await telling.run(site) { await self.tellNow(site) }
        } catch {
            // The task is cancelled: what follows the accounts ends with it.
        }
    }

    private func tellNow(_ site: Site) async {
        guard let accounts = sites[site]?.accounts.accounts.value else { return }
        var now: [AccountKey: SignIn] = [:]
        let asked = sendsUnasked ? nil : told.withLock { $0[site]?.asked ?? [] }
        for account in accounts.all where account.state.isSignedIn {
            guard let key = account.key, asked?.contains(key) ?? true else { continue }
            now[key] = SignIn(place: account.id, number: account.signIn, epoch: 0)
        }
        let ended = Set(accounts.all.lazy.filter { $0.state == .expired }.map(\.id))
        let events = told.withLock { told -> [OutboxEvent] in
            var known = told[site] ?? ToldAccounts()
            var events: [OutboxEvent] = []
            for key in Set(known.signIns.keys).union(now.keys).subtracting(known.leaving) {
                let old = known.signIns[key]
                guard var new = now[key] else {
                    if let old, ended.contains(old.place) {
                        // Whoever asked with it is told so, and that certainly nothing was done.
                        guard !old.hasEnded else { continue }
                        known.signIns[key]?.hasEnded = true
                        events.append(.sessionEnded(key))
                    } else {
                        known.signIns[key] = nil
                        events.append(.session(key, epoch: nil))
                    }
                    continue
                }
                if let old, old.place == new.place, old.number == new.number, !old.hasEnded { continue }
                known.epoch += 1
                new.epoch = known.epoch
                known.signIns[key] = new
                events.append(.session(key, epoch: new.epoch))
            }
            told[site] = known
            return events
        }
        for event in events { await entries.handle(event) }
    }
}
