extension DealLine {
    /// A deal's JSON, without a line feed.
    static func json(of deal: Deal) -> [UInt8] {
        var bytes: [UInt8] = []
        append(deal, to: &bytes)
        return bytes
    }

    /// Appends a deal's JSON.
    ///
    /// - Parameters:
    ///   - deal: The deal.
    ///   - bytes: The bytes to append it to.
    static func append(_ deal: Deal, to bytes: inout [UInt8]) {
        append("{\"id\":", to: &bytes)
        append(deal.id, to: &bytes)
        append(",\"date\":", to: &bytes)
        append(deal.date, to: &bytes)
        append(",\"instrument\":", to: &bytes)
        append(text: deal.instrument, to: &bytes)
        append(",\"price\":", to: &bytes)
        append(deal.price, to: &bytes)
        append(",\"amount\":", to: &bytes)
        append(deal.amount, to: &bytes)
        append(deal.side == .buy ? ",\"side\":\"buy\"}" : ",\"side\":\"sell\"}", to: &bytes)
    }

    private static func append(_ text: StaticString, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private static func append(_ number: Int, to bytes: inout [UInt8]) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var first = 20
            var rest = number.magnitude
            repeat {
                first -= 1
                let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: 10)
                digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: remainder)
                rest = quotient
            } while rest > 0
            if number < 0 { bytes.append(UInt8(ascii: "-")) }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[first...]))
        }
    }

    /// The shortest digits that give the number back; an integer as one.
    static func append(_ number: Double, to bytes: inout [UInt8]) {
        if let integer = Int(exactly: number), integer != 0 || number.sign == .plus {
            append(integer, to: &bytes)
        } else {
            bytes.append(contentsOf: number.description.utf8)
        }
    }

    private static func append(text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { text in
            if text.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) {
                for byte in text { append(escaping: byte, to: &bytes) }
            } else {
                bytes.append(contentsOf: text)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func append(escaping byte: UInt8, to bytes: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "\""): append("\\\"", to: &bytes)
        case UInt8(ascii: "\\"): append("\\\\", to: &bytes)
        case 0x0A: append("\\n", to: &bytes)
        case 0x0D: append("\\r", to: &bytes)
        case 0x09: append("\\t", to: &bytes)
        case 0..<0x20:
            append(byte < 0x10 ? "\\u000" : "\\u001", to: &bytes)
            bytes.append(Array("0123456789abcdef".utf8)[Int(byte & 0x0F)])
        default: bytes.append(byte)
        }
    }
}
