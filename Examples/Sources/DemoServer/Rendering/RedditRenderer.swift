import ServerKit

/// Puts the site's content into Reddit's JSON, for the public dialect and the one behind OAuth.
struct RedditRenderer: Sendable {
    let links: SiteLinks
    /// Unix time, in seconds.
    let referenceTime: Int

    func json(_ things: [SiteContent.Thing], after: String?) -> JSONValue {
        ListingRenderer.json(self.things(things), after: after)
    }

    /// Elements of a list.
    func things(_ things: [SiteContent.Thing]) -> [JSONValue] {
        let posts = PostRenderer(links: links, referenceTime: referenceTime)
        return things.map { thing in
            switch thing {
            case .post(let post): posts.json(post)
            case .comment(let comment, let parent, let post):
                CommentRenderer(post: post, permalink: posts.permalink(of: post), referenceTime: referenceTime)
                    .alone(comment, parent: parent)
            case .community(let subreddit, let isSubscriber): json(subreddit, isSubscriber: isSubscriber)
            }
        }
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

    func json(_ subreddit: Subreddit, isSubscriber: Bool?) -> JSONValue {
        SubredditRenderer.json(subreddit, isSubscriber: isSubscriber, links: links)
    }

    /// The communities that an account is subscribed to.
    func json(subscriptions: [Subreddit]) -> JSONValue {
        ListingRenderer.json(subscriptions.map { json($0, isSubscriber: true) })
    }

    /// The fullname of an account.
    static func fullname(of name: String) -> String {
        "t2_" + accountID(of: name)
    }

    /// The id of an account, which is made from its name, without the `t2_`.
    static func accountID(of name: String) -> String {
        String(StableHash.fnv1a(name) % 2_000_000_000, radix: 36)
    }

    /// The public data of an account.
    func user(_ name: String) -> JSONValue {
        ListingRenderer.thing(
            "t2",
            JSONObject([
                ("id", .string(Self.accountID(of: name))), ("name", .string(name)),
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

    /// The account a token belongs to, with the number of unread messages.
    func account(_ name: String, unread: Int) -> JSONValue {
        .object([
            ("id", .string(Self.accountID(of: name))), ("name", .string(name)),
            ("created_utc", .double(Double(referenceTime - 900 * 86_400))), ("link_karma", .int(1_204)),
            ("comment_karma", .int(3_377)), ("total_karma", .int(4_581)), ("over_18", .bool(false)),
            ("is_suspended", .bool(false)), ("has_verified_email", .bool(true)), ("inbox_count", .int(unread)),
            ("has_mail", .bool(unread > 0)), ("icon_img", .string("")), ("pref_nightmode", .bool(true)),
        ])
    }
}
