extension FieldReader {
    /// Skips `null` when it is there.
    @inline(__always)
    mutating func skipNull() -> Bool {
        guard end - cursor >= 4, cursor[0] == UInt8(ascii: "n"), cursor[1] == UInt8(ascii: "u"),
            cursor[2] == UInt8(ascii: "l"), cursor[3] == UInt8(ascii: "l")
        else { return false }
        cursor += 4
        return true
    }

    mutating func scanBool() throws -> Bool {
        if end - cursor >= 4, cursor[0] == UInt8(ascii: "t"), cursor[1] == UInt8(ascii: "r"),
            cursor[2] == UInt8(ascii: "u"), cursor[3] == UInt8(ascii: "e")
        {
            cursor += 4
            return true
        }
        if end - cursor >= 5, cursor[0] == UInt8(ascii: "f"), cursor[1] == UInt8(ascii: "a"),
            cursor[2] == UInt8(ascii: "l"), cursor[3] == UInt8(ascii: "s"), cursor[4] == UInt8(ascii: "e")
        {
            cursor += 5
            return false
        }
        throw unusual()
    }

    /// Digits without a sign; what follows them is for the next field to check.
    @inline(__always)
    mutating func scanInteger() throws -> Int64 {
        var isNegative = false
        if cursor < end, cursor.pointee == UInt8(ascii: "-") {
            isNegative = true
            cursor += 1
        }
        let start = cursor
        var magnitude: UInt64 = 0
        while cursor < end {
            let digit = cursor.pointee &- UInt8(ascii: "0")
            if digit > 9 { break }
            magnitude = magnitude &* 10 &+ UInt64(digit)
            cursor += 1
        }
        let count = cursor - start
        // Up to 18 digits fit; longer ones, and zeros in front, are rare enough.
        guard count > 0, count <= 18, count == 1 || start.pointee != UInt8(ascii: "0") else { throw unusual() }
        return isNegative ? -Int64(magnitude) : Int64(magnitude)
    }

    /// The bytes of a text without its quotes, and whether they are ASCII; nil when some of them are escaped, and then
    /// the cursor is at its opening quote.
    @inline(__always)
    mutating func scanQuoted() throws -> (bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool)? {
        guard cursor < end, cursor.pointee == UInt8(ascii: "\"") else { throw unusual() }
        let start = cursor + 1
        var next = start
        var bits: UInt64 = 0
        while end - next >= 8 {
            let word = UnsafeRawPointer(next).loadUnaligned(as: UInt64.self)
            if ByteWord.hasSpecial(word) { break }
            bits |= word
            next += 8
        }
        while next < end {
            let byte = next.pointee
            if byte == UInt8(ascii: "\"") {
                cursor = next + 1
                return (UnsafeBufferPointer(start: start, count: next - start), ByteWord.isASCII(bits))
            }
            if byte == UInt8(ascii: "\\") { return nil }
            if byte < 0x20 { break }
            bits |= UInt64(byte)
            next += 1
        }
        throw unusual()
    }

    mutating func scanText() throws -> String {
        guard let (bytes, isASCII) = try scanQuoted() else { return try scanEscaped() }
        if isASCII { return String(decoding: bytes, as: UTF8.self) }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw unusual() }
        return text
    }

    /// A text with escapes: those of one letter, and those by number for ASCII; others are for the complete decoder.
    @inline(never)
    private mutating func scanEscaped() throws -> String {
        cursor += 1
        let (from, limit) = (cursor, end)
        // No escape is shorter than what it stands for, and a word may reach seven bytes further.
        let (text, next) = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: limit - from + 8) { output in
            Self.unescape(from, limit, into: output)
        }
        guard let text else { throw unusual() }
        cursor = next
        return text
    }

    /// The text up to the closing quote, nil for anything that is not usual; and where the cursor goes on.
    private static func unescape(
        _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, into memory: UnsafeMutableBufferPointer<UInt8>
    ) -> (text: String?, next: UnsafePointer<UInt8>) {
        guard let output = memory.baseAddress else { return (nil, start) }
        var cursor = start
        var count = 0
        while cursor < end {
            while end - cursor >= 8 {
                let word = UnsafeRawPointer(cursor).loadUnaligned(as: UInt64.self)
                let plain = ByteWord.plainCount(word)
                UnsafeMutableRawPointer(output + count).storeBytes(of: word, as: UInt64.self)
                cursor += plain
                count += plain
                if plain < 8 { break }
            }
            guard cursor < end else { return (nil, start) }
            switch cursor.pointee {
            case UInt8(ascii: "\""):
                let bytes = UnsafeBufferPointer(start: UnsafePointer(output), count: count)
                return (String(validating: bytes, as: UTF8.self), cursor + 1)
            case UInt8(ascii: "\\"):
                guard let (byte, length) = escape(cursor, end) else { return (nil, start) }
                output[count] = byte
                cursor += length
            case 0..<0x20: return (nil, start)
            default:
                output[count] = cursor.pointee
                cursor += 1
            }
            count += 1
        }
        return (nil, start)
    }

    /// Returns the character of an escape, and its length.
    private static func escape(
        _ cursor: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
    ) -> (byte: UInt8, length: Int)? {
        guard end - cursor >= 2 else { return nil }
        switch cursor[1] {
        case UInt8(ascii: "n"): return (0x0A, 2)
        case UInt8(ascii: "r"): return (0x0D, 2)
        case UInt8(ascii: "t"): return (0x09, 2)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return (cursor[1], 2)
        case UInt8(ascii: "u"):
            guard end - cursor >= 6 else { return nil }
            var value = 0
            for digit in UnsafeBufferPointer(start: cursor + 2, count: 4) {
                guard let digit = Character(Unicode.Scalar(digit)).hexDigitValue, digit < 16 else { return nil }
                value = value << 4 | digit
            }
            return value < 0x80 ? (UInt8(value), 6) : nil
        default: return nil
        }
    }

    /// Any value, whole: up to the comma or the brace behind it.
    mutating func scanValue() throws -> UnsafeBufferPointer<UInt8> {
        let start = cursor
        var depth = 0
        while cursor < end {
            switch cursor.pointee {
            case UInt8(ascii: "\""):
                skipText()
                continue
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: ",") where depth == 0: return UnsafeBufferPointer(start: start, count: cursor - start)
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                if depth == 0 { return UnsafeBufferPointer(start: start, count: cursor - start) }
                depth -= 1
            default: break
            }
            cursor += 1
        }
        throw unusual()
    }

    private mutating func skipText() {
        cursor += 1
        while cursor < end, cursor.pointee != UInt8(ascii: "\"") {
            cursor += cursor.pointee == UInt8(ascii: "\\") && end - cursor > 1 ? 2 : 1
        }
        if cursor < end { cursor += 1 }
    }
}
