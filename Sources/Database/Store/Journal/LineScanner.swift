import Foundation

/// Walks over the bytes of a journal's line.
struct LineScanner {
    let bytes: JournalLine.Bytes
    var position: Int
    let end: Int

    var isAtEnd: Bool { position == end }

    mutating func skip(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard position + count <= end, let base = bytes.baseAddress,
            memcmp(base + position, text.utf8Start, count) == 0
        else { return false }
        position += count
        return true
    }

    mutating func name() -> Range<Int>? {
        let start = position
        while position < end, bytes[position] != UInt8(ascii: "\"") { position += 1 }
        return position > start ? start..<position : nil
    }

    mutating func number() -> UInt64? {
        let start = position
        var value: UInt64 = 0
        while position < end, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]) {
            let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, isTooMuch) = product.addingReportingOverflow(UInt64(bytes[position] - UInt8(ascii: "0")))
            if isTooLarge || isTooMuch { return nil }
            value = sum
            position += 1
        }
        return position > start ? value : nil
    }

    /// The eight digits at the end of a head or a trailer.
    mutating func checksum() -> UInt32? {
        guard skip(",\"crc\":\""), position + 8 <= end else { return nil }
        var value: UInt32 = 0
        for byte in bytes[position..<position + 8] {
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            // Small letters only: a flipped bit must not go unseen because it made a capital of one.
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            default: return nil
            }
            value = value << 4 | UInt32(digit)
        }
        position += 8
        return skip("\"}") && isAtEnd ? value : nil
    }

    /// Reads the rest of the line, without the brace that closes it.
    mutating func restBeforeBrace() -> Range<Int>? {
        guard position < end - 1, bytes[end - 1] == UInt8(ascii: "}") else { return nil }
        return position..<end - 1
    }
}

extension JournalLine {
    static func firstNewline(_ bytes: Bytes, _ range: Range<Int>) -> Int? {
        guard let base = bytes.baseAddress, !range.isEmpty,
            let found = memchr(base + range.lowerBound, CInt(newline), range.count)
        else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }
}
