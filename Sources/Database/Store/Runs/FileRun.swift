import Core
import Synchronization

/// A sorted run in a generation file: its fences are read once, its blocks when they are needed.
final class FileRun: Sendable {
    private static let cacheSize = 16
    /// A decoded block that is longer stays out of the cache, so that it is below a MiB.
    private static let cachedLength = 16_384

    private struct Cached {
        var number: Int
        var block: EntryBlock
    }

    private struct Parts {
        var fences: Fences?
        var bloom: BloomFilter?
        var cache: [Cached?] = []
    }

    private let file: any OpenFile
    private let path: String
    private let section: GenerationSection
    private let parts = Mutex(Parts())
    /// The words of its texts; nil where there are none.
    let words: WordIndex?

    init(_ file: any OpenFile, path: String, _ section: GenerationSection, words: WordIndex? = nil) {
        self.file = file
        self.path = path
        self.section = section
        self.words = words
    }

    /// The number of entries.
    var count: Int { section.count }

    /// The number of live entries that it adds.
    var net: Int { section.net }

    // MARK: Reading

    /// The fences of its blocks; read at the first call.
    ///
    /// Without the lock, as for the filter: a thread of low priority reads ahead, and nobody is to wait for it.
    func fences() throws(RunFailure) -> Fences {
        if let fences = parts.withLock({ $0.fences }) { return fences }
        let bytes = try read(at: section.fencesOffset, section.fencesLength, section.fencesHash)
        let read = bytes.withUnsafeBytes { Fences($0, of: section) }
        guard let read else { throw .damaged(path) }
        parts.withLock { $0.fences = read }
        return read
    }

    /// A block, checked and decoded.
    ///
    /// One that is kept comes from the cache or goes there. One that is not is the caller's own, and so can be the next
    /// call's spare: it is filled anew where it is large enough.
    func block(
        _ number: Int, of fences: Fences, keeps: Bool, spare: consuming EntryBlock? = nil
    ) throws(RunFailure) -> EntryBlock {
        let line = number % Self.cacheSize
        if keeps {
            let cached = parts.withLock { parts in
                parts.cache.isEmpty || parts.cache[line]?.number != number ? nil : parts.cache[line]?.block
            }
            if let cached { return cached }
        }
        let fence = fences[number]
        let length = fences.length(of: number)
        let entries = fences[number + 1].entriesBefore - fence.entriesBefore
        // Its slot alone takes 4 bytes of each entry.
        guard entries <= length / 4 else { throw .damaged(path) }
        let block: EntryBlock
        if let spare, spare.canHold(entries, byteCount: length) {
            block = spare
        } else {
            // Blocks are about as long as one another; one that fits most of them can be used again.
            block = EntryBlock(
                capacity: keeps ? entries : max(256, entries), byteCapacity: keeps ? length : max(4096, length))
        }
        let isRead: Bool
        do throws(FileError) {
            isRead = try block.fill(length) { buffer throws(FileError) in try file.read(at: fence.offset, into: buffer)
            }
        } catch {
            throw .reading(error, path)
        }
        let isWhole =
            isRead && RunHash.hash(UnsafeRawBufferPointer(start: block.bytes, count: length)) == fence.hash
            && BlockCoding.decode(block, expecting: entries)
        guard isWhole else { throw .damaged(path) }
        if keeps, length <= Self.cachedLength {
            parts.withLock { parts in
                if parts.cache.isEmpty { parts.cache = Array(repeating: nil, count: Self.cacheSize) }
                parts.cache[line] = Cached(number: number, block: block)
            }
        }
        return block
    }

    /// Reads blocks that lie behind one another, and checks them.
    ///
    /// - Parameters:
    ///   - numbers: The blocks.
    ///   - fences: The run's.
    ///   - buffer: Where to; it is as long as they are together.
    /// - Throws: `RunFailure`.
    func read(
        _ numbers: Range<Int>, of fences: Fences, into buffer: UnsafeMutableRawBufferPointer
    ) throws(RunFailure) {
        let start = fences[numbers.lowerBound].offset
        let count: Int
        do throws(FileError) {
            count = try file.read(at: start, into: buffer)
        } catch {
            throw .reading(error, path)
        }
        guard count == buffer.count else { throw .damaged(path) }
        for number in numbers {
            let fence = fences[number]
            let bytes = UnsafeRawBufferPointer(
                rebasing: buffer[(fence.offset - start)..<(fence.offset - start + fences.length(of: number))])
            guard RunHash.hash(bytes) == fence.hash else { throw .damaged(path) }
        }
    }

    /// Decodes a block that was read and checked, into a spare one where that is large enough.
    func decode(
        _ bytes: UnsafeRawBufferPointer, _ number: Int, of fences: Fences, spare: consuming EntryBlock?
    ) throws(RunFailure) -> EntryBlock {
        let entries = fences[number + 1].entriesBefore - fences[number].entriesBefore
        guard entries <= bytes.count / 4 else { throw .damaged(path) }
        let block: EntryBlock
        if let spare, spare.canHold(entries, byteCount: bytes.count) {
            block = spare
        } else {
            block = EntryBlock(capacity: max(256, entries), byteCapacity: max(BlockWriter.textTarget, bytes.count))
        }
        let isFilled = block.fill(bytes.count) { buffer in
            buffer.copyMemory(from: bytes)
            return bytes.count
        }
        guard isFilled, BlockCoding.decode(block, expecting: entries) else { throw .damaged(path) }
        return block
    }

