public import Foundation

/// A post as its server describes it.
///
/// The person's marks on it are in ``PostStatus``.
///
/// A property is `nil` when the server did not say, or when the backend does not know; it is never a guess.
public struct Post: Identifiable, Hashable, Sendable {
    /// The post's id: its site and the site's own id.
    public let id: ID
    /// The title, unescaped, otherwise exactly as written: it may hold control characters.
    public var title: String
    /// The author's name, `[deleted]` included.
    public var author: String?
    /// The author's stable id (Reddit: `author_fullname`, `t2_…`).
    public var authorFullname: String?
    /// The community that it was posted in, such as a subreddit, without prefix.
    public var subreddit: String?
    /// The date when it was posted.
    public var created: Date?
    /// The server's number of comments.
    public var commentCount: Int?
    /// The server's score, also where the server asks to hide it.
    public var score: Int?
    /// The host that the link leads to, or `self.NAME` for a text.
    public var domain: String?
    /// The server's path to the post and its comments.
    public var permalink: String?
    /// The link that the title leads to.
    public var url: ResourceLink?
    /// The thumbnail; the server's words such as `self` and `nsfw` are in ``thumbnailWord``.
    public var thumbnail: ResourceLink?
    /// The text of a text post, Markdown, unescaped.
    public var text: String?
    /// The short label that moderators or the author gave it.
    public var flair: String?
    /// The pictures, videos or links that it shows.
    public var media: Media
    /// Whether the server marks it as not safe for work.
    public var isNSFW: Bool?
    /// Whether the server marks it as a spoiler.
    public var isSpoiler: Bool?
    /// Whether moderators pinned it to the top.
    public var isStickied: Bool?
    /// The last edit, as far as the server reports it.
    public var edited: Edited?
    /// The post that it shows, where it is a crosspost.
    public var crosspostParent: ID?
    /// The end of the post on its server: who took it down; `nil` where nobody did.
    ///
    /// Of a post that the person keeps, the content stays as it was before that.
    public var removal: Removal?
    /// The word that the server sends in the place of a thumbnail, such as `nsfw`.
    public var thumbnailWord: ThumbnailWord?

    /// Creates a post; everything but its id and title may be unknown.
    ///
    /// - Parameters:
    ///   - id: Its site and the site's own id.
    ///   - title: The title, unescaped.
    ///   - media: Its media; of the kind ``Media/Kind/text`` by default.
    public init(id: ID, title: String, media: Media = Media(kind: .text)) {
        self.id = id
        self.title = title
        self.media = media
    }
}

extension Post {
    /// Returns this post with unknown fields taken from an older copy of it.
    ///
    /// A poorer backend of the same site (Atom knows no score) never overwrites what a better one said.
    ///
    /// - Parameters:
    ///   - stored: The older copy, of the same id.
    ///   - completeness: The extent to which the backend knows this post. A partial one never changes what the media
    ///     are known to be, and replaces a text that is known only when it says that the post was edited since: what it
    ///     has is no more than a rendering of that text.
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
        merged.crosspostParent = crosspostParent ?? stored.crosspostParent
        // A backend that knows all of a post says by saying nothing that it is not taken down.
        if completeness == .partial {
            merged.removal = removal ?? stored.removal
            if thumbnail == nil { merged.thumbnailWord = thumbnailWord ?? stored.thumbnailWord }
        }
        // A word stands where there is no picture.
        if merged.thumbnail != nil { merged.thumbnailWord = nil }
        return merged
    }
}

extension Post {
    /// The last edit of a post, as the server reports it.
    ///
    /// Reddit answers `false`, a date, or `true` for items that are older than its record of dates.
    public enum Edited: Hashable, Sendable {
        /// It was never edited.
        case never
        /// It was edited at an unknown date.
        case atUnknownTime
        /// It was edited at this date.
        case at(Date)
    }
}

extension Post.Edited: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let flag = try? container.decode(Bool.self) {  // Not a flag, then it has to be a date.
            self = flag ? .atUnknownTime : .never
        } else {
            self = .at(try container.decode(Date.self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .never: try container.encode(false)
        case .atUnknownTime: try container.encode(true)
        case .at(let date): try container.encode(date)
        }
    }
}

extension Post {
    /// Returns the smallest picture of the post that is large enough, or its thumbnail where there is none better.
    ///
    /// - Parameter target: The size to fill, in pixels; where only the width matters, the height is 0.
    /// - Returns: The picture, as ``Media/preview(for:thumbnail:)`` chooses it; `nil` when there is none.
    public func preview(for target: PixelSize) -> MediaSource? {
        media.preview(for: target, thumbnail: thumbnail.map { MediaSource(link: $0) })
    }
}

extension Post {
    /// Whether its author or a moderator removed it.
    package var isTakenDown: Bool { media.kind == .removed }

