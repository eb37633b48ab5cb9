public import Core

/// The number on an app's icon or tab: what is unsent, and what waits to be read.
///
/// It starts nothing by itself: call ``load()``. From then on ``state`` follows both, until ``stop()`` or until it is
/// released.
@MainActor
public final class BadgeViewModel {
    /// The numbers of a badge.
    public struct State: Hashable, Sendable {
        /// The number of unsent things, those that this version of the app cannot read among them.
        public internal(set) var unsentCount: Int
        /// The number of those that wait for the person: refused ones, and those of which nobody knows whether they arrived.
        public internal(set) var undecidedCount: Int
        /// The number of those of the account in use that go out only once its person has signed in again.
        public internal(set) var signInCount: Int
        /// The number of unread answers; 0 in an app that has none.
        public internal(set) var unreadCount: Int

        /// Creates numbers, for a preview; none by default.
        ///
        /// - Parameters:
        ///   - unsentCount: The number of unsent things.
        ///   - undecidedCount: The number of those that wait for the person.
        ///   - unreadCount: The number of unread answers.
        ///   - signInCount: The number of unsent things that wait for a sign-in.
        public init(unsentCount: Int = 0, undecidedCount: Int = 0, unreadCount: Int = 0, signInCount: Int = 0) {
            self.unsentCount = unsentCount
            self.undecidedCount = undecidedCount
            self.unreadCount = unreadCount
            self.signInCount = signInCount
        }

        /// The number to show: what is unsent and what is unread.
        public var count: Int { unsentCount + unreadCount }
    }

    /// The numbers to draw.
    public let state = ObservableValue(State())

    private let writing: (any WritingProvider)?
    private let accounts: OutboxAccounts?
    private let answers = UnreadAnswerCount()
    private var tokens: [ObservationToken] = []

    /// Creates a badge; resolves `WritingProvider` and `AnswerProvider` where they are registered, and starts nothing.
    public init() {
        let container = Dependency.current
        writing =
            container.isRegistered((any WritingProvider).self)
            ? Dependency.resolve((any WritingProvider).self) : nil
        accounts = writing.map { OutboxAccounts($0) }
    }

    /// Shows the numbers, and follows them from then on; it asks no server.
    public func load() async {
        guard tokens.isEmpty else { return await answers.load() }
        if let writing {
            tokens.append(writing.outbox.observe { [weak self] outbox in self?.show(outbox) })
        }
        tokens.append(
            answers.count.observe { [weak self] count in self?.state.update { $0.unreadCount = count } })
        await answers.load()
    }

    private func show(_ outbox: OutboxState) {
        let standings =
            accounts?.follow(outbox) { [weak self, writing] in
                if let writing { self?.show(writing.outbox.value) }
            } ?? [:]
        state.update { state in
            state.unsentCount = outbox.unsentCount
            state.undecidedCount = outbox.undecidedCount
            state.signInCount = outbox.items.count { item in
                guard !item.isPart, let standing = standings[item.account] else { return false }
                return standing.isInUse && standing.keeps(item)
            }
        }
    }

    /// Ends following; ``load()`` begins it again.
    public func stop() {
        tokens = []
        accounts?.stop()
        answers.stop()
    }
}
