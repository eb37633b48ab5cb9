public import Core
public import Foundation
import Synchronization

/// An ``Core/OfflinePostProvider`` in memory that keeps the whole contract.
///
/// For tests of code that uses a store, and for previews. It passes ``OfflinePostProviderContract``.
public final class InMemoryOfflinePostProvider: OfflinePostProvider {
    private struct State: Sendable {
        var store = InMemoryPostStore()
        var failures: [any Error] = []

        mutating func takeFailure() throws {
            if !failures.isEmpty { throw failures.removeFirst() }
        }
    }

    /// The data that the providers of several owners share.
    private final class Shared: Sendable {
        let state = Mutex(State())
        let announcements = Announcements<StoredChange>()
    }

    private let shared: Shared
    let owner: MarkOwner
    private let time: any TimeProvider

    /// The date of now.
    var now: Date { time.now }
    private var announcements: Announcements<StoredChange> { shared.announcements }

    /// Creates an empty store.
    ///
    /// - Parameters:
    ///   - owner: The owner of the marks that posts are shown with; nobody by default.
    ///   - time: The clock that dates posts which belong to no page; the registered one by default, else the
    ///     system's.
    public init(
        owner: MarkOwner = .nobody,
        time: any TimeProvider = Dependency.clock
    ) {
        shared = Shared()
        self.owner = owner
        self.time = time
    }

    /// Creates a provider of a store that another provider has, for another owner.
    ///
    /// - Parameters:
    ///   - provider: The other provider.
    ///   - owner: The owner of the marks that posts are shown with.
    package init(sharing provider: InMemoryOfflinePostProvider, owner: MarkOwner) {
        shared = provider.shared
        self.owner = owner
        time = provider.time
    }

    /// Makes the next calls fail, one for each error; they change nothing.
    ///
    /// - Parameter errors: The errors to throw.
    public func fail(with errors: any Error...) {
        shared.state.withLock { $0.failures += errors }
    }

    public func storedFeed(_ feed: Feed) async throws -> StoredFeed {
        try shared.state.withLock { state in
            try state.takeFailure()
            return state.store.storedFeed(feed, for: owner)
        }
    }

    public func storedFeeds() async throws -> [StoredFeedSummary] {
        try shared.state.withLock { state in
            try state.takeFailure()
            return state.store.storedFeeds
        }
    }

    public func items(_ ids: [Post.ID]) async throws -> [FeedItem] {
        try shared.state.withLock { state in
            try state.takeFailure()
            return ids.compactMap { state.store.item($0, for: owner) }
        }
    }

    /// Every stored post, and the number of the last commit.
    ///
    /// - Returns: The posts, in no order.
    /// - Throws: The error given to ``fail(with:)``.
    func everything() throws -> (items: [FeedItem], version: UInt64) {
        try shared.state.withLock { state in
            try state.takeFailure()
            return state.store.everything(for: owner)
        }
    }

    public func commit(
        _ page: Page, to feed: Feed, at placement: PagePlacement, date: Date
    ) async throws -> PageReceipt {
        try shared.state.withLock { state in
            try state.takeFailure()
            let (receipt, change) = try state.store.commit(page, to: feed, at: placement, date: date)
            // Inside the lock, so that changes are announced in the order of their versions.
            announcements.send(change)
            return receipt
        }
    }

    public func noteUnchanged(_ feed: Feed, at date: Date) async throws {
        try shared.state.withLock { state in
            try state.takeFailure()
            state.store.noteArrival(of: state.store.storedFeed(feed, for: owner).head?.ids ?? [], at: date)
        }
    }

    /// Looks at everything that is stored.
    func read<Result>(_ body: (InMemoryPostStore) -> Result) throws -> Result {
        try shared.state.withLock { state in
            try state.takeFailure()
            return body(state.store)
        }
    }

    public func store(_ posts: [Post], completeness: Completeness) async throws {
        try shared.state.withLock { state in
            try state.takeFailure()
            if let change = state.store.store(posts, completeness: completeness, at: time.now) {
                announcements.send(change)
            }
        }
    }

    public func store(_ posts: [Post], extras: [Post.ID: RawJSON], completeness: Completeness) async throws {
        try shared.state.withLock { state in
            try state.takeFailure()
            let change = state.store.store(posts, completeness: completeness, at: time.now)
            state.store.keep(extras, of: posts, completeness: completeness)
            if let change { announcements.send(change) }
        }
    }

    public func store(
        _ posts: [Post], extras: [Post.ID: RawJSON], completeness: Completeness, moving moves: [FeedMove]
    ) async throws {
        try shared.state.withLock { state in
            try state.takeFailure()
            let change = try state.store.store(
                posts, extras: extras, completeness: completeness, moving: moves, at: time.now)
            if let change { announcements.send(change) }
        }
    }

    public func extras(of ids: [Post.ID]) async throws -> [Post.ID: RawJSON] {
        try read { store in
            var extras: [Post.ID: RawJSON] = [:]
            for id in ids { extras[id] = store.extras[id] }
            return extras
        }
    }

    public func apply(_ mutation: StatusMutation, at date: Date) async throws -> StatusReceipt {
        try changing { $0.apply(mutation, for: owner, at: date) }
    }

    public func evict(_ ids: [Post.ID]) async throws -> EvictionReceipt {
        try changing { $0.evict(ids) }
    }

    public func forgetMarks(before date: Date) async throws -> Int {
        try changing { $0.forgetMarks(before: date) }
    }

    /// Changes the store unless it was told to fail, and announces what changed.
    func changing<Result: Sendable>(_ work: (inout InMemoryPostStore) -> (Result, StoredChange?)) throws -> Result {
        try shared.state.withLock { state in
            try state.takeFailure()
            let (result, change) = work(&state.store)
            // Inside the lock, so that changes are announced in the order of their versions.
            if let change { announcements.send(change) }
            return result
        }
    }

    /// Reads or changes the store, and announces what changed.
    func withStore<Result: Sendable>(
        _ work: (inout InMemoryPostStore) -> (result: Result, change: StoredChange?)
    ) -> Result {
        shared.state.withLock { state in
            let (result, change) = work(&state.store)
            if let change { announcements.send(change) }
            return result
        }
    }

    public func changes() -> AsyncStream<StoredChange> {
        announcements.stream()
    }
}
