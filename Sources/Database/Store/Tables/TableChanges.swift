/// What a batch does to one collection, seen without its record type.
///
/// Used by one thread at a time until the batch is committed, and not changed afterwards.
class TableChanges: @unchecked Sendable {
    // `@unchecked` because the writer's thread fills it in and hands it on only when it is done.
    /// How many records were put or deleted, one that was changed twice counted twice.
    var count: Int { 0 }
}

/// The records of one collection that a batch puts and deletes.
final class RecordChanges<Record: StoredRecord>: TableChanges, @unchecked Sendable {
    struct Change {
        let id: Record.ID
        /// The new record; nil for one that is deleted.
        let record: Record?
        /// Where the record's JSON stands in the lines of the batch, or in the journal's file when it is replayed.
        let value: Range<Int>
        let checksum: UInt32
        /// The bytes that its line takes in the journal.
        let lineLength: Int
    }

    private(set) var changes: [Change] = []
    /// The last change of each id; filled in when somebody asks for the first time.
    private var positions: [Record.ID: Int]?

    override var count: Int { changes.count }

    func append(_ change: Change) {
        positions?[change.id] = changes.count
        changes.append(change)
    }

    /// The last change of a record; nil when there is none.
    func last(of id: Record.ID) -> Change? {
        if positions == nil {
            positions = Dictionary(changes.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { $1 })
        }
        return positions?[id].map { changes[$0] }
    }
}
