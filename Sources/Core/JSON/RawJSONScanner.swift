/// A scanner of JSON text, without recursion: it validates the text, or splits it into its parts.
struct RawJSONScanner {
    /// The maximum depth of nested values.
    static let maximumDepth = 512

    private let bytes: [UInt8]
    private var position = 0
    private var output: [UInt8] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Returns the text without white space between its parts; `nil` when it is not one value as in RFC 8259.
    mutating func compact() -> [UInt8]? {
        output.reserveCapacity(bytes.count)
        var open: [UInt8] = []
        var isValueNext = true
        repeat {
            skipSpace()
            if isValueNext {
                guard let byte = peek() else { return nil }
                if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
                    guard open.count < Self.maximumDepth else { return nil }
                    open.append(byte)
                    take()
                    skipSpace()
                    let end = byte == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: "]")
                    if peek() == end {
                        take()
                        open.removeLast()
                        isValueNext = false
                    } else if byte == UInt8(ascii: "{"), !takeName() {
                        return nil
                    }
                } else {
                    guard takeScalar(byte) else { return nil }
                    isValueNext = false
                }
            } else if let container = open.last {
                let isObject = container == UInt8(ascii: "{")
                switch peek() {
                case UInt8(ascii: ","):
                    take()
                    if isObject {
                        skipSpace()
                        guard takeName() else { return nil }
                    }
                    isValueNext = true
                case isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"):
                    take()
                    open.removeLast()
                default: return nil
                }
            }
        } while isValueNext || !open.isEmpty
        skipSpace()
        return position == bytes.count ? output : nil
    }

    /// Returns the texts of the values of an array, or of the names and values of an object in turn, of valid text.
    mutating func parts() -> [String] {
        var parts: [String] = []
        position = 1
        var start = 1
        var depth = 0
        func text(_ end: Int) -> String { String(decoding: bytes[start..<end], as: UTF8.self) }
        while position < bytes.count - 1 {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                while bytes[position] != UInt8(ascii: "\"") {
                    position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
                }
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: ",") where depth == 0, UInt8(ascii: ":") where depth == 0:
                parts.append(text(position))
                start = position + 1
            default: break
            }
            position += 1
        }
        if start < position { parts.append(text(position)) }
        return parts
    }

    // MARK: Tokens

    private func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take() {
        output.append(bytes[position])
        position += 1
    }

    private mutating func skipSpace() {
        while let byte = peek(), [0x20, 0x0A, 0x0D, 0x09].contains(byte) { position += 1 }
    }

    private mutating func takeName() -> Bool {
        guard peek() == UInt8(ascii: "\""), takeString() else { return false }
        skipSpace()
        guard peek() == UInt8(ascii: ":") else { return false }
        take()
        return true
    }

    private mutating func takeScalar(_ first: UInt8) -> Bool {
        switch first {
        case UInt8(ascii: "\""): takeString()
        case UInt8(ascii: "t"): takeWord("true")
        case UInt8(ascii: "f"): takeWord("false")
        case UInt8(ascii: "n"): takeWord("null")
        default: takeNumber()
        }
    }

    private mutating func takeWord(_ word: StaticString) -> Bool {
        for index in 0..<word.utf8CodeUnitCount {
            guard peek() == word.utf8Start[index] else { return false }
            take()
        }
        return true
    }

    private mutating func takeString() -> Bool {
        take()
        while let byte = peek() {
            take()
            switch byte {
            case UInt8(ascii: "\""): return true
            case UInt8(ascii: "\\"):
                guard let escape = peek() else { return false }
                take()
                if escape == UInt8(ascii: "u") {
                    for _ in 0..<4 {
                        guard let digit = peek(), Character(Unicode.Scalar(digit)).isHexDigit else { return false }
                        take()
                    }
                } else if !"\"\\/bfnrt".utf8.contains(escape) {
                    return false
                }
            case 0..<0x20: return false
            default: break
            }
        }
        return false
    }

    private mutating func takeNumber() -> Bool {
        if peek() == UInt8(ascii: "-") { take() }
        if peek() == UInt8(ascii: "0") {
            take()
            // No zeros in front.
            if isDigit(peek()) { return false }
        } else if !takeDigits() {
            return false
        }
        if peek() == UInt8(ascii: ".") {
            take()
            guard takeDigits() else { return false }
        }
        if peek() == UInt8(ascii: "e") || peek() == UInt8(ascii: "E") {
            take()
            if peek() == UInt8(ascii: "-") || peek() == UInt8(ascii: "+") { take() }
            guard takeDigits() else { return false }
        }
        return true
    }

    private func isDigit(_ byte: UInt8?) -> Bool {
        byte.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
    }

    private mutating func takeDigits() -> Bool {
        guard isDigit(peek()) else { return false }
        while isDigit(peek()) { take() }
        return true
    }
}

extension String {
    /// The text as JSON writes it, between quotes.
    package var quotedAsJSON: String {
        func isEscaped(_ byte: UInt8) -> Bool {
            byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
        }
        guard utf8.contains(where: isEscaped) else { return "\"\(self)\"" }
        var quoted = "\""
        quoted.reserveCapacity(utf8.count + 16)
        // What lies between two characters that are escaped is taken as it is; most texts have few of them.
        var start = startIndex
        for index in utf8.indices {
            let escaped: String
            switch utf8[index] {
            case UInt8(ascii: "\""): escaped = "\\\""
            case UInt8(ascii: "\\"): escaped = "\\\\"
            case UInt8(ascii: "\n"): escaped = "\\n"
            case UInt8(ascii: "\r"): escaped = "\\r"
            case UInt8(ascii: "\t"): escaped = "\\t"
            case let byte where byte < 0x20: escaped = "\\u" + String(byte, radix: 16).zeroPadded(to: 4)
            default: continue
            }
            quoted += self[start..<index]
            quoted += escaped
            start = utf8.index(after: index)
        }
        quoted += self[start...]
        return quoted + "\""
    }
}
