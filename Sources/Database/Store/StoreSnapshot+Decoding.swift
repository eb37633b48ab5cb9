import Core

extension StoreSnapshot {
    /// Reads the records of slots, in their order.
    func decode<Record: StoredRecord>(
        _ slots: [UInt32], _ schema: CollectionSchema<Record>, _ table: CollectionState
    ) throws -> [Record] {
        var lookup = try CacheLookup(slots, of: table, in: cache(of: schema.name, reading: slots.count))
        // One name is one type in a store: the first that was found says it for all.
        if let first = lookup.firstBox, !(first is RecordCache.Box<Record>) { throw typeClash(schema.name) }
        var records: [Record] = []
        records.reserveCapacity(slots.count)
        let isAlwaysKept = lookup.hasCache && !schema.codec.isDescribed
        let values = try view.files.values(at: lookup.missingLocations)
        var readCount = 0
        try values.bytes.withUnsafeBytes { bytes in
            for position in slots.indices {
                if let box = lookup.box(at: position) {
                    records.append(unsafeDowncast(box, to: RecordCache.Box<Record>.self).record)
                    continue
                }
                let json = UnsafeRawBufferPointer(rebasing: bytes[values.ranges[readCount]])
                readCount += 1
                let record = try schema.codec.decode(json)
                if isAlwaysKept || lookup.isWanted(position) { lookup.keep(RecordCache.Box(record), at: position) }
                records.append(record)
            }
        }
        lookup.finish()
        return records
    }

    /// The cache for a read of so many records; nil where the read is too large for it.
    private func cache(of name: String, reading count: Int) -> RecordCache? {
        count <= RecordCache.largestRead ? view.definitions[name]?.cache : nil
    }

    private func typeClash(_ name: String) -> StoreError {
        StoreError(
            .invalidInput, path: view.directory,
            message: "Two collections of different types have the name '\(name)'. Rename one of them.")
    }
}

/// The records of some slots that a cache has, and those of the others that it is to keep.
///
/// It knows no record type, so that all that is generic can stay small.
private struct CacheLookup {
    private let cache: RecordCache?
    private let locations: [Location]
    /// Empty without a cache, where nothing can be found.
    private let answer: RecordCache.Answer
    private var fresh: [(location: Location, box: any AnyObject & Sendable)] = []

    init(_ slots: [UInt32], of table: CollectionState, in cache: RecordCache?) throws(RunFailure) {
        locations = try table.slots.locations(of: slots)
        self.cache = cache
        answer = cache?.answer(locations) ?? RecordCache.Answer(boxes: [])
    }

    var hasCache: Bool { cache != nil }

    /// The first record that was found.
    var firstBox: (any AnyObject & Sendable)? { answer.boxes.lazy.compactMap { $0 }.first }

    /// The places of those that were not found, in order.
    var missingLocations: [Location] {
        guard hasCache, answer.missing.count < locations.count else { return locations }
        return answer.missing.map { locations[$0] }
    }

    /// The record at a position; nil when it was not found.
    func box(at position: Int) -> (any AnyObject & Sendable)? { hasCache ? answer.boxes[position] : nil }

    /// Whether one that was not found was looked for not long ago as well.
    func isWanted(_ position: Int) -> Bool {
        !answer.wanted.isEmpty && answer.wanted.contains(position)
    }

    /// Notes a record for the cache.
    mutating func keep(_ box: any AnyObject & Sendable, at position: Int) { fresh.append((locations[position], box)) }

    /// Gives the cache what was noted.
    func finish() { cache?.insert(fresh) }
}
