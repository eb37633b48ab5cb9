/// One folded word of a query, with the search for it in folded texts by its two rarest bytes.
struct SearchWord: Sendable {
    let bytes: [UInt8]
    private let first: Int
    private let second: Int

    /// Creates a word of one byte at least.
    init(_ bytes: [UInt8]) {
        precondition(!bytes.isEmpty, "A word to search for has one byte at least.")
        self.bytes = bytes
        let places = bytes.indices.sorted { (Self.frequency(bytes[$0]), $0) < (Self.frequency(bytes[$1]), $1) }
        first = places[0]
        second = places.count > 1 ? places[1] : places[0]
    }

    /// The rough frequency of a byte in folded texts; larger is more frequent.
    private static func frequency(_ byte: UInt8) -> Int {
        switch byte {
        case UInt8(ascii: " "), 0xC3...0xF4: 3
        case UInt8(ascii: "e"), UInt8(ascii: "t"), UInt8(ascii: "a"), UInt8(ascii: "o"), UInt8(ascii: "i"),
            UInt8(ascii: "n"), UInt8(ascii: "s"), UInt8(ascii: "r"):
            2
        case UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...0xC2: 1
        default: 0
        }
    }

    func isContained(in text: UnsafeRawBufferPointer) -> Bool { place(in: text, from: 0) != nil }

    /// The first place of the word from a place on; nil for none.
    func place(in text: UnsafeRawBufferPointer, from first: Int) -> Int? {
        guard let start = text.baseAddress, text.count - first >= bytes.count else { return nil }
        return bytes.withUnsafeBytes { word in
            guard let word = word.baseAddress else { return nil }
            return search(start, first, text.count - bytes.count + 1, word)
        }
    }

    /// Tests 32 places at a time, and compares the whole word only where both bytes match.
    private func search(_ text: UnsafeRawPointer, _ start: Int, _ places: Int, _ word: UnsafeRawPointer) -> Int? {
        let firstText = text + first
        let secondText = text + second
        let firstByte = Self.spread(bytes[first])
        let secondByte = Self.spread(bytes[second])
        var place = start
        while place + 32 <= places {
            let one = Self.fits(firstText + place, firstByte, secondText + place, secondByte)
            let two = Self.fits(firstText + place + 8, firstByte, secondText + place + 8, secondByte)
            let three = Self.fits(firstText + place + 16, firstByte, secondText + place + 16, secondByte)
            let four = Self.fits(firstText + place + 24, firstByte, secondText + place + 24, secondByte)
            if one | two | three | four != 0 {
                if let offset = marked(one, text + place, word) { return place + offset }
                if let offset = marked(two, text + place + 8, word) { return place + 8 + offset }
                if let offset = marked(three, text + place + 16, word) { return place + 16 + offset }
                if let offset = marked(four, text + place + 24, word) { return place + 24 + offset }
            }
            place += 32
        }
        while place < places {
            if isEqual(text + place, word) { return place }
            place += 1
        }
        return nil
    }

    /// The first of the marked places that has the word.
    @inline(__always)
    private func marked(_ marks: UInt64, _ text: UnsafeRawPointer, _ word: UnsafeRawPointer) -> Int? {
        var rest = marks
        while rest != 0 {
            let offset = rest.trailingZeroBitCount / 8
            if isEqual(text + offset, word) { return offset }
            rest &= rest - 1
        }
        return nil
    }

    private static func spread(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

    /// A mark in the lowest byte for the first of eight places, and so on, where both bytes may fit; a mark may be
    /// wrong, a place without one never is.
    @inline(__always)
    private static func fits(
        _ first: UnsafeRawPointer, _ firstByte: UInt64, _ second: UnsafeRawPointer, _ secondByte: UInt64
    ) -> UInt64 {
        let difference = UInt64(
            littleEndian: (first.loadUnaligned(as: UInt64.self) ^ firstByte)
                | (second.loadUnaligned(as: UInt64.self) ^ secondByte))
        return (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
    }

    @inline(__always)
    private func isEqual(_ place: UnsafeRawPointer, _ word: UnsafeRawPointer) -> Bool {
        let count = bytes.count
        var position = 0
        while position < count {
            if place.load(fromByteOffset: position, as: UInt8.self)
                != word.load(fromByteOffset: position, as: UInt8.self)
            {
                return false
            }
            position += 1
        }
        return true
    }
}
