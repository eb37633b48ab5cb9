import Core
import Foundation

/// The definition of a collection without its record type.
protocol CollectionDefinition: Sendable {
    var name: String { get }
    var version: Int { get }
    /// The names of the sections of its generation files, in the order of `CollectionState.orders`.
    var sections: [String] { get }
    var indexCount: Int { get }
    /// The unique indexes, by their positions.
    var uniqueIndexes: [Int: UniqueIndex] { get }
    /// The text that derived files are checked against: the version, the indexes and the search fields.
    var definition: String { get }
    /// Lifts a record's JSON from an older version.
    var lift: (@Sendable (_ from: Int, _ json: [UInt8]) throws -> [UInt8])? { get }

    /// Whether its records can be fetched or made again.
    var isReplaceable: Bool { get }

    /// Records that were decoded not long ago.
    var cache: RecordCache { get }

    func makeChanges() -> CollectionChanges
    /// Takes over a put that is read from the journal.
    func replay(put json: ArraySlice<UInt8>, offset: Int, into changes: CollectionChanges) throws
    func replay(delete json: ArraySlice<UInt8>, into changes: CollectionChanges) throws
    /// Takes over a line that is read from the journal and could not be replayed.
    func replay(
        unreadableRecord json: ArraySlice<UInt8>, isDelete: Bool, file: UInt32, offset: Int,
        into changes: CollectionChanges)
    /// The reason why a record does not fit its type; nil when it does.
    func unreadableRecord(_ json: [UInt8]) -> (any Error)?
    /// The age at which its records expire, in seconds; nil for never.
    var expiryAge: Double? { get }
    /// The record at or behind a place that expires first, nil when none does; and how many deleted ones were passed over.
    func firstToExpire(in snapshot: StoreSnapshot, from start: SortKey?) throws -> (FirstToExpire?, deadCount: Int)
    /// Deletes records from a place up to a date, at most so many.
    func deleteExpired(
        from start: SortKey?, upTo date: Date, limit: Int, in transaction: inout WriteTransaction) throws
    /// The place of the record that expires first, of those that a batch puts; nil when none does.
    func firstDate(putBy changes: CollectionChanges) -> SortKey?
    /// Puts a record that was set aside into a batch.
    func stage(_ json: [UInt8], into transaction: inout WriteTransaction) throws
    /// The JSON of the id that a record names which cannot be read; nil when it names none.
    func unreadableRecordID(_ json: [UInt8]) -> String?
    /// Adds the keys of a stored record.
    func appendKeys(of json: UnsafeRawBufferPointer, to keys: inout RecordKeys) throws
}

extension CollectionDefinition {
    /// Keeps what was just written in the cache, where that is worth it.
    func remember(_ changes: CollectionChanges, file: UInt32, offset: Int) {
        cache.insert(
            changes.kept.map { position, box in
                let change = changes.changes[position]
                return (
                    Location(
                        file: file, offset: offset + change.value.lowerBound, length: change.value.count,
                        checksum: change.checksum), box
                )
            })
    }

    var orderCount: Int { sections.count }

    /// The bytes of a put line around a value: what the journal takes for the record.
    func lineLength(_ valueLength: Int) -> Int {
        valueLength + name.utf8.count + "{\"put\":\"\",\"value\":}\n".utf8.count
    }
}

/// A collection, and how its records become keys.
struct RecordCollection<Record: StoredRecord>: CollectionDefinition {
    let schema: CollectionSchema<Record>
    let sections: [String]
    let uniqueIndexes: [Int: UniqueIndex]
    let cache = RecordCache()

    init(schema: CollectionSchema<Record>) {
        self.schema = schema
        sections =
            schema.indexes.map { "index:\($0.name)" } + [CollectionState.idSection]
            + schema.search.map { GenerationSection.texts($0.name) }
        let unique = schema.indexes.enumerated().filter(\.element.isUnique)
        uniqueIndexes = Dictionary(
            uniqueKeysWithValues: unique.map { position, index in
                let unique = UniqueIndex(
                    collection: schema.name, index: index.name, partCount: index.partCount, definition: index.definition
                )
                return (position, unique)
            })
    }

