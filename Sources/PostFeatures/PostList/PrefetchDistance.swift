/// The distance from the end of a list at which the next page is asked for, in the units of a scroll view.
public struct PrefetchDistance: Hashable, Sendable {
    /// In points, 200 by default.
    package var points: Double
    /// In pages of the screen, 1 by default; the larger of the two counts.
    package var pages: Double

    /// Creates a distance.
    ///
    /// - Parameters:
    ///   - points: In points.
    ///   - pages: In pages of the screen.
    public init(points: Double = 200, pages: Double = 1) {
        self.points = points
        self.pages = pages
    }

    /// Whether the end is near.
    ///
    /// - Parameters:
    ///   - remaining: How many points of the list lie below the bottom edge of the screen; less than 0 where it is
    ///     pulled beyond its end.
    ///   - pageHeight: How many points of the list can be seen.
    /// - Returns: True within the distance, and never for what is no number.
    package func isNear(remaining: Double, pageHeight: Double) -> Bool {
        // A comparison with what is no number is false.
        remaining <= points || remaining <= pages * pageHeight
    }
}
