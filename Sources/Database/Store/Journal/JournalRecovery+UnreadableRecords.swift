import Core

extension JournalRecovery {
    /// Refuses a store of which so much does not fit that a migration must be missing, before anything of it is
    /// changed.
    ///
    /// Where nothing has to be changed the visitor finds the same by itself, and this is not needed.
    ///
    /// - Parameter found: The files that count.
    /// - Throws: ``StoreError`` with the code `migrationFailed`; what a migration throws.
    func checkUnreadableRecords(_ found: [Found]) throws {
        // Almost never is there one, and nothing has to be remembered then.
        guard refusesUnreadableRecords, !definitions.isEmpty,
            try tally(found, countsAll: false).values.contains(where: { !$0.unreadableRecords.isEmpty })
        else { return }
        let tallies = try tally(found, countsAll: true)
        let marks = marks(found)
        for (name, tally) in tallies.inOrderOfNames where definitions[name]?.isReplaceable == false {
            let accepted = UnreadableRecordMark.accepted(of: name, in: marks)
            guard tally.unreadableRecords.isMajority(over: tally.fitting.count, accepted: accepted) else { continue }
            throw UnreadableRecordTable.refusal(
                name, unreadableRecords: tally.unreadableRecords.count,
                of: tally.unreadableRecords.count + tally.fitting.count,
                path: found.last?.path ?? directory)
        }
    }

    /// The marks of the files as salvage leaves them: what no checksum speaks for counts where it says more.
    private func marks(_ found: [Found]) -> [String: Int] {
        var marks: [String: Int] = [:]
        for file in found {
            guard let last = file.scan.batches.last else { continue }
            let valid = Set(file.scan.validNamings.map(\.line))
            for naming in file.scan.namings where UnreadableRecordMark.collection(ofName: naming.name) != nil {
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
        var unreadableRecords = UnreadableRecordTable()
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
                    definition.replay(
                        unreadableRecord: json, isDelete: record.isDelete, file: 0, offset: 0, into: changes)
                }
                if countsAll || !changes.unreadableRecords.isEmpty || !changes.unidentified.isEmpty {
                    tallies[record.name, default: Tally()].add(changes)
                }
            }
        }
        return tallies
    }
}

extension JournalRecovery.Tally {
    fileprivate mutating func add(_ changes: CollectionChanges) {
        for position in changes.changes.indices {
            let id = changes.keys.ids[position]
            if let place = changes.unreadableRecords[position] {
                fitting.remove(id)
                _ = unreadableRecords.put(.id(id), place)
            } else {
                unreadableRecords.remove(.id(id))
                if changes.changes[position].isDelete { fitting.remove(id) } else { fitting.insert(id) }
            }
        }
        for unreadable in changes.unidentified {
            let key = unreadable.raw.map { UnreadableRecordTable.Key.raw($0) } ?? unreadableRecords.makeName()
            if let place = unreadable.place {
                _ = unreadableRecords.put(key, place)
            } else {
                unreadableRecords.remove(key)
            }
        }
    }
}
