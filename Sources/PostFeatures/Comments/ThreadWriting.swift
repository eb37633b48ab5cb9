import Core

/// Writes what a person writes in a thread or of a post, and tells when what the outbox has of texts is different.
@MainActor
final class ThreadWriting {
    private let provider: (any WritingProvider)?
    private var token: ObservationToken?
    /// The texts that the outbox had: unsent ones with their states, and those that were sent.
    private var known: (unsent: [OutboxItem], sent: [OutboxItem.ID])?

    /// Resolves `WritingProvider` where it is registered.
    init() {
        let isRegistered = Dependency.current.isRegistered((any WritingProvider).self)
        provider = isRegistered ? Dependency.resolve((any WritingProvider).self) : nil
    }

    /// What can be written to a site.
    func kinds(on site: Site) -> Set<OutboxItem.Kind> { provider?.kinds(on: site) ?? [] }

    /// Whether a name is that of the account in use.
    func isNamed(_ name: String?, on site: Site) -> Bool {
        guard let name, let user = provider?.accounts(on: site)?.value.current?.user else { return false }
        return name.lowercased() == user.name.lowercased()
    }

    /// Whether a text is certainly of another person than the account in use; not where either is unknown.
    func isSomebodyElses(_ text: StoredText, on site: Site) -> Bool {
        guard let account = provider?.accounts(on: site)?.value.current, let key = account.key, let user = account.user
        else { return false }
        return text.somebodyElse(than: key, named: user.name) != nil
    }

    /// Follows the outbox, from the first call on.
    ///
    /// - Parameters:
    ///   - site: The site whose texts count.
    ///   - onChange: Called when one of them is new, has another state, was changed, sent or given up.
    func follow(_ site: Site, _ onChange: @escaping @MainActor () -> Void) {
        guard token == nil, let provider else { return }
        token = provider.outbox.observe { [weak self] outbox in
            guard let self else { return }
            // Votes and the like change no text.
            let unsent = outbox.items.filter { $0.account.site == site && $0.value == nil }
            let sent = outbox.sent.filter { $0.account.site == site }.map(\.id)
            defer { known = (unsent, sent) }
            if let known, known.unsent != unsent || known.sent != sent { onChange() }
        }
    }

    /// Queues what the person who looks wants.
    func queue(
        _ intent: WriteIntent, on site: Site, id: OutboxItem.ID?, undo: Duration
    ) async throws -> OutboxItem.ID? {
        let provider = try writer(of: site)
        return try await provider.queue(intent, as: provider.account(on: site), id: id, undo: undo)
    }

    /// Follows the person's decision.
    func decide(_ decision: OutboxDecision, on id: OutboxItem.ID, of site: Site) async throws {
        try await writer(of: site).decide(decision, on: id)
    }

    private func writer(of site: Site) throws(DataError) -> any WritingProvider {
        guard let provider else {
            throw DataError(
                .invalidInput,
                message: "Nothing here can write to '\(site)'. Use a backend that people can sign in to.")
        }
        return provider
    }
}
