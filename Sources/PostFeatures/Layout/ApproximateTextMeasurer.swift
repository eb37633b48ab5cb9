/// A text measurer that needs no font: it knows the average width of each script's letters.
///
/// It places rows before anything is drawn, on systems that have no text engine at hand, with the same result on every
/// system. It errs to the wide side: a row may have a line too many, seldom one too few.
///
/// Lines break at spaces and after hyphens, anywhere between ideographs, kana and syllables of Hangul, and inside a
/// word that is wider than a line. Spaces at the end of a line take no room.
public struct ApproximateTextMeasurer: TextMeasuring {
    /// Creates a measurer.
    public init() {}

    /// - Complexity: O(*n*) in the characters that are shown, after one look at the bytes of the whole text.
    public func height(of text: String, font: LayoutFont, width: Double, maximumLines: Int?) -> Double {
        Double(lineCount(of: text, font: font, width: width, maximumLines: maximumLines)) * font.lineHeight.length
    }

    /// The number of lines that a text takes; 0 for an empty text, and for a width or a font that is none.
    package func lineCount(of text: String, font: LayoutFont, width: Double, maximumLines: Int? = nil) -> Int {
        let limit = maximumLines ?? .max
        let size = font.size.length * (font.isBold ? GlyphWidth.boldFactor : 1)
        guard !text.isEmpty, limit > 0, width.length > 0, size > 0 else { return 0 }
        var lines = LineBreaker(room: width.length / size)
        // Most texts are ASCII, whose bytes need not be put together to characters.
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return Self.count(text.utf8, in: lines, limit: limit) }
        for character in text {
            lines.add(character)
            if lines.count >= limit { return limit }
        }
        return lines.count
    }

    private static func count(_ text: String.UTF8View, in lines: LineBreaker, limit: Int) -> Int {
        var lines = lines
        let widths = GlyphWidth.ascii
        var previous: UInt8 = 0
        for byte in text {
            // A carriage return and a line feed are one line break.
            let isSecondHalf = byte == 0x0A && previous == 0x0D
            previous = byte
            if isSecondHalf { continue }
            lines.add(ascii: byte, width: widths[Int(byte)])
            if lines.count >= limit { return limit }
        }
        return lines.count
    }

    /// The width of a text on one line, where a line break counts as a space.
    package func width(of text: String, font: LayoutFont) -> Double {
        let size = font.size.length * (font.isBold ? GlyphWidth.boldFactor : 1)
        return text.reduce(0) { $0 + GlyphWidth.of($1) } * size
    }
}

/// Counts the lines of a text, character by character.
private struct LineBreaker {
    /// The width of a line, in ems.
    private let room: Double
    /// The part of the line that is taken, without the word under way and the spaces before it.
    private var taken = 0.0
    /// The spaces after that: they count only when a word follows on the same line.
    private var spaces = 0.0
    /// The width of the word under way.
    private var word = 0.0
    /// The number of lines, the one under way included.
    private(set) var count = 1

    init(room: Double) {
        // Ten times 0.56 is a little more than 5.6, and what fits exactly shall fit.
        self.room = room + 1e-6
    }

    mutating func add(_ character: Character) {
        if character.isNewline {
            endWord()
            newLine()
            return
        }
        let width = GlyphWidth.of(character)
        // The space that never breaks is a letter here.
        if character.isWhitespace, character != "\u{A0}", character != "\u{202F}" {
            endWord()
            spaces += width
        } else if GlyphWidth.breaksAnywhere(character) {
            endWord()
            grow(by: width)
            endWord()
        } else {
            grow(by: width)
            if character == "-" { endWord() }
        }
    }

    /// Adds a byte of a text that is ASCII alone: the same as adding its character, and many times faster.
    ///
    /// Of a
    /// carriage return and the line feed after it only one may be added.
    mutating func add(ascii byte: UInt8, width: Double) {
        switch byte {
        case 0x0A...0x0D:
            endWord()
            newLine()
        case UInt8(ascii: " "), UInt8(ascii: "\t"):
            endWord()
            spaces += width
        case UInt8(ascii: "-"):
            grow(by: width)
            endWord()
        default:
            grow(by: width)
        }
    }

    private mutating func grow(by width: Double) {
        if taken + spaces + word + width <= room {
            word += width
        } else if taken > 0 {
            // The word does not fit behind what is there.
            newLine(keepingWord: true)
            grow(by: width)
        } else if word > 0 {
            // It is wider than a line, and breaks inside.
            newLine()
            word = width
        } else {
            // Not even one character fits; it gets a line of its own all the same.
            word = width
        }
    }

    private mutating func endWord() {
        guard word > 0 else { return }
        taken += spaces + word
        (spaces, word) = (0, 0)
    }

    private mutating func newLine(keepingWord: Bool = false) {
        count += 1
        (taken, spaces) = (0, 0)
        if !keepingWord { word = 0 }
    }
}

/// The average width of a character in ems, that is, as a part of the font's size.
///
/// Averages of the grotesques that systems use (San Francisco, Roboto, Segoe UI), rounded up a little. Ideographs, kana
/// and Hangul are one em wide by design; emoji are drawn somewhat wider.
private enum GlyphWidth {
    /// The width of bold letters by that of regular ones.
    static let boldFactor = 1.06

    static func of(_ character: Character) -> Double {
        if let byte = character.asciiValue { return ascii[Int(byte)] }
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        // A variation selector asks for the emoji.
        if first.properties.isEmojiPresentation || scalars.contains(where: { $0.value == 0xFE0F }) { return emoji }
        return of(first)
    }

    /// Whether a line may break before and after a character without a space: ideographs, kana and syllables of Hangul.
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

    /// Unicode's East_Asian_Width W and F, without emoji.
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
