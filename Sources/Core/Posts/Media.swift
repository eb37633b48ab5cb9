public import Foundation

/// The media of a post, resolved to one kind.
public struct Media: Hashable, Sendable {
    /// The kind of the media.
    public var kind: Kind
    /// The picture or video in full size; `nil` where there is none or the server gave none.
    public var source: MediaSource?
    /// Smaller pictures of it, smallest first.
    public var previews: [MediaSource]
    /// The pictures of a gallery in the author's order; one that is not available keeps its place.
    public var gallery: [GalleryItem]
    /// The streams of a video.
    public var video: VideoStreams?

    /// Creates media.
    ///
    /// - Parameters:
    ///   - kind: The kind of media.
    ///   - source: The thing itself.
    ///   - previews: Smaller pictures of it, smallest first.
    ///   - gallery: The pictures of a gallery.
    ///   - video: The streams of a video.
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

    /// Returns these media with missing parts taken from an older copy of the same kind.
    ///
    /// - Parameter stored: The older copy.
    /// - Returns: The merged media; unchanged where the kinds differ.
    package func filled(from stored: Media) -> Media {
        guard stored.kind == kind else { return self }
        var merged = self
        merged.source = source.map { $0.filled(from: stored.source) } ?? stored.source
        merged.previews = previews.isEmpty ? stored.previews : filledPreviews(from: stored.previews)
        if gallery.isEmpty { merged.gallery = stored.gallery }
        merged.video = video ?? stored.video
        return merged
    }

    /// Returns the previews, each with the size that an older copy of it knew.
    private func filledPreviews(from stored: [MediaSource]) -> [MediaSource] {
        // Almost all come with their size, and there is nothing to look for.
        guard previews.contains(where: { $0.width == nil && $0.height == nil }) else { return previews }
        let known = Dictionary(stored.map { ($0.link, $0) }) { first, _ in first }
        return previews.map { $0.filled(from: known[$0.link]) }
    }
}

extension Media: Encodable, DecodableWithConfiguration {
    /// The fields, in the order in which they are written.
    package enum CodingKeys: String, CodingKey, CaseIterable {
        case kind, source, previews, gallery, video
    }

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

extension Media {
    /// A kind of media: one that this version knows, or the raw value of another one.
    ///
    /// What is stored stays readable: a word that this version does not know is ``unknown(_:)``, shown by its raw name,
    /// written back as it was found, and treated as nothing that it may be. Two kinds are equal when their words are.
    public enum Kind: Sendable {
        /// A still picture.
        case image
        /// A moving picture without sound: a GIF, or a silent video that plays like one.
        case animated
        /// A video.
        case video
        /// Several pictures; see ``Media/gallery``.
        case gallery
        /// Content that is played by another site's player.
        case embed
        /// A link to a web page.
        case link
        /// A text, in ``Post/text``.
        case text
        /// A poll.
        case poll
        /// A post that embeds another one whose media are not known.
        case crosspost
        /// No media: the post was removed by its author or a moderator.
        case removed
        /// A kind that only another version knows, by its raw value; ``init(rawValue:)`` makes it.
        case unknown(String)
    }
}

extension Media.Kind: RawRepresentable, CaseIterable {
    /// The kinds that this version knows, in the order in which they are listed.
    public static let allCases: [Media.Kind] = [
        .image, .animated, .video, .gallery, .embed, .link, .text, .poll, .crosspost, .removed,
    ]

    /// Creates a kind from its raw value.
    ///
    /// - Parameter rawValue: The stable word for it; one that is not known here is kept as ``unknown(_:)``.
    public init(rawValue: String) {
        switch rawValue {
        case "image": self = .image
        case "animated": self = .animated
        case "video": self = .video
        case "gallery": self = .gallery
        case "embed": self = .embed
        case "link": self = .link
        case "text": self = .text
        case "poll": self = .poll
        case "crosspost": self = .crosspost
        case "removed": self = .removed
        default: self = .unknown(rawValue)
        }
    }

    /// The stable name of the kind, as commands and stored posts have it.
    public var rawValue: String {
        switch self {
        case .image: "image"
        case .animated: "animated"
        case .video: "video"
        case .gallery: "gallery"
        case .embed: "embed"
        case .link: "link"
        case .text: "text"
        case .poll: "poll"
        case .crosspost: "crosspost"
        case .removed: "removed"
        case .unknown(let word): word
        }
    }
}

extension Media.Kind: Hashable, Codable, CustomStringConvertible {
    public static func == (left: Media.Kind, right: Media.Kind) -> Bool { left.rawValue == right.rawValue }

    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }

