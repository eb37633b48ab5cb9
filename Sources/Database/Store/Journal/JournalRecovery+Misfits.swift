import Core

extension JournalRecovery {
    /// Refuses a store of which so much does not fit that a migration must be missing, before anything of it is changed.
    ///
    /// Where nothing has to be changed the visitor finds the same by itself, and this is not needed.
    ///
    /// - Parameter found: The files that count.
    /// - Throws: ``StoreError`` with the code `migrationFailed`; what a migration throws.
    func checkMisfits(_ found: [Found]) throws {
        // Almost never is there one, and nothing has to be remembered then.
        guard refusesMisfits, !definitions.isEmpty,
            try tally(found, countsAll: false).tallies.values.contains(where: { !$0.misfits.isEmpty })
        else { return }
        let (tallies, versions) = try tally(found, countsAll: true)
        for (name, tally) in tallies.sorted(by: { $0.key < $1.key }) where definitions[name]?.isDerived == false {
            let accepted = MisfitMark.accepted(of: name, in: versions)
            guard tally.misfits.isMajority(over: tally.fitting.count, accepted: accepted) else { continue }
            throw MisfitTable.refusal(
                name, misfits: tally.misfits.count, of: tally.misfits.count + tally.fitting.count,
                path: found.last?.path ?? directory)
        }
    }

    /// The records of a collection that fit its type, and those that do not.
    struct Tally {
        var fitting: Set<SortKey> = []
        var misfits = MisfitTable()
    }

    private func tally(
        _ found: [Found], countsAll: Bool
    ) throws -> (tallies: [String: Tally], versions: [String: Int]) {
        var tallies: [String: Tally] = [:]
        var versions: [String: Int] = [:]
        for file in found {
            let bytes = try content(of: file)
            try walk(bytes, file, &versions) { record in
                guard let definition = definitions[record.name] else { return }
                let json = record.isDelete ? bytes[record.json] : try lift(record, bytes, file.path)
                let changes = definition.makeChanges()
                do {
                    if record.isDelete {
                        try definition.replay(delete: json, into: changes)
                    } else {
                        try definition.replay(put: json, offset: 0, into: changes)
                    }
                } catch {
                    // Not swallowed: this is what is counted.
                    definition.replay(misfit: json, isDelete: record.isDelete, file: 0, offset: 0, into: changes)
                }
                if countsAll || !changes.misfits.isEmpty || !changes.strangers.isEmpty {
                    tallies[record.name, default: Tally()].add(changes)
                }
            }
        }
        return (tallies, versions)
    }
}

extension JournalRecovery.Tally {
    fileprivate mutating func add(_ changes: TableChanges) {
        for position in changes.changes.indices {
            let id = changes.keys.ids[position]
            if let place = changes.misfits[position] {
                fitting.remove(id)
                _ = misfits.put(.id(id), place)
            } else {
                misfits.remove(.id(id))
                if changes.changes[position].isDelete { fitting.remove(id) } else { fitting.insert(id) }
            }
        }
        for stranger in changes.strangers {
            let key = stranger.raw.map { MisfitTable.Key.raw($0) } ?? misfits.makeName()
            if let place = stranger.place {
                _ = misfits.put(key, place)
            } else {
                misfits.remove(key)
            }
        }
    }
}
