/// One folded word of a query, with the search for it in folded texts by its two rarest bytes.
package struct SearchWord: Sendable {
    package let bytes: [UInt8]
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
        // The second bytes of the letters о, е, а, и, н, т, с, р.
        case 0xBE, 0xB5, 0xB0, 0xB8, 0xBD, 0x80...0x82: 2
        case UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...0xC2: 1
        default: 0
        }
    }

    func isContained(in text: UnsafeRawBufferPointer) -> Bool { place(in: text, from: 0) != nil }

    /// The first place of the word from a place on; nil for none.
    ///
    /// - Complexity: O(*n*); some ten gigabytes a second for a word with an infrequent letter.
    package func place(in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard let base = text.baseAddress, text.count - start >= bytes.count else { return nil }
        return bytes.withUnsafeBytes { word in
            guard let word = word.baseAddress else { return nil }
            return search(base, start, text.count - bytes.count + 1, word)
        }
    }

    /// Tests 64 places at a time, and compares the whole word only where both bytes match.
    private func search(_ text: UnsafeRawPointer, _ start: Int, _ places: Int, _ word: UnsafeRawPointer) -> Int? {
        let count = bytes.count
        let firstText = text + first
        let secondText = text + second
        let firstByte = Vector(repeating: word.load(fromByteOffset: first, as: UInt8.self))
        let secondByte = Vector(repeating: word.load(fromByteOffset: second, as: UInt8.self))
        var place = start
        while place &+ 64 <= places {
            let one = Self.fits(firstText + place, firstByte, secondText + place, secondByte)
            let two = Self.fits(firstText + (place &+ 16), firstByte, secondText + (place &+ 16), secondByte)
            let three = Self.fits(firstText + (place &+ 32), firstByte, secondText + (place &+ 32), secondByte)
            let four = Self.fits(firstText + (place &+ 48), firstByte, secondText + (place &+ 48), secondByte)
            if Self.isMarked(one | two | three | four) {
                if let offset = Self.marked(one, text + place, word, count) { return place + offset }
                if let offset = Self.marked(two, text + (place + 16), word, count) { return place + 16 + offset }
                if let offset = Self.marked(three, text + (place + 32), word, count) { return place + 32 + offset }
                if let offset = Self.marked(four, text + (place + 48), word, count) { return place + 48 + offset }
            }
            place &+= 64
        }
        while place &+ 16 <= places {
            let marks = Self.fits(firstText + place, firstByte, secondText + place, secondByte)
            if Self.isMarked(marks), let offset = Self.marked(marks, text + place, word, count) {
                return place + offset
            }
            place &+= 16
        }
        while place < places {
            if Self.isEqual(text + place, word, count) { return place }
            place &+= 1
        }
        return nil
    }

    private typealias Vector = SIMD16<UInt8>
    /// A byte of ones for each marked place, lowest first.
    private typealias Marks = SIMDMask<SIMD16<Int8>>

    /// Marks those of sixteen places where both bytes match.
    @inline(__always)
    private static func fits(
        _ first: UnsafeRawPointer, _ firstByte: Vector, _ second: UnsafeRawPointer, _ secondByte: Vector
    ) -> SIMD2<UInt64> {
        let marks: Marks =
            (first.loadUnaligned(as: Vector.self) .== firstByte)
            .& (second.loadUnaligned(as: Vector.self) .== secondByte)
        return unsafeBitCast(marks, to: SIMD2<UInt64>.self)
    }

    @inline(__always)
    private static func isMarked(_ marks: SIMD2<UInt64>) -> Bool { marks[0] | marks[1] != 0 }

    /// The first of the marked places that has the word.
    @inline(__always)
    private static func marked(
        _ marks: SIMD2<UInt64>, _ text: UnsafeRawPointer, _ word: UnsafeRawPointer, _ count: Int
    ) -> Int? {
        for half in 0..<2 {
            var rest = UInt64(littleEndian: marks[half])
            while rest != 0 {
                let offset = rest.trailingZeroBitCount / 8
                if isEqual(text + (8 * half + offset), word, count) { return 8 * half + offset }
                rest &= ~(0xFF << UInt64(8 * offset))
            }
        }
        return nil
    }

    @inline(__always)
    private static func isEqual(_ place: UnsafeRawPointer, _ word: UnsafeRawPointer, _ count: Int) -> Bool {
        var position = 0
        while position < count {
            if place.load(fromByteOffset: position, as: UInt8.self)
                != word.load(fromByteOffset: position, as: UInt8.self)
            {
                return false
            }
            position &+= 1
        }
        return true
    }
}
