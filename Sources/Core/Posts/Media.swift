public import Foundation

/// What a post has to show, resolved to one kind.
public struct Media: Hashable, Sendable {
    /// What it is.
    public var kind: Kind
    /// The thing itself in full size, `nil` where there is none or nobody said.
    public var source: MediaSource?
    /// Smaller pictures of it, smallest first.
    public var previews: [MediaSource]
    /// The pictures of a gallery in the author's order; one that is not available keeps its place.
    public var gallery: [GalleryItem]
    /// How to play it, for videos.
    public var video: VideoStreams?

    /// Creates media.
    ///
    /// - Parameters:
    ///   - kind: What it is.
    ///   - source: The thing itself.
    ///   - previews: Smaller pictures of it, smallest first.
    ///   - gallery: The pictures of a gallery.
    ///   - video: How to play it.
    public init(
        kind: Kind, source: MediaSource? = nil, previews: [MediaSource] = [], gallery: [GalleryItem] = [],
        video: VideoStreams? = nil
    ) {
        self.kind = kind
        self.source = source
        self.previews = previews
        self.gallery = gallery
        self.video = video
    }

    /// These media with what they lack taken from an older copy of the same kind.
    ///
    /// - Parameter stored: The older copy.
    /// - Returns: The merged media; unchanged where the kinds differ.
    public func filled(from stored: Media) -> Media {
        guard stored.kind == kind else { return self }
        var merged = self
        merged.source = source.map { $0.filled(from: stored.source) } ?? stored.source
        merged.previews = previews.isEmpty ? stored.previews : filledPreviews(from: stored.previews)
        if gallery.isEmpty { merged.gallery = stored.gallery }
        merged.video = video ?? stored.video
        return merged
    }

    /// The previews, each with the size that an older copy of it knew.
    private func filledPreviews(from stored: [MediaSource]) -> [MediaSource] {
        // Almost all come with their size, and there is nothing to look for.
        guard previews.contains(where: { $0.width == nil && $0.height == nil }) else { return previews }
        let known = Dictionary(stored.map { ($0.link, $0) }) { first, _ in first }
        return previews.map { $0.filled(from: known[$0.link]) }
    }
}

extension Media: Encodable, DecodableWithConfiguration {
    private enum CodingKeys: String, CodingKey {
        case kind, source, previews, gallery, video
    }

    /// Reads the media of a site's post.
    ///
    /// - Parameters:
    ///   - decoder: What they are read from.
    ///   - site: The post's site.
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder, configuration site: Site) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            kind: try values.decode(Kind.self, forKey: .kind),
            source: try values.decodeUnlessNull(MediaSource.self, forKey: .source, on: site),
            previews: try values.decode([MediaSource].self, forKey: .previews, configuration: site),
            gallery: try values.decode([GalleryItem].self, forKey: .gallery, configuration: site),
            video: try values.decodeUnlessNull(VideoStreams.self, forKey: .video, on: site))
    }
}
