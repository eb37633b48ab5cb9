import Core

/// A batch of changes: what its closure changes is committed as a whole when that returns.
///
/// Reading a record by id sees what this batch has changed so far; ``snapshot`` is the store as it was before it.
public struct WriteTransaction {
    /// The store as it was before this batch.
    public let snapshot: StoreSnapshot
    /// The number of the commit that this transaction makes.
    package let number: UInt64
    /// The changes, by collection.
    private(set) var staged: [String: CollectionChanges] = [:]
    private(set) var versions: [String: Int] = [:]
    /// The record lines, in the order of the changes.
    var lines: [UInt8] = []
    /// The entries of deleted records that walks of this batch have passed over.
    var deadCount = 0
    /// The keys up to which this batch has deleted what has expired, by collection.
    var swept: [String: SortKey] = [:]
    private let directory: String
    /// The changes that were staged last: most batches are about one collection.
    private var last: (name: String, changes: CollectionChanges)?

    init(snapshot: StoreSnapshot, number: UInt64, directory: String) {
        self.snapshot = snapshot
        self.number = number
        self.directory = directory
    }

    /// Returns the record with an id, with what this batch has changed so far.
    ///
    /// - Parameters:
    ///   - id: The id.
    ///   - schema: The collection.
    /// - Returns: The record, `nil` when there is none.
    /// - Throws: ``StoreError`` when the disk fails or the record cannot be read.
    public func record<Record: StoredRecord>(_ id: Record.ID, in schema: CollectionSchema<Record>) throws -> Record? {
        guard let changes = staged[schema.name], let change = changes.last(of: SortKey(id)) else {
            return isTruncated(schema.name) ? nil : try snapshot.record(id, in: schema)
        }
        guard !change.isDelete else { return nil }
        do {
            return try lines.withUnsafeBytes { lines in
                try schema.codec.decode(UnsafeRawBufferPointer(rebasing: lines[change.value]))
            }
        } catch {
            throw snapshot.view.storeError(error, reading: schema.name)
        }
    }

    /// Puts a record into a collection, in the place of one with the same id.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - schema: The collection.
    /// - Throws: ``StoreError`` with the code `invalidInput` when a number in it is not finite, it is larger than
    ///   16 MiB as JSON, or the store was opened without the collection; or what its encoder throws. Nothing of the
    ///   record is in the batch then.
    public mutating func upsert<Record: StoredRecord>(_ record: Record, in schema: CollectionSchema<Record>) throws {
        let changes = try changes(of: schema.name, schema.version, schema.indexes.count, schema.search.count)
        try put(record, schema, changes, replacing: nil)
        if !schema.codec.isDescribed { changes.keep(RecordCache.Box(record)) }
    }

    /// A stored record that is known.
    struct Known {
        /// Its position among the stored records of the changes; nil where it is to be found.
        var stored: Int?
        let json: UnsafeRawBufferPointer
    }

    /// Adds a record to the batch.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - schema: The collection.
    ///   - changes: Its changes.
    ///   - known: The record that it replaces, where that is known; nothing is added when both are the same bytes.
    /// - Returns: Whether it was added.
    /// - Throws: As ``upsert(_:in:)``.
    @discardableResult
    mutating func put<Record: StoredRecord>(
        _ record: Record, _ schema: CollectionSchema<Record>, _ changes: CollectionChanges, replacing known: Known?
    ) throws -> Bool {
        schema.appendKeys(record, &changes.keys)
        guard changes.keys.invalidCount == 0 else {
            changes.keys.removeLast()
            let index = schema.indexes.first { !$0.key(record).isValid }
            throw notFinite(schema.name, record.id, "the index '\(index?.name ?? "")'")
        }
        let start = lines.count
        lines.append(contentsOf: schema.putOpening)
        let valueStart = lines.count
        do {
            try schema.codec.encode(record, to: &lines)
            return try finishPut(from: start, value: valueStart..<lines.count, changes, known)
        } catch {
            takeBackPut(from: start, changes)
            throw refusal(error, schema.name, record.id)
        }
    }