    /// Returns this post with its content as it was before it was removed.
    ///
    /// For posts that a person keeps: what they have is theirs, whatever becomes of it on the server. Where the copy is
    /// whole and this post is taken down, the title, the author, the text, the links, the thumbnail and the media are
    /// those of the copy; the numbers and marks of the server, such as the score, are this post's. Otherwise nothing is
    /// changed, so that a post that is put up again is as its server says.
    ///
    /// - Parameter stored: The copy that the person has, of the same id.
    /// - Returns: The post to be stored.
    public func restored(from stored: Post) -> Post {
        guard isTakenDown, !stored.isTakenDown else { return self }
        var restored = self
        restored.title = stored.title
        restored.author = stored.author
        restored.authorFullname = stored.authorFullname
        restored.text = stored.text
        restored.domain = stored.domain
        restored.permalink = stored.permalink
        restored.url = stored.url
        restored.thumbnail = stored.thumbnail
        restored.flair = stored.flair
        restored.media = stored.media
        restored.edited = stored.edited
        restored.crosspostParent = stored.crosspostParent
        restored.thumbnailWord = stored.thumbnailWord
        return restored
    }
}

/// The coding of posts: a link is encoded as its text, and decoded as a link of the post's own site.
///
/// What is inside of a post does not know the post's site, so it is decoded with that as its configuration.
extension Post: Codable {
    /// The fields, in the order in which they are written.
    package enum CodingKeys: String, CodingKey, CaseIterable {
        case id, title, author, authorFullname, subreddit, created, commentCount, score, domain, permalink, url
        case thumbnail, text, flair, media, isNSFW, isSpoiler, isStickied, edited, crosspostParent, removal
        case thumbnailWord
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let id = try values.decode(ID.self, forKey: .id)
        self.init(
            id: id, title: try values.decode(String.self, forKey: .title),
            media: try values.decode(Media.self, forKey: .media, configuration: id.site))
        author = try values.decodeIfPresent(String.self, forKey: .author)
        authorFullname = try values.decodeIfPresent(String.self, forKey: .authorFullname)
        subreddit = try values.decodeIfPresent(String.self, forKey: .subreddit)
        created = try values.decodeIfPresent(Date.self, forKey: .created)
        commentCount = try values.decodeIfPresent(Int.self, forKey: .commentCount)
        score = try values.decodeIfPresent(Int.self, forKey: .score)
        domain = try values.decodeIfPresent(String.self, forKey: .domain)
        permalink = try values.decodeIfPresent(String.self, forKey: .permalink)
        url = try values.decodeLink(forKey: .url, on: id.site)
        thumbnail = try values.decodeLink(forKey: .thumbnail, on: id.site)
        text = try values.decodeIfPresent(String.self, forKey: .text)
        flair = try values.decodeIfPresent(String.self, forKey: .flair)
        isNSFW = try values.decodeIfPresent(Bool.self, forKey: .isNSFW)
        isSpoiler = try values.decodeIfPresent(Bool.self, forKey: .isSpoiler)
        isStickied = try values.decodeIfPresent(Bool.self, forKey: .isStickied)
        edited = try values.decodeIfPresent(Edited.self, forKey: .edited)
        // Missing in what earlier versions stored.
        crosspostParent = try values.decodeIfPresent(ID.self, forKey: .crosspostParent)
        removal = try values.decodeIfPresent(Removal.self, forKey: .removal)
        thumbnailWord = try values.decodeIfPresent(ThumbnailWord.self, forKey: .thumbnailWord)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id, forKey: .id)
        try values.encode(title, forKey: .title)
        try values.encodeIfPresent(author, forKey: .author)
        try values.encodeIfPresent(authorFullname, forKey: .authorFullname)
        try values.encodeIfPresent(subreddit, forKey: .subreddit)
        try values.encodeIfPresent(created, forKey: .created)
        try values.encodeIfPresent(commentCount, forKey: .commentCount)
        try values.encodeIfPresent(score, forKey: .score)
        try values.encodeIfPresent(domain, forKey: .domain)
        try values.encodeIfPresent(permalink, forKey: .permalink)
        try values.encodeIfPresent(url?.text, forKey: .url)
        try values.encodeIfPresent(thumbnail?.text, forKey: .thumbnail)
        try values.encodeIfPresent(text, forKey: .text)
        try values.encodeIfPresent(flair, forKey: .flair)
        try values.encode(media, forKey: .media)
        try values.encodeIfPresent(isNSFW, forKey: .isNSFW)
        try values.encodeIfPresent(isSpoiler, forKey: .isSpoiler)
        try values.encodeIfPresent(isStickied, forKey: .isStickied)
        try values.encodeIfPresent(edited, forKey: .edited)
        // Few posts have one of these, and the others are written as they always were.
        guard crosspostParent != nil || removal != nil || thumbnailWord != nil else { return }
        try values.encodeIfPresent(crosspostParent, forKey: .crosspostParent)
        try values.encodeIfPresent(removal, forKey: .removal)
        try values.encodeIfPresent(thumbnailWord, forKey: .thumbnailWord)
    }
}

extension KeyedDecodingContainer {
    /// Reads the text of a link of a site's post.
    func decodeLink(forKey key: Key, on site: Site) throws -> ResourceLink? {
        try decodeIfPresent(String.self, forKey: key).map { ResourceLink($0, on: site) }
    }
}

extension KeyedDecodingContainer {
    /// Reads the value of a key of a post's record with the post's site; `nil` where it is missing or null.
    ///
    /// Foundation's own `decodeIfPresent` with a configuration refuses null on Linux.
    func decodeUnlessNull<Value: DecodableWithConfiguration>(
        _ type: Value.Type, forKey key: Key, on site: Site
    ) throws -> Value? where Value.DecodingConfiguration == Site {
        guard contains(key), try !decodeNil(forKey: key) else { return nil }
        return try decode(type, forKey: key, configuration: site)
    }
}
