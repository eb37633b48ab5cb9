import CommandKit
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
    /// The marks on it, for whoever looks; nil, and no such keys, where they were not read.
    var marks: Marks?
    /// What the account did with it that is not sent.
    var own: OwnText?
    /// The post of the thread, where it is not printed beside it; else there is no such key.
    var post: Post.ID?

    enum CodingKeys: CodingKey {
        case id, parent, depth, author, body, score, created, vote, pending, post
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        let ids = ThingIDs(site: comment.id.site)
        try container.encode(ids.text(of: comment.id), forKey: .id)
        try container.encode(ids.text(of: comment.parent), forKey: .parent)
        try container.encode(comment.depth, forKey: .depth)
        try container.encode(comment.author, forKey: .author)
        try container.encode(comment.body, forKey: .body)
        try container.encode(comment.score, forKey: .score)
        try container.encode(comment.created?.timeIntervalSince1970, forKey: .created)
        if let marks {
            try container.encode(marks.voteOutput, forKey: .vote)
            try container.encode(
                marks.pending.output + (own?.pending.map(\.rawValue) ?? []), forKey: .pending)
        }
        try container.encodeIfPresent(post?.native, forKey: .post)
    }
}

/// A place where comments were left out.
struct MoreOutput: Encodable {
    let parent: String
    let count: Int
    let ids: [String]

    init(_ more: MoreComments) {
        let names = ThingIDs(site: more.parent.site)
        parent = names.text(of: more.parent)
        count = more.count
        ids = more.ids.map { names.text(of: $0) }
    }
}

/// The JSON output of `search --comments`.
struct CommentMatchesOutput: Encodable {
    let comments: [CommentOutput]
}
