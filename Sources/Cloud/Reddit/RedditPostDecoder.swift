import Core
import Foundation

/// Reads one `t3`: an id and a title are needed, all else may be missing.
struct RedditPostDecoder {
    /// The post's `data`.
    let object: RedditObject

    /// The reason why a post is unreadable, with its path.
    typealias Problem = UnreadableElement

    /// Reads the post.
    ///
    /// - Returns: The post.
    /// - Throws: A ``Problem`` when it has no id or no title.
    func post() throws(Problem) -> Post {
        let id = Post.ID(site: object.context.site, native: try native())
        var post = Post(id: id, title: try title(), media: RedditMediaResolver(post: object).media())
        post.author = object.string("author")
        post.authorFullname = object.nonEmptyString("author_fullname")
        post.subreddit = object.nonEmptyString("subreddit")
        post.created = object.date("created_utc")
        post.commentCount = object.int("num_comments")
        post.score = object.int("score")
        post.domain = object.nonEmptyString("domain")
        post.permalink = object.nonEmptyString("permalink")
        post.url = object.link("url") ?? object.link("url_overridden_by_dest")
        post.thumbnail = object.link("thumbnail")
        post.text = text()
        post.flair = object.nonEmptyString("link_flair_text")
        post.isNSFW = object.bool("over_18")
        post.isSpoiler = object.bool("spoiler")
        post.isStickied = object.bool("stickied")
        post.edited = object.edited()
        post.crosspostParent = parentID
        post.removal = removal
        post.thumbnailWord = thumbnailWord
        return post
    }

    /// Reads the post that this one shows, where the server sends it along.
    ///
    /// - Returns: The post; `nil` for a post that is no crosspost, and where the parent cannot be read: its crosspost
    ///   has all of it that is shown.
    func parent() -> Post? {
        guard let parent = object.objects("crosspost_parent_list").first else { return nil }
        // Why it cannot be read is of no use: nobody asked for it, and the crosspost is shown all the same.
        return try? RedditPostDecoder(object: parent).post()
    }

    private var parentID: Post.ID? {
        let parent = object.objects("crosspost_parent_list").first
        let native = object.nonEmptyString("crosspost_parent") ?? parent?.fullname(prefix: "t3_")
        return native.map { Post.ID(site: object.context.site, native: $0) }
    }

    /// The person who took it down: the category, else what stands in the place of the text and the author.
    private var removal: Post.Removal? {
        switch object.nonEmptyString("removed_by_category") {
        case "deleted", "author": return .deletedByAuthor
        case let category?: return .removed(by: category)
        case nil: break
        }
        switch object.string("selftext") {
        case "[removed]": return .removed(by: nil)
        case "[deleted]" where (object.string("author") ?? "[deleted]") == "[deleted]": return .deletedByAuthor
        default: return nil
        }
    }

    private var thumbnailWord: Post.ThumbnailWord? {
        guard let word = object.nonEmptyString("thumbnail"), object.link("thumbnail") == nil else { return nil }
        // An address that is none is no word.
        return word.allSatisfy { $0.isLetter || $0 == "_" } ? Post.ThumbnailWord(rawValue: word) : nil
    }

    /// The fields of Reddit that a post has no place for: some numbers, flags and words, as they are written.
    ///
    /// - Returns: An object with those that are there; `nil` for none.
    func extras() -> RawJSON? {
        var bytes: [UInt8] = []
        for name in Self.extraNames {
            guard let value = object[name], value.kind != .object, value.kind != .array else { continue }
            value.append(as: name, to: &bytes)
        }
        guard !bytes.isEmpty else { return nil }
        bytes.append(UInt8(ascii: "}"))
        return RawJSON(compact: String(decoding: bytes, as: UTF8.self))
    }

    private static let extraNames: [StaticString] = [
        "upvote_ratio", "num_crossposts", "total_awards_received", "author_flair_text", "suggested_sort", "locked",
    ]

    private func native() throws(Problem) -> String {
        if let native = object.fullname(prefix: "t3_") { return native }
        throw Problem("data.name", expected: object["name"].map { _ in "an id" })
    }

    private func title() throws(Problem) -> String {
        if let title = object.string("title") { return title }
        let kind = object["title"]?.kind
        throw Problem("data.title", expected: kind.map { $0 == .string ? "text in UTF-8" : "a string" })
    }

    /// A text post's text, also where it is empty; for a crosspost the text of the post that it shows.
    private func text() -> String? {
        if let text = object.nonEmptyString("selftext") { return text }
        if let text = object.objects("crosspost_parent_list").first?.nonEmptyString("selftext") { return text }
        return object.bool("is_self") == true ? object.string("selftext") : nil
    }
}
