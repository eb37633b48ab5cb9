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

    /// How long the first encoded key is; see ``SortKeyBuilder`` for the encodings.
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
