import Core

/// The records of a file that was set aside, as the store would take them.
struct SetAsideFile: Sendable {
    struct Entry: Sendable {
        let collection: String
        let id: SortKey
        /// The last state that the file has.
        let json: [UInt8]
        /// The batch that says it.
        let batch: UInt64
        /// The checksums of what was in its place before, in the file.
        let older: Set<UInt32>
        /// Whether a deletion behind the batch may be forgotten.
        let mayBeDeleted: Bool
    }

    /// Whether a record of the file is to be put back.
    enum Verdict {
        /// The store has it, or has something newer.
        case known
        /// The store has none, or has one that is older.
        case lacking
        /// The store has none or an older one, and somebody may have wanted that.
        case unsure
    }

    private(set) var entries: [Entry] = []
    /// The number of records that were deleted after the file was set aside, or can be fetched again and are there in
    /// another form.
    private(set) var knownCount = 0
    private(set) var unreadableRecordCount = 0
    let unreadableBytes: Int
    let past: JournalPast

    /// The last state of a record, while the file is read.
    private struct Last {
        var json: [UInt8]?
        var batch: UInt64
        var older: Set<UInt32> = []
        var isUnreadable = false
    }

    init(_ path: String, _ environment: StoreEnvironment, _ view: StoreView) throws {
        let bytes: [UInt8]
        do {
            guard let found = try environment.files.contents(of: path) else {
                throw StoreError(.fileMissing, path: path, message: "There is no file '\(path)'.")
            }
            bytes = found
        } catch let error as FileError {
            throw StoreError(error)
        }
        let scan = JournalScan(bytes, segment: JournalScan(bytes, segment: 0).headSegment ?? 0)
        let found = JournalRecovery.Found(segment: 0, path: path, size: bytes.count, scan: scan, bytes: nil)
        let recovery = environment.loader.recovery()
        try recovery.refuseNewer(found)
        guard scan.format != nil || !scan.batches.isEmpty else {
            throw StoreError(
                .malformed, path: path,
                message: "'\(path)' is no journal that was set aside. Name a file 'damaged-….jsonl' of a store.")
        }
        unreadableBytes = scan.lostBytesIfDamaged
        let states = try Self.states(recovery, found, bytes)
        unreadableRecordCount = states.unreadableRecordCount
        let past = try JournalPast(view)
        self.past = past
        for (name, records) in states.records {
            if recovery.definitions[name]?.isReplaceable == true, !Self.isUntouched(name, records, view, past) {
                knownCount += records.values.count { $0.json != nil }
                continue
            }
            for (id, last) in records {
                if last.isUnreadable { unreadableRecordCount += 1 }
                guard let json = last.json else { continue }
                let deletion = past.deletions[name]?[id]
                if let deletion, deletion.lowerBound > last.batch {
                    knownCount += 1
                    continue
                }
                let mayBeDeleted =
                    past.forgottenEnd > last.batch + 1 || deletion.map { $0.upperBound > last.batch } ?? false
                entries.append(
                    Entry(
                        collection: name, id: id, json: json, batch: last.batch, older: last.older,
                        mayBeDeleted: mayBeDeleted))
            }
        }
        // In one order whatever the run, so that a batch is the same when it is tried again.
        entries.sort { ($0.collection, $0.id) < ($1.collection, $1.id) }
    }

    /// Whether a record is to be put back into the store as it is now.
    ///
    /// - Parameters:
    ///   - entry: The record.
    ///   - view: The store; it may be newer than the journal that was read.
    ///   - isChanged: Whether somebody else has written to the collection since then, and may have deleted the record.
    /// - Returns: The verdict.
    /// - Throws: ``StoreError``.
    func verdict(on entry: Entry, in view: StoreView, isChanged: Bool) throws -> Verdict {
        guard let definition = view.definitions[entry.collection] else { return .known }
        return try view.read(entry.collection) { table in
            // What does not fit is in the journal, and is as new as anything there.
            if table.unreadableRecords.place(of: .id(entry.id)) != nil { return .known }
            guard let slot = try table.orders[definition.indexCount].find(entry.id) else {
                return entry.mayBeDeleted || isChanged ? .unsure : .lacking
            }
            let stored = try table.slots[slot]
            // The same content may have come back later: only when it was written says which is newer.
            guard entry.older.contains(stored.checksum), stored.checksum != Checksum(entry.json).value else {
                return .known
            }
            guard let numbers = past.numbers(of: stored) else {
                // In a file of its own it may be as old as it was, and have been moved by a compaction.
                return past.hasRead(stored) ? .known : .unsure
            }
            guard numbers.lowerBound <= entry.batch else { return .known }
            return numbers.upperBound <= entry.batch ? .lacking : .unsure
        }
    }

    /// Whether the store has nothing of a collection, and nobody took anything out of it.
    private static func isUntouched(
        _ name: String, _ records: [SortKey: Last], _ view: StoreView, _ past: JournalPast
    ) -> Bool {
        guard let table = view.table(name), table.count == 0, table.unreadableRecords.isEmpty,
            past.deletions[name] == nil
        else {
            return false
        }
        return past.forgottenEnd <= (records.values.map(\.batch).max() ?? 0) + 1
    }

    /// The last state of each record in the file.
    private static func states(
        _ recovery: JournalRecovery, _ file: JournalRecovery.Found, _ bytes: [UInt8]
    ) throws -> (records: [String: [SortKey: Last]], unreadableRecordCount: Int) {
        var records: [String: [SortKey: Last]] = [:]
        var nameless = 0
        var raw: [String: Set<[UInt8]>] = [:]
        var versions: [String: Int] = [:]
        var batch = file.scan.batches.startIndex
        recovery.walk(bytes, file, &versions) { record in
            guard let definition = recovery.definitions[record.name] else {
                nameless += record.isDelete ? 0 : 1
                return
            }
            let number = file.scan.batches[batch].number
            let changes = definition.makeChanges()
            var json = bytes[record.json]
            do {
                if record.isDelete {
                    try definition.replay(delete: json, into: changes)
                } else {
                    json = try recovery.lift(record, bytes, file.path)
                    try definition.replay(put: json, offset: 0, into: changes)
                }
            } catch {
                // Not swallowed: it is counted, and stays in the file.
                definition.replay(unreadableRecord: json, isDelete: record.isDelete, file: 0, offset: 0, into: changes)
            }
            if let id = changes.keys.ids.first {
                var last = records[record.name]?[id] ?? Last(json: nil, batch: number)
                if let old = last.json { last.older.insert(Checksum(old).value) }
                last.isUnreadable = !changes.unreadableRecords.isEmpty
                last.json = record.isDelete || last.isUnreadable ? nil : Array(json)
                last.batch = number
                records[record.name, default: [:]][id] = last
            }
            for unreadable in changes.unidentified {
                guard let key = unreadable.raw else {
                    nameless += 1
                    continue
                }
                if unreadable.place == nil {
                    raw[record.name]?.remove(key)
                } else {
                    raw[record.name, default: []].insert(key)
                }
            }
        } commit: { _ in
            batch += 1
        }
        return (records, nameless + raw.values.reduce(0) { $0 + $1.count })
    }
}
