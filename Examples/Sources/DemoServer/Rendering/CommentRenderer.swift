import ServerKit

/// Writes a thread as nested listings of `t1` and `more` objects.
struct CommentRenderer: Sendable {
    /// Comments deeper than this many levels are behind a "continue this thread".
    static let depthLimit = 10
    /// Of more replies to one comment than this, the rest is behind a "load more".
    static let widthLimit = 6
    private static let rootLimit = 25

    let post: Post
    let permalink: String
    let referenceTime: Int

    /// The second listing of a thread's answer, at most `limit` comments; placeholders count the others.
    func listing(_ comments: [Comment], parent: String, limit: Int) -> JSONValue {
        var remaining = limit
        let children = children(comments, parent: parent, depth: 0, remaining: &remaining)
        return ListingRenderer.json(children, hasCount: false)
    }

    /// A comment in a list of its author's, without its replies and with a word about the post.
    func alone(_ comment: Comment, parent: String) -> JSONValue {
        var comment = comment
        comment.replies = []
        var remaining = 0
        let thing = thing(comment, parent: parent, depth: 0, remaining: &remaining)
        guard case .object(var object) = thing, case .object(var data)? = object["data"] else { return thing }
        data["depth"] = nil
        data.add([("link_title", .string(post.title)), ("link_author", .string(post.author ?? "[deleted]"))])
        object["data"] = .object(data)
        return .object(object)
    }

    private func children(
        _ comments: [Comment], parent: String, depth: Int, remaining: inout Int
    ) -> [JSONValue] {
        guard !comments.isEmpty else { return [] }
        if depth >= Self.depthLimit { return [continuation(parent: parent, depth: depth)] }
        let width = min(depth == 0 ? Self.rootLimit : Self.widthLimit, comments.count)
        var children: [JSONValue] = []
        for comment in comments.prefix(width) where remaining > 0 {
            remaining -= 1
            children.append(thing(comment, parent: parent, depth: depth, remaining: &remaining))
        }
        let hidden = comments.dropFirst(children.count)
        if !hidden.isEmpty { children.append(more(Array(hidden), parent: parent, depth: depth)) }
        return children
    }

    func thing(_ comment: Comment, parent: String, depth: Int, remaining: inout Int) -> JSONValue {
        let replies = children(comment.replies, parent: comment.fullname, depth: depth + 1, remaining: &remaining)
        let created = Double(referenceTime - comment.age)
        var json = JSONObject([
            ("id", .string(comment.id)), ("name", .string(comment.fullname)), ("parent_id", .string(parent)),
            ("link_id", .string(post.fullname)), ("author", .string(comment.author ?? "[deleted]")),
            ("body", .string(comment.body)), ("body_html", MarkdownHTML.json(comment.body)),
            ("score", .int(comment.score)), ("ups", .int(comment.score)), ("score_hidden", .bool(post.hidesScore)),
            ("controversiality", .int(comment.score < -8 ? 1 : 0)), ("created_utc", .double(created)),
            ("created", .double(created + 28_800)),
            ("edited", PostRenderer.edited(comment.edit, referenceTime: referenceTime)),
        ])
        json.add([
            ("permalink", .string(permalink + comment.id + "/")), ("stickied", .bool(false)),
            ("likes", comment.vote.map(JSONValue.bool) ?? .null), ("saved", .bool(comment.isSaved)),
            ("is_submitter", .bool(comment.isByPostAuthor)), ("distinguished", .null),
            ("collapsed", .bool(comment.score < -8 || comment.removal != nil)),
            ("collapsed_reason_code", reason(comment)),
            ("replies", replies.isEmpty ? .string("") : ListingRenderer.json(replies, hasCount: false)),
        ])
        if let author = comment.author { json.add("author_fullname", .string(RedditRenderer.fullname(of: author))) }
        if let subreddit = post.subreddit { json.add("subreddit", .string(subreddit.name)) }
        // Most real answers leave the depth to whoever reads them.
        if post.ordinal % 6 == 0 { json.add("depth", .int(depth)) }
        return ListingRenderer.thing("t1", json)
    }

    private func reason(_ comment: Comment) -> JSONValue {
        if comment.removal != nil { return .string("DELETED") }
        return comment.score < -8 ? .string("LOW_SCORE") : .null
    }

    func more(_ hidden: [Comment], parent: String, depth: Int) -> JSONValue {
        let count = hidden.reduce(0) { $0 + $1.treeCount }
        return ListingRenderer.thing(
            "more",
            JSONObject([
                ("count", .int(count)), ("name", .string(hidden[0].fullname)), ("id", .string(hidden[0].id)),
                ("parent_id", .string(parent)), ("depth", .int(depth)),
                ("children", .array(hidden.map { .string($0.id) })),
            ]))
    }

    func continuation(parent: String, depth: Int) -> JSONValue {
        ListingRenderer.thing(
            "more",
            JSONObject([
                ("count", .int(0)), ("name", .string("t1__")), ("id", .string("_")), ("parent_id", .string(parent)),
                ("depth", .int(depth)), ("children", .array([])),
            ]))
    }
}
