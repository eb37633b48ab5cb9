import Core
import Synchronization

/// The words of a section of texts, each once, and for each the texts that have it.
///
/// The words of a query have no white space, so each lies inside of one word of a text: a text matches when each word of
/// the query is in one of its words. So the words are searched instead of the texts, and no text has to be read.
///
/// Layout of its section, all numbers little-endian: the texts are cut into parts of neighbours. A part is its words,
/// with a space behind each, then their lists, then the slots of its rows (4 each). Words and lists are cut into the
/// same chunks of about 4 KiB of words, or of lists where these are longer; slots are cut into chunks of 1,024. A list is
/// the rows that have a word, counted from the start of the part: the list's length in bytes, the first row and the
/// distance of each other row from the one before, less one; each number has seven bits in a byte, the lowest first,
/// and the highest bit says that more come.
///
/// In the place of fences is a table: 0 and the version 2 (4 each); for each part its rows (4) and its chunks (4; 0 for a
/// part whose texts have to be read, which has nothing else), for each of these the lengths of words and lists (4 each)
/// and their hashes (8 each), and for each chunk of slots its hash (8). In the first version, which has no slots, the
/// table begins with the first part, whose rows are not 0.
final class WordIndex: Sendable {
    /// A part of the texts; without chunks, its texts have to be read.
    struct Part {
        var rows: Range<Int>
        var chunks: Range<Int>
        /// Where its slots are; nil when they are only with the texts.
        var slots: Slots?
    }

    /// The slots of a part's rows.
    struct Slots {
        var offset: Int
        /// The position of the first chunk's hash in the table's.
        var firstHash: Int
    }

    struct Chunk {
        var wordsOffset: Int
        var wordsLength: Int
        var wordsHash: UInt64
        var listsOffset: Int
        var listsLength: Int
        var listsHash: UInt64
    }

    /// The table of contents, which is read once.
    final class Table: Sendable {
        let parts: [Part]
        let chunks: [Chunk]
        let slotHashes: [UInt64]

        init(parts: [Part], chunks: [Chunk], slotHashes: [UInt64]) {
            self.parts = parts
            self.chunks = chunks
            self.slotHashes = slotHashes
        }
    }

    /// The byte behind each word.
    static let separator = UInt8(ascii: " ")
    /// The version of the layout that is written.
    static let version: UInt32 = 2
    /// The number of slots that have a hash of their own.
    static let slotChunk = 1_024
    /// The number of bytes of words that are read together.
    private static let largestRead = 262_144
    /// The most that the system is asked for ahead: the lists of a part and its slots are seldom longer.
    private static let largestPrefetch = 2 << 20

    private let file: any OpenFile
    private let path: String
    private let section: GenerationSection
    private let rowCount: Int
    private let kept = Mutex<Table?>(nil)

    init(_ file: any OpenFile, path: String, _ section: GenerationSection, rowCount: Int) {
        self.file = file
        self.path = path
        self.section = section
        self.rowCount = rowCount
    }

    /// Whether a byte parts words: ASCII white space.
    ///
    /// Whatever else is white space is part of a word here, and of no word of a query.
    @inline(__always)
    static func isSpace(_ byte: UInt8) -> Bool { byte == separator || byte &- 0x09 < 5 }

    // MARK: Reading

