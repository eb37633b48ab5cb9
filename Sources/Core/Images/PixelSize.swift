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
    ///   - height: The height in pixels; 0, the default, for any height where the size is a target.
    public init(width: Int, height: Int = 0) {
        self.width = width
        self.height = height
    }

    /// The width divided by the height; `nil` where one of them is not more than zero.
    public var aspectRatio: Double? {
        width > 0 && height > 0 ? Double(width) / Double(height) : nil
    }

    /// The size with width and height exchanged.
    package var turned: PixelSize { PixelSize(width: height, height: width) }

    /// Whether an image of this size fills a target without being enlarged.
    package func covers(_ target: PixelSize) -> Bool {
        width >= target.width && height >= target.height
    }

    /// The size for people: `640×480`.
    public var description: String { "\(width)×\(height)" }
}
