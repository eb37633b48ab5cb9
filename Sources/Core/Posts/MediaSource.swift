/// One picture or video file, with its size where the server said it.
public struct MediaSource: Hashable, Sendable, Codable {
    /// Where it lies.
    public var link: ResourceLink
    /// Its width in pixels.
    public var width: Int?
    /// Its height in pixels.
    public var height: Int?

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - link: Where it lies.
    ///   - width: Its width in pixels.
    ///   - height: Its height in pixels.
    public init(link: ResourceLink, width: Int? = nil, height: Int? = nil) {
        self.link = link
        self.width = width
        self.height = height
    }

    /// Its size in pixels; `nil` where the server did not say both sides, or said one that is not more than zero.
    public var size: PixelSize? {
        guard let width, let height, width > 0, height > 0 else { return nil }
        return PixelSize(width: width, height: height)
    }

    /// This file with the size that an older copy of it knew.
    ///
    /// - Parameter stored: The older copy.
    /// - Returns: The merged source; unchanged where the links differ, for a size belongs to one file.
    func filled(from stored: MediaSource?) -> MediaSource {
        guard let stored, stored.link == link, width == nil, height == nil else { return self }
        return stored
    }
}
