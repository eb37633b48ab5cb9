/// Which files belong to a post: its small picture, and what it shows in full.
///
/// Packs, favourites and the badge of what is there all ask this, so that a badge is full when what was to be kept is
/// kept. Links are in the form in which posts hold them.
///
/// | kind | in full |
/// | --- | --- |
/// | image | the picture; of one with a side beyond the limit, its largest preview within that |
/// | gallery | each picture that is available |
/// | animated, video | the plain file; playlists (HLS, DASH) only name files and are never taken |
/// | link, text, poll, embed, crosspost, removed, and what only another version knows | nothing |
///
/// A crosspost whose parent is known has the parent's media and is of their kind. The small picture is the post's
/// thumbnail, else its smallest preview that is worth showing; what was removed has none.
public struct MediaPlan: Hashable, Sendable {
    /// One file, and what the post has it for.
    public struct Item: Hashable, Sendable {
        /// Where it lies.
        public var link: ResourceLink
        /// What the post has it for.
        public var role: MediaRole

        /// Creates an item.
        ///
        /// - Parameters:
        ///   - link: Where it lies.
        ///   - role: What the post has it for.
        public init(_ link: ResourceLink, as role: MediaRole) {
            self.link = link
            self.role = role
        }
    }

    /// The small picture; `nil` where there is none.
    public let thumbnail: ResourceLink?
    /// What the post shows, each file once, a gallery's in the author's order; the small picture may be one of them.
    public let full: [ResourceLink]

    /// Finds out what belongs to a post.
    ///
    /// - Parameters:
    ///   - post: The post.
    ///   - largestSide: The longest side, in pixels, that a picture should have where there is a choice; by default what a
    ///     phone can decode, the upper end of ``Media/previewSides``.
    public init(_ post: Post, largestSide: Int = Media.previewSides.upperBound) {
        self.init(post.media, thumbnail: post.thumbnail, largestSide: largestSide)
    }

    /// Finds out what belongs to media.
    ///
    /// - Parameters:
    ///   - media: The media.
    ///   - thumbnail: The post's own small picture; `nil`, the default, for none.
    ///   - largestSide: The longest side, in pixels, that a picture should have where there is a choice.
    public init(
        _ media: Media, thumbnail: ResourceLink? = nil, largestSide: Int = Media.previewSides.upperBound
    ) {
        self.thumbnail = media.kind == .removed ? nil : thumbnail ?? media.smallestPreview
        var seen: Set<ResourceLink> = []
        full = media.fullFiles(largestSide: largestSide).filter { seen.insert($0).inserted }
    }

    /// The files for some roles, each once: the small picture first.
    ///
    /// - Parameter roles: Which roles; all by default. A file that has both is there for what the post shows.
    /// - Returns: The files.
    public func items(_ roles: Set<MediaRole> = Set(MediaRole.allCases)) -> [Item] {
        let shown = roles.contains(.full) ? full : []
        let small = roles.contains(.thumbnail) ? [thumbnail].compactMap { $0 }.filter { !shown.contains($0) } : []
        return small.map { Item($0, as: .thumbnail) } + shown.map { Item($0, as: .full) }
    }

    /// How much of what the post has for a role is there.
    ///
    /// - Parameters:
    ///   - role: What the post has it for.
    ///   - kept: The files that are there, whatever they are there for.
    /// - Returns: How much.
    public func part(of role: MediaRole, in kept: Set<ResourceLink>) -> PostAvailability.Part {
        let links = role == .full ? full : [thumbnail].compactMap { $0 }
        guard !links.isEmpty else { return .notApplicable }
        let count = links.count { kept.contains($0) }
        return count == 0 ? .missing : count < links.count ? .partial : .complete
    }
}

extension Media {
    /// The smallest picture that is no placeholder; one of unknown size only where no size is known.
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
        // Of a picture of unknown size nobody can say that it is too large.
        if let source, source.size == nil || fits(source) { return source.link }
        let pictures = previews.filter { !Self.isFilm($0.link) }
        let largest = pictures.filter(fits).max { left, right in
            (left.size?.width ?? 0, left.size?.height ?? 0) < (right.size?.width ?? 0, right.size?.height ?? 0)
        }
        return (largest ?? source ?? pictures.last)?.link
    }

    /// Whether a link leads to a file of pictures or film: not to a playlist, and not to a page that plays one.
    private static func isFile(_ link: ResourceLink) -> Bool {
        let path = link.text.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return ![".m3u8", ".mpd", ".gifv"].contains { path.hasSuffix($0) }
    }
}
