/// A size in pixels.
public struct PixelSize: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The width in pixels.
    public var width: Int
    /// The height in pixels.
    public var height: Int

    /// Creates a size.
    ///
    /// - Parameters:
    ///   - width: The width in pixels.
    ///   - height: The height in pixels; 0, the default, asks for nothing where the size is a target.
    public init(width: Int, height: Int = 0) {
        self.width = width
        self.height = height
    }

    /// The width divided by the height; `nil` where one of them is not more than zero.
    public var aspectRatio: Double? {
        width > 0 && height > 0 ? Double(width) / Double(height) : nil
    }

    /// The same size turned by a quarter.
    public var turned: PixelSize { PixelSize(width: height, height: width) }

    /// Whether something of this size fills a target without being enlarged.
    ///
    /// - Parameter target: The size to fill.
    /// - Returns: True when neither side is smaller.
    public func covers(_ target: PixelSize) -> Bool {
        width >= target.width && height >= target.height
    }

    /// The size as people write it: `640×480`.
    public var description: String { "\(width)×\(height)" }
}
