/// A number of JSON.
struct JSONNumber {
    /// The closest one that there is; infinite when it is too large.
    let value: Double
    /// The same, exactly, when it is an integer that fits.
    let integer: Int?

    /// Powers of ten that are exact as a `Double`.
    private static let powers: [Double] = (0...22).map { exponent in
        (0..<exponent).reduce(1.0) { power, _ in power * 10 }
    }

    /// Reads a number.
    ///
    /// - Returns: The number and how many bytes it has; nil when there is none.
    static func read(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) throws(LineProblem) -> (Self, Int)? {
        var cursor = start
        let isNegative = cursor < end && cursor.pointee == UInt8(ascii: "-")
        if isNegative { cursor += 1 }
        var digits: UInt64 = 0
        let whole = scanDigits(&cursor, end, &digits)
        guard whole > 0, whole == 1 || (cursor - whole).pointee != UInt8(ascii: "0") else { return nil }
        var fraction = 0
        if cursor < end, cursor.pointee == UInt8(ascii: ".") {
            cursor += 1
            fraction = scanDigits(&cursor, end, &digits)
            guard fraction > 0 else { return nil }
        }
        var hasExponent = false
        if cursor < end, cursor.pointee | 0x20 == UInt8(ascii: "e") {
            hasExponent = true
            cursor += 1
            if cursor < end, cursor.pointee == UInt8(ascii: "-") || cursor.pointee == UInt8(ascii: "+") { cursor += 1 }
            var ignored: UInt64 = 0
            guard scanDigits(&cursor, end, &ignored) > 0 else { return nil }
        }
        let count = cursor - start
        if !hasExponent, whole + fraction <= 18 {
            if fraction == 0 {
                let integer = isNegative ? -Int(digits) : Int(digits)
                let isNegativeZero = isNegative && digits == 0
                return (JSONNumber(value: isNegativeZero ? -0.0 : Double(integer), integer: integer), count)
            }
            if digits <= 1 << 53 {
                // Both are exact, so one division rounds once (Clinger, "How to read floating point numbers
                // accurately").
                let value = Double(digits) / powers[fraction]
                // A power of ten up to 10^17, so it fits.
                let unit = UInt64(powers[fraction])
                let integer = digits % unit == 0 ? Int(digits / unit) : nil
                return (
                    JSONNumber(
                        value: isNegative ? -value : value, integer: integer.map { isNegative ? -$0 : $0 }), count
                )
            }
        }
        let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
        guard let value = Double(text) else { return nil }
        return (JSONNumber(value: value, integer: exactInteger(text)), count)
    }

    /// The integer that a number says, digit by digit: `1.0` and `1e3` are integers as well; nil when it has a fraction
    /// or does not fit.
    private static func exactInteger(_ text: String) -> Int? {
        let parts = text.split(whereSeparator: { $0 == "e" || $0 == "E" })
        let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        var digits = mantissa[0].drop { $0 == "-" } + (mantissa.count > 1 ? mantissa[1] : "")
        digits = digits.drop { $0 == "0" }
        guard !digits.isEmpty else { return 0 }
        guard var scale = parts.count > 1 ? Int(parts[1]) : 0, abs(scale) < 1 << 40 else { return nil }
        scale -= mantissa.count > 1 ? mantissa[1].count : 0
        while scale < 0, digits.last == "0" {
            digits.removeLast()
            scale += 1
        }
        guard scale >= 0, digits.count + scale <= 19 else { return nil }
        return Int((text.hasPrefix("-") ? "-" : "") + digits + String(repeating: "0", count: scale))
    }

    private init(value: Double, integer: Int?) {
        self.value = value
        self.integer = integer
    }

    private static func scanDigits(
        _ cursor: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ number: inout UInt64
    ) -> Int {
        let start = cursor
        while cursor < end {
            let digit = cursor.pointee &- UInt8(ascii: "0")
            if digit > 9 { break }
            number = number &* 10 &+ UInt64(digit)
            cursor += 1
        }
        return cursor - start
    }
}
