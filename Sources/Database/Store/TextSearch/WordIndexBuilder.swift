/// The sizes of a ``WordIndex``; tests make them small.
struct WordIndexLimits: Sendable {
    /// The most texts of a part.
    var mostRows = 65_536
    /// The length of the texts at which a part ends: it bounds the memory that writing one takes, to some 30 MiB.
    var mostBytes = 8 << 20
    /// Parts with shorter texts have no words, since such a part is read as fast as they would be.
    var leastBytes = TextSearch.usualProbe
    /// The length of the words of a chunk.
    var chunkBytes = 4_096
    /// The length of the lists of a chunk: who wants one of them reads and checks all.
    var listBytes = 8_192
}

/// Collects the words of the texts of a section, and encodes them part by part; see ``WordIndex``.
final class WordIndexBuilder {
    private let limits: WordIndexLimits
    /// The words in the order in which they came, each once, with a space behind each.
    private var words: [UInt8] = []
    /// The start of each word, and the end of the last one.
    private var starts: [Int] = [0]
    /// For each word, the number of the last text that has it, from 1 on.
    private var lastTexts: [UInt32] = []
    /// For each word, the number of texts that have it.
    private var counts: [UInt32] = []
    /// Words by their hash: their number, from 1 on.
    private var places: [UInt32] = []
    /// The words of each text, one text after the other.
    private var occurrences: [UInt32] = []
    /// The number of occurrences up to the end of each text.
    private var ends: [Int] = []
    /// The slot of each row.
    private var slots: [UInt32] = []
    private var byteCount = 0

    init(limits: WordIndexLimits) {
        self.limits = limits
        reset()
    }

    /// The number of texts of the part.
    var rowCount: Int { ends.count }

    /// Whether the part is to be ended.
    var isFull: Bool { rowCount >= limits.mostRows || byteCount >= limits.mostBytes }

    /// Adds the next text and its slot; nil for an entry that has none.
    func add(_ text: UnsafeRawBufferPointer?, slot: UInt32) {
        if let text { addWords(of: text) }
        slots.append(slot)
        ends.append(occurrences.count)
    }

    private func addWords(of text: UnsafeRawBufferPointer) {
        byteCount += text.count
        let number = UInt32(rowCount + 1)
        var start = 0
        while start < text.count {
            var end = start
            while end < text.count, !WordIndex.isSpace(text[end]) { end += 1 }
            if end > start {
                let word = self.word(UnsafeRawBufferPointer(rebasing: text[start..<end]))
                if lastTexts[word] != number {
                    lastTexts[word] = number
                    counts[word] += 1
                    occurrences.append(UInt32(word))
                }
            }
            start = end + 1
        }
    }

    /// The number of a word, a new one when it is new.
    private func word(_ bytes: UnsafeRawBufferPointer) -> Int {
        if 2 * counts.count >= places.count { growPlaces() }
        var place = Int(truncatingIfNeeded: RunHash.hash(bytes)) & (places.count - 1)
        while places[place] != 0 {
            let word = Int(places[place]) - 1
            if isWord(word, bytes) { return word }
            place = (place + 1) & (places.count - 1)
        }
        words.append(contentsOf: bytes)
        words.append(WordIndex.separator)
        starts.append(words.count)
        lastTexts.append(0)
        counts.append(0)
        places[place] = UInt32(counts.count)
        return counts.count - 1
    }

    private func isWord(_ word: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
        let start = starts[word]
        guard starts[word + 1] - start == bytes.count + 1 else { return false }
        return words.withUnsafeBytes { $0[start..<(start + bytes.count)].elementsEqual(bytes) }
    }

    private func growPlaces() {
        places = Array(repeating: 0, count: 2 * places.count)
        words.withUnsafeBytes { words in
            for word in counts.indices {
                let bytes = UnsafeRawBufferPointer(rebasing: words[starts[word]..<(starts[word + 1] - 1)])
                var place = Int(truncatingIfNeeded: RunHash.hash(bytes)) & (places.count - 1)
                while places[place] != 0 { place = (place + 1) & (places.count - 1) }
                places[place] = UInt32(word + 1)
            }
        }
    }

    private func reset() {
        words.removeAll(keepingCapacity: true)
        starts = [0]
        lastTexts.removeAll(keepingCapacity: true)
        counts.removeAll(keepingCapacity: true)
        places = Array(repeating: 0, count: 1_024)
        occurrences.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        slots.removeAll(keepingCapacity: true)
        byteCount = 0
    }

