public import Core
import Synchronization

/// An ``Core/OfflinePackProvider`` that works, in memory: it keeps the whole contract and forgets with the process.
///
/// It passes ``OfflinePackProviderContract``. What is packed is noted in the posts' store, whose feed `downloads` shows it.
public final class InMemoryOfflinePackProvider: OfflinePackProvider {
    private let posts: InMemoryOfflinePostProvider
    private let stored = Mutex<[String: StoredPack]>([:])
    private let failures = Mutex<[any Error]>([])

    /// Creates an empty store.
    ///
    /// - Parameter posts: The store of the posts; one of its own by default.
    public init(posts: InMemoryOfflinePostProvider = InMemoryOfflinePostProvider()) {
        self.posts = posts
    }

    /// Makes the next calls fail, one for each error; nothing is changed by them.
    ///
    /// - Parameter errors: What the calls throw.
    public func fail(with errors: any Error...) {
        failures.withLock { $0 += errors }
    }

    private func takeFailure() throws {
        let failure = failures.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        if let failure { throw failure }
    }

    /// The packs that are known, the newest first.
    ///
    /// - Returns: The packs.
    /// - Throws: What ``fail(with:)`` was given.
    public func packs() async throws -> [StoredPack] {
        try takeFailure()
        return stored.withLock { stored in
            stored.values.sorted { $0.date == $1.date ? $0.id < $1.id : $0.date > $1.date }
        }
    }

    /// Stores how far a pack came; one of the same feed and kind is replaced.
    ///
    /// - Parameter pack: The pack.
    /// - Throws: What ``fail(with:)`` was given.
    public func store(_ pack: StoredPack) async throws {
        try takeFailure()
        stored.withLock { $0[pack.id] = pack }
    }

    /// The posts that were packed, in the order of the feed `downloads`.
    ///
    /// - Returns: The posts.
    /// - Throws: What ``fail(with:)`` was given.
    public func packedPosts() async throws -> [PackedPost] {
        try takeFailure()
        return posts.packedPosts()
    }

    /// Notes that posts are packed.
    ///
    /// - Parameter posts: The posts; one that a person packed stays as it is when an automatic pack finds it too.
    /// - Throws: What ``fail(with:)`` was given.
    public func add(_ posts: [PackedPost]) async throws {
        try takeFailure()
        self.posts.addPacked(posts)
    }

    /// Takes posts out of what was packed.
    ///
    /// - Parameter ids: Which posts.
    /// - Returns: Those that were packed.
    /// - Throws: What ``fail(with:)`` was given.
    public func remove(_ ids: [Post.ID]) async throws -> [Post.ID] {
        try takeFailure()
        return posts.removePacked(ids)
    }

    /// Forgets packs, so that nothing goes on with them; their posts stay packed.
    ///
    /// - Parameter ids: Which packs.
    /// - Throws: What ``fail(with:)`` was given.
    public func forget(_ ids: [String]) async throws {
        try takeFailure()
        stored.withLock { stored in
            for id in ids { stored[id] = nil }
        }
    }
}
