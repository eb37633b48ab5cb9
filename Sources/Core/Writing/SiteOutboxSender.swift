/// A sender for several sites, made of one for each: a kind such as a vote is one on all of them.
package struct SiteOutboxSender: OutboxSender {
    private let senders: [Site: any OutboxSender]

    /// Creates a sender.
    ///
    /// - Parameter senders: The sender of each site.
    package init(_ senders: [Site: any OutboxSender]) {
        self.senders = senders
    }

    package func send(_ requests: [OutboxRequest]) async throws -> OutboxAnswer {
        guard let sender = sender(of: requests.first) else { return .sessionOver(Self.noSender) }
        return try await sender.send(requests)
    }

    package func look(for request: OutboxRequest) async throws -> OutboxFinding {
        guard let sender = sender(of: request) else { return .sessionOver }
        return try await sender.look(for: request)
    }

    package func read(_ request: OutboxRequest) async throws -> OutboxReading {
        guard let sender = sender(of: request) else { return .sessionOver }
        return try await sender.read(request)
    }

    package func confirmed(_ value: String, of entry: OutboxEntry) -> ConfirmedValues? {
        senders[entry.account.site]?.confirmed(value, of: entry)
    }

    private func sender(of request: OutboxRequest?) -> (any OutboxSender)? {
        request.flatMap { senders[$0.entry.account.site] }
    }

    private static let noSender = OutboxEntry.Reason(
        .unauthorized, "Nothing here sends to that site. Add its backend, and sign in.")
}

extension OutboxSender {
    /// Returns what the value of a built-in toggle means as confirmed state.
    ///
    /// - Parameters:
    ///   - value: The value that the server has.
    ///   - kind: The kind.
    /// - Returns: The confirmed values of its target; `nil` where the kind has none, and for a text that is no value.
    package func confirmedValues(_ value: String, of kind: OutboxEntry.Kind) -> ConfirmedValues? {
        if kind == .vote {
            let votes: [String: ConfirmedValues.ServerVote] = ["1": .up, "-1": .down, "0": .neutral]
            return votes[value].map { ConfirmedValues(vote: $0) }
        }
        guard let isOn = FlagText.isOn(value) else { return nil }
        return switch kind {
        case .save: ConfirmedValues(isSaved: isOn)
        case .hide: ConfirmedValues(isHidden: isOn)
        case .read: ConfirmedValues(isRead: isOn)
        case .subscribe: ConfirmedValues(isSubscribed: isOn)
        default: nil
        }
    }
}
