import Core
import Foundation
import Testing

/// A test for each branch of the order in which media are resolved.
struct RedditMediaTests {
    static let preview = """
        {"images":[{"id":"x","source":{"url":"https://p.it/full.jpg?s=1","width":1200,"height":900},
        "resolutions":[{"url":"https://p.it/320.jpg?s=3","width":320,"height":240},
        {"url":"https://p.it/108.jpg?s=2","width":108,"height":81},{"width":7},null],
        "variants":{"obfuscated":{"source":{"url":"https://p.it/blur.jpg","width":1,"height":1}}}}],"enabled":true}
        """
    static let previews = [
        source("https://p.it/108.jpg?s=2", 108, 81), source("https://p.it/320.jpg?s=3", 320, 240),
        source("https://p.it/full.jpg?s=1", 1200, 900),
    ]
    static let video = """
        {"reddit_video":{"fallback_url":"https://v.it/DASH_720.mp4?source=fallback","height":720,"width":1280,
        "duration":12,"is_gif":false,"hls_url":"https://v.it/HLS.m3u8?a=1","dash_url":"https://v.it/DASH.mpd?a=1",
        "has_audio":true,"transcoding_status":"completed"}}
        """
    static let oembed = """
        {"type":"youtube.com","oembed":{"type":"video","provider_name":"YouTube","html":"<iframe>","width":356,
        "height":200,"thumbnail_url":"https://i.yt/t.jpg","thumbnail_width":480,"thumbnail_height":360}}
        """
    static let gallery = #"{"items":[{"media_id":"a","id":1}]}"#
    static let galleryMetadata = #"{"a":{"status":"valid","e":"Image","s":{"u":"https://p.it/a.jpg","x":9,"y":8}}}"#
    static let poll = #"{"options":[{"id":"1","text":"A"}],"total_vote_count":3}"#

    static func source(_ link: String, _ width: Int? = nil, _ height: Int? = nil) -> MediaSource {
        MediaSource(link: ResourceLink(link, on: .reddit), width: width, height: height)
    }

    private func media(_ fields: KeyValuePairs<String, String?>) async throws -> Media? {
        try await post(fields)?.media
    }

