/// The bounds within which a picture keeps its own proportions when it is drawn as wide as its place.
///
/// A picture that is taller than the bounds is cropped (``Result/isCropped``, so that a front end can offer to open
/// it); one that is flatter is drawn with a margin.
public struct MediaFit: Hashable, Sendable {
    /// The width divided by the height for a picture of unknown size: 16:9 by default.
    package var defaultRatio: Double
    /// The width divided by the height of the tallest picture that is drawn whole: 3:4 by default.
    package var tallestRatio: Double
    /// The width divided by the height of the flattest place: 4:1 by default.
    package var flattestRatio: Double
    /// The greatest height of a picture, in points; no limit by default.
    ///
    /// A part of the screen's height is a good choice.
    package var maximumHeight: Double

    /// Creates bounds.
    ///
    /// - Parameters:
    ///   - defaultRatio: The width divided by the height for a picture of unknown size.
    ///   - tallestRatio: The width divided by the height of the tallest picture that is drawn whole.
    ///   - flattestRatio: The width divided by the height of the flattest place.
    ///   - maximumHeight: The greatest height of a picture, in points.
    public init(
        defaultRatio: Double = 16.0 / 9.0, tallestRatio: Double = 0.75, flattestRatio: Double = 4,
        maximumHeight: Double = .infinity
    ) {
        self.defaultRatio = defaultRatio
        self.tallestRatio = tallestRatio
        self.flattestRatio = flattestRatio
        self.maximumHeight = maximumHeight
    }

    /// The height of a picture's place.
    package struct Result: Hashable, Sendable {
        /// The height in points.
        package let height: Double
        /// Whether the picture is taller than its place, so that a part of it is not visible.
        package let isCropped: Bool
    }

    /// Works out the height of a picture's place.
    ///
    /// - Parameters:
    ///   - aspectRatio: The picture's width divided by its height; `nil`, and what is no ratio, for a picture of
    ///     unknown size.
    ///   - width: The width of the place, in points; what is no width counts as 0.
    /// - Returns: The height, finite and never negative.
    package func place(aspectRatio: Double?, width: Double) -> Result {
        let width = width.length
        let known = aspectRatio?.ratio
        let wanted = known ?? defaultRatio.ratio ?? 16.0 / 9.0
        var ratio = wanted
        if let flattest = flattestRatio.ratio { ratio = min(ratio, flattest) }
        // The tallest has the last word where the two contradict each other.
        if let tallest = tallestRatio.ratio { ratio = max(ratio, tallest) }
        let height = (width / ratio).length
        // Not a number is no limit; a negative one leaves nothing.
        let limit = maximumHeight.isNaN ? .infinity : max(0, maximumHeight)
        let isLimited = height > limit
        return Result(height: min(height, limit), isCropped: known != nil && width > 0 && (isLimited || ratio > wanted))
    }
}
