import Cloud
import Core
import Foundation
import Testing

struct RedditFeedPostTests {
    static let page = "https://www.reddit.com/r/swift/comments/one/a_title/"

    @Test func aWholeLinkIsRead() async throws {
        let post = try #require(
            try await feedPost([
                "content": contentXML(link: "https://www.example.com/a?b=c&d=%2B", image: "https://b.thumbs.com/i.jpg"),
                "media:thumbnail": #"<media:thumbnail url="https://b.thumbs.com/a.jpg?w=1&amp;s=2" />"#,
            ]))
        var expected = Post(id: Post.ID(site: .reddit, native: "t3_one"), title: "A title", media: Media(kind: .link))
        expected.author = "ann"
        expected.subreddit = "swift"
        expected.created = Date(timeIntervalSince1970: 1_783_749_420)
        expected.domain = "example.com"
        expected.permalink = "/r/swift/comments/one/a_title/"
        expected.url = ResourceLink("https://www.example.com/a?b=c&d=%2B", on: .reddit)
        expected.thumbnail = ResourceLink("https://b.thumbs.com/a.jpg?w=1&s=2", on: .reddit)
        #expect(post == expected)
    }

    @Test func aWholeTextIsRead() async throws {
        let content = contentXML(text: "<p>Hello &amp; <em>you</em></p>\n\n<p>Bye</p>\n", link: Self.page)
        let post = try #require(try await feedPost(["content": content]))
        #expect(post.text == "Hello & *you*\n\nBye")
        #expect(post.media == Media(kind: .text))
        #expect(post.url == ResourceLink("/r/swift/comments/one/a_title/", on: .reddit))
        #expect(post.domain == "self.swift" && post.permalink == "/r/swift/comments/one/a_title/")
        #expect(post.thumbnail == nil)
    }

    @Test func whatAFeedDoesNotSayIsUnknown() async throws {
        let post = try #require(try await feedPost())
        #expect(post.score == nil && post.commentCount == nil && post.flair == nil && post.authorFullname == nil)
        #expect(post.isNSFW == nil && post.isSpoiler == nil && post.isStickied == nil && post.edited == nil)
    }

    @Test(
        arguments: [
            ("<author><name>/u/ann</name></author>", "ann"), ("<author><name> ann\n</name></author>", "ann"),
            ("<author><name>/u/[deleted]</name></author>", "[deleted]"),
            ("<author><name>[deleted]</name></author>", "[deleted]"), (nil, nil), ("<author/>", nil),
            ("<author><name/></author>", nil), ("<author><uri>x</uri></author>", nil),
            ("<author><name>/u/a</name><name>/u/b</name></author><author><name>/u/c</name></author>", "a"),
        ] as [(String?, String?)])
    func authorsComeInManyForms(_ author: String?, _ expected: String?) async throws {
        #expect(try await feedPost(["author": author])?.author == expected)
    }

    @Test(arguments: [
        ("AT&amp;T", "AT&T"), ("&amp;amp; is &amp;lt;", "&amp; is &lt;"),
        ("<![CDATA[a <b> &amp; c]]>", "a <b> &amp; c"),
        ("&#x1F600; &#1090;", "😀 т"), (" two  spaces ", " two  spaces "), ("", ""), ("a<b>c</b>d", "acd"),
    ])
    func aTitleIsUnescapedOnce(_ title: String, _ expected: String) async throws {
        #expect(try await feedPost(["title": "<title>\(title)</title>"])?.title == expected)
    }

    @Test(
        arguments: [
            ("2026-07-11T05:57:00+00:00", "2026-07-11T05:57:00+00:00", 1_783_749_420, nil),
            ("2026-07-11T05:57:00+00:00", "2026-07-11T06:57:00+00:00", 1_783_749_420, 1_783_753_020),
            ("2026-07-11T05:57:00+00:00", "2026-07-11T04:57:00+00:00", 1_783_749_420, nil),
            (nil, "2026-07-11T05:57:00+00:00", 1_783_749_420, nil),
            ("soon", "2026-07-11T05:57:00Z", 1_783_749_420, nil),
            ("2026-07-11T05:57:00+00:00", nil, 1_783_749_420, nil), (nil, nil, nil, nil), ("x", "y", nil, nil),
        ] as [(String?, String?, Double?, Double?)])
    func datesAreOfWritingAndOfChange(
        _ published: String?, _ updated: String?, _ created: Double?, _ edited: Double?
    ) async throws {
        let post = try #require(
            try await feedPost([
                "published": published.map { "<published>\($0)</published>" },
                "updated": updated.map { "<updated> \($0)\n</updated>" },
            ]))
        #expect(post.created == created.map(Date.init(timeIntervalSince1970:)))
        #expect(post.edited == edited.map { .at(Date(timeIntervalSince1970: $0)) })
    }

    @Test(arguments: [
        ("https://i.redd.it/a.png", Media.Kind.image), ("https://i.redd.it/a.JPEG?x=b.gif", .image),
        ("https://i.imgur.com/a.gif", .animated), ("https://v.redd.it/abc", .link), ("https://a.com/b.mp4", .link),
        ("https://www.reddit.com/gallery/one", .link), ("https://a.com/b", .link), ("https://a.png", .link),
        ("/r/other/comments/two/b/", .link), (Self.page, .text),
    ])
    func theLinkDecidesWhatThereIsToSee(_ link: String, _ kind: Media.Kind) async throws {
        let post = try #require(try await feedPost(["content": contentXML(link: link)]))
        #expect(post.media.kind == kind)
        let hasSource = kind == .image || kind == .animated
        #expect(post.media.source == (hasSource ? post.url.map { MediaSource(link: $0) } : nil))
        #expect(post.media.previews.isEmpty)
    }

    @Test(
        arguments: [
            ("https://WWW.Example.com:8080/a", "example.com"), ("https://i.redd.it/a.png", "i.redd.it"),
            ("https://www.reddit.com/gallery/one", nil), (Self.page, "self.swift"), ("magnet:?x", nil),
        ] as [(String, String?)])
    func theDomainIsWhereTheTitleLeads(_ link: String, _ expected: String?) async throws {
        #expect(try await feedPost(["content": contentXML(link: link)])?.domain == expected)
    }

    @Test(
        arguments: [
            ("[removed]", nil, Media.Kind.removed), ("[deleted]", nil, .removed),
            ("[deleted]", "<author><name>/u/ann</name></author>", .text),
            ("[removed]", "<author><name>/u/ann</name></author>", .removed), ("[other]", nil, .text),
        ] as [(String, String?, Media.Kind)])
    func whatWasTakenDownIsRemoved(_ text: String, _ author: String?, _ kind: Media.Kind) async throws {
        let content = contentXML(text: "<p>\(text)</p>", link: Self.page)
        let post = try await feedPost(["author": author, "content": content])
        #expect(post?.media.kind == kind && post?.text == text)
    }

    @Test func aPictureComesFromTheThumbnailElseFromTheContent() async throws {
        let content = contentXML(link: "https://a.com", image: "https://b.com/i.jpg?a=1&b=2")
        #expect(
            try await feedPost(["content": content])?.thumbnail
                == ResourceLink("https://b.com/i.jpg?a=1&b=2", on: .reddit))
        for word in ["self", "default", "nsfw", ""] {
            let thumbnail = #"<media:thumbnail url="\#(word)"/>"#
            #expect(try await feedPost(["media:thumbnail": thumbnail])?.thumbnail == nil)
        }
    }

    /// What an author writes into a post is never taken for Reddit's own words around it.
    @Test func anAuthorCannotForgeTheLink() async throws {
        let text = #"<p><a href="https://evil.com">[link]</a> <img src="https://evil.com/i.png"/></p><div>x</div>"#
        let content = contentXML(text: text, link: "https://good.com/x")
        let post = try #require(try await feedPost(["content": content]))
        #expect(post.url == ResourceLink("https://good.com/x", on: .reddit) && post.thumbnail == nil)
        #expect(post.text == "[[link]](https://evil.com)\n\nx")
    }

    @Test func anEntryOfNothingButIdAndTitleIsAPost() async throws {
        let page = try await feedPage(atomFeed(["<entry><id>t3_one</id><title>t</title></entry>"]))
        let expected = Post(id: Post.ID(site: .reddit, native: "t3_one"), title: "t", media: Media(kind: .link))
        #expect(page.posts == [expected])
    }

    @Test(arguments: [
        "https://old.reddit.com/r/swift/comments/one/a_title/", "/r/swift/comments/one/a_title/",
        "https://www.reddit.com/r/swift/comments/one/a_title/",
    ])
    func thePermalinkIsAPath(_ href: String) async throws {
        let post = try await feedPost(["link": #"<link rel="self" href="/x"/><link href="\#(href)"/>"#])
        #expect(post?.permalink == "/r/swift/comments/one/a_title/")
    }

    @Test func anotherPrefixForTheSameNamespaceIsTheSame() async throws {
        let body =
            #"<a:feed xmlns:a="http://www.w3.org/2005/Atom" xmlns:m="http://search.yahoo.com/mrss/"><a:entry>"#
            + #"<a:id>t3_one</a:id><title xmlns="http://example.com">no</title><a:title>yes</a:title>"#
            + #"<m:thumbnail url="https://a.com/t.png"/></a:entry></a:feed>"#
        let post = try await feedPage(body).posts.first
        #expect(post?.title == "yes" && post?.thumbnail == ResourceLink("https://a.com/t.png", on: .reddit))
    }

    // MARK: The same post by two roads

    @Test(arguments: [
        ("https://www.reddit.com/r/swift/comments/one/a_title/", "true"), ("https://i.redd.it/a.png", "false"),
        ("https://www.example.com/a?b=c&d=%2B", "false"),
    ])
    func thePoorerBackendNeverOverwritesWhatTheBetterOneSaid(_ link: String, _ isSelf: String) async throws {
        let json = try #require(
            try await post([
                "name": #""t3_one""#, "author": #""ann""#, "author_fullname": #""t2_x""#, "subreddit": #""swift""#,
                "score": "34", "num_comments": "12", "created_utc": "1783749420.0", "url": "\"\(link)\"",
                "permalink": #""/r/swift/comments/one/a_title/""#, "is_self": isSelf, "over_18": "true",
                "spoiler": "false", "stickied": "true", "link_flair_text": #""News""#, "edited": "1783749500.0",
                "selftext": isSelf == "true" ? #""Hello **you**""# : nil, "thumbnail": #""https://a.com/t.jpg""#,
                "domain": isSelf == "true"
                    ? #""self.swift""# : "\"\(url(link).host() ?? "")\"".replacing("www.", with: ""),
                "preview":
                    #"{"images":[{"source":{"url":"https://p.com/s.png","width":640,"height":480},"resolutions":[]}]}"#,
            ]))
        let text = isSelf == "true" ? "<p>Hello <strong>you</strong></p>" : nil
        let atom = try #require(
            try await feedPost([
                "content": contentXML(text: text, link: link),
                "media:thumbnail": #"<media:thumbnail url="https://a.com/t.jpg"/>"#,
            ]))
        #expect(atom.id == json.id && atom.url == json.url && atom.permalink == json.permalink)
        #expect(atom.media.kind == json.media.kind)
        // The other way round as well, it is one post with all that is known of it.
        #expect(atom.filled(from: json, completeness: .partial) == json)
        #expect(json.filled(from: atom, completeness: .full) == json)
    }

    @Test func aTextThatIsKnownIsReplacedWhenItWasEdited() async throws {
        var stored = try #require(try await feedPost())
        stored.text = "Hello **you**"
        let content = contentXML(text: "<p>New</p>", link: Self.page)
        let same = try #require(try await feedPost(["content": content]))
        #expect(same.filled(from: stored, completeness: .partial).text == "Hello **you**")
        #expect(same.filled(from: stored, completeness: .full).text == "New")
        let updated = "<updated>2026-07-12T05:57:00Z</updated>"
        let edited = try #require(try await feedPost(["content": content, "updated": updated]))
        #expect(edited.filled(from: stored, completeness: .partial).text == "New")
    }
}
