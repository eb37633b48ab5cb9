/// What a text is written with, as far as its room depends on it.
public struct LayoutFont: Hashable, Sendable {
    /// The size in points.
    public var size: Double
    /// How high a line is, in points.
    public var lineHeight: Double
    /// Whether it is heavier than usual.
    public var isBold: Bool

    /// Creates a font.
    ///
    /// - Parameters:
    ///   - size: The size in points.
    ///   - lineHeight: How high a line is; 1.3 times the size by default.
    ///   - isBold: Whether it is heavier than usual.
    public init(size: Double, lineHeight: Double? = nil, isBold: Bool = false) {
        self.size = size
        self.lineHeight = lineHeight ?? size * 1.3
        self.isBold = isBold
    }

    /// Titles: 17 points on lines of 22, heavy, as Apple's text style Headline.
    public static let headline = LayoutFont(size: 17, lineHeight: 22, isBold: true)
    /// Texts: 15 points on lines of 20, as Apple's text style Subheadline.
    public static let subheadline = LayoutFont(size: 15, lineHeight: 20)
    /// What stands beside a text: 13 points on lines of 18, as Apple's text style Footnote.
    public static let footnote = LayoutFont(size: 13, lineHeight: 18)

    /// This font as a person wants it.
    ///
    /// - Parameter scale: How much larger than usual.
    /// - Returns: The font, larger or smaller.
    public func scaled(by scale: TextScale) -> LayoutFont {
        LayoutFont(size: size * scale.factor, lineHeight: lineHeight * scale.factor, isBold: isBold)
    }
}
