import Core

extension StoreLoader {
    /// Refuses a store that holds a key twice in an index that was not unique before.
    ///
    /// Where it was, every write has been checked, and a key is there twice only because damage took away what changed
    /// one of the two. That never keeps a store from opening; so where no manifest says what was unique, and something
    /// was lost at any time, nothing is refused.
    ///
    /// - Parameters:
    ///   - tables: The tables that were read from the journal.
    ///   - manifest: The manifest of the store as it was opened the last time, as far as that is known.
    ///   - recovery: The reader of the journal, which knows what it has found damaged.
    /// - Throws: ``StoreError`` with the code `notUnique`; `FileError`; `RunFailure`.
    func checkUnique(
        _ tables: [String: CollectionState], before manifest: Manifest?, _ recovery: JournalRecovery
    ) throws {
        let indexes = uniqueIndexes(notIn: manifest)
        guard !indexes.isEmpty else { return }
        if manifest == nil, try recovery.isAnythingLost() { return }
        for (name, position, unique) in indexes {
            do {
                try tables[name]?.orders[position].checkUnique(unique)
            } catch let error as DuplicateKey {
                throw error.openingRefusal(directory, recovery.damages)
            }
        }
    }

    /// Takes the manifest away from derived files that are about to be void; what was unique, and which files were on
    /// the disk, is still known by it.
    ///
    /// - Parameter manifest: The manifest; nil when none can be read.
    /// - Throws: `FileError`.
    func putManifestOutOfUse(_ manifest: Manifest?) throws(FileError) {
        do throws(FileError) {
            if let manifest { return try manifest.outOfUse.write(files, directory) }
        } catch {
            // Not swallowed: a full disk takes no other manifest, and this one must go.
        }
        try files.remove(Manifest.path(directory))
    }

    /// Writes down that all unique indexes were checked, for whoever opens the store before the next manifest.
    func noteUnique(before manifest: Manifest?) {
        guard !uniqueIndexes(notIn: manifest).isEmpty else { return }
        var note = manifest?.outOfUse ?? .empty
        note.tables = definitions.mapValues { Manifest.Table(definition: $0.definition) }
        // The next opening checks them once more without it.
        try? note.write(files, directory)
    }

    /// The indexes that are declared as unique and were not before, in one order whatever the run.
    private func uniqueIndexes(notIn manifest: Manifest?) -> [(collection: String, position: Int, index: UniqueIndex)] {
        definitions.inOrderOfNames.flatMap { name, definition -> [(String, Int, UniqueIndex)] in
            // What can be fetched again never closes a store.
            guard !definition.isReplaceable else { return [] }
            let known = Set(manifest?.tables[name]?.definition.split(separator: "\n").map(String.init) ?? [])
            return definition.uniqueIndexes.sorted { $0.key < $1.key }
                .filter { !known.contains($0.value.definition) }
                .map { (name, $0.key, $0.value) }
        }
    }
}
