public import Core

/// A ``Core/AvailabilityProvider`` for tests: records its calls and returns scripted results.
public final class MockAvailabilityProvider: AvailabilityProvider, Mock {
    public let log: MockLog
    /// Scripts and records ``availability(of:)``; an empty result unless scripted.
    public let onAvailability: MockMethod<[Post], [Post.ID: PostAvailability]>

    private let announcements = Announcements<Void>()

    /// Creates a mock.
    ///
    /// - Parameter log: The log that collects unexpected calls; one of its own by default.
    package init(log: MockLog = MockLog()) {
        self.log = log
        onAvailability = MockMethod("MockAvailabilityProvider.availability", log: log) { _ in [:] }
    }

    public func availability(of posts: [Post]) async throws -> [Post.ID: PostAvailability] {
        try await onAvailability.answer(to: posts)
    }

    public func changes() -> AsyncStream<Void> {
        announcements.stream()
    }

    /// Announces a change.
    public func announceChange() {
        announcements.send(())
    }

    /// Waits until the changes have a number of listeners, or more.
    ///
    /// - Parameter count: The number of listeners.
    /// - Throws: `CancellationError` when the waiting task is cancelled.
    public func waitForListeners(_ count: Int) async throws {
        try await announcements.waitForListeners(count)
    }
}
