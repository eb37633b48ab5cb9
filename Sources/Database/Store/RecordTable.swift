import Core
import Foundation

/// One collection in memory, seen without its record type.
///
/// A value: a copy is a snapshot.
protocol Table: Sendable {
    /// Takes over a put line when the journal is read; sorting waits for ``sortAll()``.
    mutating func load(put json: ArraySlice<UInt8>, decoder: JSONDecoder) throws
    mutating func load(delete json: ArraySlice<UInt8>, decoder: JSONDecoder) throws
    mutating func sortAll()
    mutating func apply(_ changes: any TableChanges)
}

/// What a batch does to one collection, seen without its record type.
protocol TableChanges: Sendable {}

/// Fills tables from the journal.
struct TableLoader: JournalVisitor {
    private(set) var tables: [String: any Table]
    private let decoder: JSONDecoder = {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        return decoder
    }()

    init(_ schemas: [AnyCollectionSchema]) {
        tables = Dictionary(uniqueKeysWithValues: schemas.map { ($0.name, $0.makeTable()) })
    }

    mutating func put(_ name: String, json: ArraySlice<UInt8>, file: UInt32, offset: Int, version: Int) throws {
        try tables[name]?.load(put: json, decoder: decoder)
    }

    mutating func delete(_ name: String, id json: ArraySlice<UInt8>) throws {
        try tables[name]?.load(delete: json, decoder: decoder)
    }

    mutating func commit(_ number: UInt64) {}

    mutating func sortAll() {
        for name in tables.keys { tables[name]?.sortAll() }
    }
}

struct RecordTable<Record: StoredRecord>: Table {
    struct Changes: TableChanges {
        /// The new record, or nil for one that is deleted.
        var records: [Record.ID: Record?] = [:]
    }

    let schema: CollectionSchema<Record>
    private(set) var records: [Record.ID: Record] = [:]
    /// One for each index, and behind them the one by id.
    private var orders: [SortedOrder<Record.ID>]

    init(schema: CollectionSchema<Record>) {
        self.schema = schema
        orders = Array(repeating: SortedOrder(), count: schema.indexes.count + 1)
    }

    mutating func load(put json: ArraySlice<UInt8>, decoder: JSONDecoder) throws {
        let record = try decoder.decode(Record.self, from: Data(json))
        records[record.id] = record
    }

    mutating func load(delete json: ArraySlice<UInt8>, decoder: JSONDecoder) throws {
        records[try decoder.decode(Record.ID.self, from: Data(json))] = nil
    }

    mutating func sortAll() {
        for position in orders.indices {
            orders[position] = SortedOrder(records.values.map { entry(of: $0, in: position) })
        }
    }

    mutating func apply(_ changes: any TableChanges) {
        guard let changes = changes as? Changes else {
            preconditionFailure("Changes of another collection were applied to '\(schema.name)'.")
        }
        let gone = changes.records.keys.compactMap { records[$0] }
        let come = changes.records.values.compactMap { $0 }
        for position in orders.indices {
            orders[position].replace(
                gone.map { entry(of: $0, in: position) }, with: come.map { entry(of: $0, in: position) })
        }
        for (id, record) in changes.records { records[id] = record }
    }

    /// The order by the named index, or by id.
    func order(by index: Index<Record>?) -> SortedOrder<Record.ID> {
        guard let index else { return orders[schema.indexes.count] }
        guard let position = schema.indexes.firstIndex(where: { $0.name == index.name }) else {
            preconditionFailure("'\(schema.name)' declares no index '\(index.name)'; add it to the schema.")
        }
        return orders[position]
    }

    func entry(of record: Record, by index: Index<Record>?) -> SortedOrder<Record.ID>.Entry {
        SortedOrder.Entry(key: index?.key(record) ?? .null, id: record.id)
    }

    private func entry(of record: Record, in position: Int) -> SortedOrder<Record.ID>.Entry {
        entry(of: record, by: position < schema.indexes.count ? schema.indexes[position] : nil)
    }
}
