import Dispatch

extension JSONStore {
    /// Restores the records of a file that was set aside.
    ///
    /// Only whole batches are taken, and of each record in them the last state counts. It is put back, lifted to the
    /// present version, where the store has no record with its id, or has one that the file itself had replaced and
    /// that was not written again since. What the store has in any other form is newer and stays, as does what was
    /// deleted since. So nothing is there twice, and to restore a file again changes nothing.
    ///
    /// A compaction of the journal drops deletions. Where there was one since, nobody knows whether what the store
    /// lacks was lost or deleted: it is counted in ``StoreRestoration/maybeDeleted``, and put back only when that is
    /// asked for. The same goes for a collection that somebody else writes to meanwhile. A migration keeps deletions.
    /// Records that can be fetched again and belong together, such as the order of a list, are put back where the store
    /// has none of them at all.
    ///
    /// A record whose key in a unique index another one has by now is left out and named in
    /// ``StoreRestoration/conflicts``; the others are put back.
    ///
    /// The file is kept, whatever it still holds: ``StoreRestoration/isComplete`` says when it is not needed any more.
    ///
    /// - Parameters:
    ///   - path: The file, one of ``StoreDamage/setAsidePath`` or a copy of it.
    ///   - includesMaybeDeleted: Whether to put back, too, what may have been deleted or changed since; false by
    ///     default.
    /// - Returns: The numbers of its records, by what became of them.
    /// - Throws: ``StoreError``: `fileMissing` when it is not there, `malformed` when it is no journal, `storeTooNew`
    ///   when a newer version wrote it, or what the disk says. What was put back before a failure stays, and another call
    ///   goes on with the rest. `CancellationError`.
    /// - Complexity: O(*n*) in the bytes of the file and of the journal; both are read on a thread of their own.
    @discardableResult
    public func restore(from path: String, includesMaybeDeleted: Bool = false) async throws -> StoreRestoration {
        try await restore(readSetAside(path), path, includesMaybeDeleted: includesMaybeDeleted)
    }

    /// Reads a file that was set aside, and what the journal says by now.
    func readSetAside(_ path: String) async throws -> SetAsideFile {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { [environment, publisher] in
                continuation.resume(with: Result { try SetAsideFile(path, environment, publisher.view) })
            }
        }
    }

    /// Puts back what was read; others may have written to the store meanwhile.
    func restore(_ aside: SetAsideFile, _ path: String, includesMaybeDeleted: Bool) async throws -> StoreRestoration {
        var progress = RestoreProgress(aside.past)
        var waiting = aside.entries
        // Once more while that helps: a record may wait for one behind it that gives up its key.
        repeat {
            progress.conflicts = []
            for start in stride(from: 0, to: waiting.count, by: Self.restoredAtOnce) {
                let entries = waiting[start..<min(start + Self.restoredAtOnce, waiting.count)]
                try await putBack(entries, of: aside, includesMaybeDeleted: includesMaybeDeleted, &progress)
            }
            guard progress.conflicts.count < waiting.count else { break }
            waiting = progress.conflicts.map(\.entry)
        } while !waiting.isEmpty
        let (restored, unsure, conflicts) = (progress.restored, progress.unsure, progress.conflicts.map(\.conflict))
        return StoreRestoration(
            path: path, restored: restored,
            known: aside.entries.count - restored - unsure - conflicts.count + aside.knownCount,
            maybeDeleted: unsure, conflicts: conflicts, unreadableRecords: aside.unreadableRecordCount,
            unreadableBytes: aside.unreadableBytes)
    }

    /// Puts records back, all at once where no other record has their keys, else in halves: so whatever can be put back
    /// is.
    private func putBack(
        _ entries: ArraySlice<SetAsideFile.Entry>, of aside: SetAsideFile, includesMaybeDeleted: Bool,
        _ progress: inout RestoreProgress
    ) async throws {
        try Task.checkCancellation()
        do {
            let (restored, unsure, watch) = try await write(.synced) { [environment, progress] transaction in
                var counts = (restored: 0, unsure: 0, watch: progress.watch)
                let view = transaction.snapshot.view
                counts.watch.look(at: view)
                for entry in entries {
                    guard let definition = environment.definitions[entry.collection] else { continue }
                    let isChanged = counts.watch.changed.contains(entry.collection)
                    switch try aside.verdict(on: entry, in: view, isChanged: isChanged) {
                    case .known: continue
                    case .unsure where !includesMaybeDeleted: counts.unsure += 1
                    case .unsure, .lacking:
                        try definition.stage(entry.json, into: &transaction)
                        counts.watch.wrote(entry.collection, transaction.number)
                        counts.restored += 1
                    }
                }
                return counts
            }
            progress.restored += restored
            progress.unsure += unsure
            progress.watch = watch
        } catch let error as StoreError {
            guard let duplicate = error.underlying as? DuplicateKey else { throw error }
            guard let only = entries.first, entries.count == 1 else {
                let middle = entries.startIndex + entries.count / 2
                for half in [entries[..<middle], entries[middle...]] {
                    try await putBack(half, of: aside, includesMaybeDeleted: includesMaybeDeleted, &progress)
                }
                return
            }
            progress.conflicts.append((only, duplicate.conflict(of: only)))
        }
    }

    private static let restoredAtOnce = 1_000
}

/// The progress of putting the records of a file back.
private struct RestoreProgress: Sendable {
    var restored = 0
    var unsure = 0
    var watch: RestoreWatch
    /// The records that others are in the way of.
    var conflicts: [(entry: SetAsideFile.Entry, conflict: StoreRestoration.Conflict)] = []

    init(_ past: JournalPast) {
        watch = RestoreWatch(past)
    }
}

/// The collections that somebody else has written to while records are put back.
private struct RestoreWatch: Sendable {
    private(set) var changed: Set<String> = []
    private let past: JournalPast
    /// The last batch that wrote to each collection for this one's sake.
    private var written: [String: UInt64] = [:]

    init(_ past: JournalPast) {
        self.past = past
    }

    mutating func look(at view: StoreView) {
        let isContinued = past.isContinued(by: view)
        for (name, table) in view.tables where !isContinued || table.lastChange > written[name] ?? past.version {
            changed.insert(name)
        }
    }

    mutating func wrote(_ collection: String, _ number: UInt64) { written[collection] = number }
}
