import Foundation

/// Makes URLs of what servers write, and leaves every byte that a URL may have as it was.
///
/// `URL(string:)` is all or nothing: one character that no URL has, and it encodes the whole part again, `%` included,
/// so that `%28` becomes `%2528` and a signature is worth nothing. So what must be escaped is escaped here, and `URL`
/// finds nothing left to do.
enum LinkText {
    /// The URL of a text.
    ///
    /// - Parameters:
    ///   - text: An absolute URL, or one relative to a base.
    ///   - base: What the text is relative to, `nil` for a text that must be absolute.
    /// - Returns: The absolute URL; `nil` when the text is none.
    static func url(_ text: String, relativeTo base: URL? = nil) -> URL? {
        let bytes = text.utf8
        let split = endOfHost(bytes)
        // A backslash ends the host for browsers and not for `URL`: a text with two meanings gets none.
        guard !bytes[..<split].contains(UInt8(ascii: "\\")) else { return nil }
        guard let base else {
            // `URL` writes the name of a host in its own way where it is not ASCII, and nothing else.
            let isPlain = bytes[..<split].allSatisfy { $0 < 0x80 }
            return URL(string: text[..<split] + escaped(bytes[split...]), encodingInvalidCharacters: !isPlain)
        }
        return URL(string: text[..<split] + escaped(bytes[split...]), relativeTo: base)?.absoluteURL
    }

    /// The end of scheme and host; the beginning for a text without a host.
    static func endOfHost(_ bytes: String.UTF8View) -> String.Index {
        let mark = bytes.firstIndex { "/?#".utf8.contains($0) } ?? bytes.endIndex
        guard bytes[mark...].starts(with: "//".utf8) else { return bytes.startIndex }
        // In `a/b//c` the two slashes are a part of the path.
        guard mark == bytes.startIndex || bytes[bytes.index(before: mark)] == UInt8(ascii: ":") else {
            return bytes.startIndex
        }
        let start = bytes.index(mark, offsetBy: 2)
        return bytes[start...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.endIndex
    }

    /// Path, query and fragment with what RFC 3986 allows in them, the rest as `%XX`.
    ///
    /// Escapes stay as they are; a `%` that begins none becomes `%25`, and so does every `#` after the first, `%23`.
    private static func escaped(_ bytes: Substring.UTF8View) -> String {
        let bytes = Array(bytes)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var hasFragment = false
        for (index, byte) in bytes.enumerated() {
            let isLegal: Bool
            switch byte {
            case UInt8(ascii: "%"):
                isLegal = index + 2 < bytes.count && bytes[index + 1...index + 2].allSatisfy { isHexDigit($0) }
            case UInt8(ascii: "#"):
                isLegal = !hasFragment
                hasFragment = true
            default: isLegal = legal.contains(byte)
            }
            if isLegal { result.append(byte) } else { result += PercentEncoding.escape(byte) }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool { JSONText.hexDigit(byte) != nil }

    /// Brackets are legal in a host only.
    private static let legal = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@/?".utf8)
}
