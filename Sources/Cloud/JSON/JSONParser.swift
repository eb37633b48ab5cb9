/// A strict parser of JSON (RFC 8259) that finds where every value lies and makes none of them.
///
/// It goes over the text once, without recursion, so that a deeply nested text cannot exhaust the stack. Numbers, names
/// and escapes are checked for form; what a string says, and whether it is UTF-8, is decided when somebody reads it, so
/// one broken string costs no more than itself.
struct JSONParser {
    /// The deepest nesting of containers.
    ///
    /// Each level of replies in Reddit's threads takes five: its answers have some fifty, and a server that only speaks
    /// as Reddit does may nest hundreds of replies.
    static let maximumDepth = 4096

    /// The largest number of values in a text, names included.
    ///
    /// Reddit's largest answers have some hundred thousand. A value takes memory that a text of 16 MB with nothing but
    /// commas would make ten times its size.
    static let maximumValues = 2_000_000

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var nodes: [JSONNode] = []
    private var open: [Int] = []

    /// Parses a text.
    ///
    /// - Parameter bytes: The whole text in UTF-8, less than 4 GB.
    /// - Returns: Its values in the order of the text; the first is the value of the whole.
    /// - Throws: ``JSONError`` where the text stops being JSON.
    static func nodes(of bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) -> [JSONNode] {
        guard bytes.count < UInt32.max else { throw JSONError(reason: "too long", offset: 0) }
        var parser = JSONParser(bytes: bytes)
        try parser.parse()
        return parser.nodes
    }

    private init(bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        // A guess that fits listings: about one value for every 24 bytes.
        nodes.reserveCapacity(bytes.count / 24 + 4)
    }

    private mutating func parse() throws(JSONError) {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        repeat {
            try parseValue()
            // Names and containers that one call adds are few, so here is often enough.
            guard nodes.count <= Self.maximumValues else { throw error("too many values") }
        } while try hasMore()
        guard position == bytes.count else { throw error("something behind the end") }
    }

    /// Parses a scalar, or the beginning of a container up to where its first value is expected.
    private mutating func parseValue() throws(JSONError) {
        while true {
            skipSpace()
            switch peek() {
            case UInt8(ascii: "{"):
                try enter(.object)
                skipSpace()
                if peek() == UInt8(ascii: "}") { return }
                try parseName()
            case UInt8(ascii: "["):
                try enter(.array)
                skipSpace()
                if peek() == UInt8(ascii: "]") { return }
            case UInt8(ascii: "\""): return try parseString()
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try parseNumber()
            case UInt8(ascii: "t"): return try parseWord("true", .bool, true)
            case UInt8(ascii: "f"): return try parseWord("false", .bool, false)
            case UInt8(ascii: "n"): return try parseWord("null", .null, false)
            default: throw error("expected a value")
            }
        }
    }

    /// Closes the containers that end here.
    ///
    /// - Returns: True when another value is expected, false at the end of the whole.
    private mutating func hasMore() throws(JSONError) -> Bool {
        while let container = open.last {
            skipSpace()
            let isObject = nodes[container].kind == .object
            switch peek() {
            case UInt8(ascii: ","):
                position += 1
                if isObject {
                    skipSpace()
                    try parseName()
                }
                return true
            case isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"):
                position += 1
                nodes[container].end = UInt32(position)
                nodes[container].next = UInt32(nodes.count)
                open.removeLast()
            default: throw error(isObject ? "expected ',' or '}'" : "expected ',' or ']'")
            }
        }
        skipSpace()
        return false
    }

    private mutating func enter(_ kind: JSONNode.Kind) throws(JSONError) {
        guard open.count < Self.maximumDepth else { throw error("nested too deeply") }
        open.append(nodes.count)
        append(kind, from: position, to: position)
        position += 1
    }

    private mutating func parseName() throws(JSONError) {
        guard peek() == UInt8(ascii: "\"") else { throw error("expected a name") }
        try parseString()
        skipSpace()
        guard peek() == UInt8(ascii: ":") else { throw error("expected ':'") }
        position += 1
    }

    private mutating func parseString() throws(JSONError) {
        position += 1
        let start = position
        var hasEscapes = false
        while position < bytes.count {
            skipPlainText()
            guard position < bytes.count else { break }
            switch bytes[position] {
            case UInt8(ascii: "\""):
                append(.string, hasEscapes, from: start, to: position)
                position += 1
                return
            case UInt8(ascii: "\\"):
                hasEscapes = true
                try skipEscape()
            case 0..<0x20: throw error("a bare control character in a string")
            default: position += 1
            }
        }
        throw error("a string without an end")
    }

    /// Goes on to the next byte that is a quote, a backslash or a control character, eight bytes at a time.
    ///
    /// May stop a few bytes before the end of the text.
    private mutating func skipPlainText() {
        let raw = UnsafeRawBufferPointer(bytes)
        let (ones, tops): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
        while position + 8 <= raw.count {
            let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            let (quotes, slashes) = (word ^ (ones &* 0x22), word ^ (ones &* 0x5C))
            // A borrow marks a byte too much only behind one that is marked rightly.
            let marks =
                ((quotes &- ones) & ~quotes | (slashes &- ones) & ~slashes | (word &- ones &* 0x20) & ~word) & tops
            guard marks == 0 else {
                position += marks.trailingZeroBitCount / 8
                return
            }
            position += 8
        }
    }

    private mutating func skipEscape() throws(JSONError) {
        position += 1
        switch peek() {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position += 1
        case UInt8(ascii: "u"):
            position += 1
            for _ in 0..<4 {
                guard JSONText.hexDigit(peek()) != nil else { throw error("expected four hexadecimal digits") }
                position += 1
            }
        default: throw error("an unknown escape")
        }
    }

    private mutating func parseNumber() throws(JSONError) {
        let start = position
        position += JSONText.numberLength(in: UnsafeBufferPointer(rebasing: bytes[start...]))
        guard position > start else { throw error("a malformed number") }
        append(.number, from: start, to: position)
    }

    private mutating func parseWord(
        _ word: StaticString, _ kind: JSONNode.Kind, _ flag: Bool
    ) throws(JSONError) {
        let start = position
        for index in 0..<word.utf8CodeUnitCount {
            guard peek() == word.utf8Start[index] else { throw error("expected a value") }
            position += 1
        }
        append(kind, flag, from: start, to: position)
    }

    private mutating func append(_ kind: JSONNode.Kind, _ flag: Bool = false, from start: Int, to end: Int) {
        nodes.append(
            JSONNode(
                kind: kind, flag: flag, start: UInt32(start), end: UInt32(end), next: UInt32(nodes.count + 1)))
    }

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    /// The byte here, zero at the end: a byte that no JSON outside strings has.
    private func peek() -> UInt8 {
        position < bytes.count ? bytes[position] : 0
    }

    private func error(_ reason: String) -> JSONError {
        JSONError(reason: position < bytes.count ? reason : "cut short: " + reason, offset: position)
    }
}
