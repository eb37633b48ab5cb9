/// The bytes that an order sorts by, compared as `memcmp` does: mostly a composite, which is an index's key and then
/// the record's id.
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

extension SortKey {
    /// A word whose first bytes are ones.
    @inline(__always)
    static func mask(_ bytes: Int) -> UInt64 {
        if bytes >= 8 { return .max }
        return bytes <= 0 ? 0 : UInt64.max << UInt64(64 - bytes * 8)
    }

    /// The first encoded key of a composite: what all entries with equal index keys begin with.
    var keyPrefix: SortKey { prefix(firstKeyCount) }

    /// The first bytes.
    func prefix(_ length: Int) -> SortKey {
        guard length < count else { return self }
        let rest = length > Self.inlineCount ? Array(tail.prefix(length - Self.inlineCount)) : []
        return SortKey(
            a: a & Self.mask(length), b: b & Self.mask(length - 8), c: c & Self.mask(length - 16), count: length,
            tail: rest)
    }

    /// Whether this begins with another one's bytes.
    func hasPrefix(_ other: SortKey) -> Bool {
        guard other.count <= count else { return false }
        let difference =
            (a ^ other.a) & Self.mask(other.count) | (b ^ other.b) & Self.mask(other.count - 8)
            | (c ^ other.c) & Self.mask(other.count - 16)
        return difference == 0 && (other.count <= Self.inlineCount || tail.starts(with: other.tail))
    }

    /// The smallest key that is greater than everything that begins with this one.
    ///
    /// Nothing follows a key of ones only; no encoded key is one. It gets a longer one.
    var successorOfPrefix: SortKey {
        var bytes = bytes
        while let last = bytes.popLast() {
            if last < .max { return SortKey(bytes + [last + 1]) }
        }
        return SortKey(repeatElement(.max, count: max(count, Self.inlineCount) + 8))
    }

    /// The length of the first encoded key; see ``SortKeyBuilder`` for the encodings.
    private var firstKeyCount: Int {
        guard count > 2 else { return count }
        switch a >> 48 {
        case SortKeyBuilder.nullLead: return 2
        case SortKeyBuilder.textLead:
            var position = 2
            while position < count, byte(at: position) != 0 { position += 1 }
            return min(count, position + 1)
        default: return count > 8 ? min(count, byte(at: 8) == 0 ? 9 : 10) : count
        }
    }
}
