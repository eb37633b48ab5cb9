import ServerKit

/// Galleries, videos and previews.
extension PostRenderer {
    func video(_ postID: String, size: PixelSize, seconds: Int, isGIF: Bool) -> JSONValue {
        .object([
            ("fallback_url", .string(links.video(postID, "DASH_480.mp4?source=fallback"))),
            ("height", .int(size.height)), ("width", .int(size.width)), ("duration", .int(seconds)),
            ("is_gif", .bool(isGIF)), ("has_audio", .bool(!isGIF)), ("bitrate_kbps", .int(1_200)),
            ("hls_url", .string(links.video(postID, "HLSPlaylist.m3u8?a=1&v=1&f=sd"))),
            ("dash_url", .string(links.video(postID, "DASHPlaylist.mpd?a=1&v=1&f=sd"))),
            ("scrubber_media_url", .string(links.video(postID, "DASH_96.mp4"))),
            ("transcoding_status", .string("completed")),
        ])
    }

    func addGallery(_ entries: [GalleryEntry], hasMetadata: Bool, postID: String, to json: inout JSONObject) {
        let items = entries.map { entry in
            var item = JSONObject([
                ("media_id", .string(mediaID(entry, postID))), ("id", .int(40_000_000 + entry.number)),
            ])
            if let caption = entry.caption { item.add("caption", .string(caption)) }
            return JSONValue.object(item)
        }
        let metadata = JSONObject(entries.map { (mediaID($0, postID), self.metadata(of: $0, postID: postID)) })
        json.add([
            ("is_gallery", .bool(true)), ("gallery_data", .object([("items", .array(items))])),
            ("media_metadata", hasMetadata ? .object(metadata) : .null),
        ])
    }

    /// The preview block, or nil where the site would not make one.
    func preview(of post: Post) -> JSONValue? {
        guard !post.isSparse, let picture = post.content.previewPicture(postID: post.id) else { return nil }
        var variants = JSONObject()
        if case .animated = post.content {
            variants.add("gif", sources(picture, fileExtension: "gif"))
            variants.add("mp4", sources(picture, fileExtension: "mp4"))
        }
        if post.isNSFW {
            variants.add("obfuscated", sources(picture, fileExtension: "png"))
            variants.add("nsfw", sources(picture, fileExtension: "png"))
        }
        guard case .object(var image) = sources(picture, fileExtension: "png") else { return nil }
        image.add([("variants", .object(variants)), ("id", .string("p" + post.id))])
        var preview = JSONObject([("images", .array([.object(image)]))])
        if case .clip(let size, _) = post.content {
            preview.add("reddit_video_preview", video(post.id, size: size, seconds: 6, isGIF: true))
        }
        if case .image = post.content {
            preview.add("enabled", .bool(true))
        } else {
            preview.add("enabled", .bool(false))
        }
        return .object(preview)
    }

    private func mediaID(_ entry: GalleryEntry, _ postID: String) -> String {
        "\(postID)-\(entry.number)"
    }

    private func metadata(of entry: GalleryEntry, postID: String) -> JSONValue {
        let id = mediaID(entry, postID)
        // A picture that is not ready, or never will be, has a status and nothing else.
        guard entry.status == .valid else { return .object([("status", .string(entry.status.rawValue))]) }
        let size: [(String, JSONValue)] = [("y", .int(entry.size.height)), ("x", .int(entry.size.width))]
        let previews: [JSONValue] = previewSizes(entry.size).map { smaller in
            .object([
                ("y", .int(smaller.height)), ("x", .int(smaller.width)),
                ("u", .string(links.preview(id, fileExtension: "png", width: smaller.width))),
            ])
        }
        let source: [(String, JSONValue)] =
            entry.isAnimated
            ? [("gif", .string(links.animation(id))), ("mp4", .string(links.clip(id)))]
            : [("u", .string(links.preview(id, fileExtension: "png", width: entry.size.width)))]
        return .object([
            ("status", .string(entry.status.rawValue)), ("id", .string(id)),
            ("e", .string(entry.isAnimated ? "AnimatedImage" : "Image")),
            ("m", .string(entry.isAnimated ? "image/gif" : "image/png")), ("p", .array(previews)),
            ("s", .object(size + source)),
        ])
    }

    private func sources(_ picture: Picture, fileExtension: String) -> JSONValue {
        func source(_ size: PixelSize) -> JSONValue {
            .object([
                ("url", .string(links.preview(picture.name, fileExtension: fileExtension, width: size.width))),
                ("width", .int(size.width)), ("height", .int(size.height)),
            ])
        }
        return .object([
            ("source", source(picture.size)), ("resolutions", .array(previewSizes(picture.size).map(source))),
        ])
    }

    private func previewSizes(_ size: PixelSize) -> [PixelSize] {
        SiteLinks.previewWidths.filter { $0 < size.width }.map(size.scaled(toWidth:))
    }
}
