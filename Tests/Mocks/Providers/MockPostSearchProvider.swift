public import Core

/// A ``Core/PostSearchProvider`` for tests of view models: records its calls and answers as scripted.
///
/// ``changes()`` needs no script: ``sendChange()`` tells everybody who listens.
public final class MockPostSearchProvider: PostSearchProvider, Mock {
    /// Where unexpected calls are collected.
    public let log: MockLog
    /// Scripts and records ``search(_:)``.
    public let onSearch: MockMethod<PostSearchRequest, PostSearchResult>
    private let announcements = Announcements<Void>()

    /// Creates a mock without answers.
    ///
    /// - Parameter log: Where unexpected calls are collected; one of its own by default.
    public init(log: MockLog = MockLog()) {
        self.log = log
        onSearch = MockMethod("MockPostSearchProvider.search", log: log)
    }

    /// Says to everybody who listens that a search may find something else than before.
    public func sendChange() {
        announcements.send(())
    }

    /// Waits until so many listen, or more.
    ///
    /// - Parameter count: How many.
    /// - Throws: `CancellationError` when the waiting task is cancelled.
    public func waitForListeners(_ count: Int) async throws {
        try await announcements.waitForListeners(count)
    }

    /// Answers as ``onSearch`` says.
    ///
    /// - Parameter request: What to search for.
    /// - Returns: The scripted posts.
    /// - Throws: The scripted error.
    public func search(_ request: PostSearchRequest) async throws -> PostSearchResult {
        try await onSearch.answer(to: request)
    }

    /// A stream that gives what ``sendChange()`` sends.
    ///
    /// - Returns: A stream that ends when its consumer does.
    public func changes() -> AsyncStream<Void> { announcements.stream() }
}
