import Core

/// A merge of runs into a section, on its way.
struct SectionMerge {
    fileprivate let runs: [Run]
    fileprivate let isBottom: Bool
    fileprivate var merger: RunMerger?
}

/// Writes a generation file, section by section.
///
/// Nothing is synced: what is in it can be derived again, and whoever opens it sees whether it is whole. After an
/// error only ``cancel()`` is left to do.
final class GenerationWriter {
    private static let bufferSize = 256 * 1024

    private let files: any FileSystem
    private let path: String
    private let file: any OpenFile
    private var buffer: [UInt8] = []
    /// The number of bytes that are in the file already.
    private var written = 0
    private var sections: [GenerationSection] = []
    private var isOpen = false
    private let block = BlockWriter()
    private var fences: [UInt8] = []
    private var hasBloom = false
    private var bloom: BloomBuilder?
    private var expected = 0
    private let wordLimits: WordIndexLimits
    /// The words of the section, when that is a ``WordIndex``; `fences` are its table then.
    private var words: WordIndexBuilder?

    init(files: any FileSystem, path: String, wordLimits: WordIndexLimits = WordIndexLimits()) throws(FileError) {
        self.files = files
        self.wordLimits = wordLimits
        self.path = path
        file = try files.open(path, .replace)
        buffer.reserveCapacity(Self.bufferSize + 64 * 1024)
    }

    // MARK: Sections

    /// Begins a section, and ends the one before.
    ///
    /// About how many entries come matters to the filter's size only, and a merge knows it.
    func begin(section name: String, hasBloom: Bool, expecting expected: Int = 0) {
        precondition((1...255).contains(name.utf8.count), "'\(name)' is no name for a section.")
        endSection()
        sections.append(GenerationSection(name: name, offset: written + buffer.count))
        isOpen = true
        block.target = GenerationSection.hasTexts(name) ? BlockWriter.textTarget : BlockWriter.usualTarget
        if GenerationSection.hasWords(name) { words = WordIndexBuilder(limits: wordLimits) }
        self.hasBloom = hasBloom
        self.expected = expected
    }

    /// Prepares a merge of runs, oldest first, into the section that was begun.
    func merge(_ runs: [Run], isBottom: Bool) -> SectionMerge {
        expected = max(expected, runs.reduce(0) { $0 + $1.count })
        return SectionMerge(runs: runs, isBottom: isBottom, merger: nil)
    }

    /// Merges about so many entries more; true when all are done.
    func step(_ merge: inout SectionMerge, budget: Int) throws(RunFailure) -> Bool {
        let merger: RunMerger
        if let going = merge.merger {
            merger = going
        } else {
            merger = try RunMerger(merge.runs, keepsBlocks: false)
            merge.merger = merger
        }
        var left = max(1, budget)
        while left > 0 {
            guard try merger.advance() else { return true }
            left -= 1
            guard let entry = merger.reducedEntry(isBottom: merge.isBottom) else { continue }
            // Long texts are more work.
            left -= entry.payloadCount / 1_024
            do throws(FileError) {
                if words != nil {
                    try addWords(of: entry, merger.bytes)
                } else {
                    try append(entry, merger.bytes)
                }
            } catch {
                throw .disk(error)
            }
        }
        return false
    }

