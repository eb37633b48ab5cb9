import Core

/// Resolves what a Lemmy post has to show to one kind; the first that is there wins.
///
/// | order | what decides | kind | source |
/// | --- | --- | --- | --- |
/// | 1 | `removed`, `deleted` | removed | none |
/// | 2 | no `url` | text | none |
/// | 3 | `url_content_type` of an image; without one, a URL that ends as pictures do | image; animated for GIF | the URL |
/// | 4 | the same of a video | video | the URL, a plain file |
/// | 5 | `embed_video_url` | embed | the URL |
/// | 6 | nothing: all else | link | the thumbnail, as a card |
///
/// `image_details` are those of the file that its `link` names, which is the thumbnail (the join of `image_details` in
/// LemmyNet/lemmy, `crates/db_views/src/post_view.rs`); so its size is given to that file only, and to the picture
/// itself where no link says whose it is.
struct LemmyMediaResolver {
    /// The view's `post`.
    let post: LemmyObject
    /// The view's `image_details`.
    let details: LemmyObject?

    /// The media of the post.
    ///
    /// - Returns: The media of the first field that decides.
    func media() -> Media {
        if post.bool("removed") == true || post.bool("deleted") == true { return Media(kind: .removed) }
        guard let link = post.link("url") else {
            // A magnet link is a link too, and none that can be shown.
            return Media(kind: post.nonEmptyString("url") == nil ? .text : .link, previews: previews)
        }
        switch file(behind: link) {
        case .image: return Media(kind: .image, source: source(link), previews: previews)
        case .animated: return Media(kind: .animated, source: source(link), previews: previews)
        case .video:
            return Media(
                kind: .video, source: MediaSource(link: link), previews: previews, video: VideoStreams(fallback: link))
        case nil: break
        }
        if post.nonEmptyString("embed_video_url") != nil {
            return Media(kind: .embed, source: MediaSource(link: link), previews: previews)
        }
        return Media(kind: .link, source: previews.first, previews: previews)
    }

    /// The kind of the link's target: by the content type that the server saw, else by the ending.
    private func file(behind link: ResourceLink) -> LinkEnding? {
        guard let type = post.nonEmptyString("url_content_type")?.lowercased(),
            !type.hasPrefix("application/octet-stream")
        else { return LinkEnding(of: link) }
        if type.hasPrefix("image/gif") { return .animated }
        if type.hasPrefix("image/") { return .image }
        return type.hasPrefix("video/") ? .video : nil
    }

    private var previews: [MediaSource] {
        guard let link = post.link("thumbnail_url") else { return [] }
        return [details?.link("link") == link ? sized(link) : MediaSource(link: link)]
    }

    private func source(_ link: ResourceLink) -> MediaSource {
        let owner = details?.link("link") ?? link
        return owner == link ? sized(link) : MediaSource(link: link)
    }

    private func sized(_ link: ResourceLink) -> MediaSource {
        MediaSource(link: link, width: details?.size("width"), height: details?.size("height"))
    }
}
