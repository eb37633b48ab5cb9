package import Core
import Synchronization

/// An ``Core/OfflinePackProvider`` in memory that keeps the whole contract.
///
/// It passes ``OfflinePackProviderContract``. What is packed is noted in the posts' store, whose feed `downloads` shows
/// it.
package final class InMemoryOfflinePackProvider: OfflinePackProvider {
    private let posts: InMemoryOfflinePostProvider
    private let stored = Mutex<[String: StoredPack]>([:])
    private let failures = Mutex<[any Error]>([])

    /// Creates an empty store.
    ///
    /// - Parameter posts: The store of the posts; one of its own by default.
    package init(posts: InMemoryOfflinePostProvider = InMemoryOfflinePostProvider()) {
        self.posts = posts
    }

    /// Makes the next calls fail, one for each error; they change nothing.
    ///
    /// - Parameter errors: The errors to throw.
    package func fail(with errors: any Error...) {
        failures.withLock { $0 += errors }
    }

    private func takeFailure() throws {
        let failure = failures.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        if let failure { throw failure }
    }

    package func packs() async throws -> [StoredPack] {
        try takeFailure()
        return stored.withLock { stored in
            stored.values.sorted { $0.date == $1.date ? $0.id < $1.id : $0.date > $1.date }
        }
    }

    package func store(_ pack: StoredPack) async throws {
        try takeFailure()
        stored.withLock { $0[pack.id] = pack }
    }

    package func packedPosts() async throws -> [PackedPost] {
        try takeFailure()
        return posts.packedPosts()
    }

    package func add(_ posts: [PackedPost]) async throws {
        try takeFailure()
        self.posts.addPacked(posts)
    }

    package func remove(_ ids: [Post.ID]) async throws -> [Post.ID] {
        try takeFailure()
        return posts.removePacked(ids)
    }

    package func forget(_ ids: [String]) async throws {
        try takeFailure()
        stored.withLock { stored in
            for id in ids { stored[id] = nil }
        }
    }
}
