import Core

extension StoreSnapshot {
    /// The slots of a window.
    func slots<Record: StoredRecord>(
        of schema: CollectionSchema<Record>, _ table: TableState, _ index: Index<Record>?, _ direction: SortDirection,
        _ range: SortKeyRange?, _ start: WindowStart, _ limit: Int
    ) throws -> [UInt32] {
        let order = table.orders[schema.position(of: index)]
        let first: OrderStart =
            switch start {
            case .offset(let offset): .offset(max(0, offset))
            case .key(let key): .key(SortKey(key))
            }
        return try order.slots(
            direction, ties: index == nil ? .none : .ascending, range: range ?? .all, from: first, limit: max(0, limit))
    }

    /// Reads the records of slots, in their order.
    func decode<Record: StoredRecord>(
        _ slots: [UInt32], _ schema: CollectionSchema<Record>, _ table: TableState
    ) throws -> [Record] {
        let locations = try table.slots.locations(of: slots)
        var records: [Record] = []
        records.reserveCapacity(locations.count)
        guard slots.count <= RecordCache.largestRead, let cache = view.definitions[schema.name]?.cache else {
            try view.files.values(at: locations).visit { records.append(try schema.codec.decode($0)) }
            return records
        }
        let answer = cache.answer(locations)
        // One name is one type in a store: the first that was found says it for all.
        guard answer.boxes.first(where: { $0 != nil }).map({ $0 is RecordCache.Box<Record> }) ?? true else {
            throw StoreError(
                .invalidInput, path: view.directory,
                message: "Two collections of different types have the name '\(schema.name)'. Rename one of them.")
        }
        let isAlwaysKept = !schema.codec.isDescribed
        var fresh: [(location: Location, box: any AnyObject & Sendable)] = []
        var next = 0
        func takeFound(until end: Int) {
            while next < end {
                if let box = answer.boxes[next] {
                    records.append(unsafeDowncast(box, to: RecordCache.Box<Record>.self).record)
                }
                next += 1
            }
        }
        if !answer.missing.isEmpty {
            var count = 0
            let isNoneFound = answer.missing.count == locations.count
            let places = isNoneFound ? locations : answer.missing.map { locations[$0] }
            try view.files.values(at: places).visit { bytes in
                let position = answer.missing[count]
                count += 1
                if !isNoneFound { takeFound(until: position) }
                let record = try schema.codec.decode(bytes)
                if isAlwaysKept || (!answer.wanted.isEmpty && answer.wanted.contains(position)) {
                    fresh.append((locations[position], RecordCache.Box(record)))
                }
                records.append(record)
                next = position + 1
            }
            cache.insert(fresh)
        }
        takeFound(until: locations.count)
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
