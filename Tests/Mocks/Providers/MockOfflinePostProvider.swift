public import Core
public import Foundation

/// A ``Core/OfflinePostProvider`` for tests of what stands on it: records its calls and answers as scripted.
///
/// Where a store that works is wanted, use ``InMemoryOfflinePostProvider``.
public final class MockOfflinePostProvider: OfflinePostProvider, Mock {
    /// What ``commit(_:to:at:date:)`` was called with.
    public struct CommitCall: Hashable, Sendable {
        /// The page.
        public var page: Page
        /// The feed that it belongs to.
        public var feed: Feed
        /// Where it goes.
        public var placement: PagePlacement
        /// When it was fetched.
        public var date: Date
    }

    /// The arguments of ``store(_:completeness:)`` or ``store(_:extras:completeness:)``.
    public struct StoreCall: Hashable, Sendable {
        /// The posts.
        public var posts: [Post]
        /// Fields that only their site has; none where the call takes none.
        public var extras: [Post.ID: RawJSON]
        /// How much the road knows that they came by.
        public var completeness: Completeness

        /// Creates a record of a call.
        ///
        /// - Parameters:
        ///   - posts: The posts.
        ///   - extras: Fields that only their site has; none by default.
        ///   - completeness: How much the road knows that they came by.
        public init(_ posts: [Post], extras: [Post.ID: RawJSON] = [:], completeness: Completeness = .full) {
            self.posts = posts
            self.extras = extras
            self.completeness = completeness
        }
    }

    /// What ``apply(_:at:)`` was called with.
    public struct ApplyCall: Hashable, Sendable {
        /// What to change.
        public var mutation: StatusMutation
        /// When.
        public var date: Date
    }

    /// Where unexpected calls are collected.
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
    /// - Parameter log: Where unexpected calls are collected; one of its own by default.
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
    /// - Parameter count: How many.
    /// - Throws: `CancellationError` when the waiting task is cancelled.
    public func waitForListeners(_ count: Int) async throws {
        try await announcements.waitForListeners(count)
    }

    /// Answers as ``onStoredFeed`` says.
    ///
    /// - Parameter feed: Which feed.
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
    /// - Parameter ids: Which posts.
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
    ///   - placement: Where it goes.
    ///   - date: When it was fetched.
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
    ///   - completeness: How much the road knows that they came by.
    /// - Throws: The scripted error.
    public func store(_ posts: [Post], completeness: Completeness) async throws {
        try await onStore.answer(to: StoreCall(posts, completeness: completeness))
    }

    /// Answers as ``onStore`` says.
    ///
    /// - Parameters:
    ///   - posts: The posts.
    ///   - extras: Fields that only their site has.
    ///   - completeness: How much the road knows that they came by.
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
    ///   - mutation: What to change.
    ///   - date: When.
    /// - Returns: The scripted receipt.
    /// - Throws: The scripted error.
    public func apply(_ mutation: StatusMutation, at date: Date) async throws -> StatusReceipt {
        try await onApply.answer(to: ApplyCall(mutation: mutation, date: date))
    }

    /// Answers as ``onEvict`` says.
    ///
    /// - Parameter ids: Which posts.
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

    /// What ``announce(_:)`` is given, from now on.
    ///
    /// - Returns: A stream that misses nothing and ends when its consumer does.
    public func changes() -> AsyncStream<StoredChange> {
        announcements.stream()
    }
}
