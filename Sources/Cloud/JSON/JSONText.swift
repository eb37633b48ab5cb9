/// Makes strings and numbers of the text that ``JSONParser`` has checked.
enum JSONText {
    /// The string that a text between quotes stands for.
    ///
    /// - Parameters:
    ///   - bytes: The text without its quotes.
    ///   - hasEscapes: Whether there are any backslashes.
    /// - Returns: The string, `nil` when the text is not UTF-8. Half a surrogate pair, which some servers leave behind
    ///   when they cut a title, becomes U+FFFD.
    static func string(_ bytes: UnsafeBufferPointer<UInt8>, hasEscapes: Bool) -> String? {
        guard hasEscapes else { return String(validating: bytes, as: UTF8.self) }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            guard byte == UInt8(ascii: "\\"), index + 1 < bytes.count else {
                result.append(byte)
                index += 1
                continue
            }
            let escape = bytes[index + 1]
            index += 2
            switch escape {
            case UInt8(ascii: "b"): result.append(0x08)
            case UInt8(ascii: "f"): result.append(0x0C)
            case UInt8(ascii: "n"): result.append(0x0A)
            case UInt8(ascii: "r"): result.append(0x0D)
            case UInt8(ascii: "t"): result.append(0x09)
            case UInt8(ascii: "u"):
                result.append(contentsOf: Character(scalar(in: bytes, at: &index)).utf8)
            default: result.append(escape)
            }
        }
        return String(validating: result, as: UTF8.self)
    }

    /// Reads four hexadecimal digits, and the second half of a pair where they are the first.
    private static func scalar(in bytes: UnsafeBufferPointer<UInt8>, at index: inout Int) -> Unicode.Scalar {
        let first = unit(in: bytes, at: index)
        index += 4
        if (0xD800..<0xDC00).contains(first), index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"),
            bytes[index + 1] == UInt8(ascii: "u")
        {
            let second = unit(in: bytes, at: index + 2)
            if (0xDC00..<0xE000).contains(second) {
                index += 6
                return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
            }
        }
        return Unicode.Scalar(first) ?? "\u{FFFD}"
    }

    private static func unit(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt32 {
        bytes[index..<min(index + 4, bytes.count)].reduce(0) { $0 << 4 | (hexDigit($1) ?? 0) }
    }

    /// The value of a hexadecimal digit.
    ///
    /// - Parameter byte: A character in ASCII.
    /// - Returns: 0 to 15, `nil` for anything else.
    static func hexDigit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }

    /// Returns the length of the JSON number at the beginning.
    ///
    /// - Parameter bytes: A text.
    /// - Returns: The length of the longest number, zero when there is none or when it goes on in a way that no number
    ///   does (`1.`, `2e`).
    static func numberLength(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var index = 0
        func peek() -> UInt8 { index < bytes.count ? bytes[index] : 0 }
        func skipDigits() -> Bool {
            let start = index
            while (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(peek()) { index += 1 }
            return index > start
        }
        if peek() == UInt8(ascii: "-") { index += 1 }
        // A leading zero stands alone: `01` is no number.
        if peek() == UInt8(ascii: "0") { index += 1 } else if !skipDigits() { return 0 }
        if peek() == UInt8(ascii: ".") {
            index += 1
            guard skipDigits() else { return 0 }
        }
        if peek() == UInt8(ascii: "e") || peek() == UInt8(ascii: "E") {
            index += 1
            if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { index += 1 }
            guard skipDigits() else { return 0 }
        }
        return index
    }

    /// The whole number that a text stands for.
    ///
    /// - Parameters:
    ///   - bytes: A text.
    ///   - type: What it has to fit, which is 32 bits wide on watches.
    /// - Returns: The number, fractions cut off; `nil` for what is no number or does not fit.
    static func int<Value: FixedWidthInteger>(
        _ bytes: UnsafeBufferPointer<UInt8>, as type: Value.Type = Int.self
    ) -> Value? {
        // Almost all are short and plain.
        let digits = bytes.first == UInt8(ascii: "-") ? UnsafeBufferPointer(rebasing: bytes.dropFirst()) : bytes
        let isPlain = digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        if isPlain, (1...18).contains(digits.count), digits.first != UInt8(ascii: "0") || digits.count == 1 {
            // Eighteen digits fit 64 bits, whatever the width of `Value`.
            let size = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
            return Value(exactly: digits.count == bytes.count ? size : -size)
        }
        return double(bytes).flatMap { Value(exactly: $0.rounded(.towardZero)) }
    }

    /// The number that a text stands for.
    ///
    /// - Parameter bytes: A text.
    /// - Returns: The number; `nil` for what is no number in JSON's form, or too large.
    static func double(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
        guard !bytes.isEmpty, numberLength(in: bytes) == bytes.count else { return nil }
        let value = Double(String(decoding: bytes, as: UTF8.self))
        return value.flatMap { $0.isFinite ? $0 : nil }
    }
}
