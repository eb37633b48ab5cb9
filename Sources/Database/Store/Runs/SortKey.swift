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

    /// The first encoded keys of a composite: what all entries with equal index keys begin with.
    ///
    /// - Parameter parts: The number of keys that the index sorts by.
    /// - Returns: The keys.
    func keyPrefix(parts: Int = 1) -> SortKey {
        var end = 0
        for _ in 0..<parts { end = self.end(ofKeyAt: end) }
        return prefix(end)
    }

    /// The part of a composite behind its first encoded keys: the id's.
    func id(behind parts: Int) -> SortKey {
        var start = 0
        for _ in 0..<parts { start = end(ofKeyAt: start) }
        return SortKey((start..<count).map(byte(at:)))
    }

    /// Whether one of the first encoded keys is null.
    func hasNull(in parts: Int) -> Bool {
        var position = 0
        for _ in 0..<parts where position < count {
            if lead(at: position) == SortKeyBuilder.nullLead { return true }
            position = end(ofKeyAt: position)
        }
        return false
    }

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

    /// The end of the encoded key that begins at a position; see ``SortKeyBuilder`` for the encodings.
    private func end(ofKeyAt start: Int) -> Int {
        guard count > start + 2 else { return count }
        switch lead(at: start) {
        case SortKeyBuilder.nullLead: return start + 2
        case SortKeyBuilder.textLead:
            var position = start + 2
            while position < count, byte(at: position) != 0 { position += 1 }
            return min(count, position + 1)
        default:
            guard count > start + 8 else { return count }
            return min(count, start + (byte(at: start + 8) == 0 ? 9 : 10))
        }
    }

    /// The first two bytes of the encoded key that begins at a position.
    private func lead(at start: Int) -> UInt64 {
        guard count > start + 1 else { return .max }
        return start == 0 ? a >> 48 : UInt64(byte(at: start)) << 8 | UInt64(byte(at: start + 1))
    }
}

extension IndexKey {
    /// Reads one encoded key back; nil when the bytes are none.
    ///
    /// A whole number and a fraction that are equal have the same bytes, and come back as a whole number.
    init?(_ key: SortKey) {
        let bytes = key.bytes
        guard bytes.count >= 2 else { return nil }
        switch UInt64(bytes[0]) << 8 | UInt64(bytes[1]) {
        case SortKeyBuilder.nullLead: self = .null
        case SortKeyBuilder.textLead:
            var text: [UInt8] = []
            var isEscaped = false
            for byte in bytes.dropFirst(2).dropLast() {
                if isEscaped { text.append(byte - 1) } else if byte != 1 { text.append(byte) }
                isEscaped = !isEscaped && byte == 1
            }
            self = .text(String(decoding: text, as: UTF8.self))
        default:
            guard bytes.count >= 9 else { return nil }
            let bits = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
            let number = Double(bitPattern: bits >> 63 == 1 ? bits & ~(1 << 63) : ~bits)
            let above = bytes.count == 10 ? Int64(bytes[8]) << 8 + Int64(bytes[9]) - 0x100 : 0
            if let floor = Int64(exactly: number) { self = .integer(floor + above) } else { self = .double(number) }
        }
    }
}
