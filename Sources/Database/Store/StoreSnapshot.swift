/// The store as it was at one commit: what it reads never changes, and whole batches only are in it.
///
/// Reading needs no lock and waits for nobody. Let go of a snapshot soon: it holds on to what is replaced meanwhile.
public struct StoreSnapshot: Sendable {
    /// The number of the last commit in it, 0 for none.
    public let version: UInt64
    private let tables: [String: any Table]

    init(version: UInt64, tables: [String: any Table]) {
        self.version = version
        self.tables = tables
    }

    /// A record by its id.
    ///
    /// - Parameters:
    ///   - id: The id.
    ///   - schema: The collection.
    /// - Returns: The record, `nil` when there is none.
    public func record<Record: StoredRecord>(_ id: Record.ID, in schema: CollectionSchema<Record>) -> Record? {
        table(schema).records[id]
    }

    /// The number of records, all or those in a range of an index.
    ///
    /// - Parameters:
    ///   - schema: The collection.
    ///   - index: The index that the range is about; `nil` for none.
    ///   - range: The keys to count, the upper one left out; `nil` for all.
    /// - Returns: The number.
    /// - Complexity: O(log *n*).
    public func count<Record: StoredRecord>(
        of schema: CollectionSchema<Record>, by index: Index<Record>? = nil, in range: Range<IndexKey>? = nil
    ) -> Int {
        let order = table(schema).order(by: index)
        return positions(of: range, in: order).count
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
    /// - Complexity: O(log *n* + limit).
    public func window<Record: StoredRecord>(
        of schema: CollectionSchema<Record>, by index: Index<Record>? = nil, _ direction: SortDirection = .ascending,
        in range: Range<IndexKey>? = nil, from start: WindowStart = .offset(0), limit: Int = .max
    ) -> [Record] {
        let table = table(schema)
        let order = table.order(by: index)
        let positions = positions(of: range, in: order)
        let ids: [Record.ID]
        switch direction {
        case .ascending: ids = ascending(order, positions, start, limit)
        case .descending where index == nil: ids = backwards(order, positions, start, limit)
        case .descending: ids = descending(order, positions, start, limit)
        }
        return ids.compactMap { table.records[$0] }
    }

    /// How many records come before one in an order.
    ///
    /// - Parameters:
    ///   - id: The record's id.
    ///   - schema: The collection.
    ///   - index: The index to sort by; `nil` for the order of ids.
    ///   - direction: Which way.
    /// - Returns: Its offset, `nil` when there is no such record.
    /// - Complexity: O(log *n*).
    public func rank<Record: StoredRecord>(
        of id: Record.ID, in schema: CollectionSchema<Record>, by index: Index<Record>? = nil,
        _ direction: SortDirection = .ascending
    ) -> Int? {
        let table = table(schema)
        guard let record = table.records[id] else { return nil }
        let order = table.order(by: index)
        let entry = table.entry(of: record, by: index)
        let position = order.firstPosition { !($0 < entry) }
        if direction == .ascending || index == nil {
            return direction == .ascending ? position : order.entries.count - 1 - position
        }
        let first = order.firstPosition { !($0.key < entry.key) }
        let end = order.firstPosition { entry.key < $0.key }
        return order.entries.count - end + (position - first)
    }

    /// The records that fulfil a condition, in the order of ids.
    ///
    /// - Parameters:
    ///   - schema: The collection.
    ///   - isIncluded: The condition.
    /// - Returns: The records.
    /// - Complexity: O(*n*).
    public func records<Record: StoredRecord>(
        in schema: CollectionSchema<Record>, where isIncluded: (Record) throws -> Bool
    ) rethrows -> [Record] {
        let table = table(schema)
        return try table.order(by: nil).entries.compactMap { table.records[$0.id] }.filter(isIncluded)
    }

    /// Stops the program when the store was opened without a collection: it is the app's own list.
    func checkHasTable<Record: StoredRecord>(for schema: CollectionSchema<Record>) {
        _ = table(schema)
    }

    private func table<Record: StoredRecord>(_ schema: CollectionSchema<Record>) -> RecordTable<Record> {
        guard let table = tables[schema.name] as? RecordTable<Record> else {
            preconditionFailure("The store was opened without the collection '\(schema.name)'; name it when opening.")
        }
        return table
    }
}

extension StoreSnapshot {
    private func positions<ID>(of range: Range<IndexKey>?, in order: SortedOrder<ID>) -> Range<Int> {
        guard let range else { return 0..<order.entries.count }
        let lower = order.firstPosition { !($0.key < range.lowerBound) }
        return lower..<max(lower, order.firstPosition { !($0.key < range.upperBound) })
    }

    private func ascending<ID>(
        _ order: SortedOrder<ID>, _ positions: Range<Int>, _ start: WindowStart, _ limit: Int
    ) -> [ID] {
        let first =
            switch start {
            case .offset(let offset): positions.lowerBound + min(max(0, offset), positions.count)
            case .key(let key): max(positions.lowerBound, order.firstPosition { !($0.key < key) })
            }
        guard first < positions.upperBound else { return [] }
        return order.entries[first..<positions.upperBound].prefix(max(0, limit)).map(\.id)
    }

    /// The order of ids has no ties, so backwards is just that.
    private func backwards<ID>(
        _ order: SortedOrder<ID>, _ positions: Range<Int>, _ start: WindowStart, _ limit: Int
    ) -> [ID] {
        guard case .offset(let offset) = start else { return [] }
        return order.entries[positions].reversed().dropFirst(max(0, offset)).prefix(max(0, limit)).map(\.id)
    }

    /// Walks backwards by runs of equal keys, and each run forwards: ties stay in ascending id.
    private func descending<ID>(
        _ order: SortedOrder<ID>, _ positions: Range<Int>, _ start: WindowStart, _ limit: Int
    ) -> [ID] {
        var end = positions.upperBound
        var skipped = 0
        switch start {
        case .offset(let offset): skipped = max(0, offset)
        case .key(let key): end = min(end, order.firstPosition { key < $0.key })
        }
        // Jumps over what is skipped; the run that the window begins in is walked from its start.
        var ids: [ID] = []
        if skipped > 0, end - positions.lowerBound > skipped {
            let target = order.entries[end - 1 - skipped].key
            let runEnd = min(end, order.firstPosition { target < $0.key })
            skipped -= end - runEnd
            end = runEnd
        } else if skipped >= end - positions.lowerBound {
            return []
        }
        while end > positions.lowerBound, ids.count < limit {
            let key = order.entries[end - 1].key
            let runStart = max(positions.lowerBound, order.firstPosition { !($0.key < key) })
            let run = order.entries[runStart..<end].dropFirst(skipped)
            skipped = max(0, skipped - (end - runStart))
            ids.append(contentsOf: run.prefix(limit - ids.count).map(\.id))
            end = runStart
        }
        return ids
    }
}
