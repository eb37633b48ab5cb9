/// Turns HTML's character references back, exactly once.
package enum HTMLEntities {
    /// The text that a piece of HTML stands for.
    ///
    /// - Parameter bytes: Text in UTF-8, without tags.
    /// - Returns: The text. A reference that is none stays as it is, and one to a character that does not exist becomes
    ///   U+FFFD; nothing is decoded twice, so `&amp;lt;` becomes `&lt;`.
    package static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var rest = bytes
        while let byte = rest.first {
            if byte == UInt8(ascii: "&"), let (character, length) = reference(at: rest) {
                result += Array(character.utf8)
                rest = rest.dropFirst(length)
            } else {
                result.append(byte)
                rest = rest.dropFirst()
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The character that a reference at the beginning stands for, and how many bytes it takes.
    private static func reference(at bytes: ArraySlice<UInt8>) -> (String, Int)? {
        let window = bytes.prefix(12)
        guard let end = window.firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let body = String(decoding: window[(window.startIndex + 1)..<end], as: UTF8.self)
        let length = end - window.startIndex + 1
        guard body.hasPrefix("#") else { return names[body].map { ($0, length) } }
        let digits = body.dropFirst()
        let isHex = digits.hasPrefix("x") || digits.hasPrefix("X")
        let text = isHex ? digits.dropFirst() : digits
        // A sign would do for `UInt32`, and for no reference.
        guard let first = text.utf8.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-"),
            let value = UInt32(text, radix: isHex ? 16 : 10)
        else { return nil }
        let scalar = value == 0 ? nil : Unicode.Scalar(value)
        return (String(Character(scalar ?? "\u{FFFD}")), length)
    }

    /// XML's five, and those that are met in texts.
    private static let names = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "hellip": "…", "mdash": "—",
        "ndash": "–", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "bull": "•", "copy": "©", "reg": "®",
        "trade": "™", "euro": "€", "deg": "°", "times": "×", "laquo": "«", "raquo": "»",
    ]
}
