/// Writes one final deflate block with the fixed Huffman codes (RFC 1951).
///
/// It finds no matches itself: the caller knows where its picture repeats and says so.
struct DeflateWriter: Sendable {
    private static let longestMatch = 258
    private static let lengthBases = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227,
        258,
    ]
    private static let lengthExtraBits = [
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]
    private static let distanceBases = [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1_025, 1_537, 2_049, 3_073,
        4_097, 6_145, 8_193, 12_289, 16_385, 24_577,
    ]

    private var bits = BitWriter()

    init() {
        bits.append(0b1, count: 1)
        bits.append(0b01, count: 2)
    }

    mutating func literal(_ byte: UInt8) {
        symbol(Int(byte))
    }

    /// Repeats what was written `distance` bytes ago, for at least 3 bytes.
    mutating func copy(count: Int, distance: Int) {
        var remaining = count
        while remaining > 0 {
            var length = min(Self.longestMatch, remaining)
            // A rest of 1 or 2 bytes could not be written as a match.
            if remaining > length, remaining - length < 3 { length -= 3 }
            match(length: length, distance: distance)
            remaining -= length
        }
    }

    /// The finished block, padded to whole bytes.
    mutating func finish() -> [UInt8] {
        symbol(256)
        return bits.finish()
    }

    private mutating func match(length: Int, distance: Int) {
        guard let lengthCode = Self.lengthBases.lastIndex(where: { $0 <= length }),
            let distanceCode = Self.distanceBases.lastIndex(where: { $0 <= distance })
        else { return assertionFailure("a match is at least 3 bytes long and 1 byte away") }
        symbol(257 + lengthCode)
        bits.append(length - Self.lengthBases[lengthCode], count: Self.lengthExtraBits[lengthCode])
        bits.appendReversed(distanceCode, count: 5)
        bits.append(distance - Self.distanceBases[distanceCode], count: max(0, distanceCode / 2 - 1))
    }

    private mutating func symbol(_ value: Int) {
        switch value {
        case ..<144: bits.appendReversed(0x30 + value, count: 8)
        case ..<256: bits.appendReversed(0x190 + value - 144, count: 9)
        case ..<280: bits.appendReversed(value - 256, count: 7)
        default: bits.appendReversed(0xC0 + value - 280, count: 8)
        }
    }
}
