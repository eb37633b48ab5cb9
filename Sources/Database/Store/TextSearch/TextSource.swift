import Core

/// The entries of one run whose texts match a query, in the run's order; anti-entries are left out.
protocol TextSource: AnyObject {
    /// The slot of the present entry.
    var slot: UInt32 { get }
    /// The present entry, once it was loaded; good until the next call.
    var entry: UnsafePointer<RunEntry> { get }
    /// The bytes that the present entry points into.
    var bytes: UnsafePointer<UInt8> { get }

    /// Makes sure that more of the present entry is known than its slot.
    ///
    /// - Throws: `RunFailure`.
    func load() throws(RunFailure)

    /// Goes to the next entry.
    ///
    /// - Parameter checkCancellation: Throws when nobody waits for the result any more.
    /// - Returns: False at the end.
    /// - Throws: `RunFailure`, or what the check throws.
    func next(checkCancellation: () throws -> Void) throws -> Bool
}

/// The matching entries of a run in memory.
final class MemoryTextSource: TextSource {
    /// The number of entries that are looked at one by one, before all texts are searched as one.
    private static let probe = 64
    /// The number of places of a word beyond which it is looked for in each text anew.
    private static let mostPlaces = 4_096

    private let block: EntryBlock
    private let query: SearchQuery
    private var index = 0
    private(set) var entry: UnsafePointer<RunEntry>
    /// The places of the longest word in all bytes of the run; nil when they are not known.
    private var places: [Int]?

    init(_ run: MemoryRun, _ query: SearchQuery) {
        block = run.block
        self.query = query
        entry = UnsafePointer(block.entries)
    }

    var slot: UInt32 { entry.pointee.slot }
    var bytes: UnsafePointer<UInt8> { UnsafePointer(block.bytes) }

    func load() {}

    func next(checkCancellation: () throws -> Void) throws -> Bool {
        while index < block.count {
            if index == Self.probe { findPlaces() }
            if index % 512 == 0 { try checkCancellation() }
            entry = UnsafePointer(block.entries + index)
            index += 1
            let present = entry.pointee
            guard present.kind != .anti, mayMatch(present) else { continue }
            if query.matches(folded: EntryBlock.payloadBytes(present, bytes)) { return true }
        }
        return false
    }

    private func findPlaces() {
        let all = UnsafeRawBufferPointer(start: block.bytes, count: block.byteCount)
        var found: [Int] = []
        var start = 0
        while let place = query.searchWords[0].place(in: all, from: start) {
            if found.count == Self.mostPlaces { return }
            found.append(place)
            start = place + 1
        }
        places = found
        if found.isEmpty { index = block.count - 1 }
    }

    /// Whether one of the places lies in the text of an entry.
    @inline(__always)
    private func mayMatch(_ entry: RunEntry) -> Bool {
        guard let places else { return true }
        let start = entry.offset + entry.tailCount
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle] < start { low = middle + 1 } else { high = middle }
        }
        return low < places.count && places[low] < start + entry.payloadCount
    }
}

/// The matching entries of a run in a file.
///
/// Its first texts are read, so that a frequent word is found at once. What comes behind them is searched by the run's
/// ``WordIndex``; where that has nothing, the texts are read too, and only blocks that have the longest word are decoded.
final class FileTextSource: TextSource {
    /// The number of bytes of texts that are read together at most.
    private static let largestRead = 65_536

    private let run: FileRun
    private let fences: Fences
    private let table: WordIndex.Table?
    private let query: SearchQuery
    /// Whether the word index looks for some of the query's words alone.
    private let hasMoreWords: Bool
    /// The entry from which on the word index is used.
    private let probeEnd: Int

    /// The next entry to look at.
    private var row = 0
    /// The end of the entries that are read one after the other.
    private var walkEnd = 0
    /// The part whose matching entries are known, and these.
    private var listed: (part: WordIndex.Part, rows: RowSet)?
    /// The next part of the word index.
    private var part = 0

    private var block: EntryBlock?
    private var blockNumber = -1
    /// Blocks that were read ahead.
    private var ahead = 0..<0
    private var buffer = GrowingBuffer()
    private var aheadBytes = UnsafeRawBufferPointer(start: nil, count: 0)
    private var readLength = 0
    private(set) var slot: UInt32 = 0
    private(set) var entry: UnsafePointer<RunEntry>
    private(set) var bytes: UnsafePointer<UInt8>
    /// The present entry, when nothing but its slot is known yet.
    private var unloaded: Int?
    private var slots = SlotWindow()

