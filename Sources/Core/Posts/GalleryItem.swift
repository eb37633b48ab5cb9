/// One place in a gallery.
public struct GalleryItem: Hashable, Sendable, Codable {
    /// The server's id of the picture.
    public var id: String
    /// The picture; `nil` when it was deleted, failed, or is not ready yet.
    public var source: MediaSource?
    /// What the author wrote below it.
    public var caption: String?

    /// Creates a place in a gallery.
    ///
    /// - Parameters:
    ///   - id: The server's id of the picture.
    ///   - source: The picture.
    ///   - caption: What the author wrote below it.
    public init(id: String, source: MediaSource? = nil, caption: String? = nil) {
        self.id = id
        self.source = source
        self.caption = caption
    }
}
