/// Bytes that may end anywhere: reading past their end gives `nil`, whatever the offset.
struct HeaderBytes {
    private let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// How many there are.
    var count: Int { bytes.count }

    subscript(offset: Int) -> UInt8? {
        offset >= 0 && offset < bytes.count ? bytes[offset] : nil
    }

    /// A number of some bytes, at most four.
    func number(at offset: Int, count: Int, isBigEndian: Bool) -> UInt32? {
        guard offset >= 0, bytes.count >= count, offset <= bytes.count - count else { return nil }
        var number: UInt32 = 0
        for index in 0..<count {
            number = number << 8 | UInt32(bytes[offset + (isBigEndian ? index : count - 1 - index)])
        }
        return number
    }

    /// Whether a text of ASCII stands somewhere.
    func has(_ text: StaticString, at offset: Int) -> Bool {
        guard offset >= 0, bytes.count >= text.utf8CodeUnitCount, offset <= bytes.count - text.utf8CodeUnitCount
        else { return false }
        return text.withUTF8Buffer { bytes[offset..<offset + $0.count].elementsEqual($0) }
    }
}
