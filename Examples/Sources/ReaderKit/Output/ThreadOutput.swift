import Core
import Foundation

/// The JSON output of `comments`.
struct ThreadOutput: Encodable {
    let post: ItemOutput?
    let comments: [CommentOutput]
    let more: [MoreOutput]
    let error: ErrorOutput?

    enum CodingKeys: CodingKey {
        case post, comments, more, error
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(post, forKey: .post)
        try container.encode(comments, forKey: .comments)
        try container.encode(more, forKey: .more)
        try container.encode(error, forKey: .error)
    }
}

/// A comment as the commands print it; what is unknown is null.
struct CommentOutput: Encodable {
    let comment: Core.Comment
    /// The post of the thread, where it is not printed beside it; else there is no such key.
    var post: Post.ID?

    enum CodingKeys: CodingKey {
        case id, parent, depth, author, body, score, created, post
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(comment.id.native, forKey: .id)
        try container.encode(comment.parent.native, forKey: .parent)
        try container.encode(comment.depth, forKey: .depth)
        try container.encode(comment.author, forKey: .author)
        try container.encode(comment.body, forKey: .body)
        try container.encode(comment.score, forKey: .score)
        try container.encode(comment.created?.timeIntervalSince1970, forKey: .created)
        try container.encodeIfPresent(post?.native, forKey: .post)
    }
}

/// A place where comments were left out.
struct MoreOutput: Encodable {
    let parent: String
    let count: Int
    let ids: [String]

    init(_ more: MoreComments) {
        parent = more.parent.native
        count = more.count
        ids = more.ids.map(\.native)
    }
}

/// The JSON output of `search --comments`.
struct CommentMatchesOutput: Encodable {
    let comments: [CommentOutput]
}
