import ServerKit

/// Writes a post as the site's `t3` object.
struct PostRenderer: Sendable {
    let links: SiteLinks
    /// Unix time, in seconds.
    let referenceTime: Int

    /// The thing: kind and data.
    ///
    /// The only post of an answer (`isAlone`) says more about itself.
    func json(_ post: Post, isAlone: Bool = false) -> JSONValue {
        ListingRenderer.thing("t3", object(post, isAlone: isAlone))
    }

    /// The data alone, as crossposts hold their parents.
    func object(_ post: Post, isAlone: Bool = false) -> JSONObject {
        var json = JSONObject([("id", .string(post.id)), ("name", .string(post.fullname))])
        json.add([("title", .string(post.title)), ("permalink", .string(permalink(of: post)))])
        addPlace(of: post, to: &json)
        addPeople(of: post, to: &json)
        addTimes(of: post, to: &json)
        addNumbers(of: post, isAlone: isAlone, to: &json)
        addFlags(of: post, to: &json)
        addThumbnail(of: post, to: &json)
        addContent(of: post, to: &json)
        return json
    }

    func permalink(of post: Post) -> String {
        let place = post.subreddit.map { "r/\($0.name)" } ?? "user/\(post.author ?? "[deleted]")"
        return "/\(place)/comments/\(post.id)/\(Self.slug(of: post.title))/"
    }

    static func edited(_ edit: Post.Edit, referenceTime: Int) -> JSONValue {
        switch edit {
        case .never: .bool(false)
        case .longAgo: .bool(true)
        case .age(let age): .double(Double(referenceTime - age))
        }
    }

    /// A title as part of an address: the site keeps ASCII letters and digits, and no more than fifty characters.
    private static func slug(of title: String) -> String {
        let words = title.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        var slug = ""
        for word in words where slug.count + word.count < 50 {
            slug += slug.isEmpty ? "\(word)" : "_\(word)"
        }
        return slug.isEmpty ? "_" : slug
    }

    private func addPlace(of post: Post, to json: inout JSONObject) {
        guard let subreddit = post.subreddit else {
            json.add([("promoted", .bool(true)), ("is_created_from_ads_ui", .bool(true))])
            return
        }
        json.add([
            ("subreddit", .string(subreddit.name)), ("subreddit_id", .string("t5_" + subreddit.id)),
            ("subreddit_name_prefixed", .string("r/" + subreddit.name)), ("subreddit_type", .string("public")),
            ("subreddit_subscribers", .int(subreddit.subscribers)),
        ])
    }

    private func addPeople(of post: Post, to json: inout JSONObject) {
        json.add("author", .string(post.author ?? "[deleted]"))
        if let author = post.author {
            // Old answers have it null, and for deleted accounts it is not there at all.
            json.add("author_fullname", post.isSparse ? .null : .string(RedditRenderer.fullname(of: author)))
        }
        json.add([
            ("author_flair_text", .null), ("author_flair_css_class", .null),
            ("distinguished", .optional(post.distinguished)), ("link_flair_text", .optional(post.flair)),
            ("link_flair_css_class", post.flair == nil ? .null : .string("")),
        ])
        let richText: [JSONValue] = (post.flair.map { [$0] } ?? []).map {
            .object([("e", .string("text")), ("t", .string($0))])
        }
        json.add("link_flair_richtext", .array(richText))
    }

    private func addTimes(of post: Post, to json: inout JSONObject) {
        let created = referenceTime - post.age
        // Old answers count in whole numbers, and `created` in somebody's local time.
        json.add("created_utc", post.isSparse ? .int(created) : .double(Double(created)))
        json.add("created", .double(Double(created + 28_800)))
        json.add("edited", Self.edited(post.edit, referenceTime: referenceTime))
        json.add([("approved_at_utc", .null), ("banned_at_utc", .null)])
    }

    private func addNumbers(of post: Post, isAlone: Bool, to json: inout JSONObject) {
        json.add([
            ("score", .int(post.score)), ("ups", .int(post.score)), ("downs", .int(0)),
            ("num_comments", .int(post.commentCount)), ("num_crossposts", .int(0)), ("gilded", .int(0)),
            ("hide_score", .bool(post.hidesScore)), ("num_reports", .null), ("mod_reports", .array([])),
        ])
        if isAlone || post.ordinal % 5 == 0 {
            json.add("upvote_ratio", .double(post.upvoteRatio))
        }
    }

    private func addFlags(of post: Post, to json: inout JSONObject) {
        json.add([
            ("likes", post.account.vote.map(JSONValue.bool) ?? .null), ("saved", .bool(post.account.isSaved)),
            ("hidden", .bool(post.account.isHidden)), ("over_18", .bool(post.isNSFW)),
            ("stickied", .bool(post.isStickied)), ("locked", .bool(post.isLocked)),
            ("archived", .bool(post.isArchived)), ("quarantine", .bool(false)),
            ("clicked", post.isSparse ? .null : .bool(false)), ("visited", post.isSparse ? .null : .bool(false)),
            ("suggested_sort", post.isStickied ? .string("new") : .null),
        ])
        if !post.isSparse || post.isSpoiler {
            json.add("spoiler", .bool(post.isSpoiler))
        }
    }
}
