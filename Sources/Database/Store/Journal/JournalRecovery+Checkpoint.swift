import Core

extension JournalRecovery {
    /// Reads what is behind a checkpoint, after a look at what it vouches for.
    mutating func run(behind checkpoint: JournalCheckpoint, _ visitor: inout some JournalVisitor) throws -> Journal {
        try compareSchemas(checkpoint)
        let vouched = checkpoint.files
        guard let last = vouched.last, last.segment == checkpoint.position.segment,
            last.size == checkpoint.position.offset, checkpoint.highestFileID < .max / 2,
            checkpoint.position.next < 1 << 62
        else { throw CheckpointStale(reason: "It contradicts itself.") }
        var listed = try files.list(directory).compactMap(Journal.segment(ofName:)).sorted()
        let leftovers = try leftovers(listed, of: vouched)
        listed.removeAll { leftovers.contains($0) }
        guard listed.prefix(vouched.count).elementsEqual(vouched.map(\.segment)) else {
            throw CheckpointStale(reason: "There are other files now.")
        }
        var found = [try readTail(of: last, next: checkpoint.position.next)]
        var sealed: [JournalFile] = []
        for file in vouched.dropLast() {
            let handle = try examine(file) { size in size == file.size }
            sealed.append(
                JournalFile(
                    id: file.id, segment: file.segment, path: Journal.path(directory, file.segment),
                    length: file.size, handle: handle, parts: file.parts))
            visitor.begin(sealed[sealed.count - 1])
        }
        for segment in listed.dropFirst(vouched.count) {
            let path = Journal.path(directory, segment)
            let bytes = try files.contents(of: path) ?? []
            found.append(
                Found(
                    segment: segment, path: path, size: bytes.count, scan: JournalScan(bytes, segment: segment),
                    bytes: bytes))
        }
        let blanks = takeBlanks(&found, next: checkpoint.position.next)
        let next = try examineTail(&found, from: checkpoint.position.next)
        undeclared = checkpoint.undeclared.union(checkpoint.declared.keys.filter { schemas[$0] == nil })
        var versions = checkpoint.versions
        var named = checkpoint.versions
        for (position, file) in found.enumerated() {
            let id = position == 0 ? last.id : checkpoint.highestFileID + UInt32(position)
            visitor.begin(try read(file, id: id, parts: position == 0 ? last.parts : []))
            let (strays, unreadableRecords, names) = visit(file.bytes ?? [], file, id: id, &versions, &visitor)
            guard strays.isEmpty, unreadableRecords == 0 else {
                throw CheckpointStale(reason: "'\(file.path)' holds an unreadable record.")
            }
            named = position == 0 ? named.merging(names) { _, new in new } : names
        }
        if !leftovers.isEmpty || !blanks.isEmpty { try onMending() }
        try folder.remove(leftovers.map { Journal.path(directory, $0) })
        try folder.remove(blanks.map(\.path))
        return try makeJournal(checkpoint, sealed, found, next: next, named: named)
    }

    /// The files that others have superseded before the checkpoint was made, and that were not removed any more.
    ///
    /// Only those below a file that is known to be on the disk; with others the checkpoint is stale.
    private func leftovers(_ listed: [Int], of vouched: [JournalCheckpoint.File]) throws(FileError) -> [Int] {
        let named = Set(vouched.map(\.segment))
        var leftovers: [Int] = []
        for segment in listed where !named.contains(segment) {
            guard let behind = vouched.first(where: { $0.segment > segment }), durable.contains(behind) else {
                continue
            }
            let handle = try files.open(Journal.path(directory, segment), .read)
            defer { handle.close() }
            let scan = JournalScan(part: try handle.read(at: 0, count: Self.headBytes), segment: segment, next: nil)
            if let first = scan.first, first >= behind.first { leftovers.append(segment) }
        }
        return leftovers
    }

    /// Longer than any head.
    private static let headBytes = 256

    private func compareSchemas(_ checkpoint: JournalCheckpoint) throws(CheckpointStale) {
        for (name, version) in schemas {
            let isSame = checkpoint.declared[name].map { $0 == version } ?? !checkpoint.undeclared.contains(name)
            guard isSame else { throw CheckpointStale(reason: "'\(name)' was declared in another way.") }
        }
    }

    /// Opens a file that the checkpoint vouches for.
    private func examine(_ file: JournalCheckpoint.File, size fits: (Int) -> Bool) throws -> any OpenFile {
        let path = Journal.path(directory, file.segment)
        let handle: any OpenFile
        do throws(FileError) {
            handle = try files.open(path, .read)
        } catch {
            guard error.code == .fileMissing else { throw error }
            throw CheckpointStale(reason: "'\(path)' is missing.")
        }
        do {
            guard fits(try handle.size()),
                try JournalCheckpoint.identity(of: handle, size: file.size) == file.identity
            else { throw CheckpointStale(reason: "'\(path)' is another file.") }
        } catch {
            handle.close()
            throw error
        }
        return handle
    }

    private func readTail(of file: JournalCheckpoint.File, next: UInt64) throws -> Found {
        let handle = try examine(file) { size in size >= file.size }
        defer { handle.close() }
        let size = try handle.size()
        let bytes = try handle.read(at: file.size, count: size - file.size)
        return Found(
            segment: file.segment, path: Journal.path(directory, file.segment), size: size,
            scan: JournalScan(tail: bytes, segment: file.segment, next: next), bytes: bytes, offset: file.size)
    }

    /// Nothing behind the position may need more than to be read.
    private func examineTail(_ found: inout [Found], from next: UInt64) throws(CheckpointStale) -> UInt64 {
        var expected = next
        for position in found.indices {
            let file = found[position]
            let isWhole =
                switch file.scan.verdict {
                case .intact: true
                case .unfinished, .unterminated: position == found.count - 1
                case .damaged: false
                }
            guard isWhole, position == 0 || file.scan.first == expected, !file.scan.holdsUnknownLines else {
                throw CheckpointStale(reason: "'\(file.path)' is not as it should be.")
            }
            for naming in file.scan.namings {
                guard schemas[naming.name].map({ $0 == naming.version }) ?? true else {
                    throw CheckpointStale(reason: "'\(file.path)' holds another version of '\(naming.name)'.")
                }
            }
            found[position].from = expected
            expected = max(expected, file.scan.next)
        }
        return expected
    }

    private func makeJournal(
        _ checkpoint: JournalCheckpoint, _ sealed: [JournalFile], _ found: [Found], next: UInt64,
        named: [String: Int]
    ) throws(FileError) -> Journal {
        var segments: [Journal.Segment] = []
        for (file, open) in zip(checkpoint.files, sealed) {
            // It was looked at, and is the one that the checkpoint means.
            let isDurable = durable.contains(file)
            segments.append(
                Journal.Segment(
                    file: open, length: file.size, first: file.first, isSynced: isDurable, isNameSynced: isDurable,
                    isSuspect: !isDurable, identity: file.identity, isListed: true))
        }
        for (position, file) in found.enumerated() {
            let vouched = position == 0 ? checkpoint.files.last : nil
            segments.append(
                try open(
                    file, id: vouched?.id ?? checkpoint.highestFileID + UInt32(position),
                    first: vouched?.first ?? file.from, isLast: position == found.count - 1,
                    parts: vouched?.parts ?? []))
        }
        let content = Journal.Content(
            segments: segments, nextNumber: next, versions: named,
            highestFileID: checkpoint.highestFileID + UInt32(found.count - 1))
        return try Journal(self, content)
    }
}
