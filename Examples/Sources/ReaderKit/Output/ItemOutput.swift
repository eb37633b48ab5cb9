import Core
import Foundation

/// A post as the commands print it in JSON.
///
/// What is unknown is null, never a guess.
struct ItemOutput: Encodable {
    let item: FeedItem
    let endpoints: any EndpointProvider
    /// The part of it that is on this device, where that is printed; nil leaves the key out.
    var availability: PostAvailability.Level?

    enum CodingKeys: CodingKey {
        case id, title, author, created, commentCount, score, subreddit, permalink, url, thumbnail, media
        case isRead, isSaved, isFavourite, isNSFW, availability
    }

    func encode(to encoder: any Encoder) throws {
        let post = item.post
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(post.id.native, forKey: .id)
        try container.encode(post.title, forKey: .title)
        try container.encode(post.author, forKey: .author)
        try container.encode(post.created?.timeIntervalSince1970, forKey: .created)
        try container.encode(post.commentCount, forKey: .commentCount)
        try container.encode(post.score, forKey: .score)
        try container.encode(post.subreddit, forKey: .subreddit)
        try container.encode(post.permalink, forKey: .permalink)
        try container.encode(absolute(post.url), forKey: .url)
        try container.encode(absolute(post.thumbnail), forKey: .thumbnail)
        try container.encode(
            MediaOutput(
                kind: post.media.kind.rawValue, url: absolute(post.media.source?.link),
                width: post.media.source?.width, height: post.media.source?.height), forKey: .media)
        try container.encode(item.status.isRead, forKey: .isRead)
        try container.encode(item.status.isSaved, forKey: .isSaved)
        try container.encode(item.status.isFavourite, forKey: .isFavourite)
        try container.encode(post.isNSFW, forKey: .isNSFW)
        try container.encodeIfPresent(availability, forKey: .availability)
    }

    private func absolute(_ link: ResourceLink?) -> String? {
        link.flatMap { endpoints.url(for: $0) }?.absoluteString
    }
}

/// The JSON output of a post's media.
struct MediaOutput: Encodable {
    let kind: String
    let url: String?
    let width: Int?
    let height: Int?

    enum CodingKeys: CodingKey {
        case kind, url, width, height
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind, forKey: .kind)
        try container.encode(url, forKey: .url)
        try container.encode(width, forKey: .width)
        try container.encode(height, forKey: .height)
    }
}
