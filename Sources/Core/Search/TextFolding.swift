import Foundation

/// The folding of texts for search: texts that differ only in case, accents or encoding get the same bytes.
///
/// - Case is folded in every script: by the full mappings to small, to capital and to small letters again. So ß and ẞ
///   are ss, the final ς is σ, ŉ is ʼn, and the Turkish İ and ı are i (I is i in every language).
/// - Of Latin letters the diacritics are taken away, strokes included (ø is o, ł is l, đ is d, ħ is h, ŧ is t), and æ
///   and œ are taken apart. Other alphabets keep them, because й and ї are letters of their own; only ё is е.
/// - Canonically equivalent texts are the same: the result is in the composed form (NFC), so that a syllable of Hangul
///   is one scalar and its beginning does not match.
/// - Nothing else changes: full-width letters, superscripts and variants of ideographs stay as they are.
package enum TextFolding {
    /// The version of the folding; stored texts of another version are folded again.
    package static let version = 1

    /// Folds a text.
    ///
    /// - Parameter text: The text.
    /// - Returns: The UTF-8 of the folded text.
    /// - Complexity: O(*n*); some nanoseconds a byte, and about a microsecond a letter for words with combining marks
    ///   and for alphabets other than Latin, Cyrillic, Hangul, kana and ideographs.
    package static func fold(_ text: String) -> [UInt8] {
        var text = text
        var folded: [UInt8] = []
        text.withUTF8 { bytes in
            folded.reserveCapacity(bytes.count)
            var start = 0
            while start < bytes.count {
                let stop = foldPlain(bytes, from: start, into: &folded)
                guard stop < bytes.count else { return }
                start = foldWord(bytes, at: stop, notBefore: start, into: &folded)
            }
        }
        return folded
    }

    /// Folds the word around a place completely, in place of what was folded of it; returns where it ends.
    ///
    /// Nothing that is done to a letter depends on what stands behind ASCII white space.
    private static func foldWord(
        _ text: UnsafeBufferPointer<UInt8>, at place: Int, notBefore first: Int, into folded: inout [UInt8]
    ) -> Int {
        var start = place
        while start > first, !isSpace(text[start - 1]) {
            start -= 1
        }
        var end = place
        while end < text.count, !isSpace(text[end]) { end += 1 }
        // White space is one byte before and after, so what was folded of the word is what is behind the last one.
        if start < place {
            let kept = folded.lastIndex(where: isSpace).map { $0 + 1 } ?? 0
            folded.removeSubrange(kept...)
        }
        folded += foldCompletely(String(decoding: text[start..<end], as: UTF8.self))
        return end
    }

    /// Whether a byte is ASCII white space.
    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    /// Folds ASCII and the scalars that can be folded one by one; returns where any other stands, or the end.
    private static func foldPlain(
        _ text: UnsafeBufferPointer<UInt8>, from start: Int, into folded: inout [UInt8]
    ) -> Int {
        // On the stack first, since appending byte by byte to an array costs several times as much.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1_024) { room in
            guard let room = room.baseAddress else { return start }
            var position = start
            var isPlain = true
            while isPlain, position < text.count {
                // None of these scalars becomes more than twice as long as it was.
                let end = min(text.count, position + 500)
                let step = foldPlain(text, from: position, to: end, into: room)
                folded.append(contentsOf: UnsafeBufferPointer(start: room, count: step.count))
                (position, isPlain) = (step.position, step.isPlain)
            }
            return position
        }
    }

    /// Folds like the function above up to an end, or a little further where a scalar crosses it; `count` is the number
    /// of bytes that were written.
    private static func foldPlain(
        _ text: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int, into folded: UnsafeMutablePointer<UInt8>
    ) -> (position: Int, count: Int, isPlain: Bool) {
        let raw = UnsafeRawBufferPointer(text)
        var position = start
        var count = 0
        while position < end {
            let byte = text[position]
            if byte < 0x80 {
                if position + 8 <= end {
                    let word = raw.loadUnaligned(fromByteOffset: position, as: UInt64.self)
                    if word & 0x8080_8080_8080_8080 == 0 {
                        UnsafeMutableRawPointer(folded + count).storeBytes(of: small(word), as: UInt64.self)
                        position += 8
                        count += 8
                        continue
                    }
                }
                folded[count] = byte &- 0x41 < 26 ? byte | 0x20 : byte
                position += 1
                count += 1
                continue
            }
            // The text is valid, so the first byte says how many there are.
            let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
            var value = UInt32(byte) & (0xFF >> UInt32(length + 1))
            for next in 1..<length { value = value << 6 | UInt32(text[position + next] & 0x3F) }
            switch value {
            case 0x0400..<0x0460:
                var letter = value < 0x0410 ? value + 0x50 : value < 0x0430 ? value + 0x20 : value
                if letter == 0x0451 { letter = 0x0435 }
                folded[count] = UInt8(truncatingIfNeeded: 0xC0 | letter >> 6)
                folded[count + 1] = UInt8(truncatingIfNeeded: 0x80 | letter & 0x3F)
                count += 2
            // The one Ukrainian letter that stands apart from the others.
            case 0x0490, 0x0491:
                folded[count] = 0xD2
                folded[count + 1] = 0x91
                count += 2
            case 0x00C0..<0x0250:
                let offsets = LatinLetters.table.offsets
                let letters = Int(offsets[Int(value - 0x00C0)])..<Int(offsets[Int(value - 0x00C0) + 1])
                for letter in letters {
                    folded[count] = LatinLetters.table.bytes[letter]
                    count += 1
                }
            case _ where isUnchanged(value):
                for next in 0..<length { folded[count + next] = text[position + next] }
                count += length
            default: return (position, count, false)
            }
            position += length
        }
        return (position, count, true)
    }

    /// Eight bytes of ASCII with small letters for capitals.
    @inline(__always)
    private static func small(_ word: UInt64) -> UInt64 {
        // The highest bit of a byte is set from A on, and behind Z.
        let fromA = word &+ 0x3F3F_3F3F_3F3F_3F3F
        let behindZ = word &+ 0x2525_2525_2525_2525
        return word | (fromA & ~behindZ & 0x8080_8080_8080_8080) >> 2
    }

    /// Whether a scalar neither has case nor composes with what stands in front of it, and stays as it is.
    @inline(__always)
    private static func isUnchanged(_ value: UInt32) -> Bool {
        switch value {
        // Ideographs, syllables of Hangul.
        case 0x4E00..<0xA000, 0xAC00..<0xD7A4: true
        // Signs such as the quotation marks, but not the micro sign: it is a Greek letter.
        case 0x00A0..<0x00B5, 0x00B6..<0x00C0: true
        // Dashes, quotes, joiners, prices.
        case 0x2002..<0x20C1: true
        // What ideographs and kana have for commas, full stops and brackets, and kana.
        case 0x3000..<0x302A, 0x3041..<0x3097, 0x309D..<0x3100, 0xFF01..<0xFF21, 0xFF3B..<0xFF41, 0xFF5B..<0xFF66: true
        // Pictures.
        case 0x1F300..<0x1FB00: true
        default: false
        }
    }

    /// Folds any text.
    static func foldCompletely(_ text: String) -> [UInt8] {
        var folded = String.UnicodeScalarView()
        var base: Unicode.Scalar = " "
        for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars {
            // U+0345 is a mark that is a small letter, and its capital is one.
            if scalar.properties.generalCategory == .nonspacingMark, scalar.value != 0x0345 {
                let isDropped = isLatin(base) || (base.value == 0x0435 && scalar.value == 0x0308)
                if !isDropped { folded.append(scalar) }
                continue
            }
            for letter in caseFolded(scalar) {
                base = letter
                folded.append(contentsOf: withoutStroke(letter).unicodeScalars)
            }
        }
        return Array(String(folded).precomposedStringWithCanonicalMapping.utf8)
    }

    private static func caseFolded(_ scalar: Unicode.Scalar) -> String.UnicodeScalarView {
        let small = scalar.properties.lowercaseMapping.unicodeScalars
        let capital = small.map(\.properties.uppercaseMapping).joined().unicodeScalars
        return capital.map(\.properties.lowercaseMapping).joined().unicodeScalars
    }

    private static func withoutStroke(_ letter: Unicode.Scalar) -> String {
        switch letter {
        case "ø": "o"
        case "ł": "l"
        case "đ": "d"
        case "ħ": "h"
        case "ŧ": "t"
        case "æ": "ae"
        case "œ": "oe"
        default: String(letter)
        }
    }

    private static func isLatin(_ letter: Unicode.Scalar) -> Bool {
        switch letter.value {
        case 0x61..<0x7B, 0xDF..<0xF7, 0xF8..<0x0250, 0x0250..<0x02B0, 0x1D00..<0x1D26, 0x1D6B..<0x1D78,
            0x1D79..<0x1D9B, 0x1E00..<0x1F00, 0x2C60..<0x2C80, 0xA722..<0xA788, 0xA78B..<0xA800, 0xAB30..<0xAB5B:
            true
        default: false
        }
    }
}

/// The folded Latin letters from U+00C0 to U+024F, one after the other.
private struct LatinLetters: Sendable {
    let bytes: [UInt8]
    /// The start of each letter, and the end of the last one.
    let offsets: [UInt16]

    static let table = LatinLetters()

    private init() {
        var bytes: [UInt8] = []
        var offsets: [UInt16] = [0]
        for letter in (UInt32(0x00C0)..<0x0250).compactMap(Unicode.Scalar.init) {
            bytes += TextFolding.foldCompletely(String(letter))
            offsets.append(UInt16(bytes.count))
        }
        self.bytes = bytes
        self.offsets = offsets
    }
}
