/// A picture's size in pixels.
struct PixelSize: Sendable, Hashable {
    var width: Int
    var height: Int

    /// The same shape at another width, the height rounded to the nearest pixel and at least 1.
    func scaled(toWidth newWidth: Int) -> PixelSize {
        PixelSize(width: newWidth, height: max(1, (height * newWidth + width / 2) / width))
    }
}
