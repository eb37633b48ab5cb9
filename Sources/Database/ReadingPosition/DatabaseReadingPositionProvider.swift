public import Core

/// Reading positions in a JSON store: one small record for each feed, in a collection of their own.
///
/// Reads run on the caller's thread against a snapshot in memory. Writes are buffered: they survive the process, and
/// nobody waits for the disk while scrolling. A position that says nothing new writes nothing.
public final class DatabaseReadingPositionProvider: ReadingPositionProvider {
    private let store: JSONStore
    private let limit: Int

    /// The collections that a store needs to keep reading positions.
    package static var collections: [AnyCollectionSchema] { [AnyCollectionSchema(PositionRecord.schema)] }

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - store: A store that was opened by ``JSONStore/init(directory:ownCollections:files:time:)``.
    ///   - limit: How many feeds are kept, 200 by default, and at least one.
    public init(store: JSONStore, limit: Int = 200) {
        self.store = store
        self.limit = max(1, limit)
    }

    /// Where the person was.
    ///
    /// - Parameter feed: Which feed.
    /// - Returns: The position; `nil` when none was set, or it was forgotten.
    /// - Throws: ``StoreError`` when the disk fails.
    public func position(for feed: Feed) async throws -> ReadingPosition? {
        try store.snapshot().record(feed.key, in: PositionRecord.schema)?.position
    }

    /// Remembers where the person is, buffered.
    ///
    /// - Parameters:
    ///   - position: The position; `nil` forgets it.
    ///   - feed: Which feed.
    /// - Throws: ``StoreError``.
    public func set(_ position: ReadingPosition?, for feed: Feed) async throws {
        let limit = limit
        try await store.write(.buffered) { transaction in
            let (key, schema) = (feed.key, PositionRecord.schema)
            guard let position else { return try transaction.delete(key, from: schema) }
            let stored = try transaction.record(key, in: schema)
            guard stored?.position != position else { return }
            try transaction.upsert(PositionRecord(position, in: feed), in: schema)
            guard stored == nil else { return }
            // The new one is not in the snapshot yet.
            let oldest = try transaction.snapshot.window(of: schema, by: schema.indexes[0])
            for record in oldest.dropLast(limit - 1) { try transaction.delete(record.id, from: schema) }
        }
    }
}
