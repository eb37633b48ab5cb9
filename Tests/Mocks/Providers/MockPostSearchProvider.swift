public import Core

/// A ``Core/PostSearchProvider`` for tests: records its calls and returns scripted results.
///
/// ``changes()`` needs no script: ``sendChange()`` announces a change.
public final class MockPostSearchProvider: PostSearchProvider, Mock {
    /// The log that collects unexpected calls.
    public let log: MockLog
    /// Scripts and records ``search(_:)``.
    public let onSearch: MockMethod<PostSearchRequest, PostSearchResult>
    private let announcements = Announcements<Void>()

    /// Creates a mock without answers.
    ///
    /// - Parameter log: The log that collects unexpected calls; one of its own by default.
    package init(log: MockLog = MockLog()) {
        self.log = log
        onSearch = MockMethod("MockPostSearchProvider.search", log: log)
    }

    /// Announces a change of the stored posts.
    public func sendChange() {
        announcements.send(())
    }

    /// Waits until the changes have a number of listeners, or more.
    ///
    /// - Parameter count: The number of listeners.
    /// - Throws: `CancellationError` when the waiting task is cancelled.
    public func waitForListeners(_ count: Int) async throws {
        try await announcements.waitForListeners(count)
    }

    public func search(_ request: PostSearchRequest) async throws -> PostSearchResult {
        try await onSearch.answer(to: request)
    }

    public func changes() -> AsyncStream<Void> { announcements.stream() }
}
