/// What is left free around something, in points.
public struct LayoutInsets: Hashable, Sendable {
    /// Above it.
    public var top: Double
    /// On its left.
    public var left: Double
    /// Below it.
    public var bottom: Double
    /// On its right.
    public var right: Double

    /// Nothing is left free.
    public static let zero = LayoutInsets(0)

    /// Creates insets.
    ///
    /// - Parameters:
    ///   - top: Above it.
    ///   - left: On its left.
    ///   - bottom: Below it.
    ///   - right: On its right.
    public init(top: Double, left: Double, bottom: Double, right: Double) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }

    /// Creates insets that are the same on all sides.
    ///
    /// - Parameter all: How much.
    public init(_ all: Double) {
        self.init(top: all, left: all, bottom: all, right: all)
    }

    /// These insets with every side made a length that can be laid out with.
    var sane: LayoutInsets {
        LayoutInsets(top: top.length, left: left.length, bottom: bottom.length, right: right.length)
    }
}