    /// The table; read at the first call.
    ///
    /// Without the lock: a thread of low priority reads ahead, and nobody is to wait for it.
    func table() throws(RunFailure) -> Table {
        if let kept = kept.withLock({ $0 }) { return kept }
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: section.fencesLength, alignment: 8)
        defer { bytes.deallocate() }
        try read(at: section.fencesOffset, into: bytes)
        guard RunHash.hash(UnsafeRawBufferPointer(bytes)) == section.fencesHash,
            let table = parse(UnsafeRawBufferPointer(bytes))
        else { throw .damaged(path) }
        kept.withLock { $0 = table }
        return table
    }

    private func parse(_ bytes: UnsafeRawBufferPointer) -> Table? {
        var parts: [Part] = []
        var chunks: [Chunk] = []
        var slotHashes: [UInt64] = []
        var (position, row, offset) = (0, 0, section.offset)
        var hasSlots = false
        if bytes.count >= 8, bytes.littleEndian(at: 0, UInt32.self) == 0 {
            guard bytes.littleEndian(at: 4, UInt32.self) == Self.version else { return nil }
            hasSlots = true
            position = 8
        }
        while position < bytes.count {
            guard bytes.count - position >= 8 else { return nil }
            let rows = Int(bytes.littleEndian(at: position, UInt32.self))
            let count = Int(bytes.littleEndian(at: position + 4, UInt32.self))
            position += 8
            guard rows > 0, count <= (bytes.count - position) / 24 else { return nil }
            let first = chunks.count
            for _ in 0..<count {
                chunks.append(
                    Chunk(
                        wordsOffset: offset, wordsLength: Int(bytes.littleEndian(at: position, UInt32.self)),
                        wordsHash: bytes.littleEndian(at: position + 8, UInt64.self),
                        listsOffset: 0, listsLength: Int(bytes.littleEndian(at: position + 4, UInt32.self)),
                        listsHash: bytes.littleEndian(at: position + 16, UInt64.self)))
                offset += chunks[chunks.count - 1].wordsLength
                position += 24
            }
            for chunk in first..<chunks.count {
                chunks[chunk].listsOffset = offset
                offset += chunks[chunk].listsLength
            }
            var slots: Slots?
            if hasSlots, count > 0 {
                let hashes = (rows - 1) / Self.slotChunk + 1
                guard hashes <= (bytes.count - position) / 8 else { return nil }
                slots = Slots(offset: offset, firstHash: slotHashes.count)
                for _ in 0..<hashes {
                    slotHashes.append(bytes.littleEndian(at: position, UInt64.self))
                    position += 8
                }
                offset += 4 * rows
            }
            parts.append(Part(rows: row..<row + rows, chunks: first..<chunks.count, slots: slots))
            row += rows
        }
        guard row == rowCount, offset == section.offset + section.length else { return nil }
        return Table(parts: parts, chunks: chunks, slotHashes: slotHashes)
    }

    private func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(RunFailure) {
        let count: Int
        do throws(FileError) {
            count = try file.read(at: offset, into: buffer)
        } catch {
            throw .reading(error, path)
        }
        guard count == buffer.count else { throw .damaged(path) }
    }

    /// Reads slots of a part, and checks them.
    ///
    /// - Parameters:
    ///   - numbers: Their chunks.
    ///   - part: The part, which has slots.
    ///   - slots: The part's.
    ///   - buffer: Takes them.
    /// - Returns: The rows whose slots these are, counted from the start of the part.
    /// - Throws: `RunFailure`.
    func readSlots(
        _ numbers: Range<Int>, of part: Part, _ slots: Slots, into buffer: inout GrowingBuffer
    ) throws(RunFailure) -> (bytes: UnsafeRawBufferPointer, rows: Range<Int>) {
        let table = try table()
        let rows = numbers.lowerBound * Self.slotChunk..<min(part.rows.count, numbers.upperBound * Self.slotChunk)
        let bytes = buffer.room(4 * rows.count)
        try read(at: slots.offset + 4 * rows.lowerBound, into: bytes)
        for number in numbers {
            let start = 4 * Self.slotChunk * (number - numbers.lowerBound)
            let chunk = UnsafeRawBufferPointer(rebasing: bytes[start..<min(bytes.count, start + 4 * Self.slotChunk)])
            guard RunHash.hash(chunk) == table.slotHashes[slots.firstHash + number] else { throw .damaged(path) }
        }
        return (UnsafeRawBufferPointer(bytes), rows)
    }

    // MARK: Searching

    /// A word of a part that has a word of a query in it.
    private struct Hit {
        var chunk: Int
        /// Its number in the chunk.
        var word: Int
        /// The word of the query.
        var wanted: Int
    }

    /// The number of words of a query that are looked for here; of a longer one the texts are read that have these.
    static let mostWords = 8

    /// The texts of a part that have the words of a query, the longest ``mostWords`` of them; nil when there is none.
    ///
    /// - Parameters:
    ///   - query: The query, with one word at least.
    ///   - part: The part, which has chunks.
    ///   - checkCancellation: Throws when nobody waits for the result any more.
    /// - Returns: The texts.
    /// - Throws: `RunFailure`, or what the check throws.
    func rows(
        matching query: SearchQuery, in part: Part, checkCancellation: () throws -> Void
    ) throws -> RowSet? {
        let table = try table()
        let wanted = query.searchWords.prefix(Self.mostWords)
        let hits = try hits(wanted, part, table, checkCancellation)
        var isFound = wanted.map { _ in false }
        for hit in hits { isFound[hit.wanted] = true }
        guard isFound.allSatisfy({ $0 }) else { return nil }
        var sets = wanted.indices.map { _ in RowSet(count: part.rows.count) }
        var buffer = GrowingBuffer()
        var first = 0
        while first < hits.count {
            let chunk = table.chunks[hits[first].chunk]
            let bytes = buffer.room(chunk.listsLength)
            try checkCancellation()
            try read(at: chunk.listsOffset, into: bytes)
            guard RunHash.hash(UnsafeRawBufferPointer(bytes)) == chunk.listsHash else {
                throw RunFailure.damaged(path)
            }
            while first < hits.count, table.chunks[hits[first].chunk].listsOffset == chunk.listsOffset {
                let wanted = hits[first].wanted
                var end = first + 1
                while end < hits.count, hits[end].chunk == hits[first].chunk, hits[end].wanted == wanted { end += 1 }
                guard sets[wanted].insert(hits[first..<end].lazy.map(\.word), of: UnsafeRawBufferPointer(bytes)) else {
                    throw RunFailure.damaged(path)
                }
                first = end
            }
        }
        var all = sets[0]
        for set in sets.dropFirst() { all.formIntersection(set) }
        return all
    }

    /// The words of a part that have words of a query in them: by chunks, then by words of the query, in order.
    private func hits(
        _ wanted: ArraySlice<SearchWord>, _ part: Part, _ table: Table, _ checkCancellation: () throws -> Void
    ) throws -> [Hit] {
        var hits: [Hit] = []
        var buffer = GrowingBuffer()
        var first = part.chunks.lowerBound
        while first < part.chunks.upperBound {
            var end = first + 1
            var length = table.chunks[first].wordsLength
            while end < part.chunks.upperBound, length + table.chunks[end].wordsLength <= Self.largestRead {
                length += table.chunks[end].wordsLength
                end += 1
            }
            let bytes = buffer.room(length)
            let watch = ReadWatch(reading: length)
            try read(at: table.chunks[first].wordsOffset, into: bytes)
            if first == part.chunks.lowerBound, watch.hasWaited { prefetchLists(of: part, table) }
            var start = 0
            for number in first..<end {
                try checkCancellation()
                let chunk = table.chunks[number]
                let words = UnsafeRawBufferPointer(rebasing: bytes[start..<(start + chunk.wordsLength)])
                guard RunHash.hash(words) == chunk.wordsHash else { throw RunFailure.damaged(path) }
                for (position, word) in wanted.enumerated() {
                    Self.appendHits(of: word, position, in: words, number, to: &hits)
                }
                start += chunk.wordsLength
            }
            first = end
        }
        return hits
    }

    /// Tells the system that lists of a part and its slots are read next: its words were not in memory, so these are not
    /// either.
    private func prefetchLists(of part: Part, _ table: Table) {
        guard let last = part.chunks.last else { return }
        let start = table.chunks[part.chunks.lowerBound].listsOffset
        let end = table.chunks[last].listsOffset + table.chunks[last].listsLength
        let slots = part.slots == nil ? 0 : 4 * part.rows.count
        file.prefetch(at: start, count: min(end + slots - start, Self.largestPrefetch))
    }

    private static func appendHits(
        of word: SearchWord, _ wanted: Int, in words: UnsafeRawBufferPointer, _ chunk: Int, to hits: inout [Hit]
    ) {
        var position = 0
        var number = 0
        while let place = word.place(in: words, from: position) {
            while position < place {
                if words[position] == separator { number += 1 }
                position += 1
            }
            hits.append(Hit(chunk: chunk, word: number, wanted: wanted))
            while position < words.count, words[position] != separator { position += 1 }
            position += 1
            number += 1
        }
    }
}
