public import Core

/// A ``Core/AvailabilityProvider`` for tests: records what it is asked for, and answers as scripted.
public final class MockAvailabilityProvider: AvailabilityProvider, Mock {
    /// Where unexpected calls are collected.
    public let log: MockLog
    /// Scripts and records ``availability(of:)``; nothing is known of any post unless scripted.
    public let onAvailability: MockMethod<[Post], [Post.ID: PostAvailability]>

    private let announcements = Announcements<Void>()

    /// Creates a mock.
    ///
    /// - Parameter log: Where unexpected calls are collected; one of its own by default.
    public init(log: MockLog = MockLog()) {
        self.log = log
        onAvailability = MockMethod("MockAvailabilityProvider.availability", log: log) { _ in [:] }
    }

    /// Answers as ``onAvailability`` says.
    ///
    /// - Parameter posts: Which posts.
    /// - Returns: The scripted answer.
    /// - Throws: The scripted error.
    public func availability(of posts: [Post]) async throws -> [Post.ID: PostAvailability] {
        try await onAvailability.answer(to: posts)
    }

    /// Says what ``announceChange()`` announces.
    ///
    /// - Returns: A stream of changes.
    public func changes() -> AsyncStream<Void> {
        announcements.stream()
    }

    /// Says that something has changed.
    public func announceChange() {
        announcements.send(())
    }

    /// Waits until so many follow the changes, or more.
    ///
    /// - Parameter count: How many.
    /// - Throws: `CancellationError` when the waiting task is cancelled.
    public func waitForListeners(_ count: Int) async throws {
        try await announcements.waitForListeners(count)
    }
}
