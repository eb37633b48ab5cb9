import Core
import Dispatch

extension JSONStore {
    /// Gives the records of a file that was set aside back to the store.
    ///
    /// Only whole batches are taken, and of each record in them the last state counts. It is put back, lifted to the
    /// present version, where the store has no record with its id, or has one that the file itself had replaced. What the
    /// store has in any other form is newer and stays, as does what a line of the journal has deleted since. So nothing
    /// is there twice, and to restore a file again changes nothing. A deletion that a compaction has dropped meanwhile is
    /// not known any more.
    ///
    /// The file is kept, whatever it still holds: ``StoreRestoration/isComplete`` says when nobody needs it any more.
    ///
    /// - Parameter path: The file, one of ``StoreDamage/asidePath`` or a copy of it.
    /// - Returns: What became of its records.
    /// - Throws: ``StoreError``: `fileMissing` when it is not there, `malformed` when it is no journal, `storeTooNew` when
    ///   a newer version wrote it, or what the disk says. What was put back before a failure stays, and another call
    ///   goes on with the rest. `CancellationError`.
    /// - Complexity: O(*n*) in the bytes of the file and of the journal; both are read on a thread of their own.
    @discardableResult
    public func restore(from path: String) async throws -> StoreRestoration {
        let aside = try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { [environment, publisher] in
                continuation.resume(with: Result { try AsideFile(path, environment, publisher.view) })
            }
        }
        var (restored, known) = (0, 0)
        for start in stride(from: 0, to: aside.entries.count, by: Self.restoredAtOnce) {
            try Task.checkCancellation()
            let entries = aside.entries[start..<min(start + Self.restoredAtOnce, aside.entries.count)]
            let count = try await write(.synced) { [environment] transaction in
                var count = 0
                for entry in entries {
                    guard let definition = environment.definitions[entry.collection],
                        try transaction.snapshot.lacks(entry)
                    else { continue }
                    try definition.stage(entry.json, into: &transaction)
                    count += 1
                }
                return count
            }
            restored += count
            known += entries.count - count
        }
        return StoreRestoration(
            path: path, restored: restored, known: known + aside.deletedCount, misfits: aside.misfitCount,
            unreadableBytes: aside.unreadableBytes)
    }

    private static let restoredAtOnce = 1_000
}

/// The records of a file that was set aside, as the store would take them.
private struct AsideFile: Sendable {
    struct Entry: Sendable {
        let collection: String
        let id: SortKey
        /// The last state that the file has.
        let json: [UInt8]
        /// The checksums of what was in its place before, in the file.
        let older: Set<UInt32>
    }

    private(set) var entries: [Entry] = []
    /// How many were deleted after the file was set aside.
    private(set) var deletedCount = 0
    private(set) var misfitCount = 0
    let unreadableBytes: Int

    /// The last state of a record, while the file is read.
    private struct Last {
        var json: [UInt8]?
        var batch: UInt64
        var older: Set<UInt32> = []
        var isMisfit = false
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
        misfitCount = states.misfitCount
        let deletions = try Self.deletions(view)
        for (name, records) in states.records {
            for (id, last) in records {
                if last.isMisfit { misfitCount += 1 }
                guard let json = last.json else { continue }
                if let deletion = deletions[name]?[id], deletion > last.batch {
                    deletedCount += 1
                } else {
                    entries.append(Entry(collection: name, id: id, json: json, older: last.older))
                }
            }
        }
        // In one order whatever the run, so that a batch is the same when it is tried again.
        entries.sort { ($0.collection, $0.id) < ($1.collection, $1.id) }
    }

    /// The last state of each record in the file.
    private static func states(
        _ recovery: JournalRecovery, _ file: JournalRecovery.Found, _ bytes: [UInt8]
    ) throws -> (records: [String: [SortKey: Last]], misfitCount: Int) {
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
                definition.replay(misfit: json, isDelete: record.isDelete, file: 0, offset: 0, into: changes)
            }
            if let id = changes.keys.ids.first {
                var last = records[record.name]?[id] ?? Last(json: nil, batch: number)
                if let old = last.json { last.older.insert(Checksum(old).value) }
                last.isMisfit = !changes.misfits.isEmpty
                last.json = record.isDelete || last.isMisfit ? nil : Array(json)
                last.batch = number
                records[record.name, default: [:]][id] = last
            }
            for stranger in changes.strangers {
                guard let key = stranger.raw else {
                    nameless += 1
                    continue
                }
                if stranger.place == nil {
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

    /// The last batch of the journal that deleted each record.
    private static func deletions(_ view: StoreView) throws -> [String: [SortKey: UInt64]] {
        var visitor = DeletionVisitor(definitions: view.definitions)
        do {
            try JournalReplay(
                files: view.files.journal, position: view.position, schemas: view.definitions.mapValues(\.version)
            ).run(&visitor)
        } catch let error as FileError {
            throw StoreError(error)
        }
        return visitor.deletions
    }
}

/// Notes what a journal deletes.
private struct DeletionVisitor: JournalVisitor {
    let definitions: [String: any TableDefinition]
    private(set) var deletions: [String: [SortKey: UInt64]] = [:]
    private var pending: [(String, SortKey)] = []

    init(definitions: [String: any TableDefinition]) {
        self.definitions = definitions
    }

    mutating func begin(_ file: JournalFile) {}

    mutating func put(
        _ collection: String, json: ArraySlice<UInt8>, file: UInt32, offset: Int, version: Int
    ) throws {}

    mutating func delete(_ collection: String, id json: ArraySlice<UInt8>) throws {
        guard let changes = definitions[collection]?.makeChanges() else { return }
        try definitions[collection]?.replay(delete: json, into: changes)
        if let id = changes.keys.ids.first { pending.append((collection, id)) }
    }

    mutating func keep(misfit collection: String, isDelete: Bool, json: ArraySlice<UInt8>, file: UInt32, offset: Int) {}

    mutating func commit(_ number: UInt64) {
        for (collection, id) in pending { deletions[collection, default: [:]][id] = number }
        pending.removeAll(keepingCapacity: true)
    }

    mutating func check() throws {}
}

extension StoreSnapshot {
    /// Whether a record of a file is to be put back: the store has none with its id, or one that the file had before it.
    fileprivate func lacks(_ entry: AsideFile.Entry) throws -> Bool {
        guard let definition = view.definitions[entry.collection] else { return false }
        return try view.read(entry.collection) { table in
            // What does not fit is in the journal, and is as new as anything there.
            if table.misfits.place(of: .id(entry.id)) != nil { return false }
            guard let slot = try table.orders[definition.indexCount].find(entry.id) else { return true }
            let stored = try table.slots[slot]
            return entry.older.contains(stored.checksum) && stored.checksum != Checksum(entry.json).value
        }
    }
}
