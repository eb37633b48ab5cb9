import Core

/// Changing many records at once: each is looked at once, in the order of an index, and its place is known from there.
extension WriteTransaction {
    /// Deletes the records of a range of an index, those of them that fulfil a condition.
    ///
    /// What this batch has changed so far counts. Unreadable records are in no range and stay.
    ///
    /// - Parameters:
    ///   - schema: The collection.
    ///   - range: An index of the collection compared with a value, as `Deal.byPrice < 80`.
    ///   - isIncluded: The condition; all by default.
    /// - Returns: The number of records that were deleted.
    /// - Throws: ``StoreError`` when the disk fails, or what the condition throws. Nothing of it is in the batch then.
    /// - Complexity: O(*n*) in the records of the range, which are read once. Their keys are in memory until the batch
    ///   is committed.
    @discardableResult
    public mutating func delete<Record: StoredRecord>(
        from schema: CollectionSchema<Record>, in range: IndexRange<Record>,
        where isIncluded: (Record) throws -> Bool = { _ in true }
    ) throws -> Int {
        try delete(schema, RecordWalk(schema, range), limit: .max, isIncluded)
    }

    /// Deletes the records that fulfil a condition.
    ///
    /// What this batch has changed so far counts. Unreadable records fulfil none and stay.
    ///
    /// - Parameters:
    ///   - schema: The collection.
    ///   - isIncluded: The condition.
    /// - Returns: The number of records that were deleted.
    /// - Throws: ``StoreError`` when the disk fails, or what the condition throws. Nothing of it is in the batch then.
    /// - Complexity: O(*n*): every record is read once, so name a range where there is one.
    @discardableResult
    public mutating func delete<Record: StoredRecord>(
        from schema: CollectionSchema<Record>, where isIncluded: (Record) throws -> Bool
    ) throws -> Int {
        try delete(schema, RecordWalk(schema), limit: .max, isIncluded)
    }

    /// Updates the records of a range of an index, those of them that fulfil a condition.
    ///
    /// What this batch has changed so far counts. Each record is changed once, also when the change moves it in the
    /// range. A record that stays as it is, is not written.
    ///
    /// - Parameters:
    ///   - schema: The collection.
    ///   - range: An index of the collection compared with a value, as `Deal.byPrice < 80`.
    ///   - isIncluded: The condition; all by default.
    ///   - change: Changes a record, whose id it must keep.
    /// - Returns: The number of records that were changed.
    /// - Throws: As ``upsert(_:in:)``, and what the condition and the change throw. Nothing of it is in the batch then.
    /// - Complexity: O(*n*) in the records of the range, which are read once. The keys of those that are changed are in
    ///   memory until the batch is committed.
    @discardableResult
    public mutating func update<Record: StoredRecord>(
        in schema: CollectionSchema<Record>, range: IndexRange<Record>,
        where isIncluded: (Record) throws -> Bool = { _ in true }, _ change: (inout Record) throws -> Void
    ) throws -> Int {
        try update(schema, RecordWalk(schema, range), isIncluded, change)
    }

    /// Updates the records that fulfil a condition.
    ///
    /// What this batch has changed so far counts. A record that stays as it is, is not written.
    ///
    /// - Parameters:
    ///   - schema: The collection.
    ///   - isIncluded: The condition; all by default.
    ///   - change: Changes a record, whose id it must keep.
    /// - Returns: The number of records that were changed.
    /// - Throws: As ``upsert(_:in:)``, and what the condition and the change throw. Nothing of it is in the batch then.
    /// - Complexity: O(*n*): every record is read once, so name a range where there is one.
    @discardableResult
    public mutating func update<Record: StoredRecord>(
        in schema: CollectionSchema<Record>, where isIncluded: (Record) throws -> Bool = { _ in true },
        _ change: (inout Record) throws -> Void
    ) throws -> Int {
        try update(schema, RecordWalk(schema), isIncluded, change)
    }

