/// Cuts what was meant to be a host, a code or a name down to just that.
enum Redaction {
    /// The host of a URL, of an authority, or of a host's name.
    ///
    /// - Parameter text: The text, with or without a scheme, a user, a port, a path and a query.
    /// - Returns: The host in lower case, without brackets; `unknown` for what is none.
    static func host(in text: String) -> String {
        var rest = Substring(text)
        if let slashes = rest.firstRange(of: "//") { rest = rest[slashes.upperBound...] }
        rest = rest.prefix { !"/?#\\".contains($0) }
        if let at = rest.lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
        if rest.first == "[" {
            rest = rest.dropFirst().prefix { $0 != "]" }
        } else if rest.count(where: { $0 == ":" }) == 1 {
            rest = rest.prefix { $0 != ":" }
        }
        let isHost = rest.allSatisfy { $0.isLetter || $0.isNumber || ".-_:".contains($0) }
        return isHost && (1...253).contains(rest.utf8.count) ? rest.lowercased() : "unknown"
    }

    /// A code that is a word.
    ///
    /// - Parameter code: Any code.
    /// - Returns: The same, or `unknown` for text that is no word.
    static func code(_ code: ErrorCode) -> ErrorCode {
        let isWord = code.rawValue.utf8.allSatisfy { isLetter($0) || isDigit($0) }
        return isWord && (1...64).contains(code.rawValue.utf8.count) ? code : .unknown
    }

    /// A name that an app gives to a road.
    ///
    /// - Parameter name: 1 to 64 of `A-Z a-z 0-9 . _ -`.
    /// - Returns: The same, or `nil` for anything else.
    static func name(_ name: String) -> String? {
        let isName = name.utf8.allSatisfy { isLetter($0) || isDigit($0) || [0x2D, 0x2E, 0x5F].contains($0) }
        return isName && (1...64).contains(name.utf8.count) ? name : nil
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
