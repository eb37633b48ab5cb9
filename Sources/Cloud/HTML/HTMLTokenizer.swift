import Core

/// Cuts HTML into tags and text, once from front to back.
///
/// Enough for the HTML that Reddit makes of Markdown, and harmless for any other: nothing is nested or believed, what
/// is cut short is left out, and comments and declarations are no tokens.
struct HTMLTokenizer {
    enum Token: Hashable {
        /// Text, its entities decoded once.
        case text(String)
        /// A tag that opens, its name and its attributes' names in lowercase, their values decoded once.
        case open(name: String, attributes: [String: String])
        /// A tag that closes.
        case close(name: String)
    }

    private let bytes: [UInt8]
    private var position = 0

    /// Begins with a text.
    ///
    /// - Parameter html: Any text.
    init(_ html: String) {
        bytes = Array(html.utf8)
    }

    /// The next token.
    ///
    /// - Returns: The token, `nil` at the end.
    mutating func next() -> Token? {
        while position < bytes.count {
            guard peek() == UInt8(ascii: "<"), isMarkup else { return text() }
            switch peek(1) {
            case UInt8(ascii: "!"), UInt8(ascii: "?"):
                skipDeclaration()
            case UInt8(ascii: "/"):
                position += 2
                let name = name()
                guard skip(through: ">") else { return nil }
                return .close(name: name)
            default:
                position += 1
                return open()
            }
        }
        return nil
    }

    /// Whether the `<` here begins something; alone it is a character as any other.
    private var isMarkup: Bool {
        let next = peek(1)
        return Self.isLetter(next) || next == UInt8(ascii: "!") || next == UInt8(ascii: "?")
            || next == UInt8(ascii: "/") && Self.isLetter(peek(2))
    }

    private mutating func text() -> Token {
        let start = position
        position += 1
        while position < bytes.count, !(peek() == UInt8(ascii: "<") && isMarkup) { position += 1 }
        return .text(HTMLEntities.decoded(bytes[start..<position]))
    }

    private mutating func skipDeclaration() {
        guard bytes[position...].starts(with: "<!--".utf8) else {
            _ = skip(through: ">")
            return
        }
        position += 4
        while position < bytes.count, !bytes[position...].starts(with: "-->".utf8) { position += 1 }
        position = min(position + 3, bytes.count)
    }

    private mutating func open() -> Token? {
        let name = name()
        var attributes: [String: String] = [:]
        while true {
            skipSpace()
            guard position < bytes.count else { return nil }
            if peek() == UInt8(ascii: ">") {
                position += 1
                return .open(name: name, attributes: attributes)
            }
            let start = position
            let key = self.name()
            // A slash, a quote or whatever else is no name stands here.
            guard position > start else {
                position += 1
                continue
            }
            skipSpace()
            guard peek() == UInt8(ascii: "=") else { continue }
            position += 1
            guard let value = value() else { return nil }
            if attributes[key] == nil { attributes[key] = value }
        }
    }

    private mutating func value() -> String? {
        skipSpace()
        let quote = peek()
        let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
        if isQuoted { position += 1 }
        let start = position
        while position < bytes.count {
            let byte = peek()
            if isQuoted ? byte == quote : byte == UInt8(ascii: ">") || Self.isSpace(byte) {
                let value = HTMLEntities.decoded(bytes[start..<position])
                if isQuoted { position += 1 }
                return value
            }
            position += 1
        }
        return nil
    }

    private mutating func name() -> String {
        let start = position
        while position < bytes.count {
            let byte = peek()
            let isName = Self.isLetter(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
            guard isName || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "_") else { break }
            position += 1
        }
        return String(decoding: bytes[start..<position], as: UTF8.self).lowercased()
    }

    private mutating func skipSpace() {
        while position < bytes.count, Self.isSpace(peek()) { position += 1 }
    }

    private mutating func skip(through end: Unicode.Scalar) -> Bool {
        while position < bytes.count {
            position += 1
            if UInt32(bytes[position - 1]) == end.value { return true }
        }
        return false
    }

    private func peek(_ distance: Int = 0) -> UInt8 {
        position + distance < bytes.count ? bytes[position + distance] : 0
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
