import Foundation
import ServerKit

/// Writes the catalog's things as Hacker News's two APIs do; ids are numbers, those that Lemmy's dialect has too.
///
/// Firebase leaves out what there is not, Algolia writes `null`.
struct HackerNewsRenderer: Sendable {
    let links: SiteLinks
    /// Unix time, in seconds.
    let referenceTime: Int

    // MARK: Firebase

    func item(_ post: Post, in thread: [Comment]) -> JSONValue {
        let id = LemmyID.number(post.id)
        if case .removed = post.content {
            return .object([
                ("deleted", .bool(true)), ("id", .int(id)), ("time", time(post.age)), ("type", .string("story")),
            ])
        }
        var json = JSONObject()
        if let author = post.author { json.add("by", .string(author)) }
        if !post.isJob { json.add("descendants", .int(post.commentCount)) }
        json.add("id", .int(id))
        if !thread.isEmpty { json.add("kids", Self.ids(thread)) }
        json.add([("score", .int(post.score)), ("time", time(post.age))])
        if let text = text(of: post), !text.isEmpty { json.add("text", .string(HackerNewsHTML.html(text))) }
        json.add([("title", .string(HackerNewsHTML.escaped(post.title))), ("type", .string(Self.type(of: post)))])
        if let url = url(of: post) { json.add("url", .string(url)) }
        return .object(json)
    }

    func item(_ comment: Comment, parent: Int) -> JSONValue {
        var json = JSONObject()
        if comment.removal == nil, let author = comment.author { json.add("by", .string(author)) }
        if comment.removal != nil { json.add("deleted", .bool(true)) }
        json.add("id", .int(LemmyID.number(comment.id)))
        if !comment.replies.isEmpty { json.add("kids", Self.ids(comment.replies)) }
        json.add("parent", .int(parent))
        if comment.removal == nil { json.add("text", .string(HackerNewsHTML.html(comment.body))) }
        json.add([("time", time(comment.age)), ("type", .string("comment"))])
        return .object(json)
    }

    /// An account that has posted; it is as old as its oldest post.
    func user(_ name: String, posts: [Post]) -> JSONValue {
        .object([
            ("created", time(posts.map(\.age).max() ?? 0)), ("id", .string(name)),
            ("karma", .int(posts.reduce(1) { $0 + max(0, $1.score) })),
            ("submitted", .array(posts.map { .int(LemmyID.number($0.id)) })),
        ])
    }

    private static func ids(_ comments: [Comment]) -> JSONValue {
        .array(comments.map { .int(LemmyID.number($0.id)) })
    }

    // MARK: Algolia

    func thread(_ post: Post, _ comments: [Comment]) -> JSONValue {
        let id = LemmyID.number(post.id)
        var options: [PollOption] = []
        if case .poll(let choices, _, _) = post.content { options = choices }
        return .object(
            dated(id: id, age: post.age) + [
                ("type", .string(Self.type(of: post))), ("author", .optional(post.author)),
                ("title", .string(post.title)), ("url", .optional(url(of: post))),
                ("text", .optional(text(of: post).map(HackerNewsHTML.html))), ("points", .int(post.score)),
                ("parent_id", .null), ("story_id", .int(id)),
                ("children", .array(comments.map { nested($0, parent: id, story: id) })),
                ("options", .array(options.map { .int($0.id) })),
            ])
    }

    /// A comment with everything below it.
    func nested(_ comment: Comment, parent: Int, story: Int) -> JSONValue {
        let id = LemmyID.number(comment.id)
        let isThere = comment.removal == nil
        return .object(
            dated(id: id, age: comment.age) + [
                ("type", .string("comment")), ("author", .optional(isThere ? comment.author : nil)), ("title", .null),
                ("url", .null), ("text", .optional(isThere ? HackerNewsHTML.html(comment.body) : nil)),
                ("points", .null), ("parent_id", .int(parent)), ("story_id", .int(story)),
                ("children", .array(comment.replies.map { nested($0, parent: id, story: story) })),
                ("options", .array([])),
            ])
    }

    func hit(_ post: Post) -> JSONValue {
        let id = LemmyID.number(post.id)
        let tags = [Self.type(of: post)] + [post.author.map { "author_" + $0 }, "story_\(id)"].compactMap(\.self)
        return .object([
            ("objectID", .string(String(id))), ("title", .string(post.title)), ("url", .optional(url(of: post))),
            ("author", .optional(post.author)), ("points", .int(post.score)),
            ("story_text", .optional(text(of: post).map(HackerNewsHTML.html))),
            ("num_comments", post.isJob ? .null : .int(post.commentCount)), ("story_id", .int(id)),
            ("created_at", date(post.age)), ("created_at_i", time(post.age)),
            ("_tags", .array(tags.map(JSONValue.string))),
        ])
    }

    // MARK: Parts

    private static func type(of post: Post) -> String {
        post.isJob ? "job" : post.isPoll ? "poll" : "story"
    }

    private func text(of post: Post) -> String? {
        switch post.content {
        case .text(let text): text
        case .poll(_, let question, _): question
        default: nil
        }
    }

    /// The address that a post leads to; nil for texts and polls.
    private func url(of post: Post) -> String? {
        let reddit = PostRenderer(links: links, referenceTime: referenceTime).object(post)
        guard text(of: post) == nil, let address = reddit["url"]?.text else { return nil }
        return address.hasPrefix("/") ? links.base + address : address
    }

    private func dated(id: Int, age: Int) -> [(String, JSONValue)] {
        [("id", .int(id)), ("created_at", date(age)), ("created_at_i", time(age))]
    }

    private func time(_ age: Int) -> JSONValue { .int(referenceTime - age) }

    private func date(_ age: Int) -> JSONValue {
        let date = Date(timeIntervalSince1970: Double(referenceTime - age))
        return .string(date.formatted(.iso8601.dateSeparator(.dash)))
    }
}

/// The HTML that Hacker News makes of a text.
enum HackerNewsHTML {
    /// A text as that site keeps it: paragraphs divided by `<p>`, indented lines as code, addresses as links whose
    /// label is cut after sixty characters.
    static func html(_ text: String) -> String {
        text.split(separator: "\n\n").map { block in
            let lines = block.split(separator: "\n", omittingEmptySubsequences: false)
            if lines.allSatisfy({ $0.hasPrefix("  ") }) {
                return "<pre><code>\(escaped(String(block)))\n</code></pre>"
            }
            return block.split(separator: " ", omittingEmptySubsequences: false).map(word).joined(separator: " ")
        }.joined(separator: "<p>")
    }

    private static func word(_ word: Substring) -> String {
        guard word.hasPrefix("https://") || word.hasPrefix("http://") else {
            guard word.count > 2, word.hasPrefix("*"), word.hasSuffix("*"), !word.hasPrefix("**") else {
                return escaped(String(word))
            }
            return "<i>\(escaped(String(word.dropFirst().dropLast())))</i>"
        }
        let label = word.count > 60 ? word.prefix(60) + "..." : word
        return #"<a href="\#(escaped(String(word)))" rel="nofollow">\#(escaped(String(label)))</a>"#
    }

    /// A text with the entities that the site writes.
    static func escaped(_ text: String) -> String {
        MarkdownHTML.escaped(text, and: ["\"": "&quot;", "'": "&#x27;", "/": "&#x2F;"])
    }
}
