public import Core
public import Foundation
import Synchronization

/// An ``Core/OfflinePostProvider`` that works, in memory: it keeps the whole contract and forgets with the process.
///
/// For tests of what stands on a store, and for previews. It passes ``OfflinePostProviderContract``.
public final class InMemoryOfflinePostProvider: OfflinePostProvider {
    private struct State: Sendable {
        var store = InMemoryPostStore()
        var failures: [any Error] = []

        mutating func takeFailure() throws {
            if !failures.isEmpty { throw failures.removeFirst() }
        }
    }

    private let state = Mutex(State())
    private let announcements = Announcements<StoredChange>()

    private let time: any TimeProvider

    /// Creates an empty store.
    ///
    /// - Parameter time: The clock that says when posts came that belong to no page; the registered one by default, else
    ///   the system's.
    public init(time: any TimeProvider = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider())) {
        self.time = time
    }

    /// Makes the next calls fail, one for each error; nothing is changed by them.
    ///
    /// - Parameter errors: What the calls throw.
    public func fail(with errors: any Error...) {
        state.withLock { $0.failures += errors }
    }

    /// A feed as it is stored.
    ///
    /// - Parameter feed: Which feed.
    /// - Returns: The feed, an empty one when nothing is stored of it.
    /// - Throws: What ``fail(with:)`` was given.
    public func storedFeed(_ feed: Feed) async throws -> StoredFeed {
        try state.withLock { state in
            try state.takeFailure()
            return state.store.storedFeed(feed)
        }
    }

    /// The feeds that were fetched and that something is left of.
    ///
    /// - Returns: The feeds, in no order.
    /// - Throws: What ``fail(with:)`` was given.
    public func storedFeeds() async throws -> [StoredFeedSummary] {
        try state.withLock { state in
            try state.takeFailure()
            return state.store.storedFeeds
        }
    }

    /// Stored posts by id.
    ///
    /// - Parameter ids: Which posts.
    /// - Returns: Those that are known, in the order of the ids.
    /// - Throws: What ``fail(with:)`` was given.
    public func items(_ ids: [Post.ID]) async throws -> [FeedItem] {
        try state.withLock { state in
            try state.takeFailure()
            return ids.compactMap { state.store.item($0) }
        }
    }

    /// Every stored post, and the number of the last commit.
    ///
    /// - Returns: The posts, in no order.
    /// - Throws: What ``fail(with:)`` was given.
    func everything() throws -> (items: [FeedItem], version: UInt64) {
        try state.withLock { state in
            try state.takeFailure()
            return state.store.everything
        }
    }

    /// Commits a fetched page.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - feed: The feed that it belongs to.
    ///   - placement: Where it goes.
    ///   - date: When it was fetched.
    /// - Returns: What became of it.
    /// - Throws: ``Core/DataError``: code `superseded` when no place of the feed has the cursor, `invalidInput` for a
    ///   local feed; what ``fail(with:)`` was given.
    public func commit(
        _ page: Page, to feed: Feed, at placement: PagePlacement, date: Date
    ) async throws -> PageReceipt {
        try state.withLock { state in
            try state.takeFailure()
            let (receipt, change) = try state.store.commit(page, to: feed, at: placement, date: date)
            // Inside the lock, so that changes are announced in the order of their versions.
            announcements.send(change)
            return receipt
        }
    }

    /// Notes that a server still has the stored first page of a feed.
    ///
    /// - Parameters:
    ///   - feed: Which feed.
    ///   - date: When.
    /// - Throws: What ``fail(with:)`` was given.
    public func confirm(_ feed: Feed, at date: Date) async throws {
        try state.withLock { state in
            try state.takeFailure()
            state.store.noteArrival(of: state.store.storedFeed(feed).head?.ids ?? [], at: date)
        }
    }

    /// Looks at everything that is stored.
    func read<Result>(_ body: (InMemoryPostStore) -> Result) throws -> Result {
        try state.withLock { state in
            try state.takeFailure()
            return body(state.store)
        }
    }

    /// Commits posts that came without a page of a feed.
    ///
    /// - Parameters:
    ///   - posts: The posts.
    ///   - completeness: How much the road knows that they came by.
    /// - Throws: What ``fail(with:)`` was given.
    public func store(_ posts: [Post], completeness: Completeness) async throws {
        try state.withLock { state in
            try state.takeFailure()
            if let change = state.store.store(posts, completeness: completeness, at: time.now) {
                announcements.send(change)
            }
        }
    }

    /// Commits posts that came without a page of a feed, with fields that only their site has.
    ///
    /// - Parameters:
    ///   - posts: The posts.
    ///   - extras: The fields, for those of the posts that have some.
    ///   - completeness: How much the road knows that they came by.
    /// - Throws: What ``fail(with:)`` was given.
    public func store(_ posts: [Post], extras: [Post.ID: RawJSON], completeness: Completeness) async throws {
        try state.withLock { state in
            try state.takeFailure()
            let change = state.store.store(posts, completeness: completeness, at: time.now)
            state.store.keep(extras, of: posts, completeness: completeness)
            if let change { announcements.send(change) }
        }
    }

    /// Fields that only one site has, as they are kept.
    ///
    /// - Parameter ids: Of which posts.
    /// - Returns: The fields, for those of the posts that have some.
    /// - Throws: What ``fail(with:)`` was given.
    public func extras(of ids: [Post.ID]) async throws -> [Post.ID: RawJSON] {
        try read { store in
            var extras: [Post.ID: RawJSON] = [:]
            for id in ids { extras[id] = store.extras[id] }
            return extras
        }
    }

    /// Changes what the person did with posts.
    ///
    /// - Parameters:
    ///   - mutation: What to change.
    ///   - date: When.
    /// - Returns: What it came to.
    /// - Throws: What ``fail(with:)`` was given.
    public func apply(_ mutation: StatusMutation, at date: Date) async throws -> StatusReceipt {
        try state.withLock { state in
            try state.takeFailure()
            let (receipt, change) = state.store.apply(mutation, at: date)
            if let change { announcements.send(change) }
            return receipt
        }
    }

    /// Removes what is stored of posts, and their places in every feed.
    ///
    /// - Parameter ids: Which posts; saved ones and favourites stay.
    /// - Returns: What became of them.
    /// - Throws: What ``fail(with:)`` was given.
    public func evict(_ ids: [Post.ID]) async throws -> EvictionReceipt {
        try state.withLock { state in
            try state.takeFailure()
            let (receipt, change) = state.store.evict(ids)
            if let change { announcements.send(change) }
            return receipt
        }
    }

    /// Removes old marks of posts that are not stored.
    ///
    /// - Parameter date: Marks that were last changed before this go.
    /// - Returns: How many went.
    /// - Throws: What ``fail(with:)`` was given.
    public func forgetMarks(before date: Date) async throws -> Int {
        try state.withLock { state in
            try state.takeFailure()
            let (count, change) = state.store.forgetMarks(before: date)
            if let change { announcements.send(change) }
            return count
        }
    }

    /// Reads or changes the store, and announces what changed.
    func withStore<Result: Sendable>(
        _ work: (inout InMemoryPostStore) -> (result: Result, change: StoredChange?)
    ) -> Result {
        state.withLock { state in
            let (result, change) = work(&state.store)
            if let change { announcements.send(change) }
            return result
        }
    }

    /// Announces each commit, from now on.
    ///
    /// - Returns: A stream that misses nothing and ends when its consumer does, or with the store.
    public func changes() -> AsyncStream<StoredChange> {
        announcements.stream()
    }
}
