import Dispatch

extension JSONStore {
    /// Gives the records of a file that was set aside back to the store.
    ///
    /// Only whole batches are taken, and of each record in them the last state counts. It is put back, lifted to the
    /// present version, where the store has no record with its id, or has one that the file itself had replaced and that
    /// was not written again since. What the store has in any other form is newer and stays, as does what was deleted
    /// since. So nothing is there twice, and to restore a file again changes nothing.
    ///
    /// A compaction of the journal drops deletions. Where there was one since, nobody knows whether what the store lacks
    /// was lost or deleted: it is counted in ``StoreRestoration/maybeDeleted``, and put back only when that is asked for.
    /// What can be fetched again and means something only together, such as the places of a feed's posts, is put back
    /// where the store has none of it at all.
    ///
    /// The file is kept, whatever it still holds: ``StoreRestoration/isComplete`` says when nobody needs it any more.
    ///
    /// - Parameters:
    ///   - path: The file, one of ``StoreDamage/asidePath`` or a copy of it.
    ///   - includesMaybeDeleted: Whether to put back, too, what may have been deleted or changed since; false by default.
    /// - Returns: What became of its records.
    /// - Throws: ``StoreError``: `fileMissing` when it is not there, `malformed` when it is no journal, `storeTooNew` when
    ///   a newer version wrote it, or what the disk says. What was put back before a failure stays, and another call
    ///   goes on with the rest. `CancellationError`.
    /// - Complexity: O(*n*) in the bytes of the file and of the journal; both are read on a thread of their own.
    @discardableResult
    public func restore(from path: String, includesMaybeDeleted: Bool = false) async throws -> StoreRestoration {
        let aside = try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { [environment, publisher] in
                continuation.resume(with: Result { try AsideFile(path, environment, publisher.view) })
            }
        }
        var (restored, unsure) = (0, 0)
        for start in stride(from: 0, to: aside.entries.count, by: Self.restoredAtOnce) {
            try Task.checkCancellation()
            let entries = aside.entries[start..<min(start + Self.restoredAtOnce, aside.entries.count)]
            let counts = try await write(.synced) { [environment] transaction in
                var counts = (restored: 0, unsure: 0)
                for entry in entries {
                    guard let definition = environment.definitions[entry.collection] else { continue }
                    switch try aside.verdict(on: entry, in: transaction.snapshot.view) {
                    case .known: continue
                    case .unsure where !includesMaybeDeleted: counts.unsure += 1
                    case .unsure, .lacking:
                        try definition.stage(entry.json, into: &transaction)
                        counts.restored += 1
                    }
                }
                return counts
            }
            restored += counts.restored
            unsure += counts.unsure
        }
        return StoreRestoration(
            path: path, restored: restored, known: aside.entries.count - restored - unsure + aside.knownCount,
            maybeDeleted: unsure, misfits: aside.misfitCount, unreadableBytes: aside.unreadableBytes)
    }

    private static let restoredAtOnce = 1_000
}
