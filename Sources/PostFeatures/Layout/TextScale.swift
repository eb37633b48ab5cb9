/// The text size that a person has chosen, as a factor: 1 is the usual size (Dynamic Type).
///
/// The named factors are those of Apple's content size categories: the size of the text style Body in each, divided by
/// its 17 points in `large`, the default. The sizes are 14, 15, 16, 17, 19, 21 and 23 points, and 28, 33, 40, 47 and 53
/// for the accessibility categories (Apple, Human Interface Guidelines, Typography, "iOS, iPadOS Dynamic Type sizes").
/// Other text styles grow a little less there; `UIFontMetrics(forTextStyle:).scaledValue(for:)` knows how much.
public struct TextScale: Hashable, Sendable, Comparable {
    /// The range of factors.
    package static let bounds = 0.8...3.2

    /// The factor, within ``bounds``.
    public let factor: Double

    /// Creates a scale.
    ///
    /// - Parameter factor: The factor; the nearest of ``bounds`` is taken, and 1 for what is no number.
    public init(_ factor: Double) {
        self.factor = factor.isNaN ? 1 : min(max(factor, Self.bounds.lowerBound), Self.bounds.upperBound)
    }

    /// Creates the scale at which body text has a certain size.
    ///
    /// - Parameter bodySize: The size in points: on Apple's systems `UIFont.preferredFont(forTextStyle:
    ///   .body).pointSize`.
    public init(bodySize: Double) {
        self.init(bodySize / 17)
    }

    public static func < (left: TextScale, right: TextScale) -> Bool { left.factor < right.factor }
}

extension TextScale {
    /// The scale of Apple's content size category `extraSmall`.
    public static let extraSmall = TextScale(bodySize: 14)
    /// The scale of Apple's content size category `small`.
    public static let small = TextScale(bodySize: 15)
    /// The scale of Apple's content size category `medium`.
    public static let medium = TextScale(bodySize: 16)
    /// The scale of Apple's content size category `large`, the default: 1.
    public static let large = TextScale(bodySize: 17)
    /// The scale of Apple's content size category `extraLarge`.
    public static let extraLarge = TextScale(bodySize: 19)
    /// The scale of Apple's content size category `extraExtraLarge`.
    public static let extraExtraLarge = TextScale(bodySize: 21)
    /// The scale of Apple's content size category `extraExtraExtraLarge`.
    public static let extraExtraExtraLarge = TextScale(bodySize: 23)
    /// The scale of Apple's content size category `accessibilityMedium`.
    public static let accessibilityMedium = TextScale(bodySize: 28)
    /// The scale of Apple's content size category `accessibilityLarge`.
    public static let accessibilityLarge = TextScale(bodySize: 33)
    /// The scale of Apple's content size category `accessibilityExtraLarge`.
    public static let accessibilityExtraLarge = TextScale(bodySize: 40)
    /// The scale of Apple's content size category `accessibilityExtraExtraLarge`.
    public static let accessibilityExtraExtraLarge = TextScale(bodySize: 47)
    /// The scale of Apple's content size category `accessibilityExtraExtraExtraLarge`.
    public static let accessibilityExtraExtraExtraLarge = TextScale(bodySize: 53)

    /// The scales of Apple's twelve content size categories, smallest first.
    package static let categories: [TextScale] = [
        .extraSmall, .small, .medium, .large, .extraLarge, .extraExtraLarge, .extraExtraExtraLarge,
        .accessibilityMedium, .accessibilityLarge, .accessibilityExtraLarge, .accessibilityExtraExtraLarge,
        .accessibilityExtraExtraExtraLarge,
    ]
}
