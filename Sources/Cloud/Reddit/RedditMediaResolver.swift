import Core
import Foundation

/// Resolves the many fields in which Reddit describes media to one kind; the first that is there wins.
///
/// | order | what decides | kind | source |
/// | --- | --- | --- | --- |
/// | 1 | `removed_by_category`, or a text that is `[removed]` or `[deleted]` | removed | none |
/// | 2 | `gallery_data`, `is_gallery` | gallery | the first picture that is there |
/// | 3 | `crosspost_parent_list[0]` | the parent's; crosspost without one | the parent's |
/// | 4 | `media.reddit_video` | video, or animated for `is_gif` | HLS, else DASH, else the plain file |
/// | 5 | `preview.reddit_video_preview` | animated | the same |
/// | 6 | a preview's variant `mp4`, else `gif` | animated | the variant |
/// | 7 | an oEmbed video | embed | the post's URL, with the player's size |
/// | 8 | a URL that ends as pictures do, or `post_hint: image` | image; animated for `.gif` | the URL |
/// | 9 | `poll_data` | poll | none |
/// | 10 | `is_self`; where it is missing, a `selftext` and no URL | text | none |
/// | 11 | `preview` | link | the picture, as a card |
/// | 12 | nothing: all else | link | none |
///
/// `post_hint` is absent from two posts in three, and never more than a hint.
struct RedditMediaResolver {
    /// The largest number of pictures of a gallery that are read, far more than any site takes.
    static let maximumGalleryItems = 1_000

    /// The largest number of sizes of one picture that are read; sites have some six of each.
    static let maximumPreviews = 100

    /// The post's `data`.
    let post: RedditObject
    /// A crosspost's parent is not asked for a parent of its own.
    var isParent = false

    /// The media of the post.
    ///
    /// - Returns: The media of the first field that decides.
    func media() -> Media {
        if isRemoved { return Media(kind: .removed) }
        return gallery() ?? crosspost() ?? video() ?? animation() ?? embed() ?? image() ?? page()
    }

    private var isRemoved: Bool {
        if post.nonEmptyString("removed_by_category") != nil { return true }
        // What has no category is older than the field; its text says it.
        guard let text = post.string("selftext") else { return false }
        return text == "[removed]" || text == "[deleted]" && (post.string("author") ?? "[deleted]") == "[deleted]"
    }

    // MARK: Crossposts

    private func crosspost() -> Media? {
        guard !isParent else { return nil }
        if let parent = post.objects("crosspost_parent_list").first,
            parent.nonEmptyString("name") ?? parent.nonEmptyString("id") != nil
        {
            return RedditMediaResolver(post: parent, isParent: true).media()
        }
        return post.nonEmptyString("crosspost_parent").map { _ in Media(kind: .crosspost) }
    }

    // MARK: What moves

    private func video() -> Media? {
        let holders = [post.object("secure_media"), post.object("media")]
        guard let video = holders.lazy.compactMap({ $0?.object("reddit_video") }).first else { return nil }
        return streams(of: video, as: video.bool("is_gif") == true ? .animated : .video)
    }

    private func animation() -> Media? {
        if let video = post.object("preview")?.object("reddit_video_preview"),
            let media = streams(of: video, as: .animated)
        {
            return media
        }
        let variants = preview?.object("variants")
        for name in ["mp4", "gif"] as [StaticString] {
            if let source = variants?.object(name)?.object("source")?.source() {
                return Media(kind: .animated, source: source, previews: previews)
            }
        }
        return nil
    }

    private func streams(of video: RedditObject, as kind: Media.Kind) -> Media? {
        let streams = VideoStreams(
            hls: video.link("hls_url"), dash: video.link("dash_url"), fallback: video.link("fallback_url"),
            duration: video.double("duration"), hasAudio: video.bool("has_audio"))
        guard let best = streams.hls ?? streams.dash ?? streams.fallback else { return nil }
        let source = MediaSource(link: best, width: video.size("width"), height: video.size("height"))
        return Media(kind: kind, source: source, previews: previews, video: streams)
    }

