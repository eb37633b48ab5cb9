import Core
import Foundation

/// Reads one `PostView`: an id and a name are needed, all else may be missing.
///
/// The shape is that of `PostView`, `Post`, `Person`, `Community` and `PostAggregates` in LemmyNet/lemmy-js-client,
/// 0.19. What was deleted or removed keeps its title and loses the rest: its kind is `removed` and its text empty.
/// Lemmy has no flairs and no spoilers.
struct LemmyPostDecoder {
    /// The view: the post and what belongs to it, side by side.
    let view: LemmyObject

    /// Reads the post.
    ///
    /// - Returns: The post.
    /// - Throws: A `Problem` when it has no id or no name.
    func post() throws(LemmyObject.Problem) -> Post {
        let object = try view.required("post")
        guard let id = object.id else {
            throw LemmyObject.Problem("post.id", expected: "a number", found: object.json["id"])
        }
        guard let title = object.string("name") else {
            throw LemmyObject.Problem("post.name", expected: "text in UTF-8", found: object.json["name"])
        }
        var post = Post(id: Post.ID(site: view.context.site, native: id), title: title)
        post.media = LemmyMediaResolver(post: object, details: view.object("image_details")).media()
        post.author = creator?.actor
        post.authorFullname = object.json["creator_id"]?.int.map(String.init) ?? creator?.id
        post.subreddit = view.object("community")?.actor
        post.created = object.date("published") ?? view.object("counts")?.date("published")
        post.permalink = "/post/\(id)"
        post.isNSFW = either(object.bool("nsfw"), view.object("community")?.bool("nsfw"))
        post.isStickied = either(object.bool("featured_community"), object.bool("featured_local"))
        post.edited = object.edited
        // A comment's view has the counts of the comment.
        if view.json["comment"] == nil {
            post.commentCount = view.object("counts")?.int("comments")
            post.score = view.object("counts")?.int("score")
        }
        guard post.media.kind != .removed else {
            // What a moderator has removed is that, whatever its author did too.
            post.removal = object.bool("removed") == true ? .removed(by: "moderator") : .deletedByAuthor
            post.text = ""
            return post
        }
        post.url = object.link("url")
        post.domain = domain(of: post.url)
        post.thumbnail = object.link("thumbnail_url")
        // Who posts no link and no words posts an empty text.
        post.text = object.string("body") ?? (post.media.kind == .text ? "" : nil)
        return post
    }

    /// The counts of Lemmy that a post has no place for, as they are written.
    ///
    /// - Returns: An object with what is there; `nil` for nothing, and in a comment's view, which has other counts.
    func extras() -> RawJSON? {
        guard view.json["comment"] == nil, let counts = view.object("counts") else { return nil }
        var bytes: [UInt8] = []
        for name in Self.extraNames {
            guard let value = counts.json[name], value.kind != .object, value.kind != .array else { continue }
            value.append(as: name, to: &bytes)
        }
        guard !bytes.isEmpty else { return nil }
        bytes.append(UInt8(ascii: "}"))
        return RawJSON(compact: String(decoding: bytes, as: UTF8.self))
    }

    private static let extraNames: [StaticString] = ["upvotes", "downvotes", "newest_comment_time"]

    /// The author of the post; a comment's view has the author of the comment.
    private var creator: LemmyObject? {
        guard let creator = view.object("creator") else { return nil }
        guard view.json["comment"] != nil else { return creator }
        let writer = view.object("post")?.json["creator_id"]?.int
        return writer != nil && writer == creator.int("id") ? creator : nil
    }

    /// True when one of two is, `nil` when neither is known.
    private func either(_ first: Bool?, _ second: Bool?) -> Bool? {
        guard let first, let second else { return first ?? second }
        return first || second
    }

    private func domain(of link: ResourceLink?) -> String? {
        guard let host = link.flatMap(view.context.endpoints.url(for:))?.host()?.lowercased() else { return nil }
        return host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
    }
}
