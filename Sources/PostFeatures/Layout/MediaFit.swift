/// How high a picture is drawn that is as wide as its place: by its own proportions, within bounds.
///
/// A picture that is taller than the bounds is cropped, one that is flatter is drawn with a margin; ``Result/isCropped``
/// says the first, so that a front end can offer to open it.
public struct MediaFit: Hashable, Sendable {
    /// The width divided by the height where nobody knows it: 16:9 by default.
    public var defaultRatio: Double
    /// The width divided by the height of the tallest picture that is drawn whole: 3:4 by default.
    public var tallestRatio: Double
    /// The width divided by the height of the flattest place: 4:1 by default.
    public var flattestRatio: Double
    /// How high a picture may be at most, in points; no limit by default.
    ///
    /// A part of the screen's height is a good one.
    public var maximumHeight: Double

    /// Creates bounds.
    ///
    /// - Parameters:
    ///   - defaultRatio: The width divided by the height where nobody knows it.
    ///   - tallestRatio: The width divided by the height of the tallest picture that is drawn whole.
    ///   - flattestRatio: The width divided by the height of the flattest place.
    ///   - maximumHeight: How high a picture may be at most, in points.
    public init(
        defaultRatio: Double = 16.0 / 9.0, tallestRatio: Double = 0.75, flattestRatio: Double = 4,
        maximumHeight: Double = .infinity
    ) {
        self.defaultRatio = defaultRatio
        self.tallestRatio = tallestRatio
        self.flattestRatio = flattestRatio
        self.maximumHeight = maximumHeight
    }

    /// The place of a picture.
    public struct Result: Hashable, Sendable {
        /// How high it is, in points.
        public let height: Double
        /// Whether the picture is taller than its place, and a part of it is not seen.
        public let isCropped: Bool
    }

    /// The place of a picture.
    ///
    /// - Parameters:
    ///   - aspectRatio: The picture's width divided by its height; `nil`, and what is no ratio, for a picture of unknown
    ///     size.
    ///   - width: How wide the place is, in points; what is no width counts as 0.
    /// - Returns: The height, finite and never negative.
    public func place(aspectRatio: Double?, width: Double) -> Result {
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
