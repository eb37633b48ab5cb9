import Core

/// The number of unread answers to the accounts in use, of all sites together.
///
/// It follows the store and the accounts in use from ``load()`` on, until ``stop()`` or until it is released. It asks no
/// server.
@MainActor
final class UnreadAnswerCount {
    /// The number of unread answers.
    let count = ObservableValue(0)

    private let provider: (any AnswerProvider)?
    private let viewers = Dependency.viewers
    private var tokens: [ObservationToken] = []
    /// The accounts whose answers are counted.
    private var accounts: [AccountKey] = []
    /// The number of counts, and that of the one that is shown: an earlier one comes too late.
    private var countCount = 0
    private var shownNumber = 0

    /// Creates a count of the registered `AnswerProvider`, and of none where there is none.
    init() {
        let isRegistered = Dependency.current.isRegistered((any AnswerProvider).self)
        provider = isRegistered ? Dependency.resolve((any AnswerProvider).self) : nil
    }

    /// Ends following; ``load()`` begins it again.
    func stop() {
        tokens = []
        // What is being counted comes too late.
        shownNumber = countCount
    }

    /// Counts, and follows from then on; it may be called again.
    func load() async {
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
                guard let self, current != accounts else { return }
                // What was counted for somebody else is not theirs.
                count.set(0)
                Task { [weak self] in await self?.update() }
            }
            if let token { tokens.append(token) }
        }
        await update()
    }

    /// The accounts in use at the sites that have answers.
    private var current: [AccountKey] { (provider?.sites ?? []).compactMap { viewers.owner(on: $0).account } }

    private func update() async {
        guard let provider else { return }
        accounts = current
        countCount += 1
        let (number, counted) = (countCount, accounts)
        var unread = 0
        for account in counted {
            do {
                unread += try await provider.stored(for: account, isUnreadOnly: true, limit: 0).unreadCount
            } catch {
                // A badge has no place for an error; the inbox shows it. The number stays as it was.
                return
            }
        }
        guard number > shownNumber, counted == current else { return }
        shownNumber = number
        count.set(unread)
    }
}