    /// Deletes all records of a collection.
    ///
    /// What this batch has put so far is deleted too, and what it puts afterwards stays. Unreadable records stay.
    ///
    /// - Parameter schema: The collection.
    /// - Returns: The number of records that were deleted.
    /// - Throws: ``StoreError`` when the disk fails. Nothing of it is in the batch then.
    /// - Complexity: O(*n*), in the keys of the records; the records are not read. The journal gets a line for each.
    @discardableResult
    public mutating func truncate<Record: StoredRecord>(_ schema: CollectionSchema<Record>) throws -> Int {
        let changes = try changes(of: schema.name, schema.version, schema.indexes.count, schema.search.count)
        let mark = Mark(lines.count, changes)
        return try takingBack(mark, changes) { batch in
            var (keys, slots): ([SortKey], [UInt32]) = ([], [])
            if !changes.isTruncated {
                let table = try batch.snapshot.view.appliedTable(schema.name)
                (keys, slots) = try table.orders[schema.idOrder].entries(but: { changes.last(of: $0) != nil }, changes)
            }
            var ids: [Range<Int>] = []
            ids.reserveCapacity(keys.count)
            var json: [UInt8] = []
            for position in keys.indices {
                json.removeAll(keepingCapacity: true)
                if !schema.codec.encodeID(of: keys[position], to: &json) {
                    try schema.codec.encodeID(batch.id(in: slots[position], schema), to: &json)
                }
                ids.append(batch.appendDelete(of: json, from: schema.name))
            }
            let puts = changes.livePuts
            for position in puts {
                let record = try batch.record(changes.changes[position].value, schema)
                json.removeAll(keepingCapacity: true)
                try schema.codec.encodeID(record.id, to: &json)
                changes.delete(record.id.indexKey, value: batch.appendDelete(of: json, from: schema.name))
            }
            changes.truncate(ids)
            return keys.count + puts.count
        }
    }
}

extension WriteTransaction {
    /// Where a batch was before a change of many records.
    private struct Mark {
        let lineCount: Int
        let changeCount: Int
        let storedCount: Int

        init(_ lineCount: Int, _ changes: CollectionChanges) {
            self.lineCount = lineCount
            changeCount = changes.changes.count
            storedCount = changes.stored.slots.count
        }
    }

    /// Deletes records on a walk, up to a number of them.
    mutating func delete<Record: StoredRecord>(
        _ schema: CollectionSchema<Record>, _ walk: RecordWalk, limit: Int, _ isIncluded: (Record) throws -> Bool
    ) throws -> Int {
        try forEach(schema, walk, limit) { batch, changes, json, position, slot in
            let record = try schema.codec.decode(json)
            guard try isIncluded(record) else { return false }
            var id: [UInt8] = []
            try schema.codec.encodeID(record.id, to: &id)
            let value = batch.appendDelete(of: id, from: schema.name)
            let stored = slot.map { changes.addStored($0) { schema.appendKeys(record, &$0) } } ?? position
            changes.delete(record.id.indexKey, value: value, stored: stored)
            return true
        }
    }

    private mutating func update<Record: StoredRecord>(
        _ schema: CollectionSchema<Record>, _ walk: RecordWalk, _ isIncluded: (Record) throws -> Bool,
        _ change: (inout Record) throws -> Void
    ) throws -> Int {
        try forEach(schema, walk, .max) { batch, changes, json, position, slot in
            let record = try schema.codec.decode(json)
            guard try isIncluded(record) else { return false }
            var changed = record
            try change(&changed)
            precondition(changed.id == record.id, "A change must keep the id of the record.")
            let count = changes.stored.slots.count
            let stored = slot.map { changes.addStored($0) { schema.appendKeys(record, &$0) } } ?? position
            let isPut = try batch.put(changed, schema, changes, replacing: Known(stored: stored, json: json))
            // Most of a large walk may stay as it is.
            if !isPut { changes.removeStored(from: count) }
            return isPut
        }
    }