    public var description: String { rawValue }
}

extension Media {
    /// The shortest and longest side, in pixels, of a picture for a row: smaller ones are placeholders, larger ones
    /// take too much memory.
    public static let previewSides = 50...3000

    /// Returns the smallest picture that is large enough for a size on the screen.
    ///
    /// The first of these that there is:
    /// 1. the smallest picture, the full one included, that covers the target,
    /// 2. the full picture, when nobody said how large it is,
    /// 3. the largest picture,
    /// 4. the last preview of unknown size,
    /// 5. the thumbnail,
    /// 6. the full picture, whatever its size.
    ///
    /// In 1 and 3 only pictures count whose sides are within ``previewSides``. Servers say a smaller height than that
    /// of very long pictures, so it is reckoned from the full picture as well. Of equally large ones the first link
    /// in the order of its characters is taken. Films are no pictures.
    ///
    /// - Parameters:
    ///   - target: The size to fill, in pixels (points times the screen's scale). Where only the width matters, the
    ///     height is 0.
    ///   - thumbnail: The picture to return when there is nothing better.
    /// - Returns: The picture; `nil` when there is none.
    public func preview(for target: PixelSize, thumbnail: MediaSource? = nil) -> MediaSource? {
        let full = fullPicture
        let pictures = previews.filter { !Self.isFilm($0.link) }
        let sized = ((kind == .animated ? [] : [full].compactMap { $0 }) + pictures)
            .compactMap { source in source.size.map { (source: source, size: $0) } }
            .filter { isWithinBounds($0.size) }
        func isSmaller(_ left: (source: MediaSource, size: PixelSize), _ right: (source: MediaSource, size: PixelSize))
            -> Bool
        {
            Self.order(left.size, left.source.link) < Self.order(right.size, right.source.link)
        }
        if let smallest = sized.filter({ $0.size.covers(target) }).min(by: isSmaller) { return smallest.source }
        if let full, full.size == nil, kind != .animated { return full }
        return sized.max(by: isSmaller)?.source ?? pictures.last { $0.size == nil } ?? thumbnail ?? full
    }

    /// The width divided by the height, as the server gave them: of the full-size file, else of its largest preview.
    public var aspectRatio: Double? {
        let sizes = [source?.size ?? gallery.lazy.compactMap { $0.source?.size }.first, previews.last?.size]
        return sizes.lazy.compactMap { $0?.aspectRatio }.first
    }

    /// Computes the height of a row for a picture that is as wide as the row, before anything of it was downloaded.
    ///
    /// - Parameters:
    ///   - width: The row's width, in any unit; less than zero counts as zero.
    ///   - defaultRatio: The width divided by the height where the server did not say it, 16:9 by default.
    /// - Returns: The height, in the same unit.
    public func layoutHeight(forWidth width: Double, defaultRatio: Double = 16.0 / 9.0) -> Double {
        let ratio = aspectRatio ?? defaultRatio
        return ratio > 0 ? max(0, width) / ratio : 0
    }

    /// The full-size file, where it is a picture.
    private var fullPicture: MediaSource? {
        guard let source, !Self.isFilm(source.link) else { return nil }
        switch kind {
        case .image, .gallery, .animated: return source
        // A page is no picture; only of a picture does anybody know the size.
        case .link: return source.size == nil ? nil : source
        default: return nil
        }
    }

    private func isWithinBounds(_ size: PixelSize) -> Bool {
        guard Self.previewSides.contains(size.width), Self.previewSides.contains(size.height) else { return false }
        guard let ratio = (fullPicture ?? previews.last)?.size?.aspectRatio else { return true }
        return Double(size.width) / ratio <= Double(Self.previewSides.upperBound)
    }

    private static func order(_ size: PixelSize, _ link: ResourceLink) -> (Int, Int, String) {
        // Sides are within bounds here, so the area is too.
        (size.width * size.height, size.width, link.text)
    }

    static func isFilm(_ link: ResourceLink) -> Bool {
        let path = link.text.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return [".m3u8", ".mpd", ".mp4", ".webm", ".gifv"].contains { path.hasSuffix($0) }
    }
}
