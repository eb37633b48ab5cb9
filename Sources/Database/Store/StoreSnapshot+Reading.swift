extension StoreSnapshot {
    /// The slots of a window.
    func slots<Record: StoredRecord>(
        of schema: CollectionSchema<Record>, _ table: TableState, _ index: Index<Record>?, _ direction: SortDirection,
        _ range: Range<IndexKey>?, _ start: WindowStart, _ limit: Int
    ) throws -> [UInt32] {
        let order = table.orders[schema.position(of: index)]
        let bounds = SortKeyRange(
            lower: range.map { SortKey($0.lowerBound) }, upper: range.map { SortKey($0.upperBound) })
        let first: OrderStart =
            switch start {
            case .offset(let offset): .offset(max(0, offset))
            case .key(let key): .key(SortKey(key))
            }
        return try order.slots(
            direction, ties: index == nil ? .none : .ascending, range: bounds, from: first, limit: max(0, limit))
    }

    /// Reads the records of slots, in their order.
    func decode<Record: StoredRecord>(
        _ slots: [UInt32], _ schema: CollectionSchema<Record>, _ table: TableState
    ) throws -> [Record] {
        let locations = try table.slots.locations(of: slots)
        var records: [Record] = []
        records.reserveCapacity(locations.count)
        guard slots.count <= RecordCache.largestRead, let cache = view.definitions[schema.name]?.cache else {
            try view.files.values(at: locations).forEach { records.append(try schema.codec.decode($0)) }
            return records
        }
        var boxes = cache.boxes(at: locations)
        let missing = boxes.indices.filter { boxes[$0] == nil }
        if !missing.isEmpty {
            var position = 0
            var fresh: [(location: Location, box: any AnyObject & Sendable)] = []
            fresh.reserveCapacity(missing.count)
            try view.files.values(at: missing.map { locations[$0] }).forEach { bytes in
                let box = RecordCache.Box(try schema.codec.decode(bytes))
                boxes[missing[position]] = box
                fresh.append((locations[missing[position]], box))
                position += 1
            }
            cache.insert(fresh)
        }
        for box in boxes {
            guard let box = box as? RecordCache.Box<Record> else {
                preconditionFailure("Two collections of different types have the name '\(schema.name)'.")
            }
            records.append(box.record)
        }
        return records
    }

    /// How many records come before the place of a key and an id, whether or not there is a record.
    func place<Record: StoredRecord>(
        of key: IndexKey, _ id: Record.ID, _ schema: CollectionSchema<Record>, _ table: TableState,
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
            preconditionFailure("'\(name)' declares no index '\(index.name)'; add it to the schema.")
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
