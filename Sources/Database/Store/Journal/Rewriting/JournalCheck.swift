import Core

/// Reads a file of the journal while the store is open, a few MiB at a time.
struct JournalCheck {
    let file: JournalFile
    /// Up to here the file has to hold whole batches.
    let length: Int
    var chunkSize = 4 << 20

    /// Looks at one file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - length: How many bytes of it count: the file's own length when it is sealed, the offset of the journal's
    ///     position when it is the last.
    init(_ file: JournalFile, length: Int) {
        self.file = file
        self.length = length
    }

    /// Reads all of it and compares every checksum.
    ///
    /// - Returns: Whether it is as it was written.
    /// - Throws: `FileError` when it cannot be read at all.
    func isIntact() throws(FileError) -> Bool {
        do {
            try forEachChunk { _, _ in }
            return true
        } catch let error as FileError {
            throw error
        } catch {
            // The one other error: what was read is damaged, and that is the answer.
            return false
        }
    }

    /// Copies all of it to another file, a chunk at a time, and compares every checksum on the way.
    ///
    /// - Parameters:
    ///   - copy: The other file, which is empty.
    ///   - first: The number of the first batch that it has to say.
    ///   - next: The number of the batch that has to come behind the last one.
    /// - Returns: Whether it is as it was written; else the copy means nothing.
    /// - Throws: `FileError`.
    func copy(to copy: any OpenFile, first: UInt64, next: UInt64) throws(FileError) -> Bool {
        var (offset, end): (Int, UInt64?) = (0, nil)
        do {
            try forEachChunk { bytes, scan in
                guard offset > 0 || scan.first == first else { throw Damaged() }
                try copy.write(scan.consumed == bytes.count ? bytes : Array(bytes[..<scan.consumed]), at: offset)
                offset += scan.consumed
                end = scan.next
            }
            return end == next && offset == length
        } catch let error as FileError {
            throw error
        } catch {
            // The one other error: what was read is damaged, and that is the answer.
            return false
        }
    }

    /// Shows the lines of some collections, as a compaction has to keep them that knows no more of them.
    ///
    /// - Parameters:
    ///   - collections: The names of the collections.
    ///   - versions: The versions that were named before; gets those that this file names.
    ///   - body: Called with each put and delete line, without its newline, in order.
    /// - Throws: `FileError`, also for damage, or what `body` throws.
    func forEachLine(
        of collections: Set<String>, versions: inout [String: Int],
        _ body: (_ line: ArraySlice<UInt8>, _ collection: String, _ version: Int?) throws -> Void
    ) throws {
        do {
            try forEachChunk { bytes, scan in
                try bytes.withUnsafeBufferPointer { buffer in
                    for batch in scan.batches {
                        try JournalLine.forEach(buffer, in: batch.records) { line in
                            switch JournalLine(buffer, line) {
                            case .schema(let name, let version):
                                versions[JournalLine.text(buffer, name)] = version
                            case .put(let name, _), .delete(let name, _):
                                let name = JournalLine.text(buffer, name)
                                if collections.contains(name) { try body(bytes[line], name, versions[name]) }
                            case .head, .trailer, nil:
                                break
                            }
                        }
                    }
                }
            }
        } catch is Damaged {
            throw FileError(.diskFailure, path: file.path, operation: "read")
        }
    }

    private typealias Damaged = JournalChunks.Damaged

    /// Reads whole batches, as many as there are in a chunk.
    private func forEachChunk(_ body: ([UInt8], JournalScan) throws -> Void) throws {
        var chunks = JournalChunks(file, length: length, size: chunkSize)
        while let chunk = try chunks.next() { try body(chunk.bytes, chunk.scan) }
    }
}
