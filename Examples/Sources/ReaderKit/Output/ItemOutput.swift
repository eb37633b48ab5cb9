import Core
import Foundation
import PostFeatures

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
        case isRead, isSaved, isFavourite, isNSFW, availability, vote, pending
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
        try container.encode(item.status.marks.voteOutput, forKey: .vote)
        try container.encode(
            item.status.pending.output + (item.own?.pending.map(\.rawValue) ?? []), forKey: .pending)
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

extension Marks {
    /// The vote as it is printed: 1, -1, 0 for none, nil where it is not known.
    var voteOutput: Int? {
        guard isVoteKnown else { return nil }
        return vote.map { $0 == .up ? 1 : -1 } ?? 0
    }
}

extension Marks {
    /// The score with the own vote, and that vote, for people.
    ///
    /// - Parameters:
    ///   - score: The server's number.
    ///   - format: Writes in a language.
    /// - Returns: Such as "▲ 13 points"; nil where there is nothing to say.
    func points(_ score: Int?, in format: PostFormat) -> String? {
        let points = format.points(score.map { $0 + voteDelta })
        guard let vote else { return points }
        let arrow = vote == .up ? "▲" : "▼"
        return points.map { "\(arrow) \($0)" } ?? arrow
    }
}

extension StatusFields {
    /// The kinds of what is not sent, as they are printed.
    var output: [String] {
        let names: [(StatusFields, String)] = [
            (.vote, "vote"), (.saved, "save"), (.hidden, "hide"), (.read, "read"), (.subscribed, "subscribe"),
        ]
        return names.filter { contains($0.0) }.map(\.1)
    }
}
