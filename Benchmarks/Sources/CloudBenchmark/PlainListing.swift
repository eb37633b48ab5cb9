/// A listing as `Codable` reads it: the same parts of a post as Lantern's `Post` has, and no other.
struct PlainListing: Decodable {
    struct Body: Decodable {
        var after: String?
        var children: [Child]
    }

    struct Child: Decodable {
        var kind: String
        var data: PlainPost
    }

    var kind: String
    var data: Body

    var posts: [PlainPost] { data.children.filter { $0.kind == "t3" }.map(\.data) }
}

/// A post with its media; the names are the server's where that is simplest.
struct PlainPost: Decodable {
    struct Picture: Decodable {
        var url: String
        var width: Int?
        var height: Int?
    }

    struct Variant: Decodable {
        var source: Picture?
        var resolutions: [Picture]?
    }

    struct Image: Decodable {
        var source: Picture
        var resolutions: [Picture]
        var variants: [String: Variant]?
    }

    struct Preview: Decodable {
        var images: [Image]?
        var redditVideoPreview: Video?

        private enum CodingKeys: String, CodingKey {
            case images
            case redditVideoPreview = "reddit_video_preview"
        }
    }

    struct Video: Decodable {
        var hls: String?
        var dash: String?
        var fallback: String?
        var width: Int?
        var height: Int?
        var duration: Double?
        var isGIF: Bool?
        var hasAudio: Bool?

        private enum CodingKeys: String, CodingKey {
            case hls = "hls_url"
            case dash = "dash_url"
            case fallback = "fallback_url"
            case width, height, duration
            case isGIF = "is_gif"
            case hasAudio = "has_audio"
        }
    }

    struct Embed: Decodable {
        var type: String?
        var html: String?
        var width: Int?
        var height: Int?
        var thumbnail: String?

        private enum CodingKeys: String, CodingKey {
            case type, html, width, height
            case thumbnail = "thumbnail_url"
        }
    }

    struct Holder: Decodable {
        var video: Video?
        var embed: Embed?

        private enum CodingKeys: String, CodingKey {
            case video = "reddit_video"
            case embed = "oembed"
        }
    }

    struct Gallery: Decodable {
        struct Item: Decodable {
            var media_id: String
            var caption: String?
            var outbound_url: String?
            var is_deleted: Bool?
        }

        var items: [Item]
    }

    struct Metadata: Decodable {
        struct Size: Decodable {
            var x: Int?
            var y: Int?
            var u: String?
            var gif: String?
            var mp4: String?
        }

        var status: String
        var e: String?
        var s: Size?
        var p: [Size]?
    }

    struct Poll: Decodable {
        var total_vote_count: Int?
    }

    struct Parent: Decodable {
        var name: String
        var url: String?
        var preview: Preview?
        var media: Holder?
    }

    /// `false`, or when it was.
    struct Edited: Decodable {
        var date: Double?

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            // Anything but a number means that the moment is not known.
            date = try? container.decode(Double.self)
        }
    }

    var name: String
    var title: String
    var author: String?
    var authorFullname: String?
    var subreddit: String?
    var created: Double?
    var comments: Int?
    var score: Int?
    var domain: String?
    var permalink: String?
    var url: String?
    var urlOverridden: String?
    var thumbnail: String?
    var text: String?
    var flair: String?
    var hint: String?
    var removedBy: String?
    var isSelf: Bool?
    var isGallery: Bool?
    var isNSFW: Bool?
    var isSpoiler: Bool?
    var isStickied: Bool?
    var edited: Edited?
    var preview: Preview?
    var media: Holder?
    var secureMedia: Holder?
    var gallery: Gallery?
    var metadata: [String: Metadata]?
    var poll: Poll?
    var crosspostParent: String?
    var parents: [Parent]?

    private enum CodingKeys: String, CodingKey {
        case name, title, author
        case authorFullname = "author_fullname"
        case subreddit
        case created = "created_utc"
        case comments = "num_comments"
        case score, domain, permalink, url
        case urlOverridden = "url_overridden_by_dest"
        case thumbnail
        case text = "selftext"
        case flair = "link_flair_text"
        case hint = "post_hint"
        case removedBy = "removed_by_category"
        case isSelf = "is_self"
        case isGallery = "is_gallery"
        case isNSFW = "over_18"
        case isSpoiler = "spoiler"
        case isStickied = "stickied"
        case edited, preview, media
        case secureMedia = "secure_media"
        case gallery = "gallery_data"
        case metadata = "media_metadata"
        case poll = "poll_data"
        case crosspostParent = "crosspost_parent"
        case parents = "crosspost_parent_list"
    }

    var previewCount: Int {
        preview?.images?.first.map { $0.resolutions.count + 1 } ?? 0
    }
}
