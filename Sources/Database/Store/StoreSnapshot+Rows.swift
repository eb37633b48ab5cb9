import Foundation

/// A place in an order, whether a record stands there or not.
struct RowPlace<ID: Comparable & Sendable>: Sendable, Equatable {
    /// The key in the index, null in the order of ids.
    let key: IndexKey
    let id: ID
}

/// What a record was made of: equal for equal content.
struct RowContent: Sendable, Equatable {
    private let bytes: [UInt8]

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }
}

/// A record of an order, not read yet.
struct StoredRow<Record: StoredRecord>: Sendable {
    let id: Record.ID
    let place: RowPlace<Record.ID>
    let content: RowContent
    private let load: @Sendable () throws -> Record

    init(
        id: Record.ID, place: RowPlace<Record.ID>, content: RowContent, load: @escaping @Sendable () throws -> Record
    ) {
        self.id = id
        self.place = place
        self.content = content
        self.load = load
    }

    func record() throws -> Record { try load() }
}

extension StoreSnapshot {
    /// A record with what observers compare.
    func row<Record: StoredRecord>(_ id: Record.ID, in schema: CollectionSchema<Record>) throws -> StoredRow<Record>? {
        try record(id, in: schema).map { try row(of: $0, by: nil) }
    }

    /// Neighbours in an order, with what observers compare.
    func rows<Record: StoredRecord>(
        of schema: CollectionSchema<Record>, by index: Index<Record>?, _ direction: SortDirection,
        in range: Range<IndexKey>?, from offset: Int, limit: Int
    ) throws -> [StoredRow<Record>] {
        try window(of: schema, by: index, direction, in: range, from: .offset(offset), limit: limit)
            .map { try row(of: $0, by: index) }
    }

    /// The place of a record in an order.
    func place<Record: StoredRecord>(
        of id: Record.ID, in schema: CollectionSchema<Record>, by index: Index<Record>?
    ) throws -> RowPlace<Record.ID>? {
        try record(id, in: schema).map { RowPlace(key: index?.key($0) ?? .null, id: id) }
    }

    /// How many records of a range come before a place, whether one stands there or not.
    func rank<Record: StoredRecord>(
        of place: RowPlace<Record.ID>, in schema: CollectionSchema<Record>, by index: Index<Record>?,
        _ direction: SortDirection, in range: Range<IndexKey>?
    ) throws -> Int {
        try firstOffset(of: schema, by: index, direction, in: range) { record in
            guard let index else {
                return direction == .ascending ? !(record.id < place.id) : !(place.id < record.id)
            }
            let key = index.key(record)
            if key == place.key { return !(record.id < place.id) }
            return direction == .ascending ? place.key < key : key < place.key
        }
    }

    /// How many records of a range come before a key, in the direction.
    func rank<Record: StoredRecord>(
        of key: IndexKey, in schema: CollectionSchema<Record>, by index: Index<Record>,
        _ direction: SortDirection, in range: Range<IndexKey>?
    ) throws -> Int {
        try firstOffset(of: schema, by: index, direction, in: range) { record in
            direction == .ascending ? !(index.key(record) < key) : !(key < index.key(record))
        }
    }

    private func firstOffset<Record: StoredRecord>(
        of schema: CollectionSchema<Record>, by index: Index<Record>?, _ direction: SortDirection,
        in range: Range<IndexKey>?, where isBehind: (Record) -> Bool
    ) throws -> Int {
        var low = 0
        var high = try count(of: schema, by: index, in: range)
        while low < high {
            let middle = (low + high) / 2
            let found = try window(of: schema, by: index, direction, in: range, from: .offset(middle), limit: 1)
            if found.first.map(isBehind) ?? true { high = middle } else { low = middle + 1 }
        }
        return low
    }

    private func row<Record: StoredRecord>(of record: Record, by index: Index<Record>?) throws -> StoredRow<Record> {
        StoredRow(
            id: record.id, place: RowPlace(key: index?.key(record) ?? .null, id: record.id),
            content: RowContent(bytes: try JSONLineEncoder().encode(record)), load: { record })
    }
}

extension JSONStore {
    /// A signal after commits that touched a collection: one for all that came since the last one was taken.
    ///
    /// Ends when the store is closed.
    func touches<Record: StoredRecord>(of schema: CollectionSchema<Record>) -> AsyncStream<Void> {
        let commits = commits()
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let isOver = CancellationFlag()
        // It takes commits as they come and keeps one signal, so a slow observer piles up nothing. It ends by itself
        // at the next commit and is never cancelled: cancelling a task holds a lock of the runtime while it calls back
        // into the store's, and the store resumes tasks with its own lock held.
        Task {
            for await commit in commits {
                if isOver.isSet { return }
                if !commit.ids(in: schema).isEmpty { continuation.yield() }
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in isOver.set() }
        return signals
    }
}
