/// A rectangle in points: where something lies, and how large it is.
///
/// A type of Lantern's own, because Foundation's rectangle is another module's on each system, and has another number
/// type on some. `CGRect(x: frame.x, y: frame.y, width: frame.width, height: frame.height)` makes a view's frame of it.
public struct LayoutFrame: Hashable, Sendable {
    /// The left side, from the left.
    public var x: Double
    /// The upper side, from the top.
    public var y: Double
    /// How wide it is; never negative where Lantern made it.
    public var width: Double
    /// How high it is; never negative where Lantern made it.
    public var height: Double

    /// Creates a rectangle.
    ///
    /// - Parameters:
    ///   - x: The left side.
    ///   - y: The upper side.
    ///   - width: How wide it is.
    ///   - height: How high it is.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The right side.
    public var maxX: Double { x + width }

    /// The lower side.
    public var maxY: Double { y + height }

    /// Whether two rectangles have some area in common; that they touch is not enough.
    ///
    /// - Parameter other: The other one.
    /// - Returns: True when they overlap.
    public func overlaps(_ other: LayoutFrame) -> Bool {
        max(x, other.x) < min(maxX, other.maxX) && max(y, other.y) < min(maxY, other.maxY)
    }
}