    init(_ run: FileRun, _ query: SearchQuery, probe: Int) throws(RunFailure) {
        self.run = run
        self.query = query
        hasMoreWords = query.searchWords.count > WordIndex.mostWords
        fences = try run.fences()
        table = try run.words?.table()
        // Nothing is read from it before there is an entry.
        entry = UnsafePointer(fences.keys.entries)
        bytes = UnsafePointer(fences.keys.bytes)
        var number = 0
        while number < fences.count, fences[number].offset - fences[0].offset < probe { number += 1 }
        probeEnd = table == nil ? run.count : fences[number].entriesBefore
        walkEnd = probeEnd
    }

    func next(checkCancellation: () throws -> Void) throws -> Bool {
        while true {
            if let found = listed?.rows.popFirst(), let part = listed?.part {
                try checkCancellation()
                unloaded = part.rows.lowerBound + found
                if hasMoreWords {
                    try load()
                    guard query.matches(folded: EntryBlock.payloadBytes(entry.pointee, bytes)) else { continue }
                } else if let words = run.words, let known = part.slots {
                    slot = try slots.slot(ofRow: found, in: part, known, words)
                } else {
                    try load()
                }
                return true
            }
            if let part = listed?.part {
                row = part.rows.upperBound
                walkEnd = row
                listed = nil
                unloaded = nil
            }
            if row < walkEnd {
                if try walk(checkCancellation) { return true }
            } else if row < run.count {
                try beginPart(checkCancellation)
            } else {
                return false
            }
        }
    }

    // MARK: By words

    /// Goes on with the part that has the next entry.
    private func beginPart(_ checkCancellation: () throws -> Void) throws {
        guard let words = run.words, let table else {
            walkEnd = run.count
            return
        }
        while table.parts[part].rows.upperBound <= row { part += 1 }
        let present = table.parts[part]
        guard !present.chunks.isEmpty else {
            walkEnd = present.rows.upperBound
            return
        }
        if var rows = try words.rows(matching: query, in: present, checkCancellation: checkCancellation) {
            rows.removeRows(before: row - present.rows.lowerBound)
            listed = (present, rows)
        } else {
            row = present.rows.upperBound
            walkEnd = row
        }
    }

    func load() throws(RunFailure) {
        guard let row = unloaded else { return }
        if row < firstRow(of: blockNumber) || row >= firstRow(of: blockNumber + 1) {
            let number = fences.number(ofEntry: row)
            let spare = block
            block = nil
            show(try run.block(number, of: fences, keeps: false, spare: spare), number)
        }
        show(row)
        unloaded = nil
    }

    // MARK: By texts

    /// Reads texts up to the end of the walk or the next one that matches.
    private func walk(_ checkCancellation: () throws -> Void) throws -> Bool {
        while row < walkEnd {
            if row < firstRow(of: blockNumber) || row >= firstRow(of: blockNumber + 1) {
                try checkCancellation()
                guard try loadNext() else { continue }
            }
            guard let block else { return false }
            let first = firstRow(of: blockNumber)
            let end = min(block.count, walkEnd - first)
            while row - first < end {
                let present = block.entries[row - first]
                row += 1
                if present.kind != .anti, query.matches(folded: EntryBlock.payloadBytes(present, block.bytes)) {
                    show(row - 1)
                    return true
                }
            }
        }
        return false
    }

    /// Loads the block of the next entry; false when it has not the longest word, and is passed over.
    private func loadNext() throws(RunFailure) -> Bool {
        let number = fences.number(ofEntry: row)
        if !ahead.contains(number) { try readAhead(from: number) }
        let start = fences[number].offset - fences[ahead.lowerBound].offset
        let raw = UnsafeRawBufferPointer(rebasing: aheadBytes[start..<(start + fences.length(of: number))])
        guard query.searchWords[0].place(in: raw, from: 0) != nil else {
            row = firstRow(of: number + 1)
            return false
        }
        let spare = block
        block = nil
        show(try run.decode(raw, number, of: fences, spare: spare), number)
        return true
    }

    /// Reads some blocks, each time more of them.
    private func readAhead(from number: Int) throws(RunFailure) {
        readLength = min(Self.largestRead, max(2 * readLength, BlockWriter.textTarget))
        let start = fences[number].offset
        var end = number + 1
        while end < fences.count, fences[end + 1].offset - start <= readLength { end += 1 }
        ahead = 0..<0
        let room = buffer.room(fences[end].offset - start)
        try run.read(number..<end, of: fences, into: room)
        aheadBytes = UnsafeRawBufferPointer(room)
        ahead = number..<end
    }

    // MARK: The present block and entry

    /// The first entry of a block; behind every entry when there is none.
    private func firstRow(of number: Int) -> Int { number < 0 ? .max : fences[number].entriesBefore }

    private func show(_ block: EntryBlock, _ number: Int) {
        self.block = block
        blockNumber = number
    }

    private func show(_ row: Int) {
        guard let block else { return }
        entry = UnsafePointer(block.entries + (row - firstRow(of: blockNumber)))
        bytes = UnsafePointer(block.bytes)
        slot = entry.pointee.slot
    }
}
