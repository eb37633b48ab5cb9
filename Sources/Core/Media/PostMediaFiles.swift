/// The media files that belong to a post: its thumbnail, and its pictures or video.
///
/// Packs, favourites and availability badges all use it, so that a badge is full when everything was kept. Links are in
/// the form in which posts have them.
///
/// | kind | files of the role `full` |
/// | --- | --- |
/// | image | the picture; where a side is beyond the limit, its largest preview within it |
/// | gallery | each picture that is available |
/// | animated, video | the plain file; never a playlist (HLS, DASH), which only names files |
/// | link, text, poll, embed, crosspost, removed, and kinds of other versions | none |
///
/// A crosspost whose parent is known has the parent's media and kind. The thumbnail is the post's own, else its
/// smallest preview that is worth showing; a removed post has none.
public struct PostMediaFiles: Hashable, Sendable {
    /// A file and its role in the post.
    public struct Item: Hashable, Sendable {
        /// The file's link.
        public var link: ResourceLink
        /// The file's role.
        public var role: MediaRole

        /// Creates an item.
        ///
        /// - Parameters:
        ///   - link: The file's link.
        ///   - role: The file's role.
        public init(_ link: ResourceLink, as role: MediaRole) {
            self.link = link
            self.role = role
        }
    }

    /// The thumbnail; `nil` where there is none.
    public let thumbnail: ResourceLink?
    /// The content, each file once, a gallery in the author's order; the thumbnail may be one of them.
    public let full: [ResourceLink]

    /// Lists the files of a post.
    ///
    /// - Parameters:
    ///   - post: The post.
    ///   - largestSide: The longest side, in pixels, that a picture should have where there is a choice; by default
    ///     what a phone can decode, the upper end of ``Media/previewSides``.
    public init(_ post: Post, largestSide: Int = Media.previewSides.upperBound) {
        self.init(post.media, thumbnail: post.thumbnail, largestSide: largestSide)
    }

    package init(
        _ media: Media, thumbnail: ResourceLink? = nil, largestSide: Int = Media.previewSides.upperBound
    ) {
        self.thumbnail = media.kind == .removed ? nil : thumbnail ?? media.smallestPreview
        var seen: Set<ResourceLink> = []
        full = media.fullFiles(largestSide: largestSide).filter { seen.insert($0).inserted }
    }

    /// Returns the manifest that names the sound of a post's video, where that is a file of its own.
    ///
    /// - Parameter post: The post.
    /// - Returns: The manifest's link; `nil` for a post without a video, for one that is known to have no sound, and
    ///   where there is no DASH manifest.
    public static func manifest(of post: Post) -> ResourceLink? {
        guard post.media.kind == .video, let video = post.media.video, video.hasAudio != false else { return nil }
        return video.dash
    }

    /// Lists the files of some roles, each once: the thumbnail first.
    ///
    /// - Parameter roles: The roles; all by default. A file that has both roles is listed as `full`.
    /// - Returns: The files.
    package func items(_ roles: Set<MediaRole> = Set(MediaRole.allCases)) -> [Item] {
        let shown = roles.contains(.full) ? full : []
        let small = roles.contains(.thumbnail) ? [thumbnail].compactMap { $0 }.filter { !shown.contains($0) } : []
        return small.map { Item($0, as: .thumbnail) } + shown.map { Item($0, as: .full) }
    }

    /// The availability of the files of a role, given the files that are kept for any role.
    package func part(of role: MediaRole, in kept: Set<ResourceLink>) -> PostAvailability.Part {
        let links = role == .full ? full : [thumbnail].compactMap { $0 }
        guard !links.isEmpty else { return .notApplicable }
        let count = links.count { kept.contains($0) }
        return count == 0 ? .missing : count < links.count ? .partial : .complete
    }
}

extension Media {
    /// The smallest preview that is large enough to show; one of unknown size only where no size is known.
    fileprivate var smallestPreview: ResourceLink? {
        let pictures = previews.filter { !Self.isFilm($0.link) }
        let sized = pictures.filter { source in
            source.size.map { min($0.width, $0.height) >= Self.previewSides.lowerBound } ?? false
        }
        let smallest = sized.min { left, right in
            (left.size?.width ?? 0, left.size?.height ?? 0) < (right.size?.width ?? 0, right.size?.height ?? 0)
        }
        return (smallest ?? pictures.first { $0.size == nil } ?? pictures.first)?.link
    }

    fileprivate func fullFiles(largestSide: Int) -> [ResourceLink] {
        switch kind {
        case .image: [picture(largestSide: largestSide)].compactMap { $0 }
        case .gallery: gallery.compactMap { $0.source?.link }.filter(Self.isFile)
        case .animated, .video:
            [[video?.fallback, source?.link].compactMap { $0 }.first(where: Self.isFile)].compactMap { $0 }
        case .embed, .link, .text, .poll, .crosspost, .removed, .unknown: []
        }
    }

    private func picture(largestSide: Int) -> ResourceLink? {
        func fits(_ source: MediaSource) -> Bool {
            source.size.map { max($0.width, $0.height) <= largestSide } ?? false
        }
        // A picture of unknown size is taken to fit.
        if let source, source.size == nil || fits(source) { return source.link }
        let pictures = previews.filter { !Self.isFilm($0.link) }
        let largest = pictures.filter(fits).max { left, right in
            (left.size?.width ?? 0, left.size?.height ?? 0) < (right.size?.width ?? 0, right.size?.height ?? 0)
        }
        return (largest ?? source ?? pictures.last)?.link
    }

    /// Whether a link leads to a picture or video file: not to a playlist, and not to a page with a player.
    private static func isFile(_ link: ResourceLink) -> Bool {
        let path = link.text.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return ![".m3u8", ".mpd", ".gifv"].contains { path.hasSuffix($0) }
    }
}
