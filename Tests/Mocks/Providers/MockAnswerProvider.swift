public import Core

/// A ``Core/AnswerProvider`` for tests of view models that records its calls and answers as scripted.
public final class MockAnswerProvider: AnswerProvider, Mock {
    public let log: MockLog
    /// Scripts and records `stored(for:isUnreadOnly:limit:)`; without a script nothing is stored.
    public let onStored: MockMethod<AccountKey, AnswerUpdate>
    /// Scripts and records `refresh(for:priority:)`.
    public let onRefresh: MockMethod<AccountKey, AnswerUpdate>
    /// Scripts and records `loadMore(for:)`.
    public let onLoadMore: MockMethod<AccountKey, AnswerUpdate>
    /// Scripts and records `mark(_:_:)`; without a script nothing is queued.
    public let onMark: MockMethod<Marked, [OutboxItem.ID]>
    /// Scripts and records `markAllRead(for:)`; without a script nothing is queued.
    public let onMarkAllRead: MockMethod<AccountKey, [OutboxItem.ID]>

    private let announcements = Announcements<Void>()

    /// A call of `mark(_:_:)`.
    public struct Marked: Hashable, Sendable {
        /// Whether they are read.
        public let isRead: Bool
        /// The answers.
        public let ids: [Answer.ID]

        /// Creates a call.
        ///
        /// - Parameters:
        ///   - isRead: Whether they are read.
        ///   - ids: The answers.
        public init(_ isRead: Bool, _ ids: [Answer.ID]) {
            self.isRead = isRead
            self.ids = ids
        }
    }

    /// Creates a mock without answers.
    ///
    /// - Parameter log: The log that collects unexpected calls; a new one by default.
    package init(log: MockLog = MockLog()) {
        self.log = log
        onStored = MockMethod("MockAnswerProvider.stored", log: log) { AnswerUpdate(account: $0) }
        onRefresh = MockMethod("MockAnswerProvider.refresh", log: log)
        onLoadMore = MockMethod("MockAnswerProvider.loadMore", log: log)
        onMark = MockMethod("MockAnswerProvider.mark", log: log) { _ in [] }
        onMarkAllRead = MockMethod("MockAnswerProvider.markAllRead", log: log) { _ in [] }
    }

    /// The demo site alone.
    public var sites: [Site] { [.demo] }

    public func stored(for account: AccountKey, isUnreadOnly: Bool, limit: Int?) async throws -> AnswerUpdate {
        try await onStored.answer(to: account)
    }

    public func refresh(for account: AccountKey, priority: RequestPriority) async throws -> AnswerUpdate {
        try await onRefresh.answer(to: account)
    }

    public func loadMore(for account: AccountKey) async throws -> AnswerUpdate {
        try await onLoadMore.answer(to: account)
    }

    @discardableResult
    public func mark(_ isRead: Bool, _ ids: [Answer.ID]) async throws -> [OutboxItem.ID] {
        try await onMark.answer(to: Marked(isRead, ids))
    }

    @discardableResult
    public func markAllRead(for account: AccountKey) async throws -> [OutboxItem.ID] {
        try await onMarkAllRead.answer(to: account)
    }

    public func changes() -> AsyncStream<Void> { announcements.stream() }

    /// Announces a change of what is stored.
    public func announceChange() { announcements.send(()) }
}
