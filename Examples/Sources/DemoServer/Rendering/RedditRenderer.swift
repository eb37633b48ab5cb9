/// Puts the site's content into Reddit's JSON, for the public dialect and the one behind OAuth.
struct RedditRenderer: Sendable {
    let links: SiteLinks
    /// Unix time, in seconds.
    let referenceTime: Int

    func json(_ things: [SiteContent.Thing], after: String?) -> JSONValue {
        let posts = PostRenderer(links: links, referenceTime: referenceTime)
        let children = things.map { thing in
            switch thing {
            case .post(let post): posts.json(post)
            case .comment(let comment, let parent, let post):
                CommentRenderer(post: post, permalink: posts.permalink(of: post), referenceTime: referenceTime)
                    .alone(comment, parent: parent)
            }
        }
        return ListingRenderer.json(children, after: after)
    }

    func json(_ post: Post, comments: [Comment], parent: String, limit: Int) -> JSONValue {
        let posts = PostRenderer(links: links, referenceTime: referenceTime)
        let renderer = CommentRenderer(
            post: post, permalink: posts.permalink(of: post), referenceTime: referenceTime)
        return .array([
            ListingRenderer.json([posts.json(post, isAlone: true)]),
            renderer.listing(comments, parent: parent, limit: limit),
        ])
    }

    /// The comments of a placeholder: one flat list, however deep they are.
    ///
    /// Without `api_type=json` the site answers in a language of its own pages', in which there is nothing to read.
    func json(more replies: [SiteContent.Reply], on post: Post, limit: Int, isWrapped: Bool) -> JSONValue {
        guard isWrapped else { return .object([("jquery", .array([])), ("success", .bool(true))]) }
        let permalink = PostRenderer(links: links, referenceTime: referenceTime).permalink(of: post)
        let renderer = CommentRenderer(post: post, permalink: permalink, referenceTime: referenceTime)
        let things = JSONValue.array(renderer.flat(replies, limit: limit))
        return .object([
            ("json", .object([("errors", .array([])), ("data", .object([("things", things)]))]))
        ])
    }

    func json(_ subreddit: Subreddit) -> JSONValue {
        SubredditRenderer.json(subreddit, links: links)
    }

    /// The public data of an account.
    func user(_ name: String) -> JSONValue {
        let id = String(StableHash.fnv1a(name) % 2_000_000_000, radix: 36)
        return ListingRenderer.thing(
            "t2",
            JSONObject([
                ("id", .string(id)), ("name", .string(name)),
                ("created_utc", .double(Double(referenceTime - 900 * 86_400))), ("link_karma", .int(1_204)),
                ("comment_karma", .int(3_377)), ("total_karma", .int(4_581)), ("icon_img", .string("")),
                (
                    "subreddit",
                    .object([
                        ("display_name", .string("u_" + name)), ("title", .string(name.uppercased() + " & friends")),
                        ("over_18", .bool(false)), ("subscribers", .int(0)), ("url", .string("/user/\(name)/")),
                    ])
                ),
            ]))
    }

    /// The account a token belongs to.
    func account(_ name: String) -> JSONValue {
        .object([
            ("id", .string(String(StableHash.fnv1a(name) % 2_000_000_000, radix: 36))), ("name", .string(name)),
            ("created_utc", .double(Double(referenceTime - 900 * 86_400))), ("link_karma", .int(1_204)),
            ("comment_karma", .int(3_377)), ("total_karma", .int(4_581)), ("over_18", .bool(false)),
            ("is_suspended", .bool(false)), ("has_verified_email", .bool(true)), ("inbox_count", .int(0)),
            ("icon_img", .string("")), ("pref_nightmode", .bool(true)),
        ])
    }
}
