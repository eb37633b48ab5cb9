public import Core

/// A ``Core/UnreadProvider`` for tests of view models.
///
/// ``shown`` needs no script: the test sets it, and followers hear of it.
public final class MockUnreadProvider: UnreadProvider, Mock {
    public let log: MockLog
    /// The unread posts of all feeds; none at first.
    public let shown = ObservableValue<[Feed: [Post.ID]]>([:])
    /// Scripts and records ``firstUnread(in:)``; by default nothing is unread.
    public let onFirstUnread: MockMethod<Feed, Post.ID?>

    /// Creates a mock without counts.
    ///
    /// - Parameter log: The log that collects unexpected calls; a new one by default.
    public init(log: MockLog = MockLog()) {
        self.log = log
        onFirstUnread = MockMethod("MockUnreadProvider.firstUnread", log: log) { _ in nil }
    }

    public func counts(of feeds: [Feed]) -> AsyncStream<UnreadCounts> {
        let values = shown.values
        let (stream, continuation) = AsyncStream.makeStream(
            of: UnreadCounts.self, bufferingPolicy: .bufferingNewest(1))
        let task = Task {
            for await posts in values { continuation.yield(UnreadCounts(posts.filter { feeds.contains($0.key) })) }
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    public func firstUnread(in feed: Feed) async throws -> Post.ID? {
        try await onFirstUnread.answer(to: feed)
    }
}
