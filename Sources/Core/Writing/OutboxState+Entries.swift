import Foundation

extension OutboxState {
    /// Creates what an outbox shows.
    ///
    /// - Parameters:
    ///   - state: The stored outbox.
    ///   - left: What was left for the process that writes, and is no entry yet.
    ///   - contents: The contents that were read before.
    init(_ state: DefaultOutboxProvider.State, left: [OutboxEntry], contents: OutboxContents) {
        self.init(
            unsent: OutboxItems(unsent: state, left: left, contents: contents), sent: OutboxItems(sent: state),
            unreadableCount: state.unreadableCount, isBusy: state.underWayCount > 0, error: state.error)
        notices = state.notices
    }
}

extension OutboxItem {
    /// An unsent entry.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - content: Its content; `nil` for one that cannot be read, and for a kind of an app's own.
    ///   - state: The outbox.
    init(_ entry: OutboxEntry, content: OutboxText?, of state: DefaultOutboxProvider.State) {
        self.init(
            id: ID(rawValue: entry.id.rawValue), account: entry.account, kind: Kind(rawValue: entry.kind.rawValue),
            target: entry.target, value: entry.value, title: content?.title, text: content?.text, url: content?.url,
            state: State(entry.state), attempts: entry.attempts, created: entry.created, result: nil,
            waitsFor: entry.waitsFor.first.map { ID(rawValue: $0.rawValue) }, notBefore: state.notBefore(of: entry),
            reason: entry.reason.map { Reason(code: $0.code, message: $0.message) },
            isKnown: state.isKnown(entry), payload: entry.isBuiltIn ? nil : entry.payload)
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

extension OutboxEntry {
    /// Whether its kind is none of an app's own.
    var isBuiltIn: Bool { Kind.builtIn.contains(kind) }
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
