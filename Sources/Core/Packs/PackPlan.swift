/// Which files a post has: what a pack fetches, and what its badge is about.
struct PackPlan: Sendable {
    private let thumbnail: [ResourceLink]
    private let full: [ResourceLink]

    init(of post: Post) {
        thumbnail = post.thumbnail.map { [$0] } ?? []
        var seen: Set<ResourceLink> = []
        full = Self.links(of: post.media).filter { seen.insert($0).inserted }
    }

    /// The files of one kind, each once.
    func links(for role: MediaRole) -> [ResourceLink] {
        switch role {
        case .thumbnail: thumbnail
        case .full: full
        }
    }

    private static func links(of media: Media) -> [ResourceLink] {
        switch media.kind {
        case .gallery where !media.gallery.isEmpty: media.gallery.compactMap { $0.source?.link }
        case .image, .animated, .gallery: [media.source?.link ?? media.previews.last?.link].compactMap { $0 }
        // A playlist is a list of pieces; only a plain file can be kept whole.
        case .video: [media.video?.fallback].compactMap { $0 }
        case .embed, .link, .text, .poll, .crosspost, .removed: []
        }
    }
}
