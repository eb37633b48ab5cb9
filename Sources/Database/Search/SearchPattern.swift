import Core

/// What a person searches for: words that must all be in a text, in any order.
struct SearchPattern: Sendable {
    private let words: [SearchWord]

    /// A pattern of the words of a text, in any case; white space parts them.
    init(_ text: String) {
        let folded = String(decoding: SearchText.fold(text), as: UTF8.self)
        let words = folded.unicodeScalars.split(whereSeparator: \.properties.isWhitespace).map {
            Array(String($0).utf8)
        }
        // The longest first: they are the rarest.
        self.words = words.sorted { $0.count > $1.count }.map(SearchWord.init)
    }

    /// Whether it has no word; it finds nothing then.
    var isEmpty: Bool { words.isEmpty }

    /// Whether all words are in a text that was folded by ``SearchText``.
    func isContained(in folded: UnsafeRawBufferPointer) -> Bool {
        !words.isEmpty && words.allSatisfy { $0.isContained(in: folded) }
    }
}

/// One word, and the two of its bytes that are looked for first.
struct SearchWord: Sendable {
    private let bytes: [UInt8]
    private let first: Int
    private let second: Int

    /// A word of one byte at least.
    init(_ bytes: [UInt8]) {
        precondition(!bytes.isEmpty, "A word to search for has one byte at least.")
        self.bytes = bytes
        let places = bytes.indices.sorted { (Self.frequency(bytes[$0]), $0) < (Self.frequency(bytes[$1]), $1) }
        first = places[0]
        second = places.count > 1 ? places[1] : places[0]
    }

    /// Roughly how often a byte is met in folded texts; larger is oftener.
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

    func isContained(in text: UnsafeRawBufferPointer) -> Bool {
        guard let start = text.baseAddress, text.count >= bytes.count else { return false }
        return bytes.withUnsafeBytes { word in
            guard let word = word.baseAddress else { return false }
            return search(start, places: text.count - bytes.count + 1, word)
        }
    }

    /// Looks at 32 places at a time, and compares the whole word only where both bytes fit.
    private func search(_ text: UnsafeRawPointer, places: Int, _ word: UnsafeRawPointer) -> Bool {
        let firstText = text + first
        let secondText = text + second
        let firstByte = Self.spread(bytes[first])
        let secondByte = Self.spread(bytes[second])
        var place = 0
        while place + 32 <= places {
            let one = Self.fits(firstText + place, firstByte, secondText + place, secondByte)
            let two = Self.fits(firstText + place + 8, firstByte, secondText + place + 8, secondByte)
            let three = Self.fits(firstText + place + 16, firstByte, secondText + place + 16, secondByte)
            let four = Self.fits(firstText + place + 24, firstByte, secondText + place + 24, secondByte)
            if one | two | three | four != 0 {
                if isAny(one, text + place, word) || isAny(two, text + place + 8, word)
                    || isAny(three, text + place + 16, word) || isAny(four, text + place + 24, word)
                {
                    return true
                }
            }
            place += 32
        }
        while place < places {
            if isEqual(text + place, word) { return true }
            place += 1
        }
        return false
    }

    /// Whether the word stands at one of the marked places.
    @inline(__always)
    private func isAny(_ marks: UInt64, _ text: UnsafeRawPointer, _ word: UnsafeRawPointer) -> Bool {
        var rest = marks
        while rest != 0 {
            if isEqual(text + rest.trailingZeroBitCount / 8, word) { return true }
            rest &= rest - 1
        }
        return false
    }

    private static func spread(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

    /// A mark in the lowest byte for the first of eight places, and so on, where both bytes may fit; a mark may be wrong,
    /// a place without one never is.
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
