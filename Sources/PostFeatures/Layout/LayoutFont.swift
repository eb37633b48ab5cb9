/// The properties of a font that decide how much room a text takes.
public struct LayoutFont: Hashable, Sendable {
    /// The size in points.
    public var size: Double
    /// The height of a line, in points.
    public var lineHeight: Double
    /// Whether the font is bold.
    public var isBold: Bool

    /// Creates a font.
    ///
    /// - Parameters:
    ///   - size: The size in points.
    ///   - lineHeight: The height of a line; 1.3 times the size by default.
    ///   - isBold: Whether the font is bold; false by default.
    public init(size: Double, lineHeight: Double? = nil, isBold: Bool = false) {
        self.size = size
        self.lineHeight = lineHeight ?? size * 1.3
        self.isBold = isBold
    }

    /// The font of titles: 17 points on lines of 22, bold, as Apple's text style Headline.
    public static let headline = LayoutFont(size: 17, lineHeight: 22, isBold: true)
    /// The font of texts: 15 points on lines of 20, as Apple's text style Subheadline.
    public static let subheadline = LayoutFont(size: 15, lineHeight: 20)
    /// The font of what stands beside a text: 13 points on lines of 18, as Apple's text style Footnote.
    public static let footnote = LayoutFont(size: 13, lineHeight: 18)

    /// Scales the font to the text size that a person has chosen.
    ///
    /// - Parameter scale: How much larger than usual.
    /// - Returns: The font, larger or smaller.
    package func scaled(by scale: TextScale) -> LayoutFont {
        LayoutFont(size: size * scale.factor, lineHeight: lineHeight * scale.factor, isBold: isBold)
    }
}
