/// Measures texts without a font: by how wide the letters of each script are on average.
///
/// It is meant to place rows before anything is drawn, on systems that have no text engine at hand, and to be the same
/// everywhere. It errs to the wide side: a row may have a line too many, seldom one too few.
///
/// Lines break at blanks and behind hyphens, anywhere between ideographs, kana and syllables of Hangul, and inside a word
/// that is wider than a line. Blanks at the end of a line take no room.
public struct ApproximateTextMeasurer: TextMeasuring {
    /// Creates a measurer.
    public init() {}

    /// How high a text is.
    ///
    /// - Parameters:
    ///   - text: The text; its line breaks begin new lines.
    ///   - font: What it is written with.
    ///   - width: How wide a line may be, in points.
    ///   - maximumLines: How many lines there are at most; `nil` for any number.
    /// - Returns: The height in points: a multiple of the font's line height.
    /// - Complexity: O(*n*) in the characters that are shown, after one look at the bytes of the whole text.
    public func height(of text: String, font: LayoutFont, width: Double, maximumLines: Int?) -> Double {
        Double(lineCount(of: text, font: font, width: width, maximumLines: maximumLines)) * font.lineHeight.length
    }

    /// How many lines a text takes.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - font: What it is written with.
    ///   - width: How wide a line may be, in points.
    ///   - maximumLines: How many lines there are at most; `nil` for any number.
    /// - Returns: The number of lines; 0 for an empty text, and for a width or a font that is none.
    public func lineCount(of text: String, font: LayoutFont, width: Double, maximumLines: Int? = nil) -> Int {
        let limit = maximumLines ?? .max
        let size = font.size.length * (font.isBold ? GlyphWidth.boldFactor : 1)
        guard !text.isEmpty, limit > 0, width.length > 0, size > 0 else { return 0 }
        var lines = LineBreaker(room: width.length / size)
        // Most texts are ASCII, and its bytes need not be put together to characters.
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

    /// How wide a text is on one line.
    ///
    /// - Parameters:
    ///   - text: The text; a line break counts as a blank.
    ///   - font: What it is written with.
    /// - Returns: The width in points.
    public func width(of text: String, font: LayoutFont) -> Double {
        let size = font.size.length * (font.isBold ? GlyphWidth.boldFactor : 1)
        return text.reduce(0) { $0 + GlyphWidth.of($1) } * size
    }
}
