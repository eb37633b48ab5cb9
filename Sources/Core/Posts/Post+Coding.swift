import Foundation

/// A post is written with the texts of its links alone; read again, they are links of the post's own site.
///
/// What is inside of a post does not know the post's site, so it is decoded with that as its configuration.
extension Post: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, title, author, authorFullname, subreddit, created, commentCount, score, domain, permalink, url
        case thumbnail, text, flair, media, isNSFW, isSpoiler, isStickied, edited
    }

    /// Reads a post.
    ///
    /// - Parameter decoder: What it is read from.
    /// - Throws: `DecodingError`.
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
    }

    /// Writes the post, its links without their site.
    ///
    /// - Parameter encoder: What it is written to.
    /// - Throws: `EncodingError`.
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
    }
}

extension KeyedDecodingContainer {
    /// Reads the text of a link of a site's post.
    func decodeLink(forKey key: Key, on site: Site) throws -> ResourceLink? {
        try decodeIfPresent(String.self, forKey: key).map { ResourceLink($0, on: site) }
    }
}
