import Foundation
import ServerKit

/// Writes the catalog's things in the shapes of Lemmy 0.19; what a server has no value for is left out, not null.
struct LemmyRenderer: Sendable {
    /// The host every address of an actor or an object begins with; it is never asked.
    static let host = "lantern.example"
    /// The host of the one community that is on another server.
    static let otherHost = "garden.example"

    let links: SiteLinks
    /// The site as the account that asks sees it.
    let snapshot: SiteSnapshot

    /// Unix time, in seconds.
    var referenceTime: Int { snapshot.referenceTime }

    static func host(of subreddit: Subreddit) -> String {
        subreddit.name == "balconygarden" ? otherHost : host
    }

    /// A post with its author, community and numbers; nil for an advertisement.
    func view(_ post: Post) -> JSONValue? {
        guard let subreddit = post.subreddit else { return nil }
        var post = snapshot.seen(post)
        post.author = post.author ?? post.deletedAuthor
        var view = JSONObject([
            ("post", self.post(post, in: subreddit)), ("creator", person(post.author)),
            ("community", community(subreddit)),
        ])
        if let picture = post.content.previewPicture(postID: post.id) {
            view.add(
                "image_details",
                .object([
                    ("link", .string(links.picture(post.id))), ("width", .int(picture.size.width)),
                    ("height", .int(picture.size.height)), ("content_type", .string("image/png")),
                ]))
        }
        view.add(flags)
        view.add([
            ("counts", counts(of: post)), ("subscribed", subscribed(to: subreddit)),
            ("saved", .bool(post.account.isSaved)), ("read", .bool(post.account.isRead)),
            ("hidden", .bool(post.account.isHidden)), ("creator_blocked", .bool(false)),
            ("unread_comments", .int(post.commentCount)),
        ])
        addVote(post.account.vote, to: &view)
        return .object(view)
    }

    /// A comment with its author, post, community and numbers; nil where the post is an advertisement.
    func view(_ entry: LemmyComment) -> JSONValue? {
        guard let subreddit = entry.post.subreddit else { return nil }
        var comment = entry.comment
        comment.author = comment.author ?? comment.deletedAuthor
        var json = JSONObject([
            ("id", .int(LemmyID.number(comment.id))), ("creator_id", .int(personID(comment.author))),
            ("post_id", .int(LemmyID.number(entry.post.id))),
            // What was taken away is empty here, and has no word in its place.
            ("content", .string(comment.removal == nil ? comment.body : "")),
            ("removed", .bool(comment.removal == .byModerator)), ("published", date(comment.age)),
        ])
        addUpdate(comment.edit, to: &json)
        json.add([
            ("deleted", .bool(comment.removal == .byAuthor)),
            ("ap_id", .string("https://\(Self.host)/comment/\(LemmyID.number(comment.id))")),
            ("local", .bool(true)), ("path", .string(entry.path)), ("distinguished", .bool(false)),
            ("language_id", .int(0)),
        ])
        let id = ("comment_id", JSONValue.int(LemmyID.number(comment.id)))
        var view = JSONObject([
            ("comment", .object(json)), ("creator", person(comment.author)),
            ("post", post(entry.post, in: subreddit)), ("community", community(subreddit)),
            (
                "counts",
                .object(
                    [id] + votes(score: comment.score, share: 0.8) + [
                        ("published", date(comment.age)), ("child_count", .int(entry.childCount)),
                    ])
            ),
        ])
        view.add(flags)
        view.add([
            ("subscribed", subscribed(to: subreddit)), ("saved", .bool(comment.isSaved)),
            ("creator_blocked", .bool(false)),
        ])
        addVote(comment.vote, to: &view)
        return .object(view)
    }

    /// Says how the account that asks has voted; of one that has not, and for nobody, nothing is said.
    private func addVote(_ vote: Bool?, to view: inout JSONObject) {
        if let vote { view.add("my_vote", .int(vote ? 1 : -1)) }
    }

    /// The word for whether the account that asks follows a community.
    func subscribed(to subreddit: Subreddit) -> JSONValue {
        .string(snapshot.isSubscribed(to: subreddit) ? "Subscribed" : "NotSubscribed")
    }

    private func post(_ post: Post, in subreddit: Subreddit) -> JSONValue {
        let reddit = PostRenderer(links: links, referenceTime: referenceTime).object(post)
        var json = JSONObject([("id", .int(LemmyID.number(post.id))), ("name", .string(post.title))])
        if reddit["is_self"].flatMap(\.flag) == true {
            if !post.isGone, let text = reddit["selftext"]?.text, !text.isEmpty { json.add("body", .string(text)) }
        } else if let address = reddit["url"]?.text {
            json.add("url", .string(address.hasPrefix("/") ? links.base + address : address))
            if case .address(_, let text) = post.content, !text.isEmpty { json.add("body", .string(text)) }
        }
        json.add([
            ("creator_id", .int(personID(post.author))), ("community_id", .int(LemmyID.number(ofName: subreddit.name))),
            ("removed", .bool(false)), ("locked", .bool(post.isLocked)), ("published", date(post.age)),
        ])
        addUpdate(post.edit, to: &json)
        json.add([("deleted", .bool(post.isGone)), ("nsfw", .bool(post.isNSFW))])
        if case .embed(_, let title) = post.content { json.add("embed_title", .string(title)) }
        if let picture = post.content.thumbnailPicture(postID: post.id) {
            json.add("thumbnail_url", .string(links.picture(picture.name)))
        }
        let host = Self.host(of: subreddit)
        json.add([
            ("ap_id", .string("https://\(host)/post/\(LemmyID.number(post.id))")), ("local", .bool(host == Self.host)),
            ("language_id", .int(0)), ("featured_community", .bool(post.isStickied)), ("featured_local", .bool(false)),
        ])
        return .object(json)
    }

    private func addUpdate(_ edit: Post.Edit, to json: inout JSONObject) {
        if case .age(let age) = edit { json.add("updated", date(age)) }
    }

    private func counts(of post: Post) -> JSONValue {
        .object(
            [("post_id", .int(LemmyID.number(post.id))), ("comments", .int(post.commentCount))]
                + votes(score: post.score, share: post.upvoteRatio) + [
                    ("published", date(post.age)), ("newest_comment_time", date(post.age / 2)),
                ])
    }

    /// A score as votes for and against that make it up.
    private func votes(score: Int, share: Double) -> [(String, JSONValue)] {
        let downvotes = max(0, -score) + Int(Double(abs(score)) * (1 - share))
        return [("score", .int(score)), ("upvotes", .int(score + downvotes)), ("downvotes", .int(downvotes))]
    }

    private var flags: [(String, JSONValue)] {
        [
            ("creator_banned_from_community", .bool(false)), ("banned_from_community", .bool(false)),
            ("creator_is_moderator", .bool(false)), ("creator_is_admin", .bool(false)),
        ]
    }

    /// A date in UTC, with six digits after the second and a `Z`.
    func date(_ age: Int) -> JSONValue {
        let date = Date(timeIntervalSince1970: Double(referenceTime - age))
        return .string(date.formatted(.iso8601).replacing("Z", with: ".000000Z"))
    }
}
