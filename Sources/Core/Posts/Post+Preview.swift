extension Post {
    /// The smallest picture of the post that is large enough, its thumbnail where there is nothing better.
    ///
    /// - Parameter target: The size to fill, in pixels; where only the width matters, the height is 0.
    /// - Returns: The picture, as ``Media/preview(for:thumbnail:)`` chooses it; `nil` when there is none.
    public func preview(for target: PixelSize) -> MediaSource? {
        media.preview(for: target, thumbnail: thumbnail.map { MediaSource(link: $0) })
    }
}
