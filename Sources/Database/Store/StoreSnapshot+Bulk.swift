import Core

/// The place of a record: its slot for as long as it is stored, and the location of its JSON, which is never used
/// again.
struct RecordPlace: Hashable, Sendable {
    let slot: UInt32
    let location: Location
}

/// Ids as keys in ascending order, as they are looked for together; one such list does for several collections.
struct SortedIDs: Sendable {
    let keys: [SortKey]
    /// The position of each key among the ids as they were given.
    let order: [Int]

    init(_ ids: some Sequence<some IndexValue>) {
        let keys = ids.map { SortKey($0) }
        order = keys.indices.sorted { keys[$0] < keys[$1] }
        self.keys = order.map { keys[$0] }
    }
}

/// Reading thousands of records at once, in the steps that it takes, so that a caller can leave out what it knows.
extension StoreSnapshot {
    /// Goes over the keys of an index, whose records are not read.
    ///
    /// - Parameters:
    ///   - schema: The collection.
    ///   - index: The index; nil for the order of ids.
    ///   - lower: Where to begin; nil for the first.
    ///   - restart: Called before the first key, each time.
    ///   - visit: Takes a key's bytes (``SortKeyBuilder``; the index's key, then the id) and the slot; false ends it.
    ///     It may be called for all of them a second time, when the first meets a derived file that is damaged.
    /// - Throws: ``StoreError``; what `visit` throws.
    func visitKeys<Record: StoredRecord>(
        of schema: CollectionSchema<Record>, by index: Index<Record>?, from lower: SortKey?,
        restart: () -> Void, visit: ([UInt8], UInt32) throws -> Bool
    ) throws {
        try view.read(schema.name) { table in
            restart()
            var key: [UInt8] = []
            var cursor = try table.orders[schema.position(of: index)].cursor(from: lower)
            while let slot = try cursor.nextSlot(keyInto: &key) {
                guard try visit(key, slot) else { return }
            }
        }
    }

    /// The keys of an index: the index's key, then the id, and no record is read.
    func keys<Record: StoredRecord>(
        of schema: CollectionSchema<Record>, by index: Index<Record>, _ direction: SortDirection,
        in range: Range<IndexKey>
    ) throws -> [SortKey] {
        try view.read(schema.name) { table in
            let bounds = SortKeyRange(lower: SortKey(range.lowerBound), upper: SortKey(range.upperBound))
            return try table.orders[schema.position(of: index)]
                .window(direction, ties: .ascending(parts: index.partCount), range: bounds, limit: .max).map(\.key)
        }
    }

    /// Returns the places of the records with some ids; nil where there is none.
    ///
    /// - Parameters:
    ///   - ids: The ids as keys.
    ///   - schema: The collection.
    /// - Returns: One for each.
    /// - Throws: ``StoreError``.
    func places<Record: StoredRecord>(of ids: SortedIDs, in schema: CollectionSchema<Record>) throws -> [RecordPlace?] {
        guard !ids.keys.isEmpty else { return [] }
        return try view.read(schema.name) { table in
            let slots = try table.orders[schema.idOrder].find(sorted: ids.keys)
            var places: [RecordPlace?] = Array(repeating: nil, count: ids.keys.count)
            for (position, slot) in zip(ids.order, slots) {
                guard let slot else { continue }
                places[position] = RecordPlace(slot: slot, location: try table.slots[slot])
            }
            return places
        }
    }

    /// Tells of some places whether they still hold the records that they held.
    ///
    /// - Parameters:
    ///   - places: Places that another snapshot gave.
    ///   - schema: The collection.
    /// - Returns: One answer for each; true for nil.
    /// - Throws: ``StoreError``.
    func areCurrent<Record: StoredRecord>(
        _ places: [RecordPlace?], in schema: CollectionSchema<Record>
    ) throws -> [Bool] {
        try view.read(schema.name) { table in
            // The same bytes at the same place are the same record, whatever its slot is used for.
            try places.map { try $0.map { try table.slots[$0.slot] == $0.location } ?? true }
        }
    }

    /// Shows the records at some places to a function, in their order.
    ///
    /// - Parameters:
    ///   - locations: The places.
    ///   - schema: The collection.
    ///   - visit: Takes each record.
    /// - Throws: ``StoreError``; `UnreadableRecordError` when one cannot be read, which ``mending(_:_:)`` is for.
    func visitRecords<Record: StoredRecord>(
        at locations: [Location], in schema: CollectionSchema<Record>, _ visit: (Record) -> Void
    ) throws {
        guard !locations.isEmpty else { return }
        do {
            try view.files.values(at: locations).visit { visit(try schema.codec.decode($0)) }
        } catch let error as FileError {
            throw StoreError(error)
        }
    }

    /// Reads in several steps; when that meets a record that cannot be read, once more without all of those.
    ///
    /// - Parameters:
    ///   - name: The collection that is read, for the message.
    ///   - body: Reads; places that it found before are found anew.
    /// - Returns: The result of the body.
    /// - Throws: ``StoreError``; what the body throws.
    func mending<Result>(_ name: String, _ body: () throws -> Result) throws -> Result {
        var isMended = false
        while true {
            do {
                return try body()
            } catch let error as UnreadableRecordError {
                guard !isMended else { throw view.unreadableRecord(name, error) }
                try view.mend(name)
                isMended = true
            }
        }
    }

    /// The number of times that the store had been loaded anew since it was opened.
    var reloadCount: Int { view.reloadCount }
}
