public import Core

/// A view model of the number of unread answers to the accounts in use, of all sites together: a badge.
///
/// It starts nothing by itself: call ``load()``. From then on ``count`` follows the store and the accounts in use,
/// until it is released. It asks no server.
@MainActor
public final class InboxBadgeViewModel {
    /// The number of unread answers.
    public let count = ObservableValue(0)

    private let provider: (any AnswerProvider)?
    private let viewers = Dependency.viewers
    private var tokens: [ObservationToken] = []
    private var generation = 0

    /// Creates a view model of the registered `AnswerProvider`, and of none where there is none: it starts nothing.
    public init() {
        let isRegistered = Dependency.current.isRegistered((any AnswerProvider).self)
        provider = isRegistered ? Dependency.resolve((any AnswerProvider).self) : nil
    }

    /// Counts, and follows from then on; it may be called again.
    public func load() async {
        if tokens.isEmpty, let provider {
            let changes = provider.changes()
            let task = Task { [weak self] in
                for await _ in changes {
                    guard let self else { return }
                    await self.update()
                }
            }
            tokens.append(ObservationToken { task.cancel() })
            let token = viewers.observe { [weak self] in
                // What was counted for somebody else is not theirs.
                self?.count.set(0)
                Task { [weak self] in await self?.update() }
            }
            if let token { tokens.append(token) }
        }
        await update()
    }

    private func update() async {
        guard let provider else { return }
        generation += 1
        let mine = generation
        var unread = 0
        for site in provider.sites {
            guard let account = viewers.owner(on: site).account else { continue }
            do {
                unread += try await provider.stored(for: account, isUnreadOnly: true, limit: 0).unreadCount
            } catch {
                // A badge has no place for an error; the inbox shows it. The number stays as it was.
                return
            }
        }
        if mine == generation { count.set(unread) }
    }
}