    var name: String { schema.name }
    var version: Int { schema.version }
    var indexCount: Int { schema.indexes.count }
    var isReplaceable: Bool { schema.isReplaceable }

    var definition: String {
        // No key path: one of a generic type is made anew each time, for each collection of each opening.
        let indexes = schema.indexes.map { $0.definition }
        let search = schema.search.map { field in
            let order = field.order.map { " by \($0.name) \($0.version)" } ?? ""
            return "search \(field.name) \(field.version) \(TextFolding.version)\(order)"
        }
        return (["\(schema.name) \(schema.version)"] + indexes + search).joined(separator: "\n")
    }

    var lift: (@Sendable (Int, [UInt8]) throws -> [UInt8])? {
        guard !schema.migrations.isEmpty else { return nil }
        let schema = schema
        return { version, json in
            let lifted = try schema.lift(json, from: version)
            guard lifted.count <= Location.largestLength else { throw TooLong() }
            return lifted
        }
    }

    func makeChanges() -> CollectionChanges {
        CollectionChanges(indexCount: schema.indexes.count, searchCount: schema.search.count)
    }

    func replay(put json: ArraySlice<UInt8>, offset: Int, into changes: CollectionChanges) throws {
        guard json.count <= Location.largestLength else { throw TooLong() }
        try json.withUnsafeBytes { bytes in
            let record = try schema.codec.decode(bytes)
            schema.appendKeys(record, &changes.keys)
            guard changes.keys.invalidCount == 0 else {
                // What was written by hand may hold what nothing can be sorted by.
                changes.keys.removeLast()
                throw NotSortable()
            }
            changes.put(
                value: offset..<offset + bytes.count, checksum: Checksum(bytes).value,
                lineLength: lineLength(bytes.count))
        }
    }

    func replay(delete json: ArraySlice<UInt8>, into changes: CollectionChanges) throws {
        let id = try json.withUnsafeBytes { try schema.codec.decodeID($0) }
        changes.delete(id.indexKey, value: 0..<0)
    }

    func replay(
        unreadableRecord json: ArraySlice<UInt8>, isDelete: Bool, file: UInt32, offset: Int,
        into changes: CollectionChanges
    ) {
        json.withUnsafeBytes { bytes in
            let id = schema.codec.unreadableRecordID(bytes, isID: isDelete)
            guard isDelete else {
                var place = UnreadableRecordTable.Place(
                    file: file, offset: offset, length: bytes.count, checksum: Checksum(bytes).value)
                if case .dataCorrupted? = unreadableRecord(Array(json)) as? DecodingError { place.isOfValue = true }
                return changes.unreadableRecord(id, place)
            }
            if case .raw(let raw) = id { changes.deleteUnreadableRecord(raw: raw) }
        }
    }

    func stage(_ json: [UInt8], into transaction: inout WriteTransaction) throws {
        try transaction.upsert(try json.withUnsafeBytes { try schema.codec.decode($0) }, in: schema)
    }

    func unreadableRecordID(_ json: [UInt8]) -> String? {
        json.withUnsafeBytes { UnreadableRecordID.named(in: $0) }.map { String(decoding: $0, as: UTF8.self) }
    }

    func unreadableRecord(_ json: [UInt8]) -> (any Error)? {
        do {
            try replay(put: json[...], offset: 0, into: makeChanges())
            return nil
        } catch let error as UnreadableRecordError {
            return error.reason
        } catch {
            return error
        }
    }

    func appendKeys(of json: UnsafeRawBufferPointer, to keys: inout RecordKeys) throws {
        schema.appendKeys(try schema.codec.decode(json), &keys)
    }

    struct NotSortable: Error {}
    /// Longer than any record can be: 16 MiB.
    struct TooLong: Error {}
}
