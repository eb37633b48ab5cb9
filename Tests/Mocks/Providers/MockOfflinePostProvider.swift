public import Core
public import Foundation

/// A ``Core/OfflinePostProvider`` for tests of what stands on it: records its calls and answers as scripted.
///
/// Where a store that works is wanted, use ``InMemoryOfflinePostProvider``.
public final class MockOfflinePostProvider: OfflinePostProvider, Mock {
    /// The arguments of a call of ``commit(_:to:at:date:)``.
    public struct CommitCall: Hashable, Sendable {
        /// The page.
        package var page: Page
        /// The feed that it belongs to.
        package var feed: Feed
        /// The place of the page in the feed.
        package var placement: PagePlacement
        /// The date of the fetch.
        package var date: Date
    }

    /// The arguments of ``store(_:completeness:)`` or ``store(_:extras:completeness:)``.
    public struct StoreCall: Hashable, Sendable {
        /// The posts.
        package var posts: [Post]
        /// Fields that only their site has; none where the call takes none.
        package var extras: [Post.ID: RawJSON]
        /// The completeness of the posts.
        package var completeness: Completeness

        /// Creates a record of a call.
        ///
        /// - Parameters:
        ///   - posts: The posts.
        ///   - extras: Fields that only their site has; none by default.
        ///   - completeness: The completeness of the backend that they came from.
        package init(_ posts: [Post], extras: [Post.ID: RawJSON] = [:], completeness: Completeness = .full) {
            self.posts = posts
            self.extras = extras
            self.completeness = completeness
        }
    }

    /// The arguments of a call of ``apply(_:at:)``.
    public struct ApplyCall: Hashable, Sendable {
        /// The change.
        package var mutation: StatusMutation
        /// The time of the change.
        package var date: Date
    }

    /// The log of unexpected calls.
    public let log: MockLog
    /// Scripts and records ``storedFeed(_:)``.
    public let onStoredFeed: MockMethod<Feed, StoredFeed>
    /// Scripts and records ``storedFeeds()``.
    public let onStoredFeeds: MockMethod<Void, [StoredFeedSummary]>
    /// Scripts and records ``items(_:)``.
    public let onItems: MockMethod<[Post.ID], [FeedItem]>
    /// Scripts and records ``commit(_:to:at:date:)``.
    public let onCommit: MockMethod<CommitCall, PageReceipt>
    /// Scripts and records ``store(_:completeness:)`` and ``store(_:extras:completeness:)``; without a script they do
    /// nothing.
    public let onStore: MockMethod<StoreCall, Void>
    /// Scripts and records ``extras(of:)``.
    public let onExtras: MockMethod<[Post.ID], [Post.ID: RawJSON]>
    /// Scripts and records ``apply(_:at:)``.
    public let onApply: MockMethod<ApplyCall, StatusReceipt>
    /// Scripts and records ``evict(_:)``.
    public let onEvict: MockMethod<[Post.ID], EvictionReceipt>
    /// Scripts and records ``forgetMarks(before:)``.
    public let onForgetMarks: MockMethod<Date, Int>
    private let announcements = Announcements<StoredChange>()

    /// Creates a mock without answers.
    ///
    /// - Parameter log: The log that collects unexpected calls; a new one by default.
    public init(log: MockLog = MockLog()) {
        self.log = log
        onStoredFeed = MockMethod("MockOfflinePostProvider.storedFeed", log: log)
        onStoredFeeds = MockMethod("MockOfflinePostProvider.storedFeeds", log: log)
        onItems = MockMethod("MockOfflinePostProvider.items", log: log)
        onCommit = MockMethod("MockOfflinePostProvider.commit", log: log)
        onStore = MockMethod("MockOfflinePostProvider.store", log: log) { _ in }
        onExtras = MockMethod("MockOfflinePostProvider.extras", log: log)
        onApply = MockMethod("MockOfflinePostProvider.apply", log: log)
        onEvict = MockMethod("MockOfflinePostProvider.evict", log: log)
        onForgetMarks = MockMethod("MockOfflinePostProvider.forgetMarks", log: log)
    }

    /// Announces a change to everybody who listens.
    ///
    /// - Parameter change: The change.
    public func announce(_ change: StoredChange) {
        announcements.send(change)
    }

