/// Says for sure that a key is not in a section, or that it may be.
///
/// Ten bits for each key, and all bits of one key in one line of 64 bytes: about one miss in a hundred is not seen.
struct BloomFilter: Sendable {
    private static let bitsPerKey = 10
    private static let probes = 7
    private static let wordsPerLine = 8
    static let lineSize = wordsPerLine * 8

    private var words: [UInt64]

    /// An empty filter for so many keys; more only make it say "maybe" more often.
    init(expecting count: Int) {
        let lines = max(1, (max(0, count) * Self.bitsPerKey + 511) / 512)
        words = Array(repeating: 0, count: min(lines, Int(UInt32.max)) * Self.wordsPerLine)
    }

    /// The filter that lies in a file; its length is a multiple of the line's, and not 0.
    init(_ bytes: UnsafeRawBufferPointer) {
        words = (0..<bytes.count / 8).map {
            UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self))
        }
    }

    mutating func insert(_ hash: UInt64) {
        let line = line(of: hash)
        words.withUnsafeMutableBufferPointer { words in
            _ = Self.forEachBit(of: hash) { bit in
                words[line + bit >> 6] |= 1 &<< UInt64(bit & 63)
                return true
            }
        }
    }

    func mayContain(_ hash: UInt64) -> Bool {
        let line = line(of: hash)
        return words.withUnsafeBufferPointer { words in
            Self.forEachBit(of: hash) { bit in words[line + bit >> 6] &>> UInt64(bit & 63) & 1 == 1 }
        }
    }

    func append(to bytes: inout [UInt8]) {
        for word in words { withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) } }
    }

    @inline(__always)
    private func line(of hash: UInt64) -> Int {
        let lines = UInt64(words.count / Self.wordsPerLine)
        return Int((hash &>> 32) &* lines &>> 32) * Self.wordsPerLine
    }

    /// Stops, and says so, when the body says false.
    @inline(__always)
    private static func forEachBit(of hash: UInt64, _ body: (Int) -> Bool) -> Bool {
        var bits = hash &* 0x9E37_79B9_7F4A_7C15
        for _ in 0..<probes {
            guard body(Int(truncatingIfNeeded: bits & 511)) else { return false }
            bits &>>= 9
        }
        return true
    }
}
