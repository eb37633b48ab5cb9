public import Core

/// What a post's row shows, as far as its height depends on it.
public struct PostRowContent: Hashable, Sendable {
    /// The title, as it is drawn.
    public var title: String
    /// Who, when and how many comments, as it is drawn.
    public var meta: String
    /// The beginning of the text; empty for none.
    public var snippet: String
    /// Whether there is a picture.
    public var hasPicture: Bool
    /// The picture's width divided by its height; `nil` where nobody knows it.
    public var aspectRatio: Double?

    /// Creates content.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - meta: Who, when and how many comments.
    ///   - snippet: The beginning of the text; empty, the default, for none.
    ///   - hasPicture: Whether there is a picture; none by default.
    ///   - aspectRatio: The picture's width divided by its height.
    public init(
        title: String, meta: String = "", snippet: String = "", hasPicture: Bool = false, aspectRatio: Double? = nil
    ) {
        self.title = title
        self.meta = meta
        self.snippet = snippet
        self.hasPicture = hasPicture
        self.aspectRatio = aspectRatio
    }

    /// How many characters of a post's text are looked at: more than the lines of any row hold.
    public static let snippetLength = 600

    /// The content of a post's row.
    ///
    /// A picture, an animation, a video and a gallery have a picture whether its size is known or not; of all others only
    /// what the server sent a preview of. Runs of blanks and line breaks are one blank, as in a row.
    ///
    /// - Parameters:
    ///   - post: The post.
    ///   - row: Its row of text.
    public init(_ post: Post, row: PostRow) {
        let media = post.media
        let ratio = media.aspectRatio
        let hasPicture =
            switch media.kind {
            case .image, .animated, .video, .gallery: true
            case .embed, .link, .text, .poll, .crosspost, .unknown: !media.previews.isEmpty
            case .removed: false
            }
        self.init(
            title: Self.line(row.title[...]), meta: row.meta,
            snippet: Self.line((post.text ?? "").prefix(Self.snippetLength)), hasPicture: hasPicture,
            aspectRatio: hasPicture ? ratio : nil)
    }

    private static func line(_ text: Substring) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
