// Wishes that a newer one replaces: votes, saves, hides, marks and subscriptions.

extension DefaultWritingProvider {
    package func rules(on site: Site) -> WritingRules? { sites[site]?.rules }

    package func accounts(on site: Site) -> ObservableValue<SiteAccounts>? { sites[site]?.accounts.accounts }

    /// Queues several wishes in one commit.
    package func queue(_ intents: [WriteIntent], as account: AccountKey) async throws -> [OutboxItem.ID] {
        let writing = try writing(of: account.site)
        try await prepare()
        let maker = maker(for: account, in: writing)
        var wishes: [OutboxEntry] = []
        for intent in intents {
            guard let wish = try maker.wish(intent, id: OutboxEntry.ID(random: random)) else {
                throw DataError(.invalidInput, message: "Texts are queued one by one.")
            }
            guard writing.kinds.contains(wish.kind) else {
                throw DataError(.invalidInput, message: "'\(account.site)' has no '\(wish.kind)'.")
            }
            wishes.append(wish)
        }
        guard !isLeaving else {
            for (intent, wish) in zip(intents, wishes) { try await leave(intent, as: wish) }
            return wishes.map { OutboxItem.ID(rawValue: $0.id.rawValue) }
        }
        let known = try await known(of: wishes)
        do {
            try await entries.queue(wishes.map { (entry: $0, known: known[$0.id]) })
        } catch let refusal as OutboxRefusal {
            throw WritingError(refusal)
        }
        publish()
        let state = entries.state.value
        return wishes.filter { state.sent[$0.id] != nil || state.unsent[$0.id] != nil }.map {
            OutboxItem.ID(rawValue: $0.id.rawValue)
        }
    }

    /// The values that the server is known to have of wishes of one account.
    ///
    /// - Parameter wishes: The wishes.
    /// - Returns: The value of each of which something is known, by the entry.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func known(of wishes: [OutboxEntry]) async throws -> [OutboxEntry.ID: String] {
        guard let account = wishes.first?.account else { return [:] }
        let confirmed = try await statuses.confirmed(of: wishes.compactMap(\.target), for: account)
        var known: [OutboxEntry.ID: String] = [:]
        for wish in wishes {
            guard let target = wish.target, let field = StatusField(rawValue: wish.lane.field) else { continue }
            known[wish.id] = confirmed[target].flatMap { field.text(in: $0.values) }
        }
        return known
    }
}

extension EntryMaker {
    /// A wish that a newer one replaces.
    ///
    /// - Parameters:
    ///   - intent: What the person wants.
    ///   - id: The id of the entry.
    /// - Returns: The entry; `nil` for a text.
    /// - Throws: ``WritingError`` `notSent` for a target that is not on the server, ``DataError`` with the code
    ///   `invalidInput` for one of another site, and for a name that is none.
    func wish(_ intent: WriteIntent, id: OutboxEntry.ID) throws -> OutboxEntry? {
        switch intent {
        case .vote(let vote, let target):
            try toggle(.vote, vote.map { $0 == .up ? "1" : "-1" } ?? "0", on: target, id: id)
        case .save(let isOn, let target): try toggle(.save, isOn ? "1" : "0", on: target, id: id)
        case .hide(let isOn, let target): try toggle(.hide, isOn ? "1" : "0", on: target, id: id)
        case .read(let isOn, let target): try toggle(.read, isOn ? "1" : "0", on: target, id: id)
        case .subscribe(let isOn, let name): try subscription(isOn, to: name, id: id)
        case .reply, .submit, .edit, .delete, .own: nil
        }
    }
}

extension DefaultOutboxProvider {
    /// Takes a new entry; when this returns, it is stored and shown.
    ///
    /// An entry that is known already is not taken again.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - parts: Its parts that are not queued yet, such as uploads: they are in the same commit; none by default.
    ///   - value: The value that the server is known to have, for a toggle; `nil` where it is not known.
    ///   - undo: The seconds for which a person can take it back before it is sent; 0 by default.
    /// - Throws: ``OutboxRefusal``, a ``CodedError`` when it cannot be stored.
    package func queue(
        _ entry: OutboxEntry, with parts: [OutboxEntry] = [], known value: String?, undo: Double = 0
    ) async throws {
        try await change(by: [entry]) { outbox, now throws(OutboxRefusal) in
            try outbox.queue(entry, with: parts, known: value, undo: undo, at: now)
        }
    }
}
