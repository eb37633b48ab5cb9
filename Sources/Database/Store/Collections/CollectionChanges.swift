/// The changes of a batch to one collection: the keys of its records, and the places of their JSON.
///
/// Used by one thread at a time until the batch is committed, and not changed afterwards.
final class CollectionChanges: @unchecked Sendable {
    // `@unchecked` because the writer's thread fills it in and hands it on only when it is done.

    struct Change {
        /// The range of the record's JSON in the lines of the batch, or in the journal's file when it is replayed; for
        /// one that is deleted, its id's.
        let value: Range<Int>
        let checksum: UInt32
        /// The bytes that its line takes in the journal.
        let lineLength: Int
        let isDelete: Bool
    }

    private(set) var changes: [Change] = []
    var keys: RecordKeys
    /// The records themselves, with their positions, where decoding them again would take long.
    private(set) var kept: [(position: Int, box: any AnyObject & Sendable)] = []
    /// Unreadable records that were read from the journal, at the positions of changes that take their ids out of the
    /// indexes.
    private(set) var unreadableRecords: [Int: UnreadableRecordTable.Place] = [:]
    /// Unreadable records whose ids cannot be read either, in order; without a place for one that was deleted.
    private(set) var unidentified: [(raw: [UInt8]?, place: UnreadableRecordTable.Place?)] = []
    /// The last change of each id; filled in when somebody asks for the first time.
    private var positions: [SortKey: Int]?

    init(indexCount: Int, searchCount: Int) {
        keys = RecordKeys(indexCount: indexCount, searchCount: searchCount)
    }

    var count: Int { changes.count }

    /// Adds a record whose keys were added before.
    func put(value: Range<Int>, checksum: UInt32, lineLength: Int) {
        finish(Change(value: value, checksum: checksum, lineLength: lineLength, isDelete: false))
    }

    /// Keeps the record that was added last.
    func keep(_ box: any AnyObject & Sendable) {
        kept.append((changes.count - 1, box))
    }

    /// The changes in order, each with its record where that was kept.
    var withKept: [(change: Change, box: (any AnyObject & Sendable)?)] {
        var entries: [(change: Change, box: (any AnyObject & Sendable)?)] = changes.map { ($0, nil) }
        for (position, box) in kept { entries[position].box = box }
        return entries
    }

    func delete(_ id: IndexKey, value: Range<Int>) {
        keys.appendEmpty(id: id)
        finish(Change(value: value, checksum: 0, lineLength: 0, isDelete: true))
    }

    /// Adds a record that does not fit its type.
    func unreadableRecord(_ id: UnreadableRecordID, _ place: UnreadableRecordTable.Place) {
        switch id {
        case .key(let key):
            unreadableRecords[changes.count] = place
            delete(key, value: 0..<0)
        case .raw(let raw): unidentified.append((raw, place))
        case .none: unidentified.append((nil, place))
        }
    }

    /// Deletes an unreadable record whose id cannot be read.
    func deleteUnreadableRecord(raw: [UInt8]) { unidentified.append((raw, nil)) }

    private func finish(_ change: Change) {
        if positions != nil { positions?[keys.ids[changes.count]] = changes.count }
        changes.append(change)
    }

    /// The last change of a record; nil when there is none.
    func last(of id: SortKey) -> Change? {
        if positions == nil {
            var positions: [SortKey: Int] = [:]
            for position in changes.indices { positions[keys.ids[position]] = position }
            self.positions = positions
        }
        return positions?[id].map { changes[$0] }
    }
}
