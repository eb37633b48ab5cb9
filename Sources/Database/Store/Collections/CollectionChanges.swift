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
        let isDelete: Bool
        /// The bytes that its line takes in the journal.
        let lineLength: Int
        /// The position of its keys; none for one that is deleted.
        let keys: Int
        /// The stored record that it replaces or deletes, as a position in ``stored``; nil where that is to be found.
        let stored: Int?
    }

    /// Stored records that are known, so that nobody has to look for them.
    struct StoredRecords {
        var slots: [UInt32] = []
        var keys: RecordKeys
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
    /// The keys of the records that the changes replace or delete.
    private(set) var stored: StoredRecords
    /// Whether all that was stored before the batch is deleted; the changes come behind that.
    private(set) var isTruncated = false
    /// The ids that are deleted for it, as ranges of their JSON in the lines of the batch.
    private(set) var truncatedIDs: [Range<Int>] = []
    /// The number of changes from the first on that are known to be of different records.
    private(set) var distinctCount = 0
    /// The last change of each id; filled in when somebody asks for the first time.
    private var positions: [SortKey: Int]?

    init(indexCount: Int, searchCount: Int) {
        keys = RecordKeys(indexCount: indexCount, searchCount: searchCount)
        stored = StoredRecords(keys: keys)
    }

    var count: Int { changes.count + truncatedIDs.count }

    /// Adds a record whose keys were added before.
    func put(value: Range<Int>, checksum: UInt32, lineLength: Int, stored: Int? = nil) {
        finish(
            Change(
                value: value, checksum: checksum, isDelete: false, lineLength: lineLength, keys: keys.count - 1,
                stored: stored))
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

    func delete(_ id: IndexKey, value: Range<Int>, stored: Int? = nil) {
        keys.appendID(id)
        finish(Change(value: value, checksum: 0, isDelete: true, lineLength: 0, keys: 0, stored: stored))
    }

    /// Notes what is stored of a record, for the change of it that comes next.
    ///
    /// - Parameters:
    ///   - slot: Its slot, in the table that the batch is applied to.
    ///   - appendKeys: Adds its keys.
    /// - Returns: Its position.
    func addStored(_ slot: UInt32, _ appendKeys: (inout RecordKeys) -> Void) -> Int {
        appendKeys(&stored.keys)
        stored.slots.append(slot)
        return stored.slots.count - 1
    }

    /// Takes back what was noted of stored records behind the first ones, of which nothing is changed.
    func removeStored(from count: Int) {
        while stored.slots.count > count {
            stored.slots.removeLast()
            stored.keys.removeLast()
        }
    }

    /// Deletes all that was stored before the batch.
    ///
    /// - Parameter ids: The ranges of the ids' JSON in the lines of the batch.
    func truncate(_ ids: [Range<Int>]) {
        isTruncated = true
        truncatedIDs += ids
    }

    /// Notes that all changes so far are of different records.
    func markDistinct() { distinctCount = changes.count }

    /// Takes back the changes behind the first ones.
    func removeChanges(from count: Int) {
        for change in changes[count...].reversed() {
            if change.isDelete { keys.removeIDs(downTo: keys.ids.count - 1) } else { keys.removeLast() }
        }
        changes.removeSubrange(count...)
        kept.removeAll { $0.position >= count }
        positions = nil
    }

    /// The positions of the records that the batch leaves in the collection, of those that it has put.
    var livePuts: [Int] {
        var last: [SortKey: Int] = [:]
        for position in changes.indices { last[keys.ids[position]] = position }
        return last.values.filter { !changes[$0].isDelete }.sorted()
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
