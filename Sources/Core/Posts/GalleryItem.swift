public import Foundation

/// One place in a gallery.
public struct GalleryItem: Hashable, Sendable {
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

extension GalleryItem: Encodable, DecodableWithConfiguration {
    private enum CodingKeys: String, CodingKey {
        case id, source, caption
    }

    /// Reads a place in a gallery of a site's post.
    ///
    /// - Parameters:
    ///   - decoder: What it is read from.
    ///   - site: The post's site.
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder, configuration site: Site) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try values.decode(String.self, forKey: .id),
            source: try values.decodeUnlessNull(MediaSource.self, forKey: .source, on: site),
            caption: try values.decodeIfPresent(String.self, forKey: .caption))
    }
}
