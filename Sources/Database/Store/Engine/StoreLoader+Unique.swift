extension StoreLoader {
    /// Refuses a store that holds a key twice in an index that was not unique before.
    ///
    /// Where it was, every write has been checked, and a key is there twice only because damage took away what changed
    /// one of the two. That never keeps a store from opening.
    ///
    /// - Parameters:
    ///   - tables: What was read from the journal.
    ///   - manifest: What the store was opened with the last time, as far as that is known.
    /// - Throws: ``StoreError`` with the code `notUnique`; `RunFailure`.
    func checkUnique(_ tables: [String: CollectionState], before manifest: Manifest?) throws {
        for (name, table) in tables.inOrderOfNames {
            // What can be fetched again never closes a store.
            guard let definition = definitions[name], !definition.isReplaceable else { continue }
            let known = Set(manifest?.tables[name]?.definition.split(separator: "\n").map(String.init) ?? [])
            for (position, unique) in definition.uniqueIndexes.sorted(by: { $0.key < $1.key })
            where !known.contains(unique.definition) {
                do {
                    try table.orders[position].checkUnique(unique)
                } catch let error as DuplicateKey {
                    throw error.openingRefusal(directory)
                }
            }
        }
    }
}
