/// The bytes that an order sorts by, compared as `memcmp` does.
///
/// The first 24 bytes lie inline as three big-endian words with zeros behind the end, so that most comparisons are one
/// of numbers; what is longer goes on in `tail`.
struct SortKey: Hashable, Sendable {
    static let inlineCount = 24

    var a: UInt64 = 0
    var b: UInt64 = 0
    var c: UInt64 = 0
    /// The length in bytes, the tail included.
    var count = 0
    var tail: [UInt8] = []

    init() {}

    init(a: UInt64, b: UInt64, c: UInt64, count: Int, tail: [UInt8]) {
        self.a = a
        self.b = b
        self.c = c
        self.count = count
        self.tail = tail
    }

    init(_ bytes: some Collection<UInt8>) {
        var builder = SortKeyBuilder()
        for byte in bytes { builder.append(byte: byte) }
        self = builder.finish()
    }

    /// The byte at a position.
    func byte(at position: Int) -> UInt8 {
        let shift = UInt64(56 - (position & 7) * 8)
        switch position >> 3 {
        case 0: return UInt8(truncatingIfNeeded: a >> shift)
        case 1: return UInt8(truncatingIfNeeded: b >> shift)
        case 2: return UInt8(truncatingIfNeeded: c >> shift)
        default: return tail[position - Self.inlineCount]
        }
    }

    var bytes: [UInt8] { (0..<count).map(byte(at:)) }
}

extension SortKey: Comparable {
    static func < (left: SortKey, right: SortKey) -> Bool {
        if left.a != right.a { return left.a < right.a }
        if left.b != right.b { return left.b < right.b }
        if left.c != right.c { return left.c < right.c }
        if left.count <= inlineCount || right.count <= inlineCount { return left.count < right.count }
        return left.tail.lexicographicallyPrecedes(right.tail)
    }
}
