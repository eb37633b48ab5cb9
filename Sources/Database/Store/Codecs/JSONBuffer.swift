/// Bytes of JSON that are being put together, in memory that somebody lends or in its own when that is not enough.
struct JSONBuffer: ~Copyable {
    private(set) var start: UnsafeMutablePointer<UInt8>
    var cursor: UnsafeMutablePointer<UInt8>
    private var limit: UnsafeMutablePointer<UInt8>
    private var isOwned: Bool

    /// A buffer with memory of its own.
    init(capacity: Int = 256) {
        start = .allocate(capacity: capacity)
        cursor = start
        limit = start + capacity
        isOwned = true
    }

    /// A buffer in lent memory, which must outlive it.
    init(lent memory: UnsafeMutableBufferPointer<UInt8>) {
        // Memory of no bytes may have no address.
        let address = memory.baseAddress
        start = address ?? .allocate(capacity: 1)
        cursor = start
        limit = start + (address == nil ? 1 : memory.count)
        isOwned = address == nil
    }

    deinit {
        if isOwned { start.deallocate() }
    }

    var count: Int { cursor - start }

    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

    /// Takes away all but so many bytes.
    mutating func cut(to count: Int) { cursor = start + count }

    /// Makes room for this many more bytes.
    @inline(__always)
    mutating func reserve(_ more: Int) {
        if limit - cursor < more { grow(more) }
    }

    @inline(never)
    private mutating func grow(_ more: Int) {
        let count = count
        let capacity = max(2 * (limit - start), count + more)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: start, count: count)
        if isOwned { start.deallocate() }
        start = larger
        cursor = larger + count
        limit = larger + capacity
        isOwned = true
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        reserve(1)
        cursor.pointee = byte
        cursor += 1
    }

    @inline(__always)
    mutating func append(_ bytes: UnsafePointer<UInt8>, count: Int) {
        reserve(count)
        cursor.update(from: bytes, count: count)
        cursor += count
    }

    @inline(__always)
    mutating func append(literal: StaticString) {
        append(literal.utf8Start, count: literal.utf8CodeUnitCount)
    }

    /// Appends a text between quotes, escaped as little as JSON allows.
    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append(text: $0) }
    }

    private mutating func append(text: UnsafeBufferPointer<UInt8>) {
        reserve(text.count + 2)
        cursor.pointee = UInt8(ascii: "\"")
        cursor += 1
        let plain = copyPlain(text)
        if plain < text.count { appendEscaping(text, from: plain) }
        append(UInt8(ascii: "\""))
    }

    /// Copies up to the first byte that needs an escape; the room is there.
    private mutating func copyPlain(_ text: UnsafeBufferPointer<UInt8>) -> Int {
        guard let source = text.baseAddress else { return 0 }
        var position = 0
        while position + 8 <= text.count {
            let word = UnsafeRawPointer(source + position).loadUnaligned(as: UInt64.self)
            if ByteWord.hasSpecial(word) { break }
            UnsafeMutableRawPointer(cursor + position).storeBytes(of: word, as: UInt64.self)
            position += 8
        }
        while position < text.count {
            let byte = source[position]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
            cursor[position] = byte
            position += 1
        }
        cursor += position
        return position
    }

    @inline(never)
    private mutating func appendEscaping(_ text: UnsafeBufferPointer<UInt8>, from start: Int) {
        for byte in text[start...] {
            switch byte {
            case UInt8(ascii: "\""): append(literal: "\\\"")
            case UInt8(ascii: "\\"): append(literal: "\\\\")
            case 0x0A: append(literal: "\\n")
            case 0x0D: append(literal: "\\r")
            case 0x09: append(literal: "\\t")
            case 0..<0x20:
                append(literal: byte < 0x10 ? "\\u000" : "\\u001")
                let digit = byte & 0x0F
                append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
            default: append(byte)
            }
        }
    }
}

/// Eight bytes looked at together.
enum ByteWord {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// Whether a byte is a quote, a backslash or a control character.
    @inline(__always)
    static func hasSpecial(_ word: UInt64) -> Bool {
        let quote = word ^ (ones &* 0x22)
        let backslash = word ^ (ones &* 0x5C)
        let control = (word &- (ones &* 0x20)) & ~word
        return (control | ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)) & highBits != 0
    }

    /// The number of bytes before the first that is a quote, a backslash or a control character; 8 for all.
    ///
    /// The word is as it lies in memory.
    @inline(__always)
    static func plainCount(_ word: UInt64) -> Int {
        let word = UInt64(littleEndian: word)
        let quote = word ^ (ones &* 0x22)
        let backslash = word ^ (ones &* 0x5C)
        let control = (word &- (ones &* 0x20)) & ~word
        // A borrow may mark bytes above one that is special, never below it.
        let marks = (control | ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)) & highBits
        return marks.trailingZeroBitCount >> 3
    }

    @inline(__always)
    static func isASCII(_ word: UInt64) -> Bool { word & highBits == 0 }
}
