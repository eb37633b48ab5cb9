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
    ///   - holder: The entry that has to be settled before it goes on; `nil` for none.
    init(
        _ entry: OutboxEntry, content: OutboxText?, of state: DefaultOutboxProvider.State, heldBy holder: OutboxEntry?
    ) {
        self.init(
            id: ID(rawValue: entry.id.rawValue), account: entry.account, kind: Kind(rawValue: entry.kind.rawValue),
            target: entry.target, value: entry.value, title: content?.title, text: content?.text, url: content?.url,
            state: State(entry.state), attempts: entry.attempts, created: entry.created, result: nil,
            waitsFor: (holder?.id ?? entry.waitsFor.first).map { ID(rawValue: $0.rawValue) },
            notBefore: state.notBefore(of: entry), reason: Reason(of: entry, heldBy: holder),
            isKnown: state.isKnown(entry), isPart: entry.policy.isPart, payload: entry.isBuiltIn ? nil : entry.payload,
            files: entry.files,
            uploaded: entry.parts.flatMap { state.sent[$0]?.result.flatMap(UploadResult.paths) ?? [] },
            needsConsent: entry.policy.needsConsent,
            attempt: entry.doubtfulSince ?? (entry.state == .sending ? entry.lastAttempt : nil))
    }

    /// An entry that was sent.
    ///
    /// - Parameter entry: What is kept of it.
    init(_ entry: SentEntry) {
        self.init(
            id: ID(rawValue: entry.id.rawValue), account: entry.account, kind: Kind(rawValue: entry.kind.rawValue),
            target: entry.target, value: nil, title: nil, text: nil, url: nil, state: .sent, attempts: 1,
            created: entry.date, result: entry.result, waitsFor: nil, notBefore: nil, reason: nil, isKnown: true,
            isPart: entry.result.map { UploadResult.paths(in: $0) != nil } ?? false)
    }
}

extension OutboxItem.Reason {
    /// The reason for which an entry is where it is; `nil` where it only waits for its turn.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - holder: The entry that has to be settled before it goes on; `nil` for none.
    init?(of entry: OutboxEntry, heldBy holder: OutboxEntry?) {
        if entry.state == .unsure {
            self.init(.unsure, after: entry.reason)
        } else if let reason = entry.reason {
            self.init(code: reason.code, message: reason.message)
        } else if let holder, holder.state != .waiting {
            self.init(holder.state == .checking ? .heldByLook : .heldByUnsure)
        } else {
            return nil
        }
    }
}

/// The entries of which nobody knows whether they arrived, and for which others wait.
struct OutboxHolders {
    private let state: DefaultOutboxProvider.State
    private var lanes: [OutboxLane: OutboxEntry] = [:]

    /// Finds those that hold up their lane.
    ///
    /// - Parameters:
    ///   - entries: All entries, in their order.
    ///   - state: The outbox.
    init(among entries: [OutboxEntry], of state: DefaultOutboxProvider.State) {
        self.state = state
        for entry in entries where entry.holdsLane && state.isKnown(entry) && lanes[entry.lane] == nil {
            lanes[entry.lane] = entry
        }
    }

    /// Returns the entry that has to be settled before another one goes on.
    ///
    /// - Parameter entry: The other one.
    /// - Returns: The entry; `nil` where it waits for nothing, or for what goes on by itself.
    func holder(of entry: OutboxEntry) -> OutboxEntry? {
        switch entry.state {
        case .waiting:
            return entry.waitsFor.lazy.compactMap { state.unsent[$0] }.first {
                $0.state == .checking || $0.state == .unsure
            }
        case .pending:
            guard !lanes.isEmpty, state.isKnown(entry), let holder = lanes[entry.lane] else { return nil }
            return holder.state == .checking || holder.place < entry.place ? holder : nil
        case .sending, .checking, .unsure, .failed: return nil
        }
    }
}

extension OutboxEntry {
    /// Whether it holds up what is behind it in its lane, and does not go on by itself at once.
    fileprivate var holdsLane: Bool {
        switch state {
        case .checking: true
        case .unsure: policy.holdsLaneWhileUnsure
        case .waiting: policy.holdsLaneWhileWaiting
        case .pending, .sending, .failed: false
        }
    }

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
            case .needsConsent(let ids): .needsConsent(ids.map { OutboxItem.ID(rawValue: $0.rawValue) })
            case .notApplicable: .notApplicable
            }
    }
}