    /// Visits the records of a walk as this batch has left them, and changes them.
    ///
    /// - Parameters:
    ///   - schema: The collection.
    ///   - walk: Which records.
    ///   - limit: The number of changed records after which it ends.
    ///   - body: Changes a record, and tells whether it did: takes its JSON and, as far as they are known, the position
    ///     of what is stored of it among the batch's changes, or its slot.
    /// - Returns: The number of changed records.
    /// - Throws: ``StoreError``; `RunFailure` when a derived file is damaged, so that the batch begins again; what the
    ///   body throws.
    private mutating func forEach<Record: StoredRecord>(
        _ schema: CollectionSchema<Record>, _ walk: RecordWalk, _ limit: Int,
        _ body: (inout WriteTransaction, CollectionChanges, UnsafeRawBufferPointer, Int?, UInt32?) throws -> Bool
    ) throws -> Int {
        let changes = try changes(of: schema.name, schema.version, schema.indexes.count, schema.search.count)
        return try visit(changes, walk, limit, schema.name, body)
    }

    private mutating func visit(
        _ changes: CollectionChanges, _ walk: RecordWalk, _ limit: Int, _ name: String,
        _ body: (inout WriteTransaction, CollectionChanges, UnsafeRawBufferPointer, Int?, UInt32?) throws -> Bool
    ) throws -> Int {
        let view = snapshot.view
        let isFirst = changes.changes.isEmpty
        // Found before anything is changed here: each record is visited once.
        let puts = isFirst ? [] : changes.livePuts.filter { walk.contains(changes, $0) }
        return try takingBack(Mark(lines.count, changes), changes) { batch in
            var count = 0
            if !changes.isTruncated {
                let table = try view.appliedTable(name)
                var steps = try walk.steps(table)
                defer { batch.deadCount += steps.cursor.deadCount }
                while count < limit {
                    // No more than are wanted, so that none behind them can be in the way.
                    let slots = try steps.next(limit - count, isFirst ? nil : { changes.last(of: $0) != nil })
                    guard !slots.isEmpty else { break }
                    var position = 0
                    try view.files.values(at: table.slots.locations(of: slots)).visit { json in
                        defer { position += 1 }
                        if count < limit, try body(&batch, changes, json, nil, slots[position]) { count += 1 }
                    }
                }
            }
            if isFirst { changes.markDistinct() }
            for position in puts where count < limit {
                let change = changes.changes[position]
                // A copy, because lines are added meanwhile.
                let json = Array(batch.lines[change.value])
                let isChanged = try json.withUnsafeBytes { try body(&batch, changes, $0, change.stored, nil) }
                if isChanged { count += 1 }
            }
            return count
        }
    }

    /// Changes many records, or none when that fails.
    private mutating func takingBack<Result>(
        _ mark: Mark, _ changes: CollectionChanges, _ body: (inout WriteTransaction) throws -> Result
    ) throws -> Result {
        do {
            return try body(&self)
        } catch {
            lines.removeSubrange(mark.lineCount...)
            changes.removeChanges(from: mark.changeCount)
            changes.removeStored(from: mark.storedCount)
            throw translated(error)
        }
    }

    /// The error of the store for one of its disk; a damaged derived file lets the batch begin again instead.
    private func translated(_ error: any Error) -> any Error {
        switch error {
        case RunFailure.disk(let error): StoreError(error)
        case let error as FileError: StoreError(error)
        // It could be written and cannot be read: indexes that were made anew have it no more.
        case is UnreadableRecordError: RunFailure.damaged(snapshot.view.directory)
        default: error
        }
    }

    /// A record that this batch has put.
    private func record<Record: StoredRecord>(
        _ value: Range<Int>, _ schema: CollectionSchema<Record>
    ) throws -> Record {
        try lines.withUnsafeBytes { try schema.codec.decode(UnsafeRawBufferPointer(rebasing: $0[value])) }
    }

