extension JSONBuffer {
    mutating func append(_ number: Int64) {
        if number < 0 { append(UInt8(ascii: "-")) }
        append(number.magnitude)
    }

    mutating func append(_ number: UInt64) {
        let count = Self.digitCount(number)
        reserve(count)
        Self.write(number, count, to: cursor)
        cursor += count
    }

    /// Appends a finite number as Swift describes it: the shortest digits that give the number back.
    mutating func append(_ number: Double) {
        let magnitude = number.magnitude
        guard magnitude >= 0x1p-9, magnitude < 0x1p53 else { return appendDescription(number) }
        reserve(32)
        if number < 0 {
            cursor.pointee = UInt8(ascii: "-")
            cursor += 1
        }
        let whole = UInt64(magnitude)
        if Double(whole) == magnitude {
            append(whole)
            append(literal: ".0")
        } else {
            let (digits, exponent) = ShortestDecimal.digits(of: magnitude)
            appendFraction(digits, exponent)
        }
    }

    /// Appends digits × 10^exponent, where the exponent is negative; the room is there.
    private mutating func appendFraction(_ digits: UInt64, _ exponent: Int) {
        var count = Self.digitCount(digits)
        let point = count + exponent
        if point <= 0 {
            cursor[0] = UInt8(ascii: "0")
            cursor[1] = UInt8(ascii: ".")
            for zero in 0..<(-point) { cursor[2 + zero] = UInt8(ascii: "0") }
            cursor += 2 - point
            Self.write(digits, count, to: cursor)
        } else {
            // The digits one place to the right, and then those before the point back to the left.
            Self.write(digits, count, to: cursor + 1)
            for position in 0..<point { cursor[position] = cursor[position + 1] }
            cursor[point] = UInt8(ascii: ".")
            count += 1
        }
        while cursor[count - 1] == UInt8(ascii: "0") { count -= 1 }
        cursor += count
    }

    @inline(never)
    private mutating func appendDescription(_ number: Double) {
        if number == 0 { return append(literal: number.sign == .minus ? "-0.0" : "0.0") }
        append(plain: number.description)
    }

    /// Appends a text as it is.
    mutating func append(plain text: String) {
        var text = text
        text.withUTF8 { bytes in
            if let address = bytes.baseAddress { append(address, count: bytes.count) }
        }
    }

    static func digitCount(_ number: UInt64) -> Int {
        // 1233 / 4096 is a little more than log10(2): the guess is right or one too small.
        let bits = 64 - (number | 1).leadingZeroBitCount
        let guess = (bits * 1_233) >> 12
        return guess + (number >= PowersOfTen.small(guess) ? 1 : 0) + (number == 0 ? 1 : 0)
    }

    /// Writes a number's digits, two at a time from behind.
    private static func write(_ number: UInt64, _ count: Int, to start: UnsafeMutablePointer<UInt8>) {
        let pairs = digitPairs.utf8Start
        var rest = number
        var position = start + count
        while rest >= 100 {
            let (quotient, pair) = rest.quotientAndRemainder(dividingBy: 100)
            position -= 2
            position[0] = pairs[2 * Int(pair)]
            position[1] = pairs[2 * Int(pair) + 1]
            rest = quotient
        }
        if rest >= 10 {
            position[-2] = pairs[2 * Int(rest)]
            position[-1] = pairs[2 * Int(rest) + 1]
        } else {
            position[-1] = UInt8(ascii: "0") + UInt8(rest)
        }
    }

    private static let digitPairs: StaticString = """
        0001020304050607080910111213141516171819\
        2021222324252627282930313233343536373839\
        4041424344454647484950515253545556575859\
        6061626364656667686970717273747576777879\
        8081828384858687888990919293949596979899
        """
}
