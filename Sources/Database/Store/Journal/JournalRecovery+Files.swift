import Core

extension JournalRecovery {
    /// All journal files, in order.
    func readAll() throws(FileError) -> [Found] {
        var found: [Found] = []
        var kept = 0
        for segment in try files.list(directory).compactMap(Journal.segment(ofName:)).sorted() {
            let path = Journal.path(directory, segment)
            guard let bytes = try files.contents(of: path) else { continue }
            let scan = JournalScan(bytes, segment: segment)
            kept += bytes.count
            found.append(
                Found(
                    segment: segment, path: path, size: bytes.count, scan: scan,
                    bytes: kept <= Self.keptBytes ? bytes : nil))
        }
        return found
    }

    func content(of file: Found) throws(FileError) -> [UInt8] {
        if let bytes = file.bytes { return bytes }
        guard let bytes = try files.contents(of: file.path), bytes.count == file.size else {
            throw FileError(.diskFailure, path: file.path, operation: "read again")
        }
        return bytes
    }

    /// Refuses what a newer version wrote, in whichever file it shows.
    func refuseNewer(_ file: Found) throws(StoreError) {
        let path = file.path
        if file.scan.holdsUnknownLines || file.scan.format.map({ $0 > JournalLine.format }) ?? false {
            throw StoreError(
                .storeTooNew, path: path,
                message: "'\(path)' was written by a newer version of this app. Update the app; nothing was changed.")
        }
        for naming in file.scan.validNamings {
            guard let current = schemas[naming.name], naming.version > current else { continue }
            throw StoreError(
                .storeTooNew, path: path,
                message: """
                    '\(path)' holds version \(naming.version) of '\(naming.name)', and this app knows \(current). \
                    Update the app; nothing was changed.
                    """)
        }
    }

    /// Takes out the files whose content is in a later one: what a compaction left that was not finished.
    func takeSuperseded(_ found: inout [Found]) -> [Found] {
        var superseded: Set<Int> = []
        var behind: Found?
        for position in found.indices.reversed() where !superseded.contains(position) {
            let file = found[position]
            defer { behind = file }
            // Its last line says that it was finished, and the next file that nothing is missing between them.
            guard let first = file.scan.first, file.scan.headSegment == file.segment, file.scan.hasInnerHead,
                file.scan.verdict != .damaged, file.scan.verdict == .intact || behind == nil,
                behind?.scan.first.map({ $0 == file.scan.next }) ?? true
            else { continue }
            var lowest = position
            for below in (0..<position).reversed() {
                // A file that says nothing is covered when one below it is.
                guard let start = found[below].first else { continue }
                guard start >= first else { break }
                lowest = below
            }
            for below in lowest..<position { found[below].behind = file.segment }
            superseded.formUnion(lowest..<position)
        }
        let taken = superseded.sorted().map { found[$0] }
        found = found.indices.filter { !superseded.contains($0) }.map { found[$0] }
        return taken
    }

    /// Takes out the files at the end that were given up before they held a batch; the last of those that are left is
    /// the last.
    ///
    /// - Parameters:
    ///   - found: The files, in order.
    ///   - next: The number of the batch that the first of them begins with, where it does not say so.
    /// - Returns: The files that were taken out.
    func takeBlanks(_ found: inout [Found], next: UInt64 = 0) -> [Found] {
        var blanks: [Found] = []
        while found.count > 1, let last = found.last {
            var end = max(next, found.dropLast().map(\.scan.next).max() ?? 0)
            // A file is repaired before the next one is begun: behind what a failed write left, that one was given up,
            // also where it begins with the batch that could not be written.
            if case .unfinished = found[found.count - 2].scan.verdict, end < .max { end += 1 }
            guard last.scan.isBlank || last.scan.isGivenUp(before: end) else { break }
            blanks.append(found.removeLast())
        }
        return blanks
    }

    /// Whether anything of the journal may have been lost, now or at any time before.
    ///
    /// - Throws: `FileError`.
    func isAnythingLost() throws(FileError) -> Bool {
        if passesOverNumbers || !damages.isEmpty { return true }
        return try files.list(directory).contains { $0.hasPrefix(JournalSalvage.prefix) }
    }

    func isDamaged(_ found: [Found]) -> Bool {
        var expected: UInt64 = 1
        return found.indices.contains { position in
            defer { expected = max(expected, found[position].scan.next) }
            return isDamaged(found[position], from: expected, isLast: position == found.count - 1)
        }
    }

    /// Whether a file cannot stay as it is.
    func isDamaged(_ file: Found, from expected: UInt64, isLast: Bool) -> Bool {
        // An unfinished batch is the end of the last file; in an earlier one there is something missing.
        if isLast, file.scan.isBlank { return false }
        switch file.scan.verdict {
        case .damaged: return true
        case .unfinished, .unterminated: if !isLast { return true }
        case .intact: break
        }
        return expected > 0 ? file.scan.first != expected : file.scan.first == nil
    }