    @Test(
        arguments: [
            ["removed_by_category": #""moderator""#], ["removed_by_category": #""deleted""#],
            ["selftext": #""[removed]""#], ["selftext": #""[deleted]""#, "author": #""[deleted]""#],
            ["selftext": #""[deleted]""#],
        ] as [KeyValuePairs<String, String?>])
    func whatWasTakenDownIsRemoved(_ fields: KeyValuePairs<String, String?>) async throws {
        #expect(try await media(fields) == Media(kind: .removed))
    }

    @Test func removalWinsOverAllElse() async throws {
        let media = try await media([
            "removed_by_category": #""reddit""#, "gallery_data": Self.gallery, "media": Self.video,
            "url": #""https://i.it/a.png""#,
        ])
        #expect(media == Media(kind: .removed))
    }

    @Test func aTextAboutDeletingIsNoRemoval() async throws {
        #expect(try await media(["selftext": #""[deleted]""#, "author": #""ann""#, "is_self": "true"])?.kind == .text)
        #expect(try await media(["removed_by_category": "null", "is_self": "true"])?.kind == .text)
    }

    @Test func aGalleryKeepsTheAuthorsOrderAndItsGaps() async throws {
        let data = """
            {"items":[{"media_id":"d","id":4,"caption":"Four"},{"media_id":"u","id":1},{"media_id":"gone","id":2},
            {"media_id":"x","id":3,"is_deleted":true},{"media_id":"f"},7,{"media_id":"a"},{"media_id":"v"}]}
            """
        let metadata = """
            {"a":{"status":"valid","e":"AnimatedImage","s":{"x":5,"y":6,"gif":"https://i.it/a.gif","mp4":"https://i.it/a.mp4"}},
            "u":{"status":"unprocessed"},"f":{"status":"failed","s":{"u":"https://i.it/f.jpg"}},
            "x":{"status":"valid","s":{"u":"https://i.it/x.jpg","x":1,"y":1}},
            "v":{"status":"valid","e":"RedditVideo","x":640,"y":480,"dashUrl":"https://v.it/v.mpd","hlsUrl":"https://v.it/v.m3u8"},
            "d":{"status":"valid","e":"Image","m":"image/jpg","s":{"u":"https://i.it/d.jpg?s=1","x":100,"y":50},
            "p":[{"u":"https://i.it/d2.jpg","x":64,"y":32},{"u":"https://i.it/d1.jpg","x":16,"y":8}]}}
            """
        let media = try #require(
            try await media(["gallery_data": data, "media_metadata": metadata, "is_gallery": "true"]))
        #expect(media.kind == .gallery)
        #expect(media.source == Self.source("https://i.it/d.jpg?s=1", 100, 50))
        #expect(media.gallery.map(\.id) == ["d", "u", "gone", "x", "f", "", "a", "v"])
        #expect(
            media.gallery.map(\.source) == [
                Self.source("https://i.it/d.jpg?s=1", 100, 50), nil, nil, nil, nil, nil,
                Self.source("https://i.it/a.mp4", 5, 6), Self.source("https://v.it/v.m3u8", 640, 480),
            ])
        #expect(media.gallery.first?.caption == "Four")
        #expect(media.previews.map(\.width) == [16, 64, 100])
    }

    @Test func aGalleryWithoutMetadataKeepsItsPlaces() async throws {
        let media = try await media(["gallery_data": Self.gallery, "media_metadata": "null"])
        #expect(media == Media(kind: .gallery, gallery: [GalleryItem(id: "a")]))
        #expect(try await self.media(["gallery_data": "null", "is_gallery": "true"]) == Media(kind: .gallery))
    }

    @Test func aCrosspostShowsItsParentsMedia() async throws {
        let parent = postJSON(["name": #""t3_p""#, "media": Self.video, "preview": Self.preview])
        let media = try await media([
            "crosspost_parent": #""t3_p""#, "crosspost_parent_list": "[\(parent)]", "url": #""/r/a/comments/p/""#,
        ])
        #expect(media?.kind == .video)
        #expect(media?.source == Self.source("https://v.it/HLS.m3u8?a=1", 1280, 720))
        #expect(media?.previews == Self.previews)
    }

    @Test func aCrosspostOfAGalleryShowsTheParentsPictures() async throws {
        let parent = postJSON(["gallery_data": Self.gallery, "media_metadata": Self.galleryMetadata])
        let media = try await media([
            "crosspost_parent_list": "[\(parent)]", "is_gallery": "true", "gallery_data": "null",
        ])
        #expect(media?.kind == .gallery && media?.gallery.first?.source != nil)
    }

    @Test(arguments: ["[]", "null", "[null]", "[{}]", #""x""#])
    func aCrosspostOfWhatNobodyKnowsIsACrosspost(_ list: String) async throws {
        let media = try await media([
            "crosspost_parent": #""t3_p""#, "crosspost_parent_list": list, "url": #""/r/a/comments/p/""#,
        ])
        #expect(media == Media(kind: .crosspost))
    }

    @Test func aCrosspostOfItselfEnds() async throws {
        let inner = postJSON(["crosspost_parent": #""t3_p""#, "url": #""https://a.com/x.png""#])
        let parent = postJSON(["crosspost_parent_list": "[\(inner)]", "url": #""https://a.com/page""#])
        #expect(try await media(["crosspost_parent_list": "[\(parent)]"])?.kind == .link)
    }

    @Test(arguments: ["media", "secure_media"]) func aVideoNamesItsStreams(_ field: String) async throws {
        let holder: KeyValuePairs<String, String?> =
            field == "media" ? ["media": Self.video] : ["secure_media": Self.video]
        let media = try #require(try await media(holder))
        #expect(media.kind == .video)
        #expect(media.source == Self.source("https://v.it/HLS.m3u8?a=1", 1280, 720))
        #expect(
            media.video
                == VideoStreams(
                    hls: ResourceLink("https://v.it/HLS.m3u8?a=1", on: .reddit),
                    dash: ResourceLink("https://v.it/DASH.mpd?a=1", on: .reddit),
                    fallback: ResourceLink("https://v.it/DASH_720.mp4?source=fallback", on: .reddit), duration: 12,
                    hasAudio: true))
    }

    @Test func aVideoTakesTheBestStreamThatThereIs() async throws {
        let dash = #"{"reddit_video":{"dash_url":"https://v.it/D","fallback_url":"https://v.it/F"}}"#
        #expect(try await media(["media": dash])?.source == Self.source("https://v.it/D"))
        let file = #"{"reddit_video":{"fallback_url":"https://v.it/F","is_gif":true}}"#
        #expect(try await media(["media": file])?.source == Self.source("https://v.it/F"))
        #expect(try await media(["media": file])?.kind == .animated)
    }

    @Test func aVideoPreviewIsAnimated() async throws {
        let preview = """
            {"reddit_video_preview":{"fallback_url":"https://v.it/p.mp4","width":10,"height":20,"is_gif":true},"images":[]}
            """
        let media = try await media(["preview": preview, "media": Self.oembed, "url": #""https://gfycat.com/x""#])
        #expect(media?.kind == .animated)
        #expect(media?.source == Self.source("https://v.it/p.mp4", 10, 20))
    }

    @Test(arguments: [("mp4", "gif"), ("gif", "nsfw")])
    func aMovingVariantIsAnimated(_ name: String, _ other: String) async throws {
        let preview = """
            {"images":[{"source":{"url":"https://p.it/full.jpg","width":2,"height":3},"resolutions":[],"variants":{
            "\(other)":{"source":{"url":"https://p.it/other","width":1,"height":1}},
            "\(name)":{"source":{"url":"https://p.it/moving","width":4,"height":5},"resolutions":[]}}}]}
            """
        let media = try await media(["preview": preview, "url": #""https://i.it/a.gif""#])
        #expect(media?.kind == .animated)
        #expect(media?.source == Self.source("https://p.it/moving", 4, 5))
        #expect(media?.previews == [Self.source("https://p.it/full.jpg", 2, 3)])
    }

    @Test func whatAnotherSitePlaysIsAnEmbed() async throws {
        let url = #""https://www.youtube.com/watch?v=x&t=1""#
        let media = try await media(["media": Self.oembed, "url": url])
        #expect(media?.kind == .embed)
        #expect(media?.source == Self.source("https://www.youtube.com/watch?v=x&t=1", 356, 200))
        #expect(media?.previews == [Self.source("https://i.yt/t.jpg", 480, 360)])
    }

    @Test(arguments: [
        (#"{"oembed":{"type":"rich","html":"<x>"}}"#, #""rich:video""#, Media.Kind.embed),
        (#"{"oembed":{"html":"<x>"}}"#, "null", .embed),
        (#"{"oembed":{"type":"rich","html":"<x>"}}"#, #""link""#, .link),
        (#"{"oembed":{"type":"link"}}"#, "null", .link), (#"{"type":"liveupdate","event_id":"x"}"#, "null", .link),
    ])
    func onlyWhatPlaysIsAnEmbed(_ holder: String, _ hint: String, _ kind: Media.Kind) async throws {
        let media = try await media(["media": holder, "post_hint": hint, "url": #""https://a.com/x""#])
        #expect(media?.kind == kind)
    }

    @Test(arguments: [
        ("https://i.it/a.JPG", Media.Kind.image), ("https://i.it/a.jpeg?x=1.html", .image),
        ("https://i.it/a.png#x", .image),
        ("https://i.it/a.webp", .image), ("https://i.it/a.gif", .animated), ("https://i.it/a.gifv", .link),
        ("https://i.it/a?b=c.png", .link), ("https://i.it/png", .link), ("https://a.png/page", .link),
        ("https://i.it/a.b/c", .link),
    ])
    func aURLThatEndsAsPicturesDoIsOne(_ url: String, _ kind: Media.Kind) async throws {
        let media = try await media(["url": "\"\(url)\""])
        #expect(media?.kind == kind)
        #expect(media?.source == (kind == .link ? nil : Self.source(url)))
    }

    @Test func anImageTakesItsSizeAndSmallerPicturesFromThePreview() async throws {
        let media = try await media(["url": #""https://i.it/a""#, "post_hint": #""image""#, "preview": Self.preview])
        #expect(media == Media(kind: .image, source: Self.source("https://i.it/a", 1200, 900), previews: Self.previews))
    }

    @Test func aPollIsAPoll() async throws {
        let media = try await media(["poll_data": Self.poll, "is_self": "true", "url": #""/r/a/comments/one/""#])
        #expect(media == Media(kind: .poll))
    }

    @Test func aTextPostIsAText() async throws {
        let media = try await media(["is_self": "true", "url": #""/r/a/comments/one/""#, "preview": Self.preview])
        #expect(media == Media(kind: .text, previews: Self.previews))
    }

    @Test func aLinkHasItsCard() async throws {
        let media = try await media(["url": #""https://a.com/page""#, "preview": Self.preview, "post_hint": #""link""#])
        #expect(
            media
                == Media(
                    kind: .link, source: Self.source("https://p.it/full.jpg?s=1", 1200, 900), previews: Self.previews))
    }

    @Test func allElseIsALink() async throws {
        #expect(try await media(["url": #""https://a.com/page""#]) == Media(kind: .link))
    }

    @Test(
        arguments: [
            (["is_self": "true"], .text), (["is_self": "true", "url": #""https://a.com/x""#], .text),
            (["is_self": "false"], .link), (["is_self": "false", "selftext": #""Words""#], .link),
            (["is_self": "false", "url": #""javascript:x""#], .link), (["selftext": #""Words""#], .text),
            (["selftext": #""""#], .link), ([:], .link),
            (["selftext": #""Words""#, "url": #""https://a.com/x""#], .link),
        ] as [(KeyValuePairs<String, String?>, Media.Kind)])
    func onlyWhatIsCalledATextOrCanBeNothingElseIsOne(
        _ fields: KeyValuePairs<String, String?>, _ kind: Media.Kind
    ) async throws {
        #expect(try await media(fields) == Media(kind: kind))
    }

    @Test func mediaOfTheServerItselfAreKeptRelative() async throws {
        let body = listing([postJSON(["url": #""http://127.0.0.1:7/img/a.png""#])])
        let page = try await page(body, baseURL: url("http://127.0.0.1:7"), site: .demo)
        #expect(page.posts.first?.media.source?.link == ResourceLink("/img/a.png", on: .demo))
        #expect(page.posts.first?.id.site == .demo)
    }
}
