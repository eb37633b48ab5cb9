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
        /// The number of unread answers; 0 in an app that has none.
        public internal(set) var unreadCount: Int

        /// Creates numbers, for a preview; none by default.
        ///
        /// - Parameters:
        ///   - unsentCount: The number of unsent things.
        ///   - undecidedCount: The number of those that wait for the person.
        ///   - unreadCount: The number of unread answers.
        public init(unsentCount: Int = 0, undecidedCount: Int = 0, unreadCount: Int = 0) {
            self.unsentCount = unsentCount
            self.undecidedCount = undecidedCount
            self.unreadCount = unreadCount
        }

        /// The number to show: what is unsent and what is unread.
        public var count: Int { unsentCount + unreadCount }
    }

    /// The numbers to draw.
    public let state = ObservableValue(State())

    private let writing: (any WritingProvider)?
    private let unread: (any UnreadCounter)?
    private var tokens: [ObservationToken] = []

    /// Creates a badge; resolves `WritingProvider` and `UnreadCounter` where they are registered, and starts nothing.
    public init() {
        let container = Dependency.current
        writing =
            container.isRegistered((any WritingProvider).self)
            ? Dependency.resolve((any WritingProvider).self) : nil
        unread =
            container.isRegistered((any UnreadCounter).self) ? Dependency.resolve((any UnreadCounter).self) : nil
    }

    /// Shows the numbers, and follows them from then on.
    public func load() {
        guard tokens.isEmpty else { return }
        if let writing {
            tokens.append(
                writing.outbox.observe { [weak self] outbox in
                    self?.state.update { state in
                        state.unsentCount = outbox.unsentCount
                        state.undecidedCount = outbox.undecidedCount
                    }
                })
        }
        if let unread {
            tokens.append(
                unread.unreadCount.observe { [weak self] count in self?.state.update { $0.unreadCount = count } })
        }
    }

    /// Ends following; ``load()`` begins it again.
    public func stop() {
        tokens = []
    }
}
