public import Core

/// One tile of a masonry: a picture as wide as its column, and something below it.
public struct MasonryItem: Hashable, Sendable {
    /// The picture's width divided by its height; `nil` where nobody knows it.
    public var aspectRatio: Double?
    /// How high what is below the picture is, in points: a title, say.
    public var extraHeight: Double

    /// Creates a tile.
    ///
    /// - Parameters:
    ///   - aspectRatio: The picture's width divided by its height; `nil` where nobody knows it.
    ///   - extraHeight: How high what is below the picture is; nothing by default.
    public init(aspectRatio: Double?, extraHeight: Double = 0) {
        self.aspectRatio = aspectRatio
        self.extraHeight = extraHeight
    }

    /// The tile of a post.
    ///
    /// - Parameters:
    ///   - post: The post.
    ///   - extraHeight: How high what is below the picture is; nothing by default.
    public init(_ post: Post, extraHeight: Double = 0) {
        self.init(aspectRatio: post.media.aspectRatio, extraHeight: extraHeight)
    }
}
