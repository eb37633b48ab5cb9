/// A rectangle in points.
///
/// Lantern has a type of its own because Foundation's rectangle is in another module on each system, and has another
/// number type on some. `CGRect(x: frame.x, y: frame.y, width: frame.width, height: frame.height)` makes a view's frame
/// of it.
public struct LayoutFrame: Hashable, Sendable {
    /// The left side's distance from the left.
    public var x: Double
    /// The upper side's distance from the top.
    public var y: Double
    /// The width; never negative in a frame that Lantern made.
    public var width: Double
    /// The height; never negative in a frame that Lantern made.
    public var height: Double

    /// Creates a rectangle.
    ///
    /// - Parameters:
    ///   - x: The left side's distance from the left.
    ///   - y: The upper side's distance from the top.
    ///   - width: The width.
    ///   - height: The height.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The right side's distance from the left.
    package var maxX: Double { x + width }

    /// The lower side's distance from the top.
    package var maxY: Double { y + height }
}

/// The free space around something, in points.
public struct LayoutInsets: Hashable, Sendable {
    /// The space above.
    package var top: Double
    /// The space on the left.
    package var left: Double
    /// The space below.
    package var bottom: Double
    /// The space on the right.
    package var right: Double

    /// Creates insets.
    ///
    /// - Parameters:
    ///   - top: The space above.
    ///   - left: The space on the left.
    ///   - bottom: The space below.
    ///   - right: The space on the right.
    public init(top: Double, left: Double, bottom: Double, right: Double) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }

    /// Creates insets that are the same on all sides.
    ///
    /// - Parameter all: The space on each side.
    public init(_ all: Double) {
        self.init(top: all, left: all, bottom: all, right: all)
    }

    /// These insets with every side made a valid length.
    var valid: LayoutInsets {
        LayoutInsets(top: top.length, left: left.length, bottom: bottom.length, right: right.length)
    }
}

extension Double {
    /// This number as a valid length: 0 for what is none (not a number, infinite, negative), and at most a million
    /// points, so that sums of many of them keep their fractions.
    var length: Double {
        isFinite && self > 0 ? Swift.min(self, 1_000_000) : 0
    }

    /// This number as a width divided by a height; `nil` for what is none (not a number, infinite, zero, negative).
    var ratio: Double? {
        isFinite && self > 0 ? self : nil
    }
}
