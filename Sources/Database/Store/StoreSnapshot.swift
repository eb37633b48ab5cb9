import Core

/// A view of the store as it was at one commit: what it reads never changes, and it holds whole batches only.
///
/// Reading waits for nobody; it reads files on the caller's thread, some tens of microseconds for a window. Release a
/// snapshot soon: it keeps files on the disk that were replaced meanwhile.
///
/// Errors: every read throws ``StoreError`` when the disk fails, or when a record that it needs was damaged on the
/// disk (`storeDamaged`); ``JSONStore/verify()`` mends the store then. Damaged indexes are no error: they are rebuilt
/// from the journal, which makes that one read slow. A collection that the store was opened without is `invalidInput`,
/// one of which most does not fit its type `migrationFailed`. Beside another process that writes, a snapshot whose files
/// that one has replaced may be `snapshotSuperseded`: take a new one, or read by ``JSONStore/read(_:)``.
public struct StoreSnapshot: Sendable {
    let view: StoreView
    /// Whether its last commits may be taken back, and their numbers given to others.
    let isProvisional: Bool

    init(_ view: StoreView, isProvisional: Bool = false) {
        self.view = view
        self.isProvisional = isProvisional
    }

    /// The number of the last commit in it, 0 for none.
    package var version: UInt64 { view.version }

    /// Returns the number of the last commit that changed a collection, 0 for none.
    ///
    /// - Parameter schema: The collection.
    /// - Returns: The number.
    package func version<Record: StoredRecord>(of schema: CollectionSchema<Record>) -> UInt64 {
        view.tables[schema.name]?.lastChange ?? 0
    }

    /// Returns the record with an id.
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

    /// Returns the number of records of a collection.
    ///
    /// - Parameter schema: The collection.
    /// - Returns: The number.
    /// - Throws: ``StoreError``.
    /// - Complexity: O(1).
    public func count<Record: StoredRecord>(of schema: CollectionSchema<Record>) throws -> Int {
        try view.read(schema.name) { $0.count }
    }

    /// Returns the number of records in a range of an index.
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

    /// Returns a window of an order: neighbouring records.
    ///
    /// - Parameters:
    ///   - schema: The collection.
    ///   - index: The index to sort by; `nil` for the order of ids.
    ///   - direction: The direction; ascending by default. Records with equal keys are in ascending id either way.
    ///   - start: The start of the window; an offset past the end gives an empty window. A key needs an index.
    ///   - limit: The maximum number of records.
    /// - Returns: The records.
    /// - Throws: ``StoreError``.
    /// - Complexity: O(log *n* + limit), at any offset.
    public func window<Record: StoredRecord>(
        of schema: CollectionSchema<Record>, by index: Index<Record>? = nil, _ direction: SortDirection = .ascending,
        from start: WindowStart = .offset(0), limit: Int = .max
    ) throws -> [Record] {
        try window(of: schema, by: index, direction, bounds: nil, from: start, limit: limit)
    }

    /// Returns a window of a range of an index: neighbouring records.
    ///
    /// - Parameters:
    ///   - schema: The collection.
    ///   - range: A ``TypedIndex`` of the collection compared with a value, as `Deal.byPrice < 80`. It is sorted by.
    ///   - direction: The direction; ascending by default. Records with equal keys are in ascending id either way.
    ///   - start: The start of the window; offsets count from the start of the range.
    ///   - limit: The maximum number of records.
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

    /// Returns the number of records before one in an order.
    ///
    /// - Parameters:
    ///   - id: The record's id.
    ///   - schema: The collection.
    ///   - index: The index to sort by; `nil` for the order of ids.
    ///   - direction: The direction.
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

    /// Returns the records that fulfil a condition, in the order of ids.
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
                slots = try cursor.nextSlots(RecordCache.largestRead)
                found += try decode(slots, schema, table).filter(isIncluded)
            } while !slots.isEmpty
            return found
        }
    }
}

extension StoreSnapshot {
    /// The slots of a window.
    func slots<Record: StoredRecord>(
        of schema: CollectionSchema<Record>, _ table: CollectionState, _ index: Index<Record>?,
        _ direction: SortDirection,
        _ range: SortKeyRange?, _ start: WindowStart, _ limit: Int
    ) throws -> [UInt32] {
        try slots(
            of: table.orders[schema.position(of: index)], direction,
            ties: index.map { .ascending(parts: $0.partCount) } ?? .none, range, start, limit)
    }

    private func slots(
        of order: Order, _ direction: SortDirection, ties: OrderTies, _ range: SortKeyRange?, _ start: WindowStart,
        _ limit: Int
    ) throws -> [UInt32] {
        let first: OrderStart =
            switch start {
            case .top: .offset(0)
            case .offset(let offset): .offset(max(0, offset))
            case .key(let key): .key(SortKey(key))
            }
        return try order.slots(direction, ties: ties, range: range ?? .all, from: first, limit: max(0, limit))
    }

