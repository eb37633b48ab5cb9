import Core

/// Whole batches of a file of the journal, a few MiB at a time.
struct JournalChunks {
    struct Chunk {
        /// The offset of the bytes in the file.
        let offset: Int
        let bytes: [UInt8]
        /// What is whole of them; the next chunk begins behind that.
        let scan: JournalScan
    }

    struct Damaged: Error {}

    private let file: JournalFile
    /// Up to here the file has to hold whole batches.
    private let length: Int
    private let size: Int
    private var offset = 0
    private var number: UInt64?

    init(_ file: JournalFile, length: Int, size: Int) {
        self.file = file
        self.length = length
        self.size = size
    }

    /// Reads the next chunk; nil at the end.
    ///
    /// - Throws: ``Damaged`` when a checksum, a number or a line is not as it should be; `FileError`.
    mutating func next() throws -> Chunk? {
        var size = size
        while offset < length {
            let isLast = length - offset <= size
            var bytes = try file.handle.read(at: offset, count: min(size, length - offset))
            guard bytes.count == min(size, length - offset) else { throw Damaged() }
            if !isLast { bytes.removeLast(bytes.reversed().prefix { $0 != JournalLine.newline }.count) }
            let scan = JournalScan(part: bytes, segment: file.segment, next: number)
            if bytes.isEmpty || (scan.consumed == 0 && scan.verdict != .damaged), !isLast {
                // A line or a batch that is larger than the chunk.
                size *= 2
                continue
            }
            guard scan.verdict == .intact || (scan.verdict != .damaged && !isLast) else { throw Damaged() }
            let chunk = Chunk(offset: offset, bytes: bytes, scan: scan)
            (offset, number) = (offset + scan.consumed, scan.next)
            return chunk
        }
        return nil
    }
}
