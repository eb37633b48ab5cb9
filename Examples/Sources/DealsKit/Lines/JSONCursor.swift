import Foundation

/// Reads JSON (RFC 8259) from bytes, piece by piece: strict, and without building anything that nobody asked for.
struct JSONCursor {
    private var cursor: UnsafePointer<UInt8>
    private let end: UnsafePointer<UInt8>

    /// The greatest depth of nested values.
    private static let deepest = 512

    /// A cursor over bytes that must outlive it.
    init(start: UnsafePointer<UInt8>, count: Int) {
        cursor = start
        end = start + count
    }

    var isAtEnd: Bool { cursor == end }

    /// The next byte; 0, which is none of JSON's, at the end.
    var next: UInt8 { cursor < end ? cursor.pointee : 0 }

    mutating func skipSpace() {
        while cursor < end {
            switch cursor.pointee {
            case 0x20, 0x09, 0x0A, 0x0D: cursor += 1
            default: return
            }
        }
    }

    /// Takes a byte, if it comes next.
    mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte, !isAtEnd else { return false }
        cursor += 1
        return true
    }

    mutating func expect(_ byte: UInt8) throws(LineProblem) {
        guard take(byte) else { throw .badJSON }
    }

    // MARK: Texts

    /// A text as it stands between its quotes.
    struct Text {
        let bytes: UnsafeBufferPointer<UInt8>
        let hasEscapes: Bool
        let isASCII: Bool

        func equals(_ other: StaticString) -> Bool {
            guard bytes.count == other.utf8CodeUnitCount, let start = bytes.baseAddress else { return false }
            return memcmp(start, other.utf8Start, bytes.count) == 0
        }
    }

    /// Takes a text; its escapes and its Unicode are not checked yet.
    mutating func text() throws(LineProblem) -> Text {
        try expect(UInt8(ascii: "\""))
        let start = cursor
        var hasEscapes = false
        var bits: UInt8 = 0
        while cursor < end {
            let byte = cursor.pointee
            if byte == UInt8(ascii: "\"") {
                let bytes = UnsafeBufferPointer(start: start, count: cursor - start)
                cursor += 1
                return Text(bytes: bytes, hasEscapes: hasEscapes, isASCII: bits < 0x80)
            }
            guard byte >= 0x20 else { throw .badJSON }
            bits |= byte
            if byte == UInt8(ascii: "\\") {
                hasEscapes = true
                cursor += 1
                guard cursor < end, cursor.pointee >= 0x20 else { throw .badJSON }
            }
            cursor += 1
        }
        throw .badJSON
    }

    /// The decoded value of a text.
    static func string(_ text: Text) throws(LineProblem) -> String {
        if text.hasEscapes { return try JSONEscapes.unescape(text.bytes) }
        if text.isASCII { return String(decoding: text.bytes, as: UTF8.self) }
        guard let string = String(validating: text.bytes, as: UTF8.self) else { throw .badText }
        return string
    }

    // MARK: Numbers

    mutating func number() throws(LineProblem) -> JSONNumber {
        guard let (number, count) = try JSONNumber.read(cursor, end) else { throw .badJSON }
        cursor += count
        return number
    }

    // MARK: What nobody asked for

    /// Takes any value, and checks that it is one.
    mutating func skipValue(depth: Int = 0) throws(LineProblem) {
        guard depth < Self.deepest else { throw .tooDeep }
        switch next {
        case UInt8(ascii: "\""):
            // It must be right to the end, though nobody reads it.
            _ = try Self.string(try text())
        case UInt8(ascii: "{"):
            cursor += 1
            try skipMembers(depth, closing: UInt8(ascii: "}"), hasKeys: true)
        case UInt8(ascii: "["):
            cursor += 1
            try skipMembers(depth, closing: UInt8(ascii: "]"), hasKeys: false)
        case UInt8(ascii: "t"): try skip("true")
        case UInt8(ascii: "f"): try skip("false")
        case UInt8(ascii: "n"): try skip("null")
        default: _ = try number()
        }
    }

    private mutating func skipMembers(_ depth: Int, closing: UInt8, hasKeys: Bool) throws(LineProblem) {
        skipSpace()
        if take(closing) { return }
        while true {
            skipSpace()
            if hasKeys {
                _ = try Self.string(try text())
                skipSpace()
                try expect(UInt8(ascii: ":"))
                skipSpace()
            }
            try skipValue(depth: depth + 1)
            skipSpace()
            if take(closing) { return }
            try expect(UInt8(ascii: ","))
        }
    }

    private mutating func skip(_ word: StaticString) throws(LineProblem) {
        let count = word.utf8CodeUnitCount
        guard end - cursor >= count, memcmp(cursor, word.utf8Start, count) == 0 else { throw .badJSON }
        cursor += count
    }
}
