public import Foundation

/// A post as its server describes it.
///
/// What the person did with it is in ``PostStatus``.
///
/// A property is `nil` when the server did not say, or when the road that was taken does not know; it is never a guess.
public struct Post: Identifiable, Hashable, Sendable {
    /// Who it is: its site and the site's own id.
    public let id: ID
    /// The title, unescaped, otherwise exactly as written: it may hold control characters.
    public var title: String
    /// The author's name, `[deleted]` included.
    public var author: String?
    /// The author's stable id (Reddit: `author_fullname`, `t2_…`).
    public var authorFullname: String?
    /// Where it was posted: a subreddit or a community, without prefix.
    public var subreddit: String?
    /// When it was posted.
    public var created: Date?
    /// The server's number of comments.
    public var commentCount: Int?
    /// The server's score, also where the server asks to hide it.
    public var score: Int?
    /// The host that the link leads to, or `self.NAME` for a text.
    public var domain: String?
    /// The server's path to the post and its comments.
    public var permalink: String?
    /// Where the title leads.
    public var url: ResourceLink?
    /// A small picture; words such as `self` and `nsfw` are none.
    public var thumbnail: ResourceLink?
    /// The text of a text post, Markdown, unescaped.
    public var text: String?
    /// The short label that moderators or the author gave it.
    public var flair: String?
    /// What there is to see.
    public var media: Media
    /// Whether the server marks it as not safe for work.
    public var isNSFW: Bool?
    /// Whether the server marks it as giving something away.
    public var isSpoiler: Bool?
    /// Whether moderators keep it at the top.
    public var isStickied: Bool?
    /// When it was last edited, as far as the server says.
    public var edited: Edited?

    /// Creates a post; everything but its id and title may be unknown.
    ///
    /// - Parameters:
    ///   - id: Its site and the site's own id.
    ///   - title: The title, unescaped.
    ///   - media: What there is to see; a text without a text unless said otherwise.
    public init(id: ID, title: String, media: Media = Media(kind: .text)) {
        self.id = id
        self.title = title
        self.media = media
    }
}

extension Post {
    /// This post with what it does not know taken from an older copy of it.
    ///
    /// A poorer road to the same site (Atom knows no score) never overwrites what a better one said.
    ///
    /// - Parameters:
    ///   - stored: The older copy, of the same id.
    ///   - completeness: How much the road knows that this post came by. A partial one never changes what the media are
    ///     known to be, and replaces a text that is known only when it says that the post was edited since: what it has
    ///     is no more than a rendering of that text.
    /// - Returns: The merged post.
    public func filled(from stored: Post, completeness: Completeness = .full) -> Post {
        var merged = self
        merged.author = author ?? stored.author
        merged.authorFullname = authorFullname ?? stored.authorFullname
        merged.subreddit = subreddit ?? stored.subreddit
        merged.created = created ?? stored.created
        merged.commentCount = commentCount ?? stored.commentCount
        merged.score = score ?? stored.score
        merged.domain = domain ?? stored.domain
        merged.permalink = permalink ?? stored.permalink
        merged.url = url ?? stored.url
        merged.thumbnail = thumbnail ?? stored.thumbnail
        let isSameEdition = edited == nil || edited == stored.edited
        merged.text =
            completeness == .partial && isSameEdition ? stored.text ?? text : text ?? stored.text
        merged.flair = flair ?? stored.flair
        merged.media =
            completeness == .partial && media.kind != stored.media.kind
            ? stored.media : media.filled(from: stored.media)
        merged.isNSFW = isNSFW ?? stored.isNSFW
        merged.isSpoiler = isSpoiler ?? stored.isSpoiler
        merged.isStickied = isStickied ?? stored.isStickied
        merged.edited = edited ?? stored.edited
        return merged
    }
}
