/// The store as it was at one commit: what it reads never changes, and whole batches only are in it.
///
/// Reading waits for nobody; it reads files on the caller's thread, some tens of microseconds for a window. Let go of a
/// snapshot soon: it keeps files on the disk that were replaced meanwhile.
///
/// Errors: every read throws ``StoreError`` when the disk fails, or when a record that it needs was damaged on the
/// disk (`storeDamaged`); ``JSONStore/verify()`` mends the store then. Damaged indexes are no error: they are rebuilt
/// from the journal, which makes that one read slow. A collection that the store was opened without is `invalidInput`,
/// one of which most does not fit its type `migrationFailed`.
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

    /// The number of records.
    ///
    /// - Parameter schema: The collection.
    /// - Returns: The number.
    /// - Throws: ``StoreError``.
    /// - Complexity: O(1).
    public func count<Record: StoredRecord>(of schema: CollectionSchema<Record>) throws -> Int {
        try view.read(schema.name) { $0.count }
    }

    /// The number of records in a range of an index.
    ///
    /// - Parameters:
    ///   - schema: The collection.
    ///   - range: A ``TypedIndex`` of the collection compared with a value, as `Deal.byPrice < 80`.
    /// - Returns: The number.
    /// - Throws: ``StoreError``.
    /// - Complexity: O(log *n*).
    public func count<Record: StoredRecord>(
        of schema: CollectionSchema<Record>, in range: IndexRange<Record>
    ) throws -> Int {
        try count(of: schema, by: range.index, in: range.bounds)
    }

    package func count<Record: StoredRecord>(
        of schema: CollectionSchema<Record>, by index: Index<Record>?, in range: Range<IndexKey>?
    ) throws -> Int {
        try count(of: schema, by: index, in: range.map { SortKeyRange($0) })
    }

    func count<Record: StoredRecord>(
        of schema: CollectionSchema<Record>, by index: Index<Record>?, in range: SortKeyRange?
    ) throws -> Int {
        try view.read(schema.name) { table in
            guard let range else { return table.count }
            let order = table.orders[schema.position(of: index)]
            let lower = try range.lower.map { try order.rank(of: $0) } ?? 0
            return max(0, (try range.upper.map { try order.rank(of: $0) } ?? table.count) - lower)
        }
    }

    /// A window of an order.
    ///
    /// - Parameters:
    ///   - schema: The collection.
    ///   - index: The index to sort by; `nil` for the order of ids.
    ///   - direction: Which way. Records with equal keys are in ascending id either way.
    ///   - start: Where the window begins; an offset past the end gives an empty window. A key needs an index.
    ///   - limit: How many records at most.
    /// - Returns: The records.
    /// - Throws: ``StoreError``.
    /// - Complexity: O(log *n* + limit), at any offset.
    public func window<Record: StoredRecord>(
        of schema: CollectionSchema<Record>, by index: Index<Record>? = nil, _ direction: SortDirection = .ascending,
        from start: WindowStart = .offset(0), limit: Int = .max
    ) throws -> [Record] {
        try window(of: schema, by: index, direction, bounds: nil, from: start, limit: limit)
    }

    /// A window of a range of an index.
    ///
    /// - Parameters:
    ///   - schema: The collection.
    ///   - range: A ``TypedIndex`` of the collection compared with a value, as `Deal.byPrice < 80`. It is sorted by.
    ///   - direction: Which way. Records with equal keys are in ascending id either way.
    ///   - start: Where the window begins; offsets count from the start of the range.
    ///   - limit: How many records at most.
    /// - Returns: The records.
    /// - Throws: ``StoreError``.
    /// - Complexity: O(log *n* + limit), at any offset.
    public func window<Record: StoredRecord>(
        of schema: CollectionSchema<Record>, in range: IndexRange<Record>, _ direction: SortDirection = .ascending,
        from start: WindowStart = .offset(0), limit: Int = .max
    ) throws -> [Record] {
        try window(of: schema, by: range.index, direction, bounds: range.bounds, from: start, limit: limit)
    }

    package func window<Record: StoredRecord>(
        of schema: CollectionSchema<Record>, by index: Index<Record>? = nil, _ direction: SortDirection = .ascending,
        in range: Range<IndexKey>?, from start: WindowStart = .offset(0), limit: Int = .max
    ) throws -> [Record] {
        try window(
            of: schema, by: index, direction, bounds: range.map { SortKeyRange($0) }, from: start, limit: limit)
    }

    private func window<Record: StoredRecord>(
        of schema: CollectionSchema<Record>, by index: Index<Record>?, _ direction: SortDirection,
        bounds: SortKeyRange?, from start: WindowStart, limit: Int
    ) throws -> [Record] {
        try view.read(schema.name) { table in
            let slots = try slots(of: schema, table, index, direction, bounds, start, limit)
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
