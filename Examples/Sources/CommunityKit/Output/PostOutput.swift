import CommandKit
import Community
import Core
import Foundation

/// A post as the commands print it.
struct PostOutput: Encodable {
    let post: CommunityPost
    let comments: [CommunityComment]
    /// The kinds of what is not sent of it.
    let pending: [String]

    enum CodingKeys: CodingKey {
        case id, category, text, files, aspect, created, author, likes, isLiked, hashtags, comments, pending
    }

    // Written out, so that a key whose value is unknown is there as null.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(post.id, forKey: .id)
        try container.encode(post.category, forKey: .category)
        try container.encode(post.text, forKey: .text)
        try container.encode(post.files, forKey: .files)
        try container.encode(post.aspect, forKey: .aspect)
        try container.encode(post.created?.timeIntervalSince1970, forKey: .created)
        try container.encode(post.author.map(UserOutput.init), forKey: .author)
        try container.encode(post.likes, forKey: .likes)
        try container.encode(post.isLiked, forKey: .isLiked)
        try container.encode(post.hashtags, forKey: .hashtags)
        try container.encode(comments.map(CommentOutput.init), forKey: .comments)
        try container.encode(pending, forKey: .pending)
    }
}

/// A comment as the commands print it.
private struct CommentOutput: Encodable {
    let comment: CommunityComment

    enum CodingKeys: CodingKey {
        case id, author, text, created
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(comment.id, forKey: .id)
        try container.encode(comment.author.map(UserOutput.init), forKey: .author)
        try container.encode(comment.text, forKey: .text)
        try container.encode(comment.created?.timeIntervalSince1970, forKey: .created)
    }
}

/// The JSON output of the commands that list posts.
struct PostListOutput: Encodable {
    let posts: [PostOutput]
    let isEnd: Bool
    let origin: String
    let error: ErrorOutput?

    enum CodingKeys: CodingKey {
        case posts, isEnd, origin, error
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(posts, forKey: .posts)
        try container.encode(isEnd, forKey: .isEnd)
        try container.encode(origin, forKey: .origin)
        try container.encode(error, forKey: .error)
    }
}

/// The JSON output of `post`.
struct OnePostOutput: Encodable {
    let post: PostOutput?
    let error: ErrorOutput?

    enum CodingKeys: CodingKey {
        case post, error
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(post, forKey: .post)
        try container.encode(error, forKey: .error)
    }
}
