public import Foundation

/// One picture of a gallery, which keeps its place where it is not available.
public struct GalleryItem: Hashable, Sendable {
    /// The server's id of the picture.
    public var id: String
    /// The picture; `nil` when it was deleted, failed, or is not ready yet.
    public var source: MediaSource?
    /// The caption that the author wrote.
    public var caption: String?

    /// Creates a gallery item.
    ///
    /// - Parameters:
    ///   - id: The server's id of the picture.
    ///   - source: The picture.
    ///   - caption: The caption that the author wrote.
    public init(id: String, source: MediaSource? = nil, caption: String? = nil) {
        self.id = id
        self.source = source
        self.caption = caption
    }
}

extension GalleryItem: Encodable, DecodableWithConfiguration {
    /// The fields, in the order in which they are written.
    package enum CodingKeys: String, CodingKey, CaseIterable {
        case id, source, caption
    }

    public init(from decoder: any Decoder, configuration site: Site) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try values.decode(String.self, forKey: .id),
            source: try values.decodeUnlessNull(MediaSource.self, forKey: .source, on: site),
            caption: try values.decodeIfPresent(String.self, forKey: .caption))
    }
}
