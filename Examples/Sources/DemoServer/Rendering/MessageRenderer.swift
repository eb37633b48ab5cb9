import ServerKit

/// Writes answers and mentions as the `t1` things of an inbox.
struct MessageRenderer: Sendable {
    let links: SiteLinks
    /// Unix time, in seconds.
    let referenceTime: Int

    /// Part of an inbox.
    func json(_ messages: [SiteContent.Message], after: String?) -> JSONValue {
        ListingRenderer.json(messages.map(thing), after: after)
    }

    private func thing(_ message: SiteContent.Message) -> JSONValue {
        let (comment, post) = (message.comment, message.post)
        let permalink = PostRenderer(links: links, referenceTime: referenceTime).permalink(of: post)
        let created = Double(referenceTime - comment.age)
        let (subject, type) =
            message.notice.isMention
            ? ("username mention", "username_mention")
            : message.parent.hasPrefix("t3_") ? ("post reply", "post_reply") : ("comment reply", "comment_reply")
        var json = JSONObject([
            ("id", .string(comment.id)), ("name", .string(comment.fullname)), ("subject", .string(subject)),
            ("type", .string(type)), ("was_comment", .bool(true)), ("new", .bool(!message.notice.isRead)),
            ("author", .string(comment.author ?? "[deleted]")), ("body", .string(comment.body)),
            ("body_html", MarkdownHTML.json(comment.body)), ("parent_id", .string(message.parent)),
            ("context", .string(permalink + comment.id + "/?context=3")), ("link_title", .string(post.title)),
            ("num_comments", .int(post.commentCount)), ("score", .int(comment.score)),
            ("likes", comment.vote.map(JSONValue.bool) ?? .null), ("created_utc", .double(created)),
            ("created", .double(created + 28_800)), ("dest", .string(message.notice.recipient)),
            ("first_message", .null), ("first_message_name", .null), ("replies", .string("")),
            ("distinguished", .null),
        ])
        if let author = comment.author { json.add("author_fullname", .string(RedditRenderer.fullname(of: author))) }
        if let subreddit = post.subreddit {
            json.add([
                ("subreddit", .string(subreddit.name)), ("subreddit_name_prefixed", .string("r/" + subreddit.name)),
            ])
        }
        return ListingRenderer.thing("t1", json)
    }
}
