public import Foundation

/// One picture or video file, with its size where the server said it.
public struct MediaSource: Hashable, Sendable {
    /// The link to it.
    public var link: ResourceLink
    /// Its width in pixels.
    public var width: Int?
    /// Its height in pixels.
    public var height: Int?

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - link: The link to it.
    ///   - width: Its width in pixels.
    ///   - height: Its height in pixels.
    public init(link: ResourceLink, width: Int? = nil, height: Int? = nil) {
        self.link = link
        self.width = width
        self.height = height
    }

    /// Its size in pixels; `nil` where the server gave no width or height, or one that is not positive.
    public var size: PixelSize? {
        guard let width, let height, width > 0, height > 0 else { return nil }
        return PixelSize(width: width, height: height)
    }

    /// Returns this file with the size that an older copy of it knew.
    ///
    /// - Parameter stored: The older copy.
    /// - Returns: The merged source; unchanged where the links differ, for a size belongs to one file.
    func filled(from stored: MediaSource?) -> MediaSource {
        guard let stored, stored.link == link, width == nil, height == nil else { return self }
        return stored
    }
}

extension MediaSource: Encodable, DecodableWithConfiguration {
    /// The fields, in the order in which they are written.
    package enum CodingKeys: String, CodingKey, CaseIterable {
        case link, width, height
    }

    public init(from decoder: any Decoder, configuration site: Site) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            link: ResourceLink(try values.decode(String.self, forKey: .link), on: site),
            width: try values.decodeIfPresent(Int.self, forKey: .width),
            height: try values.decodeIfPresent(Int.self, forKey: .height))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(link.text, forKey: .link)
        try values.encodeIfPresent(width, forKey: .width)
        try values.encodeIfPresent(height, forKey: .height)
    }
}
