public import Core
public import Foundation

/// Posts, statuses and feeds in a JSON store: the source of truth.
///
/// Feeds are read on a thread of their own. Those in use are kept in memory, so that reading one again costs what has
/// changed of it. What came from a server is committed and evicted buffered, statuses are synced.
public final class DatabasePostProvider: OfflinePostProvider {
    private let store: JSONStore
    private let reader: StoredFeedReader
    private let time: any TimeProvider

    /// The collections that a store needs to serve posts.
    package static var collections: [AnyCollectionSchema] { PostSchemas.all }

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - store: A store that was opened by ``JSONStore/init(directory:ownCollections:files:time:)``.
    ///   - time: The clock that says when posts came that belong to no page; the registered one by default, else the
    ///     system's.
    public init(
        store: JSONStore,
        time: any TimeProvider = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider())
    ) {
        self.store = store
        self.time = time
        reader = StoredFeedReader(store)
    }

    /// A feed as it is stored.
    ///
    /// - Parameter feed: Which feed.
    /// - Returns: The feed, an empty one when nothing is stored of it.
    /// - Throws: ``StoreError`` when the disk fails.
    /// - Complexity: O(*n*) in the posts of the feed, some microseconds each for those that are read, a part of one for
    ///   those that were read before and have not changed.
    public func storedFeed(_ feed: Feed) async throws -> StoredFeed {
        try await reader.feed(feed)
    }

    /// The feeds that were fetched and that something is left of.
    ///
    /// - Returns: The feeds in the order of their keys; what a newer version named in a way of its own is left out.
    /// - Throws: ``StoreError`` when the disk fails.
    /// - Complexity: O(*n*) in the feeds.
    public func storedFeeds() async throws -> [StoredFeedSummary] {
        try await reader.feeds()
    }

    /// Stored posts by id.
    ///
    /// - Parameter ids: Which posts.
    /// - Returns: Those that are known, in the order of the ids.
    /// - Throws: ``StoreError`` when the disk fails.
    public func items(_ ids: [Post.ID]) async throws -> [FeedItem] {
        try await reader.items(ids)
    }

    /// Commits a fetched page, buffered.
    ///
    /// - Parameters:
    ///   - page: The page; what no store can keep of it is left out.
    ///   - feed: The feed that it belongs to.
    ///   - placement: Where it goes.
    ///   - date: When it was fetched.
    /// - Returns: What became of it.
    /// - Throws: ``StoreError``; `DataError` with the code `superseded` when the feed no longer has the cursor.
    public func commit(
        _ page: Page, to feed: Feed, at placement: PagePlacement, date: Date
    ) async throws -> PageReceipt {
        try await store.write(.buffered) { transaction in
            try transaction.commit(page, to: feed, at: placement, date: date)
        }
    }

    /// Notes that a server still has the stored first page of a feed, buffered; at most once in six hours that is written.
    ///
    /// - Parameters:
    ///   - feed: Which feed.
    ///   - date: When.
    /// - Throws: ``StoreError``.
    public func confirm(_ feed: Feed, at date: Date) async throws {
        guard !feed.source.isLocal else { return }
        try await store.write(.buffered) { transaction in
            try transaction.confirm(feed, at: date)
        }
    }

    /// Commits posts that came without a page of a feed, buffered.
    ///
    /// - Parameters:
    ///   - posts: The posts; those that no store can keep are left out.
    ///   - completeness: How much the road knows that they came by.
    /// - Throws: ``StoreError``.
    public func store(_ posts: [Post], completeness: Completeness) async throws {
        let now = time.now
        let posts = posts.compactMap(\.storable)
        try await store.write(.buffered) { transaction in
            try transaction.store(posts, completeness: completeness, at: now)
        }
    }

    /// Commits posts that came without a page of a feed, with fields that only their site has, buffered.
    ///
    /// - Parameters:
    ///   - posts: The posts.
    ///   - extras: The fields, for those of the posts that have some.
    ///   - completeness: How much the road knows that they came by.
    /// - Throws: ``StoreError``.
    public func store(_ posts: [Post], extras: [Post.ID: RawJSON], completeness: Completeness) async throws {
        let now = time.now
        let posts = posts.compactMap(\.storable)
        try await store.write(.buffered) { transaction in
            try transaction.store(posts, completeness: completeness, at: now)
            try transaction.keep(extras, of: posts, completeness: completeness)
        }
    }

    /// Fields that only one site has, as they are kept.
    ///
    /// - Parameter ids: Of which posts.
    /// - Returns: The fields, for those of the posts that have some.
    /// - Throws: ``StoreError`` when the disk fails.
    public func extras(of ids: [Post.ID]) async throws -> [Post.ID: RawJSON] {
        try await reader.extras(ids)
    }

    /// Changes what the person did with posts, synced.
    ///
    /// - Parameters:
    ///   - mutation: What to change.
    ///   - date: When.
    /// - Returns: What it came to.
    /// - Throws: ``StoreError``.
    public func apply(_ mutation: StatusMutation, at date: Date) async throws -> StatusReceipt {
        try await store.write(.synced) { transaction in
            try transaction.apply(mutation, at: date)
        }
    }

    /// Removes what is stored of posts, and their places in every feed, buffered.
    ///
    /// - Parameter ids: Which posts; saved ones and favourites stay.
    /// - Returns: What became of them.
    /// - Throws: ``StoreError``; nothing is changed then.
    /// - Complexity: O(*n* log *n*) in the places of the feeds that hold one of them, and in the ids.
    public func evict(_ ids: [Post.ID]) async throws -> EvictionReceipt {
        try await store.write(.buffered) { transaction in
            try transaction.evict(ids)
        }
    }

    /// Removes old marks of posts that are not stored, buffered.
    ///
    /// - Parameter date: Marks that were last changed before this go.
    /// - Returns: How many went.
    /// - Throws: ``StoreError``; nothing is changed then.
    /// - Complexity: O(*n*) in the marks.
    public func forgetMarks(before date: Date) async throws -> Int {
        try await store.write(.buffered) { transaction in
            try transaction.forgetMarks(before: date)
        }
    }

    /// Announces each commit, from now on.
    ///
    /// - Returns: A stream that misses nothing.
    public func changes() -> AsyncStream<StoredChange> {
        let commits = store.commits()
        let (stream, continuation) = AsyncStream.makeStream(of: StoredChange.self, bufferingPolicy: .unbounded)
        let task = Task {
            for await commit in commits { continuation.yield(StoredChange(commit)) }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }
}

extension StoredChange {
    fileprivate init(_ commit: StoreCommit) {
        self.init(
            feeds: Set(commit.ids(in: PostSchemas.feeds)),
            posts: Set(commit.ids(in: PostSchemas.posts)).union(commit.ids(in: PostSchemas.statuses))
                .union(commit.ids(in: PackedRecord.schema)),
            version: commit.number)
        isReload = commit.isReload
        changesUndo = !commit.ids(in: PostSchemas.dismissals).isEmpty
    }
}
