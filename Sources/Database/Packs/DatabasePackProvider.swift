public import Core
import Dispatch

/// The packs in a JSON store: one record for each pack, and one for each packed post.
///
/// Reads and writes run on a thread of their own; writes are buffered: they survive the process.
public final class DatabasePackProvider: OfflinePackProvider {
    private let store: JSONStore
    private let worker = PackReader()

    /// Creates a provider.
    ///
    /// - Parameter store: A store that was opened by ``JSONStore/init(directory:ownCollections:access:handovers:files:time:)``.
    public init(store: JSONStore) {
        self.store = store
    }

    public func packs() async throws -> [StoredPack] {
        let store = store
        return try await worker.run {
            let schema = PackSchemas.packs
            return try store.read { try $0.window(of: schema, by: schema.indexes[0], .descending) }.compactMap(\.pack)
        }
    }

    public func store(_ pack: StoredPack) async throws {
        try await store.write(.buffered) { transaction in
            let stored = try transaction.record(pack.id, in: PackSchemas.packs)?.pack
            guard stored != pack else { return }
            try transaction.upsert(PackRecord(pack), in: PackSchemas.packs)
        }
    }

    public func packedPosts() async throws -> [PackedPost] {
        let store = store
        return try await worker.run { try store.read { try $0.packedPosts() } }
    }

    public func add(_ posts: [PackedPost]) async throws {
        try await store.write(.buffered) { transaction in try transaction.addPacked(posts) }
    }

    public func remove(_ ids: [Post.ID]) async throws -> [Post.ID] {
        try await store.write(.buffered) { transaction in try transaction.removePacked(ids) }
    }

    public func forget(_ ids: [String]) async throws {
        try await store.write(.buffered) { transaction in
            for id in ids { try transaction.delete(id, from: PackSchemas.packs) }
        }
    }
}

/// Runs reads on a thread of its own: thousands of records take milliseconds, and Swift's cooperative threads are few.
private struct PackReader: Sendable {
    private let queue = DispatchQueue(label: "Lantern.DatabasePackProvider.reader", qos: .utility)

    func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Swift.Result { try work() }) }
        }
    }
}