    /// Appends one entry, whose composite is behind the one before.
    ///
    /// A payload is below 64 MiB.
    func append(_ key: SortKey, kind: EntryKind = .plus, slot: UInt32, payload: [UInt8] = []) throws(FileError) {
        precondition(payload.count <= RunEntry.largestPayload, "A payload of \(payload.count) bytes is too long.")
        let entry = RunEntry(
            a: key.a, b: key.b, c: key.c, keyCount: key.count, kind: kind, slot: slot, payloadCount: payload.count,
            offset: 0)
        // Most keys have no tail, and then nothing is copied.
        let failure: FileError? = (key.tail.isEmpty ? payload : key.tail + payload).withUnsafeBufferPointer { bytes in
            do throws(FileError) {
                var none: UInt8 = 0
                if let base = bytes.baseAddress {
                    try append(entry, base)
                } else {
                    try append(entry, &none)
                }
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }

    @inline(__always)
    private func append(_ entry: RunEntry, _ bytes: UnsafePointer<UInt8>) throws(FileError) {
        precondition(isOpen, "No section was begun.")
        if block.isFull(for: entry) {
            endBlock()
            if buffer.count >= Self.bufferSize { try flush() }
        }
        if hasBloom {
            if bloom == nil { bloom = BloomBuilder(expecting: expected) }
            bloom?.insert(RunHash.hash(entry, bytes))
        }
        block.append(entry, bytes)
    }

    private func addWords(of entry: RunEntry, _ bytes: UnsafePointer<UInt8>) throws(FileError) {
        guard let words else { return }
        words.add(entry.kind == .anti ? nil : EntryBlock.payloadBytes(entry, bytes), slot: entry.slot)
        guard words.isFull else { return }
        endWords()
        if buffer.count >= Self.bufferSize { try flush() }
    }

    /// Appends the words of the texts that came since the last time.
    private func endWords() {
        guard let words, words.rowCount > 0, !sections.isEmpty else { return }
        sections[sections.count - 1].length += words.finishPart(into: &buffer, table: &fences)
    }

    // MARK: The end

    /// Writes what is left, and closes the file.
    func finish() throws(FileError) -> GenerationInfo {
        endSection()
        var directory: [UInt8] = []
        for section in sections {
            directory.append(UInt8(section.name.utf8.count))
            directory.append(contentsOf: section.name.utf8)
            let numbers = [
                section.length, section.fencesLength, section.bloomLength, section.count, section.net,
                Int(truncatingIfNeeded: section.fencesHash), Int(truncatingIfNeeded: section.bloomHash),
            ]
            for number in numbers { directory.append(littleEndian: Int64(number)) }
        }
        let hash = directory.withUnsafeBytes { RunHash.hash($0) }
        buffer.append(contentsOf: directory)
        buffer.append(littleEndian: UInt64(directory.count))
        buffer.append(littleEndian: hash)
        buffer.append(littleEndian: Generation.magic)
        try flush()
        file.close()
        return GenerationInfo(size: written, hash: hash)
    }

    /// Closes the file and removes it.
    func cancel() {
        file.close()
        // No manifest names it; what is left over is removed when the store is opened.
        try? files.remove(path)
    }

    private func endBlock() {
        guard block.count > 0, !sections.isEmpty else { return }
        let start = buffer.count
        let (key, count, net) = (Array(block.firstKey), block.count, block.net)
        block.encode(to: &buffer)
        let length = buffer.count - start
        let hash = buffer.withUnsafeBytes { RunHash.hash(UnsafeRawBufferPointer(rebasing: $0[start...])) }
        fences.append(littleEndian: UInt32(key.count))
        fences.append(littleEndian: UInt32(length))
        fences.append(littleEndian: hash)
        fences.append(littleEndian: UInt32(count))
        fences.append(littleEndian: Int32(net))
        fences.append(contentsOf: key)
        let last = sections.count - 1
        sections[last].length += length
        sections[last].count += count
        sections[last].net += net
    }

    private func endSection() {
        guard isOpen else { return }
        endBlock()
        endWords()
        let last = sections.count - 1
        sections[last].fencesLength = fences.count
        sections[last].fencesHash = fences.withUnsafeBytes { RunHash.hash($0) }
        buffer.append(contentsOf: fences)
        if let bloom {
            let start = buffer.count
            bloom.append(to: &buffer)
            sections[last].bloomLength = buffer.count - start
            sections[last].bloomHash = buffer.withUnsafeBytes {
                RunHash.hash(UnsafeRawBufferPointer(rebasing: $0[start...]))
            }
        }
        fences.removeAll(keepingCapacity: true)
        bloom = nil
        words = nil
        isOpen = false
    }

    private func flush() throws(FileError) {
        try file.write(buffer, at: written)
        written += buffer.count
        buffer.removeAll(keepingCapacity: true)
    }
}
