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

    /// The bytes of a text without its quotes, and whether they are ASCII.
    @inline(__always)
    private mutating func scanQuoted() throws -> (bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) {
        guard cursor < end, cursor.pointee == UInt8(ascii: "\"") else { throw unusual() }
        cursor += 1
        let start = cursor
        var bits: UInt64 = 0
        while end - cursor >= 8 {
            let word = UnsafeRawPointer(cursor).loadUnaligned(as: UInt64.self)
            if ByteWord.hasSpecial(word) { break }
            bits |= word
            cursor += 8
        }
        while cursor < end {
            let byte = cursor.pointee
            if byte == UInt8(ascii: "\"") {
                let bytes = UnsafeBufferPointer(start: start, count: cursor - start)
                cursor += 1
                return (bytes, ByteWord.isASCII(bits))
            }
            if byte < 0x20 || byte == UInt8(ascii: "\\") { break }
            bits |= UInt64(byte)
            cursor += 1
        }
        throw unusual()
    }

    mutating func scanText() throws -> String {
        let (bytes, isASCII) = try scanQuoted()
        if isASCII { return String(decoding: bytes, as: UTF8.self) }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw unusual() }
        return text
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