    private func embed() -> Media? {
        let holders = [post.object("secure_media"), post.object("media")]
        guard let oembed = holders.lazy.compactMap({ $0?.object("oembed") }).first else { return nil }
        let isVideo: Bool =
            switch oembed.string("type") {
            case "video": true
            case nil: oembed.nonEmptyString("html") != nil
            // Tweets and albums are "rich" too; only the hint tells which of them play.
            default: post.string("post_hint") == "rich:video"
            }
        guard isVideo, let link = url else { return nil }
        let thumbnail = oembed.source("thumbnail_url", width: "thumbnail_width", height: "thumbnail_height")
        return Media(
            kind: .embed, source: MediaSource(link: link, width: oembed.size("width"), height: oembed.size("height")),
            previews: previews.isEmpty ? [thumbnail].compactMap { $0 } : previews)
    }

    // MARK: What stands still

    private func image() -> Media? {
        guard let link = url else { return nil }
        let ending = LinkEnding(of: link)
        guard ending == .image || ending == .animated || post.string("post_hint") == "image" else { return nil }
        let size = preview?.object("source")
        let source = MediaSource(link: link, width: size?.size("width"), height: size?.size("height"))
        return Media(kind: ending == .animated ? .animated : .image, source: source, previews: previews)
    }

    private func page() -> Media {
        if post.object("poll_data") != nil { return Media(kind: .poll, previews: previews) }
        // A link whose URL is none is a link all the same; only words that nothing else explains make a text.
        if post.bool("is_self") ?? (url == nil && post.nonEmptyString("selftext") != nil) {
            return Media(kind: .text, previews: previews)
        }
        return Media(kind: .link, source: preview?.object("source")?.source(), previews: previews)
    }

    private var url: ResourceLink? { post.link("url_overridden_by_dest") ?? post.link("url") }
}

extension RedditMediaResolver {
    // MARK: Previews and galleries

    private var preview: RedditObject? { post.object("preview")?.objects("images").first }

    /// The smaller pictures, smallest first, and the full one behind them.
    private var previews: [MediaSource] {
        guard let preview else { return [] }
        return Self.ordered(preview.objects("resolutions").prefix(Self.maximumPreviews).compactMap { $0.source() })
            + [preview.object("source")?.source()].compactMap { $0 }
    }

    private static func ordered(_ sources: [MediaSource]) -> [MediaSource] {
        sources.enumerated().sorted { ($0.element.width ?? 0, $0.offset) < ($1.element.width ?? 0, $1.offset) }
            .map(\.element)
    }

    private func gallery() -> Media? {
        let places = post.object("gallery_data")?.json["items"]?.elements
        // A crosspost of a gallery is called one too, but only its parent has the pictures.
        guard places != nil || post.bool("is_gallery") == true && post["crosspost_parent_list"] == nil else {
            return nil
        }
        // Once, not for each place: an answer may have as many entries as places, and both by the ten thousand.
        let metadata = post["media_metadata"]?.members ?? [:]
        var previews: [MediaSource] = []
        let items = (places ?? []).prefix(Self.maximumGalleryItems).map { place in
            // A place that cannot be read is still a place: the pictures behind it must not move up.
            guard let place = RedditObject(place, context: post.context), let id = place.nonEmptyString("media_id")
            else { return GalleryItem(id: "") }
            let isDeleted = place.bool("is_deleted") == true
            let entry = isDeleted ? nil : RedditObject(metadata[id], context: post.context)
            let source = entry.flatMap(Self.picture)
            if previews.isEmpty, let entry, let source {
                previews =
                    Self.ordered(entry.objects("p").prefix(Self.maximumPreviews).compactMap(Self.file)) + [source]
            }
            return GalleryItem(id: id, source: source, caption: place.nonEmptyString("caption"))
        }
        return Media(
            kind: .gallery, source: items.lazy.compactMap(\.source).first, previews: previews, gallery: items)
    }

    /// The picture of an entry of `media_metadata`, when it is ready.
    private static func picture(_ entry: RedditObject) -> MediaSource? {
        guard entry.string("status") ?? "valid" == "valid" else { return nil }
        if let file = entry.object("s").flatMap(file) { return file }
        // A video says where it plays in other words, and has no `s`.
        let link = entry.link("hlsUrl") ?? entry.link("dashUrl")
        return link.map { MediaSource(link: $0, width: entry.size("x"), height: entry.size("y")) }
    }

    private static func file(_ object: RedditObject) -> MediaSource? {
        for name in ["u", "mp4", "gif"] as [StaticString] {
            if let source = object.source(name, width: "x", height: "y") { return source }
        }
        return nil
    }
}
