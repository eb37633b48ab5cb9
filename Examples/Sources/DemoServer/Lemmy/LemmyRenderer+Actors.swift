import ServerKit

/// Communities, people and the server itself.
extension LemmyRenderer {
    func community(_ subreddit: Subreddit) -> JSONValue {
        let host = Self.host(of: subreddit)
        return .object([
            ("id", .int(LemmyID.number(ofName: subreddit.name))), ("name", .string(subreddit.name)),
            ("title", .string(subreddit.title)), ("description", .string(subreddit.summary)),
            ("removed", .bool(false)), ("published", date(1_000 * 86_400)), ("deleted", .bool(false)),
            ("nsfw", .bool(false)), ("actor_id", .string("https://\(host)/c/\(subreddit.name)")),
            ("local", .bool(host == Self.host)), ("icon", .string(links.picture(subreddit.name))),
            ("hidden", .bool(false)), ("posting_restricted_to_mods", .bool(false)),
            ("instance_id", .int(host == Self.host ? 1 : 2)), ("visibility", .string("Public")),
        ])
    }

    /// A community with its numbers; `subscribed` is for an answer that says otherwise than the next.
    func view(_ subreddit: Subreddit, posts: [Post], subscribed: JSONValue? = nil) -> JSONValue {
        .object([
            ("community", community(subreddit)), ("subscribed", subscribed ?? self.subscribed(to: subreddit)),
            ("blocked", .bool(false)),
            (
                "counts",
                .object([
                    ("community_id", .int(LemmyID.number(ofName: subreddit.name))),
                    ("subscribers", .int(subreddit.subscribers)), ("posts", .int(posts.count)),
                    ("comments", .int(posts.reduce(0) { $0 + $1.commentCount })), ("published", date(1_000 * 86_400)),
                    ("users_active_day", .int(12)), ("users_active_week", .int(40)), ("users_active_month", .int(96)),
                    ("users_active_half_year", .int(310)), ("subscribers_local", .int(subreddit.subscribers / 3)),
                ])
            ),
            ("banned_from_community", .bool(false)),
        ])
    }

    /// An account; one that was deleted keeps a number and a name of a kind.
    func person(_ name: String?) -> JSONValue {
        let shown = name ?? "deleted_account"
        var json = JSONObject([("id", .int(personID(name))), ("name", .string(shown))])
        if shown.contains("_") {
            json.add("display_name", .string(shown.split(separator: "_").joined(separator: " ")))
        }
        json.add([
            ("banned", .bool(false)), ("published", date(900 * 86_400)),
            ("actor_id", .string("https://\(Self.host)/u/\(shown)")), ("local", .bool(true)),
            ("deleted", .bool(name == nil)), ("bot_account", .bool(false)), ("instance_id", .int(1)),
        ])
        return .object(json)
    }

    func personID(_ name: String?) -> Int {
        LemmyID.number(ofName: "person " + (name ?? ""))
    }

    func personView(_ name: String, posts: [Post], comments: Int) -> JSONValue {
        .object([
            ("person", person(name)),
            (
                "counts",
                .object([
                    ("person_id", .int(personID(name))), ("post_count", .int(posts.count)),
                    ("comment_count", .int(comments)),
                ])
            ),
            ("is_admin", .bool(false)),
        ])
    }

    /// The server, and about the account that asks, if one does.
    func site(_ catalog: Catalog, account: DemoServer.Account?) -> JSONValue {
        let posts = catalog.posts.filter { $0.subreddit != nil }
        var json = JSONObject([
            (
                "site_view",
                .object([
                    (
                        "site",
                        .object([
                            ("id", .int(1)), ("name", .string("Lantern")), ("published", date(1_000 * 86_400)),
                            ("description", .string("A demo of a small place with much light.")),
                            ("actor_id", .string("https://\(Self.host)/")), ("last_refreshed_at", date(0)),
                            ("inbox_url", .string("https://\(Self.host)/inbox")), ("public_key", .string("")),
                            ("instance_id", .int(1)),
                        ])
                    ),
                    (
                        "counts",
                        .object([
                            ("site_id", .int(1)), ("users", .int(PostGenerator.authors.count)),
                            ("posts", .int(posts.count)), ("comments", .int(posts.reduce(0) { $0 + $1.commentCount })),
                            ("communities", .int(catalog.subreddits.count { !$0.isPrivate })),
                        ])
                    ),
                ])
            ),
            ("admins", .array([])), ("version", .string("0.19.5")), ("all_languages", .array([])),
            ("discussion_languages", .array([])), ("taglines", .array([])), ("custom_emojis", .array([])),
            ("blocked_urls", .array([])),
        ])
        if let account { json.add("my_user", myUser(account)) }
        return .object(json)
    }

    /// The account that asks, and what it follows.
    private func myUser(_ account: DemoServer.Account) -> JSONValue {
        let person = person(account.name)
        let followed = snapshot.base.subreddits.filter(snapshot.isSubscribed)
        let posts = snapshot.catalog.posts(by: account.name).filter { $0.subreddit != nil }
        let comments = snapshot.state.comments.count { $0.author == account.name && !$0.isDeleted }
        let localUser = JSONValue.object([
            ("id", .int(personID(account.name) % 100_000)), ("person_id", .int(personID(account.name))),
            ("email", .string(account.email)), ("show_nsfw", .bool(true)), ("theme", .string("browser")),
            ("default_sort_type", .string("Active")), ("default_listing_type", .string("All")),
            ("interface_language", .string("browser")), ("show_avatars", .bool(true)),
            ("send_notifications_to_email", .bool(false)), ("show_scores", .bool(true)),
            ("show_bot_accounts", .bool(true)), ("show_read_posts", .bool(true)), ("email_verified", .bool(true)),
            ("accepted_application", .bool(true)), ("open_links_in_new_tab", .bool(false)),
            ("blur_nsfw", .bool(true)), ("auto_expand", .bool(false)), ("infinite_scroll_enabled", .bool(false)),
            ("admin", .bool(false)), ("post_listing_mode", .string("List")),
            ("totp_2fa_enabled", .bool(account.secondFactor != nil)), ("enable_keyboard_navigation", .bool(false)),
            ("enable_animated_images", .bool(true)), ("collapse_bot_comments", .bool(false)),
        ])
        guard case .object(let view) = personView(account.name, posts: posts, comments: comments) else { return .null }
        return .object([
            (
                "local_user_view",
                .object([("local_user", localUser), ("person", person), ("counts", view["counts"] ?? .null)])
            ),
            (
                "follows",
                .array(followed.map { .object([("community", community($0)), ("follower", person)]) })
            ),
            ("moderates", .array([])), ("community_blocks", .array([])), ("instance_blocks", .array([])),
            ("person_blocks", .array([])), ("discussion_languages", .array([])),
        ])
    }
}
