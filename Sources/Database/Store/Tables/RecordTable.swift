import Core
import Foundation

/// What the engine knows of a collection without its record type.
protocol TableDefinition: Sendable {
    var name: String { get }
    var version: Int { get }
    /// The names of the sections of its generation files, in the order of `TableState.orders`.
    var sections: [String] { get }
    /// What derived files are checked against: the version, the indexes and the search fields.
    var definition: String { get }
    /// Lifts a record's JSON from an older version.
    var lift: (@Sendable (_ from: Int, _ json: [UInt8]) throws -> [UInt8])? { get }

    func makeChanges() -> TableChanges
    /// Takes over a put that is read from the journal.
    func replay(put json: ArraySlice<UInt8>, offset: Int, into changes: TableChanges) throws
    func replay(delete json: ArraySlice<UInt8>, into changes: TableChanges) throws
    /// Works changes into a table.
    ///
    /// - Parameters:
    ///   - changes: What to change.
    ///   - table: The table; of no use any more when this throws.
    ///   - files: The files that the records are in that are replaced or deleted.
    /// - Returns: Which slots got a new value, whose place has to be set once it is known.
    func apply(_ changes: TableChanges, to table: inout TableState, files: RecordFiles) throws -> [Placement]
}

/// A value that a slot got: where in its batch, or in its file, it stands.
struct Placement {
    let slot: UInt32
    let value: Range<Int>
    let checksum: UInt32
}

extension TableDefinition {
    /// The position of the order by id.
    var orderCount: Int { sections.count }
}

/// A collection and how its records become entries of its orders.
struct RecordTable<Record: StoredRecord>: TableDefinition {
    let schema: CollectionSchema<Record>
    let sections: [String]

    init(schema: CollectionSchema<Record>) {
        self.schema = schema
        sections =
            schema.indexes.map { "index:\($0.name)" } + ["id"] + schema.search.map { "search:\($0.name)" }
    }

    var name: String { schema.name }
    var version: Int { schema.version }

    var definition: String {
        let indexes = schema.indexes.map { "index \($0.name) \($0.version)" }
        let search = schema.search.map { "search \($0.name) \($0.version) \(SearchText.version)" }
        return (["\(schema.name) \(schema.version)"] + indexes + search).joined(separator: "\n")
    }

    var lift: (@Sendable (Int, [UInt8]) throws -> [UInt8])? {
        guard !schema.migrations.isEmpty else { return nil }
        let schema = schema
        return { version, json in try schema.lift(json, from: version) }
    }

    func makeChanges() -> TableChanges { RecordChanges<Record>() }

    func replay(put json: ArraySlice<UInt8>, offset: Int, into changes: TableChanges) throws {
        let record = try json.withUnsafeBytes { try schema.codec.decode($0) }
        // What was written by hand may hold what nothing can be sorted by.
        for index in schema.indexes where !index.key(record).isValid { throw NotSortable() }
        var checksum = Checksum()
        checksum.update(json)
        own(changes).append(
            RecordChanges.Change(
                id: record.id, record: record, value: offset..<offset + json.count, checksum: checksum.value,
                lineLength: lineLength(json.count)))
    }

    func replay(delete json: ArraySlice<UInt8>, into changes: TableChanges) throws {
        let id = try json.withUnsafeBytes { try schema.codec.decodeID($0) }
        own(changes).append(RecordChanges.Change(id: id, record: nil, value: 0..<0, checksum: 0, lineLength: 0))
    }

    /// The bytes of a put line around a value: what the journal takes for the record.
    func lineLength(_ valueLength: Int) -> Int {
        valueLength + name.utf8.count + Self.lineOverhead
    }

    private static var lineOverhead: Int { "{\"put\":\"\",\"value\":}\n".utf8.count }

    func own(_ changes: TableChanges) -> RecordChanges<Record> {
        guard let own = changes as? RecordChanges<Record> else {
            preconditionFailure("Two collections of different types have the name '\(name)'.")
        }
        return own
    }

    struct NotSortable: Error {}
}
