extension FieldReader {
    /// A number, exactly as the closest one that there is to its digits.
    mutating func scanDouble() throws -> Double {
        let start = cursor
        var isNegative = false
        if cursor < end, cursor.pointee == UInt8(ascii: "-") {
            isNegative = true
            cursor += 1
        }
        var digits: UInt64 = 0
        let first = cursor
        scanDigits(&digits)
        let wholeCount = cursor - first
        guard wholeCount > 0, wholeCount == 1 || first.pointee != UInt8(ascii: "0") else { throw unusual() }
        var fractionCount = 0
        if cursor < end, cursor.pointee == UInt8(ascii: ".") {
            cursor += 1
            let point = cursor
            scanDigits(&digits)
            fractionCount = cursor - point
            guard fractionCount > 0 else { throw unusual() }
        }
        if cursor < end, cursor.pointee | 0x20 == UInt8(ascii: "e") { return try scanExponent(from: start) }
        // A zero in front is no digit that counts, but then the rest is at most 18.
        guard wholeCount + fractionCount <= 19 else { return try completeDouble(from: start) }
        let magnitude = Self.quotient(digits, fractionCount)
        return isNegative ? -magnitude : magnitude
    }

    @inline(__always)
    private mutating func scanDigits(_ number: inout UInt64) {
        while cursor < end {
            let digit = cursor.pointee &- UInt8(ascii: "0")
            if digit > 9 { break }
            number = number &* 10 &+ UInt64(digit)
            cursor += 1
        }
    }

    /// digits / 10^exponent, rounded to the nearest number, and of two to the even one.
    @inline(__always)
    private static func quotient(_ digits: UInt64, _ exponent: Int) -> Double {
        // Both are exact, so one division rounds once (Clinger, "How to read floating point numbers accurately").
        if digits <= 1 << 53 { return Double(digits) / Double(PowersOfTen.small(exponent)) }
        return longQuotient(digits, exponent)
    }

    /// The same for more digits: 62 bits of the quotient at least, and whether there are more.
    private static func longQuotient(_ digits: UInt64, _ exponent: Int) -> Double {
        let divisor = PowersOfTen.small(exponent)
        let divisorShift = divisor.leadingZeroBitCount
        let digitsShift = digits.leadingZeroBitCount
        let shifted = digits << UInt64(digitsShift)
        // Half of the dividend, so that its upper half is below the divisor.
        let (quotient, remainder) = (divisor << UInt64(divisorShift)).dividingFullWidth((shifted >> 1, shifted << 63))
        let rounded = Double(quotient | (remainder == 0 ? 0 : 1))
        // A power of two, so the product is exact.
        let exponent = divisorShift - digitsShift - 63
        return rounded * Double(sign: .plus, exponentBitPattern: UInt(1_023 + exponent), significandBitPattern: 0)
    }

    @inline(never)
    private mutating func scanExponent(from start: UnsafePointer<UInt8>) throws -> Double {
        cursor += 1
        if cursor < end, cursor.pointee == UInt8(ascii: "-") || cursor.pointee == UInt8(ascii: "+") { cursor += 1 }
        let first = cursor
        var ignored: UInt64 = 0
        scanDigits(&ignored)
        guard cursor > first else { throw unusual() }
        return try completeDouble(from: start)
    }

    /// The standard library's own reading, for long and for very large or small numbers.
    @inline(never)
    private mutating func completeDouble(from start: UnsafePointer<UInt8>) throws -> Double {
        let text = String(decoding: UnsafeBufferPointer(start: start, count: cursor - start), as: UTF8.self)
        guard let number = Double(text), number.isFinite else { throw unusual() }
        return number
    }
}

/// The powers of ten that fit 64 bits.
enum PowersOfTen {
    /// 10^exponent, for an exponent from 0 to 19.
    @inline(__always)
    static func small(_ exponent: Int) -> UInt64 { table[exponent] }

    private static let table: [UInt64] = [
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
        100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
        10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
    ]
}
