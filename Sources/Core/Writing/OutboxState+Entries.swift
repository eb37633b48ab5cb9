import Foundation

extension OutboxState {
    /// What an outbox shows.
    ///
    /// - Parameter state: The stored outbox.
    init(_ state: DefaultOutboxProvider.State) {
        self.init(
            items: state.entries.map { OutboxItem($0, of: state) },
            sent: state.sent.values.filter { $0.givenUp == nil }.sorted { ($1.date, $0.id) < ($0.date, $1.id) }
                .map(OutboxItem.init),
            unreadableCount: state.unreadableCount, isBusy: state.underWayCount > 0, error: state.error)
    }
}

extension OutboxItem {
    /// An unsent entry.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - state: The outbox.
    init(_ entry: OutboxEntry, of state: DefaultOutboxProvider.State) {
        let isOwn = !OutboxEntry.Kind.builtIn.contains(entry.kind)
        // What this version cannot read of a newer one's content is kept all the same.
        let content = isOwn ? nil : try? OutboxText(of: entry)
        self.init(
            id: ID(rawValue: entry.id.rawValue), account: entry.account, kind: Kind(rawValue: entry.kind.rawValue),
            target: entry.target, value: entry.value, title: content?.title, text: content?.text, url: content?.url,
            state: State(entry.state), attempts: entry.attempts, created: entry.created, result: nil,
            waitsFor: entry.waitsFor.first.map { ID(rawValue: $0.rawValue) }, notBefore: state.notBefore(of: entry),
            reason: entry.reason.map { Reason(code: $0.code, message: $0.message) },
            isKnown: state.isKnown(entry), payload: isOwn ? entry.payload : nil)
    }

    /// An entry that was sent.
    ///
    /// - Parameter entry: What is kept of it.
    init(_ entry: SentEntry) {
        self.init(
            id: ID(rawValue: entry.id.rawValue), account: entry.account, kind: Kind(rawValue: entry.kind.rawValue),
            target: entry.target, value: nil, title: nil, text: nil, url: nil, state: .sent, attempts: 1,
            created: entry.date, result: entry.result, waitsFor: nil, notBefore: nil, reason: nil, isKnown: true)
    }
}

extension OutboxItem.State {
    init(_ state: OutboxEntry.State) {
        self =
            switch state {
            case .waiting: .waiting
            case .pending: .pending
            case .sending: .sending
            case .checking: .checking
            case .unsure: .unsure
            case .failed: .failed
            }
    }
}

extension WritingError {
    /// The reason of a refusal for people.
    ///
    /// - Parameter refusal: The refusal of the rules.
    init(_ refusal: OutboxRefusal) {
        self =
            switch refusal {
            case .unknownEntry: .unknownItem
            case .underWay: .underWay
            case .hasDependants(let ids): .hasDependants(ids.map { OutboxItem.ID(rawValue: $0.rawValue) })
            case .unsure: .unsure
            case .notFailed: .notFailed
            case .givenUp: .givenUp
            case .targetDeleted: .targetDeleted
            case .notApplicable: .notApplicable
            }
    }
}
