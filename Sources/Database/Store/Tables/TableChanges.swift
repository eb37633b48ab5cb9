/// What a batch does to one collection, seen without its record type: the keys of its records, and where their JSON is.
///
/// Used by one thread at a time until the batch is committed, and not changed afterwards.
class TableChanges: @unchecked Sendable {
    // `@unchecked` because the writer's thread fills it in and hands it on only when it is done.

    struct Change {
        /// Where the record's JSON stands in the lines of the batch, or in the journal's file when it is replayed.
        let value: Range<Int>
        let checksum: UInt32
        /// The bytes that its line takes in the journal.
        let lineLength: Int
        let isDelete: Bool
    }

    private(set) var changes: [Change] = []
    /// The keys of all of them, one after the other: of each the composites of its indexes.
    fileprivate(set) var keys: RecordKeys

    init(indexCount: Int, searchCount: Int) {
        keys = RecordKeys(indexCount: indexCount, searchCount: searchCount)
    }

    var count: Int { changes.count }

    fileprivate func append(_ change: Change) {
        changes.append(change)
    }
}

/// The records of one collection that a batch puts and deletes.
final class RecordChanges<Record: StoredRecord>: TableChanges, @unchecked Sendable {
    private(set) var ids: [Record.ID] = []
    /// The records themselves with their positions, where decoding them again would take long.
    private(set) var records: [(position: Int, record: Record)] = []
    /// The last change of each id; filled in when somebody asks for the first time.
    private var positions: [Record.ID: Int]?

    /// Adds the keys of a record; ``put(_:value:checksum:lineLength:)`` or ``takeBack()`` comes next.
    ///
    /// - Returns: False when one of them cannot be sorted by: NaN and the infinities.
    func begin(_ record: Record, _ schema: CollectionSchema<Record>) -> Bool {
        schema.appendKeys(record, &keys)
        return keys.invalidCount == 0
    }

    func takeBack() {
        keys.removeLast()
    }

    /// Adds the record whose keys were added last.
    ///
    /// - Parameter record: The record, where it should be kept in the cache.
    func put(_ id: Record.ID, value: Range<Int>, checksum: UInt32, lineLength: Int, record: Record? = nil) {
        if let record { records.append((count, record)) }
        finish(id, Change(value: value, checksum: checksum, lineLength: lineLength, isDelete: false))
    }

    func delete(_ id: Record.ID) {
        keys.appendEmpty(id: id.indexKey)
        finish(id, Change(value: 0..<0, checksum: 0, lineLength: 0, isDelete: true))
    }

    private func finish(_ id: Record.ID, _ change: Change) {
        if positions != nil { positions?[id] = count }
        ids.append(id)
        append(change)
    }

    /// The last change of a record; nil when there is none.
    func last(of id: Record.ID) -> Change? {
        if positions == nil {
            var positions: [Record.ID: Int] = [:]
            for position in ids.indices { positions[ids[position]] = position }
            self.positions = positions
        }
        return positions?[id].map { changes[$0] }
    }
}
