/// The content of a post.
indirect enum PostContent: Sendable {
    case image(PixelSize)
    case animated(PixelSize)
    case video(PixelSize, seconds: Int, isGIF: Bool)
    /// A link to somebody else's clip, of which the site keeps a silent preview.
    case clip(PixelSize, domain: String)
    /// A gallery may have lost its metadata and then lists pictures that nobody can find.
    case gallery([GalleryEntry], hasMetadata: Bool)
    case embed(provider: String, title: String)
    case link(domain: String, hasPreview: Bool)
    /// A link that somebody wrote, exactly as it was written, and a text with it, which may be empty.
    case address(String, text: String)
    case text(String)
    case poll([PollOption], question: String, isOpen: Bool)
    case crosspost(Post)
    case removed(category: String)
}

/// One picture of a gallery.
struct GalleryEntry: Sendable {
    enum Status: String, Sendable {
        case valid
        case unprocessed
        case failed
    }

    let number: Int
    let size: PixelSize
    let caption: String?
    let status: Status
    let isAnimated: Bool
}

/// One answer of a poll.
struct PollOption: Sendable {
    let id: Int
    let text: String
    let votes: Int
}
