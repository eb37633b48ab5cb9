public import Core
public import Foundation

/// The stored posts, statuses and feeds, in a JSON store.
///
/// Feeds are read on a thread of their own. Those in use are kept in memory, so that reading one again costs what has
/// changed of it. What came from a server is committed and evicted buffered, statuses are synced.
///
/// It shows and changes the marks of one owner; a second provider of the same store may serve another one.
public final class DatabasePostProvider: OfflinePostProvider, OfflineStatusProvider {
    private let store: JSONStore
    private let owner: MarkOwner
    private let reader: StoredFeedReader
    private let time: any TimeProvider

    /// The collections that a store needs to serve posts, with their comments, statuses, packs and media.
    package static var collections: [AnyCollectionSchema] {
        PostSchemas.all + PackSchemas.all + MediaSchemas.all + StatusSchemas.all + CommentSchemas.all
    }

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - store: A store that was opened by ``JSONStore/init(directory:ownCollections:access:handovers:files:time:)``.
    ///   - owner: The owner of the marks that posts are shown with, and that ``apply(_:at:)`` changes; nobody by
    ///     default.
    ///   - time: The clock that dates posts which belong to no page; the registered one by default, else the
    ///     system's.
    public init(
        store: JSONStore, owner: MarkOwner = .nobody,
        time: any TimeProvider = Dependency.clock
    ) {
        self.store = store
        self.owner = owner
        self.time = time
        reader = StoredFeedReader(store, owner: owner)
    }

    public func storedFeed(_ feed: Feed) async throws -> StoredFeed {
        try await reader.feed(feed)
    }

    public func storedFeeds() async throws -> [StoredFeedSummary] {
        try await reader.feeds()
    }

    public func items(_ ids: [Post.ID]) async throws -> [FeedItem] {
        try await reader.items(ids)
    }

    public func commit(
        _ page: Page, to feed: Feed, at placement: PagePlacement, date: Date
    ) async throws -> PageReceipt {
        try await store.write(.buffered) { transaction in
            try transaction.commit(page, to: feed, at: placement, date: date)
        }
    }

    public func noteUnchanged(_ feed: Feed, at date: Date) async throws {
        guard !feed.source.isLocal else { return }
        try await store.write(.buffered) { transaction in
            try transaction.noteUnchanged(feed, at: date)
        }
    }

    public func store(_ posts: [Post], completeness: Completeness) async throws {
        let now = time.now
        let posts = posts.compactMap(\.storable)
        try await store.write(.buffered) { transaction in
            try transaction.store(posts, completeness: completeness, at: now)
        }
    }

    public func store(_ posts: [Post], extras: [Post.ID: RawJSON], completeness: Completeness) async throws {
        let now = time.now
        let posts = posts.compactMap(\.storable)
        try await store.write(.buffered) { transaction in
            try transaction.store(posts, completeness: completeness, at: now)
            try transaction.keep(extras, of: posts, completeness: completeness)
        }
    }

    public func extras(of ids: [Post.ID]) async throws -> [Post.ID: RawJSON] {
        try await reader.extras(ids)
    }

    public func apply(_ mutation: StatusMutation, at date: Date) async throws -> StatusReceipt {
        if store.access == .reading { return try await handOver(mutation, at: date) }
        return try await store.write(.synced) { [owner] transaction in
            try transaction.apply(mutation, for: owner, at: date)
        }
    }

    /// Leaves a change for the process that writes, and says what it will be.
    private func handOver(_ mutation: StatusMutation, at date: Date) async throws -> StatusReceipt {
        var receipt = try store.trial { try $0.apply(mutation, for: owner, at: date) }
        // What is read at this version does not have it yet.
        receipt.version = store.snapshot().version
        try await store.handOver(
            StatusHandover(mutation, changed: receipt.changed, owner: owner, date: date), as: StatusHandover.kind)
        return receipt
    }

    package func statuses(
        of targets: [StatusTarget], for owner: MarkOwner
    ) async throws -> [StatusTarget: Marks] {
        try await reader.read { try $0.statuses(of: targets, for: owner) }
    }

    package func confirmed(
        of targets: [StatusTarget], for account: AccountKey
    ) async throws -> [StatusTarget: ConfirmedState] {
        try await reader.read { snapshot in
            var states: [StatusTarget: ConfirmedState] = [:]
            for target in targets where target.isReadable {
                let id = OwnedTarget(.account(account), target)
                states[target] = try snapshot.record(id, in: StatusSchemas.confirmed)
            }
            return states
        }
    }

    package func apply(
        _ change: StatusChange, to targets: [StatusTarget], for owner: MarkOwner, at date: Date
    ) async throws -> [StatusTarget: Marks] {
        if store.access == .reading {
            let statuses = try store.trial { try $0.apply(change, to: targets, for: owner, at: date) }
            try await store.handOver(
                StatusHandover(change, of: targets, owner: owner, date: date), as: StatusHandover.kind)
            return statuses
        }
        return try await store.write(.synced) { transaction in
            try transaction.apply(change, to: targets, for: owner, at: date)
        }
    }

    package func store(_ confirmation: Confirmation) async throws {
        let now = time.now
        try await store.write(.buffered) { transaction in
            try transaction.confirm(confirmation, at: now)
        }
    }

    public func evict(_ ids: [Post.ID]) async throws -> EvictionReceipt {
        try await store.write(.buffered) { transaction in
            try transaction.evict(ids)
        }
    }

    public func forgetMarks(before date: Date) async throws -> Int {
        try await store.write(.buffered) { transaction in
            try transaction.forgetMarks(before: date)
        }
    }

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
        let targets = commit.statusTargets
        self.init(
            feeds: Set(commit.ids(in: PostSchemas.feeds)),
            posts: Set(commit.ids(in: PostSchemas.posts)).union(commit.ids(in: StatusSchemas.statuses))
                .union(commit.ids(in: PackSchemas.packed)).union(targets.compactMap(\.post)),
            version: commit.number)
        comments = Set(targets.compactMap(\.comment))
        isReload = commit.isReload
        changesUndo = !commit.ids(in: StatusSchemas.dismissals).isEmpty
    }
}

extension StoreCommit {
    /// The posts and comments whose marks, confirmed state or unsent intents changed, without what nobody in particular
    /// set on posts.
    var statusTargets: [StatusTarget] {
        (ids(in: StatusSchemas.marks) + ids(in: StatusSchemas.confirmed)).map(\.target)
            + ids(in: StatusSchemas.intents).map(\.owned.target)
    }
}
