/// How much larger than usual a person wants texts: Dynamic Type as a factor.
///
/// The named factors are those of Apple's content size categories: the size of the text style Body in each, divided by
/// its 17 points in `large`, the default. The sizes are 14, 15, 16, 17, 19, 21 and 23 points, and 28, 33, 40, 47 and 53
/// for the accessibility categories (Apple, Human Interface Guidelines, Typography, "iOS, iPadOS Dynamic Type sizes").
/// Other text styles grow a little less there; `UIFontMetrics(forTextStyle:).scaledValue(for:)` knows how much.
public struct TextScale: Hashable, Sendable, Comparable {
    /// The factors that there are.
    public static let bounds = 0.8...3.2

    /// The factor, within ``bounds``.
    public let factor: Double

    /// Creates a scale.
    ///
    /// - Parameter factor: The factor; the nearest of ``bounds`` is taken, and 1 for what is no number.
    public init(_ factor: Double) {
        self.factor = factor.isNaN ? 1 : min(max(factor, Self.bounds.lowerBound), Self.bounds.upperBound)
    }

    /// Creates the scale of a body text's size.
    ///
    /// - Parameter bodySize: The size in points: on Apple's systems `UIFont.preferredFont(forTextStyle: .body).pointSize`.
    public init(bodySize: Double) {
        self.init(bodySize / 17)
    }

    /// Whether one scale is smaller.
    ///
    /// - Parameters:
    ///   - left: One scale.
    ///   - right: The other one.
    /// - Returns: True when `left` is smaller.
    public static func < (left: TextScale, right: TextScale) -> Bool { left.factor < right.factor }
}

extension TextScale {
    /// The category `extraSmall`.
    public static let extraSmall = TextScale(bodySize: 14)
    /// The category `small`.
    public static let small = TextScale(bodySize: 15)
    /// The category `medium`.
    public static let medium = TextScale(bodySize: 16)
    /// The category `large`, the default: 1.
    public static let large = TextScale(bodySize: 17)
    /// The category `extraLarge`.
    public static let extraLarge = TextScale(bodySize: 19)
    /// The category `extraExtraLarge`.
    public static let extraExtraLarge = TextScale(bodySize: 21)
    /// The category `extraExtraExtraLarge`.
    public static let extraExtraExtraLarge = TextScale(bodySize: 23)
    /// The category `accessibilityMedium`.
    public static let accessibilityMedium = TextScale(bodySize: 28)
    /// The category `accessibilityLarge`.
    public static let accessibilityLarge = TextScale(bodySize: 33)
    /// The category `accessibilityExtraLarge`.
    public static let accessibilityExtraLarge = TextScale(bodySize: 40)
    /// The category `accessibilityExtraExtraLarge`.
    public static let accessibilityExtraExtraLarge = TextScale(bodySize: 47)
    /// The category `accessibilityExtraExtraExtraLarge`.
    public static let accessibilityExtraExtraExtraLarge = TextScale(bodySize: 53)

    /// The twelve categories of Apple's, smallest first.
    public static let categories: [TextScale] = [
        .extraSmall, .small, .medium, .large, .extraLarge, .extraExtraLarge, .extraExtraExtraLarge,
        .accessibilityMedium, .accessibilityLarge, .accessibilityExtraLarge, .accessibilityExtraExtraLarge,
        .accessibilityExtraExtraExtraLarge,
    ]
}