    /// Waits until so many listen to ``changes()``, or more.
    ///
    /// - Parameter count: The number to wait for.
    /// - Throws: `CancellationError` when the waiting task is cancelled.
    public func waitForListeners(_ count: Int) async throws {
        try await announcements.waitForListeners(count)
    }

    /// Answers as ``onStoredFeed`` says.
    ///
    /// - Parameter feed: The feed.
    /// - Returns: The scripted feed.
    /// - Throws: The scripted error.
    public func storedFeed(_ feed: Feed) async throws -> StoredFeed {
        try await onStoredFeed.answer(to: feed)
    }

    /// Answers as ``onStoredFeeds`` says.
    ///
    /// - Returns: The scripted feeds.
    /// - Throws: The scripted error.
    public func storedFeeds() async throws -> [StoredFeedSummary] {
        try await onStoredFeeds.answer(to: ())
    }

    /// Answers as ``onItems`` says.
    ///
    /// - Parameter ids: The posts.
    /// - Returns: The scripted items.
    /// - Throws: The scripted error.
    public func items(_ ids: [Post.ID]) async throws -> [FeedItem] {
        try await onItems.answer(to: ids)
    }

    /// Answers as ``onCommit`` says.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - feed: The feed that it belongs to.
    ///   - placement: Its place in the feed.
    ///   - date: The time of the fetch.
    /// - Returns: The scripted receipt.
    /// - Throws: The scripted error.
    public func commit(
        _ page: Page, to feed: Feed, at placement: PagePlacement, date: Date
    ) async throws -> PageReceipt {
        try await onCommit.answer(to: CommitCall(page: page, feed: feed, placement: placement, date: date))
    }

    /// Answers as ``onStore`` says.
    ///
    /// - Parameters:
    ///   - posts: The posts.
    ///   - completeness: The completeness of the backend that they came from.
    /// - Throws: The scripted error.
    public func store(_ posts: [Post], completeness: Completeness) async throws {
        try await onStore.answer(to: StoreCall(posts, completeness: completeness))
    }

    /// Answers as ``onStore`` says.
    ///
    /// - Parameters:
    ///   - posts: The posts.
    ///   - extras: Fields that only their site has.
    ///   - completeness: The completeness of the backend that they came from.
    /// - Throws: The scripted error.
    public func store(_ posts: [Post], extras: [Post.ID: RawJSON], completeness: Completeness) async throws {
        try await onStore.answer(to: StoreCall(posts, extras: extras, completeness: completeness))
    }

    /// Answers as ``onExtras`` says.
    ///
    /// - Parameter ids: Of which posts.
    /// - Returns: The scripted fields.
    /// - Throws: The scripted error.
    public func extras(of ids: [Post.ID]) async throws -> [Post.ID: RawJSON] {
        try await onExtras.answer(to: ids)
    }

    /// Answers as ``onApply`` says.
    ///
    /// - Parameters:
    ///   - mutation: The change.
    ///   - date: The time of it.
    /// - Returns: The scripted receipt.
    /// - Throws: The scripted error.
    public func apply(_ mutation: StatusMutation, at date: Date) async throws -> StatusReceipt {
        try await onApply.answer(to: ApplyCall(mutation: mutation, date: date))
    }

    /// Answers as ``onEvict`` says.
    ///
    /// - Parameter ids: The posts.
    /// - Returns: The scripted receipt.
    /// - Throws: The scripted error.
    public func evict(_ ids: [Post.ID]) async throws -> EvictionReceipt {
        try await onEvict.answer(to: ids)
    }

    /// Answers as ``onForgetMarks`` says.
    ///
    /// - Parameter date: Marks that were last changed before this go.
    /// - Returns: The scripted count.
    /// - Throws: The scripted error.
    public func forgetMarks(before date: Date) async throws -> Int {
        try await onForgetMarks.answer(to: date)
    }

    /// The changes that ``announce(_:)`` is given, from now on.
    ///
    /// - Returns: A stream that misses nothing and ends when its consumer does.
    public func changes() -> AsyncStream<StoredChange> {
        announcements.stream()
    }
}
