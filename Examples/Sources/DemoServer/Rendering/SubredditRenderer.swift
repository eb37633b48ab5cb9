import ServerKit

/// Writes a community as the site's `t5` object.
enum SubredditRenderer {
    /// The community, with whether the account that asks is subscribed to it: nil for nobody, who has null there.
    static func json(_ subreddit: Subreddit, isSubscriber: Bool?, links: SiteLinks) -> JSONValue {
        ListingRenderer.thing(
            "t5",
            JSONObject([
                ("id", .string(subreddit.id)), ("name", .string("t5_" + subreddit.id)),
                ("display_name", .string(subreddit.name)), ("display_name_prefixed", .string("r/" + subreddit.name)),
                ("title", .string(subreddit.title)), ("public_description", .string(subreddit.summary)),
                ("description", .string(subreddit.summary)), ("subscribers", .int(subreddit.subscribers)),
                ("over18", .bool(false)), ("quarantine", .bool(false)), ("subreddit_type", .string("public")),
                ("url", .string("/r/\(subreddit.name)/")), ("icon_img", .string("")),
                ("community_icon", .string(links.thumbnail(subreddit.name) + "?width=256&s=" + subreddit.id)),
                ("user_is_subscriber", isSubscriber.map(JSONValue.bool) ?? .null),
                ("created_utc", .double(1_201_242_956)),
            ]))
    }

    /// The rules of the community: two that all have, and one of its own.
    static func rules(of subreddit: Subreddit) -> JSONValue {
        let rules = [
            ("Be kind", "Disagree with what was said & not with who said it."),
            ("Stay with the topic", "This place is about: \(subreddit.title)."), ("No adverts", ""),
        ]
        return .object([
            (
                "rules",
                .array(
                    rules.enumerated().map { number, rule in
                        .object([
                            ("kind", .string("all")), ("description", .string(rule.1)),
                            ("short_name", .string(rule.0)), ("violation_reason", .string(rule.0)),
                            ("created_utc", .double(1_201_242_956)), ("priority", .int(number)),
                        ])
                    })
            ), ("site_rules", .array([.string("Spam"), .string("Threatening, harassing, or inciting violence")])),
            ("site_rules_flow", .array([])),
        ])
    }
}