    // MARK: Encoding

    /// Appends the part and its entry in the table, and begins the next one.
    ///
    /// Where most words are there once, as in languages without spaces, they would be as long as the texts: such a part
    /// has none.
    ///
    /// - Parameters:
    ///   - target: Takes the chunks.
    ///   - table: Takes what the table says about the part.
    /// - Returns: The number of bytes that were appended to the target.
    func finishPart(into target: inout [UInt8], table: inout [UInt8]) -> Int {
        defer { reset() }
        let isWorthwhile = byteCount >= limits.leastBytes && 2 * words.count <= byteCount && !counts.isEmpty
        if table.isEmpty {
            table.append(littleEndian: UInt32(0))
            table.append(littleEndian: WordIndex.version)
        }
        table.append(littleEndian: UInt32(rowCount))
        guard isWorthwhile else {
            table.append(littleEndian: UInt32(0))
            return 0
        }
        let (rows, rowStarts) = sortedRows()
        let start = target.count
        var lists: [UInt8] = []
        var chunks: [(words: Range<Int>, listsLength: Int, listsHash: UInt64)] = []
        var first = 0
        while first < counts.count {
            var end = first
            let listsStart = lists.count
            repeat {
                append(rows[rowStarts[end]..<rowStarts[end + 1]], to: &lists)
                end += 1
            } while end < counts.count && starts[end + 1] - starts[first] <= limits.chunkBytes
                && lists.count - listsStart < limits.listBytes
            let hash = lists.withUnsafeBytes { RunHash.hash(UnsafeRawBufferPointer(rebasing: $0[listsStart...])) }
            chunks.append((starts[first]..<starts[end], lists.count - listsStart, hash))
            first = end
        }
        table.append(littleEndian: UInt32(chunks.count))
        for chunk in chunks {
            table.append(littleEndian: UInt32(chunk.words.count))
            table.append(littleEndian: UInt32(chunk.listsLength))
            let hash = words.withUnsafeBytes { RunHash.hash(UnsafeRawBufferPointer(rebasing: $0[chunk.words])) }
            table.append(littleEndian: hash)
            table.append(littleEndian: chunk.listsHash)
        }
        target.append(contentsOf: words)
        target.append(contentsOf: lists)
        appendSlots(to: &target, table: &table)
        return target.count - start
    }

    private func appendSlots(to target: inout [UInt8], table: inout [UInt8]) {
        for first in stride(from: 0, to: slots.count, by: WordIndex.slotChunk) {
            let start = target.count
            for slot in slots[first..<min(slots.count, first + WordIndex.slotChunk)] {
                target.append(littleEndian: slot)
            }
            let hash = target.withUnsafeBytes { RunHash.hash(UnsafeRawBufferPointer(rebasing: $0[start...])) }
            table.append(littleEndian: hash)
        }
    }

    /// The texts of all words, one word after the other, and where each begins.
    private func sortedRows() -> (rows: [UInt32], starts: [Int]) {
        var starts = [0]
        starts.reserveCapacity(counts.count + 1)
        for count in counts { starts.append(starts[starts.count - 1] + Int(count)) }
        var next = starts
        var rows = [UInt32](repeating: 0, count: occurrences.count)
        var occurrence = 0
        for row in ends.indices {
            while occurrence < ends[row] {
                let word = Int(occurrences[occurrence])
                rows[next[word]] = UInt32(row)
                next[word] += 1
                occurrence += 1
            }
        }
        return (rows, starts)
    }

    /// Appends the length of a list, and the list: the first row and the distances between the others, less one.
    private func append(_ rows: ArraySlice<UInt32>, to lists: inout [UInt8]) {
        var next: UInt32 = 0
        var length = 0
        for row in rows {
            length += Self.length(of: row - next)
            next = row + 1
        }
        Self.append(UInt32(length), to: &lists)
        next = 0
        for row in rows {
            Self.append(row - next, to: &lists)
            next = row + 1
        }
    }

    private static func length(of number: UInt32) -> Int { max(1, (38 - number.leadingZeroBitCount) / 7) }

    /// Seven bits in each byte, the lowest first; the highest bit says that more come.
    private static func append(_ number: UInt32, to bytes: inout [UInt8]) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }
}
