public import Core

extension ErrorCode {
    /// Records of an older version cannot be lifted to the present one.
    public static let migrationFailed = ErrorCode(rawValue: "migrationFailed")
}

extension JournalRecovery {
    /// Whether there are records of an older version, for each of which there must be a migration.
    ///
    /// - Parameters:
    ///   - found: The files that count.
    ///   - isCertain: Whether nothing has to be changed before the migration. Otherwise every record is lifted once and
    ///     let go, so that a migration that fails changes nothing at all.
    /// - Returns: Whether there are any.
    /// - Throws: ``StoreError``.
    func checkMigrations(_ found: [Found], isCertain: Bool) throws -> Bool {
        var isNeeded = false
        for file in found {
            for naming in file.scan.validNamings {
                guard let current = schemas[naming.name], naming.version < current else { continue }
                isNeeded = true
                guard migrations[naming.name] == nil else { continue }
                throw StoreError(
                    .migrationFailed, path: file.path,
                    message: """
                        '\(file.path)' holds version \(naming.version) of '\(naming.name)', this app has version \
                        \(current), and its schema says no way from one to the other. Add the missing migration; \
                        nothing was changed.
                        """)
            }
        }
        guard isNeeded, !isCertain else { return isNeeded }
        var versions: [String: Int] = [:]
        for file in found {
            let bytes = try content(of: file)
            try walk(bytes, file, &versions) { record in
                if !record.isDelete { _ = try lift(record, bytes, file.path) }
            }
        }
        return true
    }

    /// Writes all files anew as one in which every record of a declared collection has its present version.
    ///
    /// - Parameters:
    ///   - found: The files, in order.
    ///   - next: The number of the next batch.
    /// - Returns: The new file, in the place of the last of them.
    /// - Throws: ``StoreError`` when a migration fails, `FileError`; all is as it was then.
    mutating func migrate(_ found: [Found], next: UInt64) throws -> Found {
        var covered: [JournalFile] = []
        for file in found {
            covered.append(
                JournalFile(
                    id: 0, segment: file.segment, path: file.path, length: file.size,
                    handle: try files.open(file.path, .read)))
        }
        defer { for file in covered { file.handle.close() } }
        let rewriter = try JournalRewriter(
            folder: folder, covering: JournalSpan(files: covered, first: found.first?.first ?? 1, next: next), id: 0)
        do {
            var versions: [String: Int] = [:]
            for file in found {
                let bytes = try content(of: file)
                try walk(bytes, file, &versions) { record in
                    if record.isDelete || record.declared == nil {
                        try rewriter.append(
                            line: bytes[record.line], of: record.name, version: record.declared ?? record.version)
                    } else if let declared = record.declared {
                        try rewriter.append(
                            put: record.name, version: declared, value: try lift(record, bytes, file.path))
                    }
                }
            }
            for (name, count) in try marks(found, versions).inOrderOfNames where count > 0 {
                try rewriter.append(mark: name, count: count)
            }
            let forgottenEnd = found.map(\.scan.forgottenEnd).max() ?? 0
            try rewriter.append(mark: JournalScan.forgottenMark, count: Int(clamping: forgottenEnd))
        } catch {
            rewriter.cancel()
            throw error
        }
        let file = try rewriter.finish()
        noteWritten(file.segment)
        defer { file.handle.close() }
        try rewriter.removeCovered()
        let bytes = try file.handle.read(at: 0, count: file.length)
        return Found(
            segment: file.segment, path: file.path, size: bytes.count,
            scan: JournalScan(bytes, segment: file.segment), bytes: bytes.count <= Self.keptBytes ? bytes : nil)
    }

    /// The number of unreadable records of each collection that stay accepted, by the names of their marks.
    ///
    /// Those that a migration has mended must not make room for others later.
    private func marks(_ found: [Found], _ versions: [String: Int]) throws -> [String: Int] {
        var marks: [String: Int] = [:]
        var tallies: [String: Tally]?
        for (name, count) in versions where count > 0 {
            guard let collection = UnreadableRecordMark.collection(ofName: name) else { continue }
            marks[name] = count
            guard definitions[collection] != nil else { continue }
            let counted = try tallies ?? tally(found, countsAll: true)
            tallies = counted
            marks[name] = min(count, counted[collection]?.unreadableRecords.distinctCount ?? 0)
        }
        return marks
    }

    func lift(_ record: Record, _ bytes: [UInt8], _ path: String) throws -> ArraySlice<UInt8> {
        let json = bytes[record.json]
        guard let declared = record.declared, let version = record.version, version < declared,
            let migration = migrations[record.name]
        else { return json }
        let lifted: [UInt8]
        do {
            lifted = try migration(version, Array(json))
        } catch {
            throw failure(record, declared, path, "its migration failed (\(error)); mend it", error)
        }
        // A line is a line: what a migration makes may not end it.
        guard !lifted.isEmpty, !lifted.contains(JournalLine.newline) else {
            throw failure(record, declared, path, "its migration made no single line of JSON; mend it", nil)
        }
        return lifted[...]
    }

    private func failure(
        _ record: Record, _ declared: Int, _ path: String, _ reason: String, _ underlying: (any Error)?
    ) -> StoreError {
        StoreError(
            .migrationFailed, path: path,
            message: """
                A record of '\(record.name)' cannot be lifted from version \(record.version ?? 0) to \(declared): \
                \(reason) and open the store again. Nothing was changed.
                """, underlying: underlying)
    }
}
