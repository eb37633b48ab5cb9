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
    /// The file is kept, whatever it still holds: ``StoreRestoration/isComplete`` says when it is not needed any more.
    ///
    /// - Parameters:
    ///   - path: The file, one of ``StoreDamage/setAsidePath`` or a copy of it.
    ///   - includesMaybeDeleted: Whether to put back, too, what may have been deleted or changed since; false by
    ///     default.
    /// - Returns: The numbers of its records, by what became of them.
    /// - Throws: ``StoreError``: `fileMissing` when it is not there, `malformed` when it is no journal, `storeTooNew`
    ///   when a newer version wrote it, `notUnique` when one of its records has a unique key that another record has by
    ///   now, or what the disk says. What was put back before a failure stays, and another
    ///   call goes on with the rest. `CancellationError`.
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
        var (restored, unsure) = (0, 0)
        var watch = RestoreWatch(aside.past)
        for start in stride(from: 0, to: aside.entries.count, by: Self.restoredAtOnce) {
            try Task.checkCancellation()
            let entries = aside.entries[start..<min(start + Self.restoredAtOnce, aside.entries.count)]
            let counts = try await write(.synced) { [environment, watch] transaction in
                var counts = (restored: 0, unsure: 0, watch: watch)
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
            restored += counts.restored
            unsure += counts.unsure
            watch = counts.watch
        }
        return StoreRestoration(
            path: path, restored: restored, known: aside.entries.count - restored - unsure + aside.knownCount,
            maybeDeleted: unsure, unreadableRecords: aside.unreadableRecordCount, unreadableBytes: aside.unreadableBytes
        )
    }

    private static let restoredAtOnce = 1_000
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
