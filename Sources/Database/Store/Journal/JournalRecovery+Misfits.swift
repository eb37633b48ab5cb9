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
            try tally(found, countsAll: false).values.contains(where: { !$0.misfits.isEmpty })
        else { return }
        let tallies = try tally(found, countsAll: true)
        let marks = marks(found)
        for (name, tally) in tallies.sorted(by: { $0.key < $1.key }) where definitions[name]?.isDerived == false {
            let accepted = MisfitMark.accepted(of: name, in: marks)
            guard tally.misfits.isMajority(over: tally.fitting.count, accepted: accepted) else { continue }
            throw MisfitTable.refusal(
                name, misfits: tally.misfits.count, of: tally.misfits.count + tally.fitting.count,
                path: found.last?.path ?? directory)
        }
    }

    /// The marks of the files as salvage leaves them: what no checksum speaks for counts where it says more.
    private func marks(_ found: [Found]) -> [String: Int] {
        var marks: [String: Int] = [:]
        for file in found {
            guard let last = file.scan.batches.last else { continue }
            let valid = Set(file.scan.validNamings.map(\.line))
            for naming in file.scan.namings where MisfitMark.collection(ofName: naming.name) != nil {
                if valid.contains(naming.line) {
                    marks[naming.name] = naming.version
                } else if naming.line < last.records.lowerBound {
                    marks[naming.name] = max(marks[naming.name] ?? 0, naming.version)
                }
            }
        }
        return marks
    }

    /// The records of a collection that fit its type, and those that do not.
    struct Tally {
        var fitting: Set<SortKey> = []
        var misfits = MisfitTable()
    }

    /// Counts what fits its type, by collection.
    ///
    /// - Parameters:
    ///   - found: The files that count.
    ///   - countsAll: Whether to count everything; else just what does not fit, whatever became of it.
    /// - Returns: The counts.
    /// - Throws: What a migration throws; `FileError`.
    func tally(_ found: [Found], countsAll: Bool) throws -> [String: Tally] {
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
        return tallies
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
