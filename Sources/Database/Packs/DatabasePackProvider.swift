public import Core

/// Packs in a JSON store: one record for each pack, and one for each post that was packed.
///
/// Reads and writes run on a thread of their own; writes are buffered: they survive the process.
public final class DatabasePackProvider: OfflinePackProvider {
    private let store: JSONStore
    private let worker = PackReader()

    /// Creates a provider.
    ///
    /// - Parameter store: A store that was opened by ``JSONStore/init(directory:ownCollections:files:time:)``.
    public init(store: JSONStore) {
        self.store = store
    }

    /// The packs that are known, the newest first.
    ///
    /// - Returns: The packs.
    /// - Throws: ``StoreError`` when the disk fails.
    public func packs() async throws -> [StoredPack] {
        let store = store
        return try await worker.run {
            let schema = PackRecord.schema
            return try store.snapshot().window(of: schema, by: schema.indexes[0], .descending).compactMap(\.pack)
        }
    }

    /// Stores how far a pack came; one of the same feed and kind is replaced.
    ///
    /// - Parameter pack: The pack.
    /// - Throws: ``StoreError``.
    public func store(_ pack: StoredPack) async throws {
        try await store.write(.buffered) { transaction in
            let stored = try transaction.record(pack.id, in: PackRecord.schema)?.pack
            guard stored != pack else { return }
            try transaction.upsert(PackRecord(pack), in: PackRecord.schema)
        }
    }

    /// The posts that were packed, in the order of the feed `downloads`.
    ///
    /// - Returns: The posts.
    /// - Throws: ``StoreError`` when the disk fails.
    public func packedPosts() async throws -> [PackedPost] {
        let store = store
        return try await worker.run { try store.snapshot().packedPosts() }
    }

    /// Notes that posts are packed.
    ///
    /// - Parameter posts: The posts; one that a person packed stays as it is when an automatic pack finds it too.
    /// - Throws: ``StoreError``.
    public func add(_ posts: [PackedPost]) async throws {
        try await store.write(.buffered) { transaction in try transaction.addPacked(posts) }
    }

    /// Takes posts out of what was packed; their files stay held.
    ///
    /// - Parameter ids: Which posts.
    /// - Returns: Those that were packed.
    /// - Throws: ``StoreError``.
    public func remove(_ ids: [Post.ID]) async throws -> [Post.ID] {
        try await store.write(.buffered) { transaction in try transaction.removePacked(ids) }
    }

    /// Forgets packs, so that nothing goes on with them; their posts stay packed.
    ///
    /// - Parameter ids: Which packs.
    /// - Throws: ``StoreError``.
    public func forget(_ ids: [String]) async throws {
        try await store.write(.buffered) { transaction in
            for id in ids { try transaction.delete(id, from: PackRecord.schema) }
        }
    }
}
