import Core

/// Items of the outbox whose fate is awaited: it says when the server has answered, or a person has decided.
@MainActor
final class QueuedItems {
    private let writing: (any WritingProvider)?
    private var targets: Set<StatusTarget> = []
    /// The unsent items about them, as far as they were seen.
    private var waiting: Set<OutboxItem.ID> = []
    private var token: ObservationToken?
    private var onChange: (@MainActor () -> Void)?

    /// Waits for nothing; resolves `WritingProvider` where it is registered.
    init() {
        let isRegistered = Dependency.current.isRegistered((any WritingProvider).self)
        writing = isRegistered ? Dependency.resolve((any WritingProvider).self) : nil
    }

    /// Calls back each time that some of the items that are unsent about some targets are so no longer.
    ///
    /// They were sent, refused or given up. It ends when none is left.
    ///
    /// - Parameters:
    ///   - targets: The posts and comments of which something is known to be unsent.
    ///   - onChange: Shows anew what is stored.
    func wait(about targets: Set<StatusTarget>, onChange: @escaping @MainActor () -> Void) {
        guard let writing, !targets.isEmpty else { return }
        self.targets.formUnion(targets)
        self.onChange = onChange
        waiting.formUnion(unsent(in: writing.outbox.value))
        guard token == nil else { return }
        // An outbox that was not read yet tells of them later.
        token = writing.outbox.observe { [weak self] outbox in self?.take(outbox) }
        if self.targets.isEmpty { token = nil }
    }

    private func take(_ outbox: OutboxState) {
        let (before, now) = (waiting, unsent(in: outbox))
        waiting = now
        guard !before.isSubset(of: now) else { return }
        if now.isEmpty {
            targets = []
            token = nil
        }
        onChange?()
    }

    /// The items that are on their way.
    ///
    /// What failed is not shown any more, and waits for a person.
    private func unsent(in outbox: OutboxState) -> Set<OutboxItem.ID> {
        Set(
            outbox.items.lazy.filter { [targets] item in
                item.state != .failed && item.target.map(targets.contains) ?? false
            }.map(\.id))
    }
}
