/// The UTF-8 of a text that is folded but for the capitals of ASCII, and where its words begin and end.
struct FoldedText {
    let bytes: UnsafeBufferPointer<UInt8>
    let count: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        count = bytes.count
    }

    /// Whether there is nothing to fold in a text but capitals of ASCII: it holds nothing else than ASCII, and the
    /// dashes, quotes and pictures that ``TextFolding`` leaves as they are.
    static func isFolded(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let raw = UnsafeRawBufferPointer(text)
        var position = 0
        while position < raw.count {
            if position + 8 <= raw.count,
                raw.loadUnaligned(fromByteOffset: position, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
            {
                position += 8
                continue
            }
            switch raw[position] {
            case 0..<0x80: position += 1
            // U+2010 to U+2027.
            case 0xE2 where raw[position + 1] == 0x80 && (0x90..<0xA8).contains(raw[position + 2]): position += 3
            // U+1F300 to U+1FAFF.
            case 0xF0 where raw[position + 1] == 0x9F && (0x8C..<0xAC).contains(raw[position + 2]): position += 4
            default: return false
            }
        }
        return true
    }

    /// The small letter of a capital of ASCII, and any other byte as it is.
    @inline(__always)
    static func small(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

    @inline(__always)
    func small(at position: Int) -> UInt8 { Self.small(bytes[position]) }

    // MARK: Words

    /// Whether a scalar is a part of words that have spaces between them: a letter, a digit or a mark, but none of a
    /// script in which words follow one another without.
    static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x80: return isLetter(UInt8(scalar.value))
        // The letters of most texts, without asking for their properties.
        case 0x00DF..<0x00F7, 0x00F8..<0x02B0, 0x0400..<0x0482, 0xAC00..<0xD7A4: return true
        // Thai, Lao, Tibetan, Myanmar, Khmer, Balinese, kana, ideographs.
        case 0x0E00..<0x0F00, 0x0F00..<0x10A0, 0x1780..<0x1800, 0x19E0..<0x1A00, 0x1B00..<0x1B80, 0x2E80..<0x3130,
            0x31C0..<0xA000, 0xA9E0..<0xAA00, 0xAA60..<0xAA80, 0xF900..<0xFB00, 0xFF66..<0xFFA0, 0x1AFF0..<0x1B170,
            0x20000..<0x32000:
            return false
        default:
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
                .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
                return true
            default: return false
            }
        }
    }

    /// Whether a scalar stands on the one in front of it: an accent, or what makes a sign a picture.
    static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x0300 else { return false }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return true
        default: return false
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10
    }

    /// Whether a letter ends in front of a position, its marks included: those of a sign make no letter of it.
    func hasLetter(before position: Int) -> Bool {
        var end = position
        while end > 0 {
            var start = end - 1
            // Back to the first byte of the scalar; the text is valid, so it is near.
            while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
            let last = scalar(at: start).value
            guard Self.isMark(last) else { return Self.isLetter(last) }
            end = start
        }
        return false
    }

    /// Whether a letter begins at a position.
    func hasLetter(at position: Int) -> Bool {
        position < count && Self.isLetter(scalar(at: position).value)
    }

    /// The position behind the letters that begin at one.
    func endOfLetters(from position: Int) -> Int {
        var end = position
        while end < count {
            let (value, length) = scalar(at: end)
            guard Self.isLetter(value) else { break }
            end += length
        }
        return end
    }

    /// The position behind the white space that begins at one.
    func endOfSpace(from position: Int) -> Int {
        var end = position
        while end < count {
            let (value, length) = scalar(at: end)
            guard value.properties.isWhitespace else { break }
            end += length
        }
        return end
    }

    /// The scalar that begins at a position, and its length in bytes.
    private func scalar(at position: Int) -> (value: Unicode.Scalar, length: Int) {
        let byte = bytes[position]
        guard byte >= 0x80 else { return (Unicode.Scalar(byte), 1) }
        // The text is valid, so the first byte says how many there are.
        let length = min(byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4, count - position)
        var value = UInt32(byte) & (0xFF >> UInt32(length + 1))
        for next in 1..<max(1, length) { value = value << 6 | UInt32(bytes[position + next] & 0x3F) }
        return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
    }
}
