/// How wide a character is on average, in ems: as a part of the font's size.
///
/// Averages of the grotesques that systems use (San Francisco, Roboto, Segoe UI), rounded up a little. Ideographs, kana
/// and Hangul are one em wide by design; emoji are drawn somewhat wider.
enum GlyphWidth {
    /// How much wider heavy letters are.
    static let boldFactor = 1.06

    /// The width of one character, however many scalars it is made of.
    ///
    /// - Parameter character: The character.
    /// - Returns: The width in ems.
    static func of(_ character: Character) -> Double {
        if let byte = character.asciiValue { return ascii[Int(byte)] }
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        // A variation selector asks for the picture, and so does what joins several of them.
        if first.properties.isEmojiPresentation || scalars.contains(where: { $0.value == 0xFE0F }) { return emoji }
        return of(first)
    }

    /// Whether a line may break before and behind a character, though there is no blank.
    ///
    /// - Parameter character: The character.
    /// - Returns: True for ideographs, kana and syllables of Hangul.
    static func breaksAnywhere(_ character: Character) -> Bool {
        guard character.asciiValue == nil, let scalar = character.unicodeScalars.first else { return false }
        return isWide(scalar.value)
    }

    private static let emoji = 1.3
    private static let latin = 0.56
    private static let capital = 0.68

    private static func of(_ scalar: Unicode.Scalar) -> Double {
        if isWide(scalar.value) { return 1 }
        switch scalar.value {
        case 0x00A0, 0x2002...0x200A, 0x202F: return 0.28
        case 0x0400...0x052F: return cyrillic(scalar)
        case 0x2014, 0x2026: return 1
        case 0x2018, 0x2019, 0x02BC, 0x00B7: return 0.25
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: return 0
        case .uppercaseLetter, .titlecaseLetter: return capital
        case .otherPunctuation, .initialPunctuation, .finalPunctuation: return 0.45
        case .mathSymbol, .otherSymbol, .currencySymbol: return 0.8
        case .otherLetter, .spacingMark: return 0.65
        default: return latin
        }
    }

    private static func cyrillic(_ scalar: Unicode.Scalar) -> Double {
        switch scalar {
        case "і", "ї", "ј": 0.27
        case "І", "Ї": 0.3
        case "ж", "м", "ф", "ш", "щ", "ю", "ы", "њ", "љ": 0.78
        case "Ж", "М", "Ф", "Ш", "Щ", "Ю", "Ы", "Њ", "Љ": 0.95
        default: scalar.properties.isUppercase ? 0.68 : 0.57
        }
    }

    /// Unicode's East_Asian_Width W and F, without what is drawn as a picture.
    private static func isWide(_ value: UInt32) -> Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
            0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
            0x20000...0x3FFFD:
            true
        default: false
        }
    }

    /// The widths of ASCII, by the byte.
    static let ascii: [Double] = (0..<128).map { value in
        switch Character(Unicode.Scalar(UInt8(value))) {
        case "\0"..."\u{1F}", "\u{7F}": 0
        case " ": 0.28
        case "i", "j", "l", "I", "!", "'", ",", ".", ":", ";", "|": 0.29
        case "f", "r", "t", "(", ")", "[", "]", "{", "}", "/", "\\", "`", "\"", "-", "*": 0.38
        case "m", "w", "M": 0.88
        case "W", "@", "%": 0.98
        case "A"..."Z", "&", "#", "+", "=", "<", ">", "~": 0.68
        case "0"..."9", "$", "?", "_": 0.6
        default: latin
        }
    }
}
