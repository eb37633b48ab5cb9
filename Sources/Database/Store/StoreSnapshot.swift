/// The store as it was at one commit: what it reads never changes, and whole batches only are in it.
///
/// Reading waits for nobody; it reads files on the caller's thread, some tens of microseconds for a window. Let go of a
/// snapshot soon: it keeps files on the disk that were replaced meanwhile.
///
/// Errors: every read throws ``StoreError`` when the disk fails, or when a record that it needs was damaged on the
/// disk (`storeDamaged`); ``JSONStore/verify()`` mends the store then. Damaged indexes are no error: they are rebuilt
/// from the journal, which makes that one read slow. A collection that the store was opened without is `invalidInput`.
public struct StoreSnapshot: Sendable {
    let view: StoreView

    init(_ view: StoreView) {
        self.view = view
    }

    /// The number of the last commit in it, 0 for none.
    public var version: UInt64 { view.version }

    /// The number of the last commit in it that changed a collection, 0 for none.
    ///
    /// - Parameter schema: The collection.
    /// - Returns: The number.
    public func version<Record: StoredRecord>(of schema: CollectionSchema<Record>) -> UInt64 {
        view.tables[schema.name]?.lastChange ?? 0
    }

    /// A record by its id.
    ///
    /// - Parameters:
    ///   - id: The id.
    ///   - schema: The collection.
    /// - Returns: The record, `nil` when there is none.
    /// - Throws: ``StoreError``.
    public func record<Record: StoredRecord>(_ id: Record.ID, in schema: CollectionSchema<Record>) throws -> Record? {
        try view.read(schema.name) { table in
            guard let slot = try table.orders[schema.idOrder].find(SortKey(id)) else { return nil }
            return try decode([slot], schema, table)[0]
        }
    }

    /// Whether there is a record with an id.
    ///
    /// - Parameters:
    ///   - id: The id.
    ///   - schema: The collection.
    /// - Returns: True when there is; its JSON is not read.
    /// - Throws: ``StoreError``.
    public func contains<Record: StoredRecord>(_ id: Record.ID, in schema: CollectionSchema<Record>) throws -> Bool {
        try view.read(schema.name) { try $0.orders[schema.idOrder].find(SortKey(id)) != nil }
    }

    /// The number of records, all or those in a range of an index.
    ///
    /// - Parameters:
    ///   - schema: The collection.
    ///   - index: The index that the range is about; `nil` for none.
    ///   - range: The keys to count, the upper one left out; `nil` for all.
    /// - Returns: The number.
    /// - Throws: ``StoreError``.
    /// - Complexity: O(log *n*).
    public func count<Record: StoredRecord>(
        of schema: CollectionSchema<Record>, by index: Index<Record>? = nil, in range: Range<IndexKey>? = nil
    ) throws -> Int {
        try view.read(schema.name) { table in
            guard let range else { return table.count }
            let order = table.orders[schema.position(of: index)]
            let lower = try order.rank(of: SortKey(range.lowerBound))
            return max(0, try order.rank(of: SortKey(range.upperBound)) - lower)
        }
    }

    /// A window of an order.
    ///
    /// - Parameters:
    ///   - schema: The collection.
    ///   - index: The index to sort by; `nil` for the order of ids.
    ///   - direction: Which way. Records with equal keys are in ascending id either way.
    ///   - range: The keys to look at, the upper one left out; `nil` for all. Offsets count from its start.
    ///   - start: Where the window begins; an offset past the end gives an empty window. A key needs an index.
    ///   - limit: How many records at most.
    /// - Returns: The records.
    /// - Throws: ``StoreError``.
    /// - Complexity: O(log *n* + limit), at any offset.
    public func window<Record: StoredRecord>(
        of schema: CollectionSchema<Record>, by index: Index<Record>? = nil, _ direction: SortDirection = .ascending,
        in range: Range<IndexKey>? = nil, from start: WindowStart = .offset(0), limit: Int = .max
    ) throws -> [Record] {
        try view.read(schema.name) { table in
            let slots = try slots(of: schema, table, index, direction, range, start, limit)
            return try decode(slots, schema, table)
        }
    }

    /// How many records come before one in an order.
    ///
    /// - Parameters:
    ///   - id: The record's id.
    ///   - schema: The collection.
    ///   - index: The index to sort by; `nil` for the order of ids.
    ///   - direction: Which way.
    /// - Returns: Its offset, `nil` when there is no such record.
    /// - Throws: ``StoreError``.
    /// - Complexity: O(log *n*).
    public func rank<Record: StoredRecord>(
        of id: Record.ID, in schema: CollectionSchema<Record>, by index: Index<Record>? = nil,
        _ direction: SortDirection = .ascending
    ) throws -> Int? {
        try view.read(schema.name) { table in
            guard let slot = try table.orders[schema.idOrder].find(SortKey(id)) else { return nil }
            guard let index else {
                let rank = try table.orders[schema.idOrder].rank(of: SortKey(id))
                return direction == .ascending ? rank : table.count - 1 - rank
            }
            let record = try decode([slot], schema, table)[0]
            return try place(of: index.key(record), id, schema, table, index, direction)
        }
    }

    /// The records that fulfil a condition, in the order of ids.
    ///
    /// - Parameters:
    ///   - schema: The collection.
    ///   - isIncluded: The condition.
    /// - Returns: The records.
    /// - Throws: ``StoreError``, or what the condition throws.
    /// - Complexity: O(*n*): every record is read.
    public func records<Record: StoredRecord>(
        in schema: CollectionSchema<Record>, where isIncluded: (Record) throws -> Bool
    ) throws -> [Record] {
        try view.read(schema.name) { table in
            var found: [Record] = []
            var cursor = try table.orders[schema.idOrder].cursor(from: nil, .ascending)
            var slots: [UInt32] = []
            repeat {
                slots.removeAll(keepingCapacity: true)
                while slots.count < 1_024, let entry = try cursor.next() { slots.append(entry.slot) }
                found += try decode(slots, schema, table).filter(isIncluded)
            } while !slots.isEmpty
            return found
        }
    }
}
