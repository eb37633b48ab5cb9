import Cloud
import Core
import Foundation
import Testing

struct LemmyPostTests {
    @Test func aWholePostIsRead() async throws {
        let post = try #require(
            try await lemmyPost([
                "url": #""https://www.example.com/a?b=c""#, "body": #""Hello **you**""#,
                "thumbnail_url": #""https://lemmy.world/pictrs/image/t.webp""#, "nsfw": "true",
                "featured_community": "true", "updated": #""2023-06-14T09:18:52Z""#,
                "url_content_type": #""text/html; charset=utf-8""#, "embed_title": #""E""#,
            ]))
        var expected = Post(id: Post.ID(site: lemmySite, native: "123"), title: "A title")
        expected.author = "ann"
        expected.authorFullname = "7"
        expected.subreddit = "swift"
        expected.created = Date(timeIntervalSince1970: 1_686_647_932.147561)
        expected.commentCount = 12
        expected.score = 34
        expected.domain = "example.com"
        expected.permalink = "/post/123"
        expected.url = ResourceLink("https://www.example.com/a?b=c", on: lemmySite)
        expected.thumbnail = ResourceLink("/pictrs/image/t.webp", on: lemmySite)
        expected.text = "Hello **you**"
        expected.isNSFW = true
        expected.isStickied = true
        expected.edited = .at(Date(timeIntervalSince1970: 1_686_734_332))
        let card = MediaSource(link: ResourceLink("/pictrs/image/t.webp", on: lemmySite))
        expected.media = Media(kind: .link, source: card, previews: [card])
        #expect(post == expected)
    }

    @Test func aTextIsRead() async throws {
        let post = try #require(try await lemmyPost())
        #expect(post.media == Media(kind: .text) && post.text == "" && post.url == nil && post.domain == nil)
        #expect(post.isNSFW == false && post.isStickied == false && post.edited == .never)
        #expect(post.isSpoiler == nil && post.flair == nil && post.thumbnail == nil)
    }

    @Test func aPostOfNothingButIdAndNameIsAPost() async throws {
        let page = try await lemmyPage(#"{"posts":[{"post":{"id":123,"name":"t"}}]}"#)
        var expected = Post(id: Post.ID(site: lemmySite, native: "123"), title: "t", media: Media(kind: .text))
        expected.permalink = "/post/123"
        expected.text = ""
        expected.edited = .never
        #expect(page.posts == [expected])
    }

    @Test(arguments: ["null", "[]", "{}", "true", #""x""#]) func aWrongTypeIsUnknown(_ value: String) async throws {
        let flag = value == "true" ? "1" : value
        let post = try #require(
            try await lemmyPost(
                [
                    "published": value, "updated": value == "null" ? #""x""# : value, "nsfw": flag, "creator_id": value,
                    "featured_community": flag, "featured_local": flag, "thumbnail_url": value, "removed": flag,
                    "deleted": flag, "body": value == #""x""# ? "7" : value, "url_content_type": "7",
                ],
                view: [
                    "creator": value, "community": value, "image_details": value,
                    "counts": #"{"comments":\#(value),"score":\#(value),"published":\#(value)}"#,
                ]))
        #expect(post.author == nil && post.authorFullname == nil && post.subreddit == nil && post.created == nil)
        #expect(post.score == nil && post.commentCount == nil && post.isNSFW == nil && post.isStickied == nil)
        #expect(post.edited == nil && post.thumbnail == nil && post.media == Media(kind: .text))
    }

    @Test(arguments: [("1", 1), ("1.0", 1), (#""1""#, 1), ("-3", -3), ("1.7e3", 1700), (#""12.0""#, 12)])
    func numbersComeInManyForms(_ value: String, _ expected: Int) async throws {
        let counts = #"{"comments":\#(value),"score":\#(value)}"#
        let post = try await lemmyPost(view: ["counts": counts])
        #expect(post?.score == expected && post?.commentCount == expected)
    }

    @Test(arguments: [("123", "123"), (#""123""#, "123"), ("123.0", "123"), ("9007199254740993", "9007199254740993")])
    func idsAreNumbersAsText(_ value: String, _ expected: String) async throws {
        let post = try await lemmyPost(["id": value])
        #expect(post?.id.native == expected && post?.permalink == "/post/\(expected)")
    }

    @Test(
        arguments: [
            (#"{"name":"ann","local":false,"actor_id":"https://lemmy.ml/u/ann"}"#, "ann@lemmy.ml"),
            (#"{"name":"ann","local":false,"actor_id":"https://Lemmy-alpha:8540/u/ann"}"#, "ann@lemmy-alpha:8540"),
            (#"{"name":"ann","local":true,"actor_id":"https://lemmy.world/u/ann"}"#, "ann"),
            (#"{"name":"ann","actor_id":"https://lemmy.ml/u/ann"}"#, "ann"), (#"{"name":"ann","local":false}"#, "ann"),
            (#"{"name":"ann","local":false,"actor_id":"no URL"}"#, "ann"), (#"{"name":""}"#, nil), ("{}", nil),
        ] as [(String, String?)])
    func whoLivesElsewhereIsNamedWithTheHost(_ actor: String, _ expected: String?) async throws {
        let post = try await lemmyPost(view: ["creator": actor, "community": actor])
        #expect(post?.author == expected && post?.subreddit == expected)
    }

    @Test(
        arguments: [
            ("true", #"{"name":"x","nsfw":false}"#, true), ("false", #"{"name":"x","nsfw":true}"#, true),
            ("false", #"{"name":"x","nsfw":false}"#, false), ("null", #"{"name":"x","nsfw":true}"#, true),
            ("null", "{}", nil),
        ] as [(String, String, Bool?)])
    func aPostOfANSFWCommunityIsOne(_ nsfw: String, _ community: String, _ expected: Bool?) async throws {
        #expect(try await lemmyPost(["nsfw": nsfw], view: ["community": community])?.isNSFW == expected)
    }

    @Test(arguments: ["removed", "deleted"]) func whatWasTakenDownKeepsItsTitleOnly(_ flag: String) async throws {
        let post = try #require(
            try await lemmyPost([
                flag: "true", "url": #""https://a.com/b.png""#, "body": #""secret""#, "thumbnail_url": #""/t.png""#,
            ]))
        #expect(post.media == Media(kind: .removed) && post.title == "A title" && post.text == "")
        #expect(post.url == nil && post.thumbnail == nil && post.domain == nil)
        #expect(post.score == 34)
        #expect(post.removal == (flag == "removed" ? .removed(by: "moderator") : .deletedByAuthor))
    }

    @Test func aTitleIsNeverUnescaped() async throws {
        let title = #""AT&amp;T &lt;b&gt; \u001b[31m""#
        #expect(try await lemmyPost(["name": title])?.title == "AT&amp;T &lt;b&gt; \u{1B}[31m")
    }

    // MARK: Media

    @Test(
        arguments: [
            ("https://a.com/b.png", nil, Media.Kind.image), ("https://a.com/b.GIF?x", nil, .animated),
            ("https://a.com/b.mp4", nil, .video), ("https://a.com/b", nil, .link),
            ("https://a.com/b", "image/webp", .image),
            ("https://a.com/b", "image/gif", .animated), ("https://a.com/b", "video/mp4", .video),
            ("https://a.com/b.png", "text/html", .link), ("https://a.com/b.png", "application/octet-stream", .image),
            ("https://a.com/b", "audio/mpeg", .link), ("magnet:?xt=urn:btih:abc", nil, .link),
        ] as [(String, String?, Media.Kind)])
    func theServersWordCountsBeforeTheEnding(_ link: String, _ type: String?, _ kind: Media.Kind) async throws {
        let post = try #require(
            try await lemmyPost(["url": "\"\(link)\"", "url_content_type": type.map { "\"\($0)\"" } ?? "null"]))
        #expect(post.media.kind == kind)
        let isFile = [.image, .animated, .video].contains(kind)
        #expect(post.media.source == (isFile ? MediaSource(link: ResourceLink(link, on: lemmySite)) : nil))
        #expect(post.media.video == (kind == .video ? VideoStreams(fallback: ResourceLink(link, on: lemmySite)) : nil))
    }

    @Test func anotherSitesPlayerIsAnEmbed() async throws {
        let post = try await lemmyPost([
            "url": #""https://youtu.be/x""#, "embed_video_url": #""https://www.youtube.com/embed/x""#,
            "thumbnail_url": #""https://lemmy.world/t.jpg""#,
        ])
        let thumbnail = MediaSource(link: ResourceLink("/t.jpg", on: lemmySite))
        let source = MediaSource(link: ResourceLink("https://youtu.be/x", on: lemmySite))
        #expect(post?.media == Media(kind: .embed, source: source, previews: [thumbnail]))
    }

    @Test(
        arguments: [
            (#"{"link":"https://lemmy.world/i.png","width":640,"height":480}"#, 640, nil),
            (#"{"link":"https://lemmy.world/t.png","width":256,"height":192}"#, nil, 256),
            (#"{"width":640,"height":480,"content_type":"image/png"}"#, 640, nil),
            (#"{"link":"https://lemmy.world/other.png","width":640,"height":480}"#, nil, nil),
            (#"{"width":0,"height":-1}"#, nil, nil), (#"{"width":"640","height":null}"#, 640, nil), ("null", nil, nil),
        ] as [(String, Int?, Int?)])
    func aSizeBelongsToTheFileThatItNames(_ details: String, _ width: Int?, _ preview: Int?) async throws {
        let post = try #require(
            try await lemmyPost(
                ["url": #""https://lemmy.world/i.png""#, "thumbnail_url": #""https://lemmy.world/t.png""#],
                view: ["image_details": details]))
        #expect(post.media.kind == .image && post.media.source?.link == ResourceLink("/i.png", on: lemmySite))
        #expect(post.media.source?.width == width)
        #expect(post.media.previews.map(\.link) == [ResourceLink("/t.png", on: lemmySite)])
        #expect(post.media.previews.first?.width == preview)
    }
}
