import Core

/// One batch being put together: what it changes is committed as a whole when its closure returns.
///
/// Reading a record by id sees what this batch has changed so far; ``snapshot`` is the store as it was before it.
public struct WriteTransaction {
    /// The store as it was before this batch.
    public let snapshot: StoreSnapshot
    /// The number that this batch gets when it is committed.
    public let number: UInt64
    private(set) var staged: [String: any TableChanges] = [:]
    private(set) var versions: [String: Int] = [:]
    /// The record lines, in the order of the changes.
    private(set) var lines: [UInt8] = []
    private let directory: String

    init(snapshot: StoreSnapshot, number: UInt64, directory: String) {
        self.snapshot = snapshot
        self.number = number
        self.directory = directory
    }

    /// A record by its id, with what this batch has changed so far.
    ///
    /// - Parameters:
    ///   - id: The id.
    ///   - schema: The collection.
    /// - Returns: The record, `nil` when there is none.
    public func record<Record: StoredRecord>(_ id: Record.ID, in schema: CollectionSchema<Record>) -> Record? {
        if let change = changes(schema).records[id] { return change }
        return snapshot.record(id, in: schema)
    }

    /// Puts a record into a collection, in the place of one with the same id.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - schema: The collection.
    /// - Throws: ``StoreError`` with the code `invalidInput` when a number in it is not finite, or what its encoder
    ///   throws. Nothing of the record is in the batch then.
    public mutating func upsert<Record: StoredRecord>(_ record: Record, in schema: CollectionSchema<Record>) throws {
        for index in schema.indexes where !index.key(record).isValid {
            throw notFinite(schema.name, String(describing: record.id), "the index '\(index.name)'")
        }
        // In a buffer of its own: what an encoder left half-way must never be glued to the next line.
        var line = Array("{\"put\":\"\(schema.name)\",\"value\":".utf8)
        do {
            try JSONLineEncoder().append(record, to: &line)
        } catch let error as JSONLineEncoder.NotFinite {
            throw notFinite(schema.name, String(describing: record.id), "'\(error.path)'")
        }
        add(line)
        stage(schema, record.id, record)
    }

    /// Puts a record into a collection, merged with the one that has the same id.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - schema: The collection.
    ///   - merge: Makes one record of the stored one and the new one. Not called when none is stored.
    /// - Throws: As ``upsert(_:in:)``, and what `merge` throws.
    public mutating func upsert<Record: StoredRecord>(
        _ record: Record, in schema: CollectionSchema<Record>, merging merge: (Record, Record) throws -> Record
    ) throws {
        let merged = try self.record(record.id, in: schema).map { try merge($0, record) } ?? record
        precondition(merged.id == record.id, "A merge must keep the id of the record.")
        try upsert(merged, in: schema)
    }

    /// Takes a record out of a collection.
    ///
    /// One that is not there is deleted already.
    ///
    /// - Parameters:
    ///   - id: The record's id.
    ///   - schema: The collection.
    /// - Throws: What the encoder throws for the id.
    public mutating func delete<Record: StoredRecord>(_ id: Record.ID, from schema: CollectionSchema<Record>) throws {
        guard record(id, in: schema) != nil else { return }
        var line = Array("{\"delete\":\"\(schema.name)\",\"id\":".utf8)
        try JSONLineEncoder().append(id, to: &line)
        add(line)
        stage(schema, id, nil)
    }

    /// Whether nothing was changed so far; such a batch is not committed.
    public var isEmpty: Bool { staged.isEmpty }

    private mutating func add(_ line: [UInt8]) {
        lines += line
        lines += [UInt8(ascii: "}"), UInt8(ascii: "\n")]
    }

    private func changes<Record: StoredRecord>(_ schema: CollectionSchema<Record>) -> RecordTable<Record>.Changes {
        staged[schema.name] as? RecordTable<Record>.Changes ?? RecordTable<Record>.Changes()
    }

    private mutating func stage<Record: StoredRecord>(
        _ schema: CollectionSchema<Record>, _ id: Record.ID, _ record: Record?
    ) {
        snapshot.checkHasTable(for: schema)
        var changes = changes(schema)
        staged[schema.name] = nil  // Gives up the old reference, so that adding to it copies nothing.
        changes.records[id] = .some(record)
        staged[schema.name] = changes
        versions[schema.name] = schema.version
    }

    private func notFinite(_ collection: String, _ id: String, _ place: String) -> StoreError {
        StoreError(
            .invalidInput, path: directory,
            message: "The record '\(id)' of '\(collection)' has a number that is not finite in \(place).")
    }
}
