import Core

/// The identity of a generation file: its length and the hash of its directory, which has the hashes of all
/// its parts.
struct GenerationInfo: Hashable, Sendable {
    var size: Int
    var hash: UInt64
}

/// The layout of a section in its file: blocks, then fences, then the bloom filter.
struct GenerationSection: Hashable, Sendable {
    var name: String
    var offset = 0
    var length = 0
    var fencesLength = 0
    var bloomLength = 0
    var count = 0
    var net = 0
    var fencesHash: UInt64 = 0
    var bloomHash: UInt64 = 0

    private static let textPrefix = "search:"
    private static let wordPrefix = "words:"

    /// The name of the section with the texts of a search field.
    static func texts(_ field: String) -> String { textPrefix + field }

    /// Whether a section is of that kind.
    static func hasTexts(_ name: String) -> Bool { name.hasPrefix(textPrefix) }

    /// Whether a section is a ``WordIndex`` of such a section.
    static func hasWords(_ name: String) -> Bool { name.hasPrefix(wordPrefix) }

    /// The name of the section with the words of a section of texts.
    static func words(of texts: String) -> String { wordPrefix + texts.dropFirst(textPrefix.count) }

    /// The name of the section with the entries of which a section is made: itself, unless it has words.
    static func entries(of name: String) -> String {
        hasWords(name) ? textPrefix + name.dropFirst(wordPrefix.count) : name
    }

    /// The names of sections with those of their words behind them.
    static func withWords(_ names: [String]) -> [String] {
        names.flatMap { hasTexts($0) ? [$0, words(of: $0)] : [$0] }
    }

    var fencesOffset: Int { offset + length }
    var bloomOffset: Int { offset + length + fencesLength }
    var end: Int { offset + length + fencesLength + bloomLength }
}

/// An immutable file with the sorted runs of one collection.
///
/// Layout, all numbers little-endian: the sections one after another; the directory; the trailer. A section is its
/// blocks (``BlockCoding``), its fences (for each block: the length of its first key and its own length, 4 bytes each;
/// its hash, 8; its entries and their net, 4 each; its first key) and its ``BloomFilter``. The directory has for each
/// section the length of its name (1), the name, and 8 bytes each: the lengths of blocks, fences and filter, the
/// entries, their net, the hashes of fences and filter. A ``WordIndex`` is a section of its own kind. The trailer has the directory's length (8), its hash (8) and
/// the word `LTRNRUN1`.
final class Generation: Sendable {
    static let trailerSize = 24
    static let magic: UInt64 = 0x314E_5552_4E52_544C

    private let runs: [String: FileRun]
    /// Returns its length in bytes.
    let size: Int

    private init(runs: [String: FileRun], size: Int) {
        self.runs = runs
        self.size = size
    }

    /// The run of a section; nil when there is no such section.
    func run(section: String) -> FileRun? { runs[section] }

    /// Reads what is read once of each section.
    func prepare() throws(RunFailure) {
        for run in runs.values { try run.prepare() }
    }

    /// Opens a file, and reads its directory.
    static func open(files: any FileSystem, path: String, info: GenerationInfo) throws(RunFailure) -> Generation {
        guard info.size >= trailerSize else { throw .damaged(path) }
        let file: any OpenFile
        let size: Int
        let tail: [UInt8]
        do throws(FileError) {
            file = try files.open(path, .read)
            size = try file.size()
            // One read is enough for most directories.
            tail = try file.read(at: max(0, info.size - 4096), count: min(info.size, 4096))
        } catch {
            throw .reading(error, path)
        }
        guard size == info.size, tail.count == min(size, 4096) else { throw .damaged(path) }
        let (length, hash, word) = tail.withUnsafeBytes { bytes in
            (
                bytes.littleEndian(at: bytes.count - 24, UInt64.self),
                bytes.littleEndian(at: bytes.count - 16, UInt64.self),
                bytes.littleEndian(at: bytes.count - 8, UInt64.self)
            )
        }
        guard word == magic, hash == info.hash, length <= UInt64(info.size - trailerSize) else {
            throw .damaged(path)
        }
        let start = info.size - trailerSize - Int(length)
        var directory = Array(tail.dropLast(trailerSize).suffix(Int(length)))
        if directory.count < Int(length) {
            do throws(FileError) {
                directory = try file.read(at: start, count: Int(length))
            } catch {
                throw .reading(error, path)
            }
        }
        let sections = directory.withUnsafeBytes { bytes in
            bytes.count == Int(length) && RunHash.hash(bytes) == info.hash ? parse(bytes, end: start) : nil
        }
        guard let sections else { throw .damaged(path) }
        var runs: [String: FileRun] = [:]
        for section in sections where !GenerationSection.hasWords(section.name) {
            var words: WordIndex?
            if GenerationSection.hasTexts(section.name) {
                // A file of an earlier version has none.
                let name = GenerationSection.words(of: section.name)
                words = sections.first { $0.name == name }.map {
                    WordIndex(file, path: path, $0, rowCount: section.count)
                }
            }
            runs[section.name] = FileRun(file, path: path, section, words: words)
        }
        return Generation(runs: runs, size: info.size)
    }

    private static func parse(_ bytes: UnsafeRawBufferPointer, end: Int) -> [GenerationSection]? {
        var sections: [GenerationSection] = []
        var position = 0
        var offset = 0
        while position < bytes.count {
            let nameCount = Int(bytes[position])
            guard bytes.count - position >= 1 + nameCount + 56 else { return nil }
            let name = String(decoding: bytes[(position + 1)..<(position + 1 + nameCount)], as: UTF8.self)
            position += 1 + nameCount
            func number(_ index: Int) -> Int { Int(bytes.littleEndian(at: position + 8 * index, Int64.self)) }
            let section = GenerationSection(
                name: name, offset: offset, length: number(0), fencesLength: number(1), bloomLength: number(2),
                count: number(3), net: number(4), fencesHash: UInt64(bitPattern: Int64(number(5))),
                bloomHash: UInt64(bitPattern: Int64(number(6))))
            let lengths = [section.length, section.fencesLength, section.bloomLength]
            for length in lengths {
                guard length >= 0, length <= end - offset else { return nil }
                offset += length
            }
            guard section.count >= 0, section.count <= section.length, section.net.magnitude <= UInt(section.count),
                section.bloomLength % BloomFilter.lineSize == 0
            else { return nil }
            sections.append(section)
            position += 56
        }
        return offset == end ? sections : nil
    }
}
