public import Core

/// The reading positions in a JSON store, one small record for each feed.
///
/// Reads run on the caller's thread against a snapshot in memory. Writes are buffered: they survive the process, and
/// scrolling never waits for the disk. An unchanged position is not written again.
public final class DatabaseReadingPositionProvider: ReadingPositionProvider {
    private let store: JSONStore
    private let limit: Int

    /// The collections that a store needs to keep reading positions.
    package static var collections: [AnyCollectionSchema] { PositionSchemas.all }

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - store: A store that was opened by ``JSONStore/init(directory:ownCollections:access:handovers:files:time:)``.
    ///   - limit: The maximum number of feeds, 200 by default; at least one.
    public init(store: JSONStore, limit: Int = 200) {
        self.store = store
        self.limit = max(1, limit)
    }

    public func position(for feed: Feed) async throws -> ReadingPosition? {
        try store.read { try $0.record(feed.key, in: PositionSchemas.positions)?.position }
    }

    public func set(_ position: ReadingPosition?, for feed: Feed) async throws {
        let limit = limit
        try await store.write(.buffered) { transaction in
            let (key, schema) = (feed.key, PositionSchemas.positions)
            guard let position else { return try transaction.delete(key, from: schema) }
            let stored = try transaction.record(key, in: schema)
            guard stored?.position != position else { return }
            try transaction.upsert(PositionRecord(position, in: feed), in: schema)
            guard stored == nil else { return }
            // The new record is not in the snapshot yet.
            let oldest = try transaction.snapshot.window(of: schema, by: schema.indexes[0])
            for record in oldest.dropLast(limit - 1) { try transaction.delete(record.id, from: schema) }
        }
    }
}
