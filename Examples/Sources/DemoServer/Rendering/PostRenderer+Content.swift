import Foundation
import ServerKit

/// The parts that depend on what a post shows.
extension PostRenderer {
    func addThumbnail(of post: Post, to json: inout JSONObject) {
        let picture = post.content.thumbnailPicture(postID: post.id)
        let value: String
        if let override = post.thumbnailOverride {
            value = override
        } else if post.isNSFW {
            value = "nsfw"
        } else if post.isSpoiler {
            value = "spoiler"
        } else if let picture {
            value = links.thumbnail(picture.name)
        } else {
            value = post.content.thumbnailWord
        }
        json.add("thumbnail", .string(value))
        let size = value.hasPrefix("http") ? picture?.size.scaled(toWidth: SiteLinks.thumbnailWidth) : nil
        json.add([
            ("thumbnail_width", .optional(size?.width)), ("thumbnail_height", .optional(size?.height)),
        ])
    }

    func addContent(of post: Post, to json: inout JSONObject) {
        let ownPage = links.base + permalink(of: post)
        let ownDomain = post.subreddit.map { "self." + $0.name } ?? ""
        var media = JSONValue.null
        var text = ""
        var isSelf = false
        var isVideo = false
        var hint: String?
        var (url, domain) = (ownPage, ownDomain)
        switch post.content {
        case .image:
            (url, domain, hint) = (links.picture(post.id), "127.0.0.1", "image")
        case .animated:
            (url, domain, hint) = (links.animation(post.id), "127.0.0.1", "image")
        case .video(let size, let seconds, let isGIF):
            (url, domain, hint) = ("\(links.base)/video/\(post.id)", "127.0.0.1", "hosted:video")
            media = .object([("reddit_video", video(post.id, size: size, seconds: seconds, isGIF: isGIF))])
            isVideo = true
        case .clip(_, let host):
            (url, domain, hint) = ("https://\(host)/\(post.id)", host, "link")
        case .gallery(let entries, let hasMetadata):
            (url, domain) = (links.gallery(post.id), "127.0.0.1")
            addGallery(entries, hasMetadata: hasMetadata, postID: post.id, to: &json)
        case .embed(let provider, let title):
            (url, domain, hint) = ("https://\(provider)/watch?v=\(post.id)&t=7", provider, "rich:video")
            media = embed(provider: provider, title: title, postID: post.id)
        case .link(let host, let hasPreview):
            (url, domain) = ("https://\(host)/\(post.id)?from=demo&lang=en", host)
            hint = hasPreview ? "link" : nil
        case .address(let address, let body):
            (url, domain, text) = (address, URLComponents(string: address)?.host ?? "", body)
        case .text(let body):
            (text, isSelf, hint) = (body, true, body.isEmpty ? nil : "self")
        case .poll(let options, let question, let isOpen):
            (text, isSelf) = (question, true)
            addPoll(options, isOpen: isOpen, age: post.age, to: &json)
        case .crosspost(let parent):
            (url, domain) = (permalink(of: parent), parent.subreddit.map { "self." + $0.name } ?? "")
            json.add([
                ("crosspost_parent", .string(parent.fullname)),
                ("crosspost_parent_list", .array([.object(object(parent))])),
            ])
        case .removed(let category):
            (text, isSelf) = (category == "deleted" ? "[deleted]" : "[removed]", true)
            json.add("removed_by_category", .string(category))
            json.add("banned_by", category == "moderator" ? .bool(true) : .null)
        }
        if json["removed_by_category"] == nil {
            json.add("removed_by_category", .null)
        }
        json.add([("url", .string(url)), ("domain", .string(domain)), ("is_self", .bool(isSelf))])
        if !post.isSparse || isVideo { json.add("is_video", .bool(isVideo)) }
        json.add([("selftext", .string(text)), ("selftext_html", MarkdownHTML.json(text))])
        json.add([("media", media), ("secure_media", media)])
        if let hint, post.ordinal % 3 == 0 || isVideo { json.add("post_hint", .string(hint)) }
        if !isSelf, post.ordinal % 2 == 0 { json.add("url_overridden_by_dest", .string(url)) }
        if let preview = preview(of: post) { json.add("preview", preview) }
    }

    private func embed(provider: String, title: String, postID: String) -> JSONValue {
        let frame = "<iframe width=\"356\" height=\"200\" src=\"https://\(provider)/embed/\(postID)?a=1&b=2\"></iframe>"
        return .object([
            ("type", .string(provider)),
            (
                "oembed",
                .object([
                    ("provider_name", .string("Demo Tube")), ("provider_url", .string("https://\(provider)/")),
                    ("version", .string("1.0")), ("type", .string("video")), ("title", .string(title)),
                    ("html", .string(frame)), ("width", .int(356)), ("height", .int(200)),
                    ("thumbnail_url", .string(links.picture(postID))),
                    ("thumbnail_width", .int(PostContent.cardSize.width)),
                    ("thumbnail_height", .int(PostContent.cardSize.height)),
                ])
            ),
        ])
    }

    private func addPoll(_ options: [PollOption], isOpen: Bool, age: Int, to json: inout JSONObject) {
        let answers = options.map { option in
            var answer = JSONObject([("id", .string(String(option.id))), ("text", .string(option.text))])
            // While people vote, nobody who has not is told how it stands.
            if !isOpen { answer.add("vote_count", .int(option.votes)) }
            return JSONValue.object(answer)
        }
        let end = referenceTime - age + 3 * 86_400
        json.add(
            "poll_data",
            .object([
                ("options", .array(answers)), ("total_vote_count", .int(options.reduce(0) { $0 + $1.votes })),
                ("user_selection", .null),
                // The one time of the whole format that is in milliseconds.
                ("voting_end_timestamp", .int(end * 1_000)), ("is_prediction", .bool(false)),
            ]))
    }
}