    /// Ends the line of a record whose JSON is there, or takes it back when it changes nothing.
    private mutating func finishPut(
        from start: Int, value: Range<Int>, _ changes: CollectionChanges, _ known: Known?
    ) throws(RecordTooLong) -> Bool {
        guard value.count <= Location.largestLength else { throw RecordTooLong() }
        if let known, lines[value].elementsEqual(known.json) {
            takeBackPut(from: start, changes)
            return false
        }
        closeLine()
        let checksum = lines.withUnsafeBytes { Checksum(UnsafeRawBufferPointer(rebasing: $0[value])).value }
        changes.put(value: value, checksum: checksum, lineLength: lines.count - start, stored: known?.stored)
        return true
    }

    /// Takes back a line that was begun.
    ///
    /// What an encoder left half-way must never be glued to the next line.
    private mutating func takeBackPut(from start: Int, _ changes: CollectionChanges) {
        lines.removeSubrange(start...)
        changes.keys.removeLast()
    }

    /// The error to throw for one that writing a record's JSON ended with.
    private func refusal(_ error: any Error, _ collection: String, _ id: Any) -> any Error {
        switch error {
        case let error as JSONLineEncoder.NotFinite: notFinite(collection, id, "'\(error.path)'")
        case is RecordTooLong: invalid(collection, id, "is larger than 16 MiB as JSON")
        default: error
        }
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

    /// Deletes a record from a collection.
    ///
    /// A record that is not there is deleted already. One that is stored and does not fit its type any more is deleted
    /// too.
    ///
    /// - Parameters:
    ///   - id: The record's id.
    ///   - schema: The collection.
    /// - Throws: The encoder's error for the id; ``StoreError`` when the disk fails.
    public mutating func delete<Record: StoredRecord>(_ id: Record.ID, from schema: CollectionSchema<Record>) throws {
        var unreadableRecord: UnreadableRecordTable.Key?
        let isThere: Bool
        if let change = staged[schema.name]?.last(of: SortKey(id)) {
            isThere = !change.isDelete
        } else {
            unreadableRecord = snapshot.unreadableRecord(of: id, in: schema)
            isThere =
                try unreadableRecord != nil || !isTruncated(schema.name) && snapshot.contains(id, in: schema)
        }
        guard isThere else { return }
        var json: [UInt8] = []
        try schema.codec.encodeID(id, to: &json)
        let value = appendDelete(of: json, from: schema.name)
        let changes = try changes(of: schema.name, schema.version, schema.indexes.count, schema.search.count)
        changes.delete(id.indexKey, value: value)
        if case .raw(let raw) = unreadableRecord { changes.deleteUnreadableRecord(raw: raw) }
    }

    /// Whether the batch has deleted all that was stored of a collection before it.
    func isTruncated(_ name: String) -> Bool { staged[name]?.isTruncated == true }

    /// Appends the line that deletes a record; returns the place of its id's JSON.
    mutating func appendDelete(of id: [UInt8], from collection: String) -> Range<Int> {
        lines.append(contentsOf: "{\"delete\":\"\(collection)\",\"id\":".utf8)
        let start = lines.count
        lines += id
        let value = start..<lines.count
        closeLine()
        return value
    }

    /// Whether nothing was changed so far; such a batch is not committed.
    package var isEmpty: Bool { staged.values.allSatisfy { $0.count == 0 } }

    private mutating func closeLine() {
        lines.append(UInt8(ascii: "}"))
        lines.append(UInt8(ascii: "\n"))
    }

    /// The changes of a collection so far.
    mutating func changes(
        of name: String, _ version: Int, _ indexCount: Int, _ searchCount: Int
    ) throws -> CollectionChanges {
        if let last, last.name == name { return last.changes }
        guard snapshot.view.tables[name] != nil else { throw snapshot.view.undeclared(name) }
        // What a migration would save must not be written over.
        if let refusal = snapshot.view.refusals[name] { throw refusal }
        let changes = staged[name] ?? CollectionChanges(indexCount: indexCount, searchCount: searchCount)
        staged[name] = changes
        versions[name] = version
        last = (name, changes)
        return changes
    }

    private func notFinite(_ collection: String, _ id: Any, _ place: String) -> StoreError {
        invalid(collection, id, "has a number that is not finite in \(place)")
    }

    private func invalid(_ collection: String, _ id: Any, _ reason: String) -> StoreError {
        StoreError(
            .invalidInput, path: directory,
            message: "The record '\(id)' of '\(collection)' \(reason). Nothing of this batch was stored.")
    }
}

/// A record's JSON is longer than a place can say.
private struct RecordTooLong: Error {}
