/// A bloom filter: says that a key is not in a section, or that it may be.
///
/// Ten bits for each key, and all bits of one key in one line of 64 bytes: about one miss in a hundred is not seen.
struct BloomFilter: Sendable {
    static let lineSize = wordsPerLine * 8
    fileprivate static let bitsPerKey = 10
    fileprivate static let wordsPerLine = 8
    private static let probes = 7

    private let words: [UInt64]

    /// The filter that lies in a file; its length is a multiple of the line's, and not 0.
    init(_ bytes: UnsafeRawBufferPointer) {
        words = (0..<bytes.count / 8).map {
            UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self))
        }
    }

    func mayContain(_ hash: UInt64) -> Bool {
        let line = Self.line(of: hash, words.count / Self.wordsPerLine)
        return words.withUnsafeBufferPointer { words in
            Self.allBits(of: hash) { bit in (words[line + bit >> 6] &>> UInt64(bit & 63)) & 1 == 1 }
        }
    }

    /// The first word of the line that a hash belongs to.
    @inline(__always)
    fileprivate static func line(of hash: UInt64, _ lines: Int) -> Int {
        Int(((hash &>> 32) &* UInt64(lines)) &>> 32) * wordsPerLine
    }

    /// Whether the body says so of all bits of a hash in its line.
    @inline(__always)
    fileprivate static func allBits(of hash: UInt64, _ body: (Int) -> Bool) -> Bool {
        var bits = hash &* 0x9E37_79B9_7F4A_7C15
        for _ in 0..<probes {
            guard body(Int(truncatingIfNeeded: bits & 511)) else { return false }
            bits &>>= 9
        }
        return true
    }
}

/// Makes a ``BloomFilter``.
final class BloomBuilder {
    private static let batch = 32

    private let words: UnsafeMutableBufferPointer<UInt64>
    /// Hashes that wait for the others of their batch.
    private let waiting = UnsafeMutablePointer<UInt64>.allocate(capacity: batch)
    private var count = 0
    private var touched: UInt64 = 0

    /// An empty filter for so many keys; more only make it say "maybe" more often.
    init(expecting count: Int) {
        let lines = max(1, (max(0, count) * BloomFilter.bitsPerKey + 511) / 512)
        words = .allocate(capacity: min(lines, Int(Int32.max)) * BloomFilter.wordsPerLine)
        words.initialize(repeating: 0)
    }

    deinit {
        words.deallocate()
        waiting.deallocate()
    }

    @inline(__always)
    func insert(_ hash: UInt64) {
        waiting[count] = hash
        count += 1
        if count == Self.batch { insertWaiting() }
    }

    /// Touches all lines of a batch first: they come from memory side by side instead of one after another.
    private func insertWaiting() {
        let lines = words.count / BloomFilter.wordsPerLine
        var touched: UInt64 = 0
        for index in 0..<count { touched ^= words[BloomFilter.line(of: waiting[index], lines)] }
        self.touched = touched
        for index in 0..<count {
            let line = BloomFilter.line(of: waiting[index], lines)
            _ = BloomFilter.allBits(of: waiting[index]) { bit in
                words[line + bit >> 6] |= 1 &<< UInt64(bit & 63)
                return true
            }
        }
        count = 0
    }

    func append(to bytes: inout [UInt8]) {
        insertWaiting()
        for word in words { bytes.append(littleEndian: word) }
    }
}