    /// The id of a stored record, as the record itself says it.
    private func id<Record: StoredRecord>(in slot: UInt32, _ schema: CollectionSchema<Record>) throws -> Record.ID {
        let table = try snapshot.view.appliedTable(schema.name)
        return try snapshot.view.files.withBytes(at: try table.slots[slot]) { try schema.codec.decode($0).id }
    }
}

/// A walk over the records of a range of an index, or of all, for changing them.
struct RecordWalk {
    /// The position of the index among the table's orders, and among the keys of a record; nil there for the ids.
    private let order: Int
    private let index: Int?
    /// The number of keys before the id.
    private let partCount: Int
    private var bounds: SortKeyRange

    init<Record: StoredRecord>(_ schema: CollectionSchema<Record>) {
        (order, index, partCount, bounds) = (schema.idOrder, nil, 0, .all)
    }

    init<Record: StoredRecord>(_ schema: CollectionSchema<Record>, _ range: IndexRange<Record>) {
        let position = schema.position(of: range.index)
        (order, index, partCount, bounds) = (position, position, range.index.partCount, range.bounds)
    }

    /// Begins it at a key, where that is not before its beginning.
    mutating func begin(at key: SortKey) { bounds.lower = max(bounds.lower ?? key, key) }

    /// Whether a record that a batch has put is on the way.
    func contains(_ changes: CollectionChanges, _ position: Int) -> Bool {
        guard let index else { return true }
        let key = changes.keys.composites[changes.changes[position].keys * changes.keys.indexCount + index]
        return bounds.contains(key)
    }

    func steps(_ table: CollectionState) throws(RunFailure) -> Steps {
        Steps(cursor: try table.orders[order].cursor(from: bounds.lower), partCount: partCount, bounds: bounds)
    }

    /// The slots on the way, some at a time.
    struct Steps {
        fileprivate var cursor: OrderCursor
        fileprivate let partCount: Int
        fileprivate let bounds: SortKeyRange

        /// Records that are read at once.
        private static let stepCount = 1_024

        /// The next slots; none at the end.
        ///
        /// - Parameters:
        ///   - limit: The number of slots that is wanted at most.
        ///   - isLeftOut: Tells of an id whether its record is left out; nil where none is.
        /// - Returns: The slots.
        /// - Throws: `RunFailure` when a block cannot be read.
        mutating func next(_ limit: Int, _ isLeftOut: ((SortKey) -> Bool)?) throws(RunFailure) -> [UInt32] {
            let count = min(limit, Self.stepCount)
            guard isLeftOut != nil || bounds.upper != nil else { return try cursor.nextSlots(count) }
            var slots: [UInt32] = []
            while slots.count < count, let entry = try cursor.next(), bounds.contains(entry.key) {
                if let isLeftOut, isLeftOut(entry.key.id(behind: partCount)) { continue }
                slots.append(entry.slot)
            }
            return slots
        }
    }
}

extension SortKeyRange {
    fileprivate func contains(_ key: SortKey) -> Bool {
        (lower.map { !(key < $0) } ?? true) && (upper.map { key < $0 } ?? true)
    }
}

extension Order {
    /// All live entries but some, as their keys and slots.
    fileprivate func entries(
        but isLeftOut: (SortKey) -> Bool, _ changes: CollectionChanges
    ) throws(RunFailure) -> ([SortKey], [UInt32]) {
        let isFirst = changes.changes.isEmpty
        var (keys, slots): ([SortKey], [UInt32]) = ([], [])
        keys.reserveCapacity(count)
        slots.reserveCapacity(count)
        var cursor = try walk()
        while let entry = try cursor.next() {
            if !isFirst, isLeftOut(entry.key) { continue }
            keys.append(entry.key)
            slots.append(entry.slot)
        }
        return (keys, slots)
    }
}
