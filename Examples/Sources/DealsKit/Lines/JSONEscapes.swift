/// The escapes in texts of JSON.
enum JSONEscapes {
    /// Decodes a text with escapes.
    ///
    /// - Throws: A problem for an invalid escape, and for a text that is not valid Unicode: half of a surrogate pair is
    ///   not.
    static func unescape(_ text: UnsafeBufferPointer<UInt8>) throws(LineProblem) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var position = 0
        while position < text.count {
            let byte = text[position]
            position += 1
            guard byte == UInt8(ascii: "\\") else {
                bytes.append(byte)
                continue
            }
            guard position < text.count else { throw .badJSON }
            let kind = text[position]
            position += 1
            switch kind {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): bytes.append(kind)
            case UInt8(ascii: "b"): bytes.append(0x08)
            case UInt8(ascii: "f"): bytes.append(0x0C)
            case UInt8(ascii: "n"): bytes.append(0x0A)
            case UInt8(ascii: "r"): bytes.append(0x0D)
            case UInt8(ascii: "t"): bytes.append(0x09)
            case UInt8(ascii: "u"): bytes.append(contentsOf: Array(String(try scalar(text, &position)).utf8))
            default: throw .badJSON
            }
        }
        guard let string = String(validating: bytes, as: UTF8.self) else { throw .badText }
        return string
    }

    private static func scalar(
        _ text: UnsafeBufferPointer<UInt8>, _ position: inout Int
    ) throws(LineProblem) -> Character {
        let first = try unit(text, &position)
        if let scalar = Unicode.Scalar(first) { return Character(scalar) }
        guard first < 0xDC00, position + 1 < text.count, text[position] == UInt8(ascii: "\\"),
            text[position + 1] == UInt8(ascii: "u")
        else { throw .badText }
        position += 2
        let second = try unit(text, &position)
        guard (0xDC00...0xDFFF).contains(second) else { throw .badText }
        let value = 0x10000 + (UInt32(first - 0xD800) << 10) + UInt32(second - 0xDC00)
        guard let scalar = Unicode.Scalar(value) else { throw .badText }
        return Character(scalar)
    }

    private static func unit(
        _ text: UnsafeBufferPointer<UInt8>, _ position: inout Int
    ) throws(LineProblem) -> UInt16 {
        guard position + 4 <= text.count else { throw .badJSON }
        var value: UInt16 = 0
        for byte in text[position..<(position + 4)] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw .badJSON }
            value = value << 4 | UInt16(digit)
        }
        position += 4
        return value
    }
}