    /// The number of records that come before the place of a key and an id, whether or not there is a record.
    func place<Record: StoredRecord>(
        of key: IndexKey, _ id: Record.ID, _ schema: CollectionSchema<Record>, _ table: CollectionState,
        _ index: Index<Record>, _ direction: SortDirection
    ) throws -> Int {
        let order = table.orders[schema.position(of: index)]
        var builder = SortKeyBuilder()
        builder.append(key)
        builder.append(id.indexKey)
        let position = try order.rank(of: builder.finish())
        guard direction == .descending else { return position }
        // Ties are in ascending id either way: behind all larger keys, and behind the smaller ids of its own.
        let first = try order.rank(of: SortKey(key))
        let end = try order.rank(of: SortKey(key).successorOfPrefix)
        return table.count - end + (position - first)
    }
}

extension CollectionSchema {
    /// The position of the order by id among a table's orders.
    var idOrder: Int { indexes.count }

    /// The position of an index, or of the order by id, among a table's orders.
    func position(of index: Index<Record>?) -> Int {
        guard let index else { return idOrder }
        guard let position = indexes.firstIndex(where: { $0.name == index.name }) else {
            SchemaCheck.failUndeclared(index: index.name, of: name)
        }
        return position
    }
}

extension SortKey {
    /// The bytes of one key.
    init(_ key: IndexKey) {
        var builder = SortKeyBuilder()
        builder.append(key)
        self = builder.finish()
    }

    /// The bytes of an id, or of whatever else can be sorted by.
    init(_ value: some IndexValue) {
        self.init(value.indexKey)
    }
}

extension StoreSnapshot {
    /// The records whose text has all words of a search, in the field's order.
    ///
    /// Words are parted by white space and found inside of others, in any order and any case; diacritics make no
    /// difference in Latin. A search without a word finds nothing.
    ///
    /// - Parameters:
    ///   - text: The text to search for.
    ///   - field: One of the schema's search fields; another one stops the program.
    ///   - schema: The collection.
    ///   - limit: The maximum number of records.
    /// - Returns: The records.
    /// - Throws: ``StoreError``.
    /// - Complexity: O(*n*) in the different words of the field and in the places of those that match, and O(*limit*) in
    ///   the records that are found: about a millisecond for 100,000 short texts. Texts without spaces, those that were
    ///   changed a moment ago and those in files of earlier versions are looked through themselves.
    public func search<Record: StoredRecord>(
        _ text: String, in field: SearchField<Record>, of schema: CollectionSchema<Record>, limit: Int = .max
    ) throws -> [Record] {
        guard let position = schema.search.firstIndex(where: { $0.name == field.name }) else {
            SchemaCheck.failUndeclared(searchField: field.name, of: schema.name)
        }
        let query = SearchQuery(text)
        guard !query.isEmpty, limit > 0 else { return [] }
        return try view.read(schema.name) { table in
            var search = try TextSearch(table.orders[schema.idOrder + 1 + position], query)
            return try decode(try search.nextSlots(limit), schema, table)
        }
    }
}

extension StoreSnapshot {
    /// The number of records of a collection that are stored and do not fit its type.
    ///
    /// They are in no window, count or search. They stay as they are until something with the same id takes their
    /// place, or a migration makes them fit. ``JSONStore/verify()`` names them.
    ///
    /// - Parameter schema: The collection.
    /// - Returns: The number.
    /// - Complexity: O(1).
    package func unreadableRecordCount<Record: StoredRecord>(of schema: CollectionSchema<Record>) -> Int {
        view.table(schema.name)?.unreadableRecords.count ?? 0
    }

    /// The number of records that do not fit the type of their collection, by the names of the collections that have
    /// any.
    ///
    /// - Complexity: O(1) for each collection.
    package var unreadableRecordCounts: [String: Int] {
        var counts: [String: Int] = [:]
        for name in view.tables.keys {
            if let count = view.table(name)?.unreadableRecords.count, count > 0 { counts[name] = count }
        }
        return counts
    }

    /// The key of a record that does not fit its type; nil when there is none with the id.
    func unreadableRecord<Record: StoredRecord>(
        of id: Record.ID, in schema: CollectionSchema<Record>
    ) -> UnreadableRecordTable.Key? {
        guard let unreadableRecords = view.table(schema.name)?.unreadableRecords, !unreadableRecords.isEmpty else {
            return nil
        }
        let key = UnreadableRecordTable.Key.id(SortKey(id))
        if unreadableRecords.holds(key) { return key }
        guard unreadableRecords.rawCount > 0 else { return nil }
        var json: [UInt8] = []
        // An id that cannot be written is none that anything stored was named by.
        guard (try? schema.codec.encodeID(id, to: &json)) != nil else { return nil }
        return unreadableRecords.rawKey(ofID: json)
    }
}