    /// Salvages the files that need it, and tells each the number that it begins with.
    ///
    /// - Returns: The number of the next batch.
    mutating func salvage(_ found: inout [Found]) throws(FileError) -> UInt64 {
        try salvageJoined(&found)
        // Every journal begins with the first batch, also behind a compaction: a file before it may have vanished.
        var expected: UInt64 = 1
        for position in found.indices {
            found[position].from = expected
            if isDamaged(found[position], from: expected, isLast: position == found.count - 1) {
                try salvage(&found, position, without: [])
            }
            expected = max(expected, found[position].scan.next)
        }
        return expected
    }

    /// Salvages the damaged files to which others were joined and of which only some are left: what those lack stands in
    /// front of what they hold.
    private mutating func salvageJoined(_ found: inout [Found]) throws(FileError) {
        // Where parts are taken out, those behind them move down: what is met again is whole by then.
        for position in found.indices.reversed() where position < found.count {
            let file = found[position]
            guard file.scan.isJoined, file.scan.verdict == .damaged, file.scan.headSegment == file.segment,
                let first = file.scan.first
            else { continue }
            let parts = found[..<position].suffix(while: { $0.first.map { $0 >= first } ?? false })
            let held = Set(parts.flatMap(\.scan.batches).map(\.number))
            let behind = parts.map(\.scan.next).max() ?? 0
            guard !parts.isEmpty, parts.allSatisfy({ $0.scan.verdict == .intact }),
                file.scan.batches.contains(where: { $0.number < behind && !held.contains($0.number) })
            else { continue }
            var batches: [UInt64: ArraySlice<UInt8>] = [:]
            for source in [file] + parts {
                let bytes = try content(of: source)
                for batch in source.scan.batches { batches[batch.number] = bytes[batch.whole] }
            }
            var united = JournalLine.makeHead(segment: file.segment, next: first)
            for (number, bytes) in batches.sorted(by: { $0.key < $1.key }) {
                // Salvage looks for what is missing in between.
                united += JournalLine.makeHead(segment: file.segment, next: number) + bytes + [JournalLine.newline]
            }
            found[position].from = first
            let scan = JournalScan(united, segment: file.segment)
            var (salvaged, count) = salvage(of: found, position, until: nil).content(of: united, scan)
            let next = max(scan.next, file.scan.next, start(behind: position, found) ?? 0)
            let end = JournalLine.makeHead(segment: file.segment, next: next)
            // Twice where nothing is missing, as behind everything that was joined.
            salvaged += end
            if UInt64(count) == next - first { salvaged += end }
            try replace(&found, position, content(of: file), by: salvaged, count)
            found.removeSubrange(parts.startIndex..<position)
            try folder.remove(parts.map(\.path))
        }
    }

    mutating func salvage(_ found: inout [Found], _ position: Int, without strays: Set<Int>) throws(FileError) {
        let file = found[position]
        let bytes = try content(of: file)
        let (content, batches) = salvage(of: found, position, until: start(behind: position, found))
            .content(of: bytes, file.scan, without: strays)
        try replace(&found, position, bytes, by: content, batches)
    }

    /// The number at which the next file begins.
    private func start(behind position: Int, _ found: [Found]) -> UInt64? {
        position + 1 < found.count ? found[position + 1].first : nil
    }

    private func salvage(of found: [Found], _ position: Int, until: UInt64?) -> JournalSalvage {
        var known: [String: Int] = [:]
        for earlier in found[..<position] {
            for naming in earlier.scan.validNamings { known[naming.name] = naming.version }
        }
        return JournalSalvage(
            segment: found[position].segment, from: found[position].from, until: until, known: known,
            declared: schemas)
    }

    /// Keeps a file as it was found, and puts in its place what was salvaged of it.
    private mutating func replace(
        _ found: inout [Found], _ position: Int, _ bytes: [UInt8], by content: [UInt8], _ batches: Int
    ) throws(FileError) {
        let file = found[position]
        let aside = try JournalSalvage.replace(
            segment: file.segment, in: folder, at: now, found: bytes, by: content)
        noteWritten(file.segment)
        damages.append(
            StoreDamage(
                path: file.path, setAsidePath: aside, salvagedBatches: batches, lostBytes: file.scan.lostBytesIfDamaged)
        )
        found[position].scan = JournalScan(content, segment: file.segment)
        found[position].bytes = content
        found[position].size = content.count
    }
}

extension RandomAccessCollection {
    /// The last elements that all satisfy a condition.
    fileprivate func suffix(while predicate: (Element) -> Bool) -> SubSequence {
        suffix(reversed().prefix(while: predicate).count)
    }
}
