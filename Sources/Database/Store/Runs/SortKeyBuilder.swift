/// Encodes index keys and ids so that their bytes sort as they do.
///
/// - null: `00 00`
/// - a number: the Double at or below it, 8 bytes, big-endian, the sign flipped (all bits of a negative one); then what
///   an integer is above that Double: `00` for nothing, else two bytes, 0100 + the difference. Integers and doubles
///   that are equal have equal bytes.
/// - a text: `FF F1`, its UTF-8 with 00 as `01 01` and 01 as `01 02`, then `00`.
///
/// No encoding is the beginning of another one, so they can follow one another: a compound key is those of its parts.
struct SortKeyBuilder {
    static let nullLead: UInt64 = 0x0000
    static let textLead: UInt64 = 0xFFF1

    private var key = SortKey()

    init() {}

    mutating func append(_ value: IndexKey) {
        switch value {
        case .null: append(Self.nullLead << 48, 2)
        case .integer(let number): append(number)
        case .double(let number): append(number, 0)
        case .text(let text): append(text)
        case .compound(let parts): for key in parts.keys { append(key) }
        }
    }

    mutating func append(raw slot: UInt32) {
        append(UInt64(slot) << 32, 4)
    }

    mutating func append(byte: UInt8) {
        append(UInt64(byte) << 56, 1)
    }

    /// The key; the builder begins anew.
    mutating func finish() -> SortKey {
        let finished = key
        key = SortKey()
        return finished
    }

    // MARK: The kinds

    private mutating func append(_ number: Int64) {
        let width = 64 - number.magnitude.leadingZeroBitCount
        guard width > 53 else { return append(Double(number), 0) }
        // A Double keeps 53 bits; the shift rounds down on both sides of zero.
        let excess = Int64(width - 53)
        let floor = (number >> excess) << excess
        append(Double(floor), UInt64(number - floor))
    }

    private mutating func append(_ number: Double, _ above: UInt64) {
        let bits = (number == 0 ? 0 : number).bitPattern
        append(bits >> 63 == 0 ? bits | 1 << 63 : ~bits, 8)
        if above == 0 {
            append(0, 1)
        } else {
            append((above + 0x100) << 48, 2)
        }
    }

    private mutating func append(_ text: String) {
        append(Self.textLead << 48, 2)
        let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { append(utf8: UnsafeRawBufferPointer($0)) }
        if isDone == nil { Array(text.utf8).withUnsafeBytes { append(utf8: $0) } }
        append(0, 1)
    }

    private mutating func append(utf8 bytes: UnsafeRawBufferPointer) {
        var position = 0
        while position + 8 <= bytes.count, key.count + 8 <= SortKey.inlineCount {
            let word = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            // Not zero when some byte is 00 or 01.
            let needsEscape = (word &- 0x0202_0202_0202_0202) & ~word & 0x8080_8080_8080_8080
            if needsEscape != 0 { break }
            append(word, 8)
            position += 8
        }
        for byte in bytes[position...] {
            if byte > 1 {
                append(byte: byte)
            } else {
                append(byte: 1)
                append(byte: byte + 1)
            }
        }
    }

    // MARK: Bytes

    /// Appends the first bytes of a word whose others are zero.
    @inline(__always)
    private mutating func append(_ word: UInt64, _ count: Int) {
        guard key.count + count <= SortKey.inlineCount else { return appendLong(word, count) }
        let shift = UInt64(key.count & 7) * 8
        let low = shift == 0 ? 0 : word &<< (64 - shift)
        switch key.count >> 3 {
        case 0:
            key.a |= word &>> shift
            key.b |= low
        case 1:
            key.b |= word &>> shift
            key.c |= low
        default: key.c |= word &>> shift
        }
        key.count += count
    }

    private mutating func appendLong(_ word: UInt64, _ count: Int) {
        for index in 0..<count {
            let byte = UInt8(truncatingIfNeeded: word >> UInt64(56 - index * 8))
            if key.count < SortKey.inlineCount {
                append(UInt64(byte) << 56, 1)
            } else {
                key.tail.append(byte)
                key.count += 1
            }
        }
    }
}