    /// Whether a composite with this hash can be here; the filter is read at the first call.
    private func mayContain(_ hash: UInt64) throws(RunFailure) -> Bool {
        guard section.bloomLength > 0 else { return true }
        if let answer = parts.withLock({ $0.bloom?.mayContain(hash) }) { return answer }
        let bytes = try read(at: section.bloomOffset, section.bloomLength, section.bloomHash)
        let bloom = bytes.withUnsafeBytes { BloomFilter($0) }
        parts.withLock { $0.bloom = bloom }
        return bloom.mayContain(hash)
    }

    /// Reads the fences, the filter and the table of the words now, so that the first who looks for something need not.
    func prepare() throws(RunFailure) {
        _ = try fences()
        _ = try mayContain(0)
        _ = try words?.table()
    }

    private func read(at offset: Int, _ length: Int, _ hash: UInt64) throws(RunFailure) -> [UInt8] {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try file.read(at: offset, count: length)
        } catch {
            throw .reading(error, path)
        }
        guard bytes.count == length, bytes.withUnsafeBytes({ RunHash.hash($0) }) == hash else {
            throw .damaged(path)
        }
        return bytes
    }

    // MARK: Looking

    func net(before key: SortKey) throws(RunFailure) -> Int {
        let fences = try fences()
        guard let number = fences.number(of: key) else { return 0 }
        let before = fences[number].netBefore
        if fences.keys.isEqual(number, key) { return before }
        let block = try block(number, of: fences, keeps: true)
        return before + block.net(before: block.lowerBound(key))
    }

    func find(_ key: SortKey, hash: UInt64) throws(RunFailure) -> Run.Position? {
        guard try mayContain(hash) else { return nil }
        let fences = try fences()
        guard let number = fences.number(of: key) else { return nil }
        let block = try block(number, of: fences, keeps: true)
        let index = block.lowerBound(key)
        guard index < block.count, block.isEqual(index, key) else { return nil }
        return Run.Position(block: block, number: number, index: index)
    }

    /// Whether there is an entry of a composite.
    ///
    /// A block of one entry is not read: one that is too large for the cache is always such a block.
    func contains(_ key: SortKey, hash: UInt64) throws(RunFailure) -> Bool {
        guard try mayContain(hash) else { return false }
        let fences = try fences()
        guard let number = fences.number(of: key) else { return false }
        if fences.keys.isEqual(number, key) { return true }
        if fences[number + 1].entriesBefore - fences[number].entriesBefore == 1 { return false }
        return try find(key, hash: hash) != nil
    }

    /// Looks for many composites, which come in ascending order: each block that may hold one is read once.
    ///
    /// - Parameters:
    ///   - keys: The composites.
    ///   - positions: Which of them to look for; those that are here are taken out.
    ///   - found: Takes a position and its entry.
    /// - Throws: `RunFailure` when a block cannot be read.
    func find(
        sorted keys: [SortKey], _ positions: inout [Int], _ found: (Int, RunEntry) -> Void
    ) throws(RunFailure) {
        let fences = try fences()
        guard fences.count > 0 else { return }
        // The filter is worth asking when there are more blocks than keys.
        let isSparse = positions.count < fences.count / 2
        var rest: [Int] = []
        rest.reserveCapacity(positions.count)
        var number = 0
        var block: (number: Int, entries: EntryBlock)?
        var index = 0
        for position in positions {
            let key = keys[position]
            let fence = fences.keys.nearbyLowerBound(key, from: number)
            number = fence < fences.count && fences.keys.isEqual(fence, key) ? fence : fence - 1
            var isPossible = number >= 0
            if isPossible, isSparse { isPossible = try mayContain(RunHash.hash(key)) }
            guard isPossible else {
                number = max(0, number)
                rest.append(position)
                continue
            }
            if block?.number != number {
                let entries = try self.block(
                    number, of: fences, keeps: isSparse, spare: isSparse ? nil : block?.entries)
                block = (number, entries)
                index = 0
            }
            guard let entries = block?.entries else { continue }
            index = entries.nearbyLowerBound(key, from: index)
            if index < entries.count, entries.isEqual(index, key) {
                found(position, entries.entries[index])
            } else {
                rest.append(position)
            }
        }
        positions = rest
    }

    func firstPosition(from key: SortKey?, keepsBlocks: Bool) throws(RunFailure) -> Run.Position? {
        let fences = try fences()
        guard fences.count > 0 else { return nil }
        let number = key.flatMap { fences.number(of: $0) } ?? 0
        let first = try block(number, of: fences, keeps: keepsBlocks)
        let index = key.map { first.lowerBound($0) } ?? 0
        if index < first.count { return Run.Position(block: first, number: number, index: index) }
        guard number + 1 < fences.count else { return nil }
        let second = try block(number + 1, of: fences, keeps: keepsBlocks)
        return Run.Position(block: second, number: number + 1, index: 0)
    }

    func lastPosition(upTo key: SortKey?, isInclusive: Bool, keepsBlocks: Bool) throws(RunFailure) -> Run.Position? {
        let fences = try fences()
        let number = fences.keys.bound(key, isInclusive: isInclusive) - 1
        guard number >= 0 else { return nil }
        let block = try block(number, of: fences, keeps: keepsBlocks)
        // At least its first entry is not behind the key; the fence said so.
        let index = max(0, block.bound(key, isInclusive: isInclusive) - 1)
        return Run.Position(block: block, number: number, index: index)
    }
}
