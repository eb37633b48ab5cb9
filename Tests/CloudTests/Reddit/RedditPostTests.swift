import Core
import Foundation
import Testing

@testable import Cloud

struct RedditPostTests {
    @Test func aWholePostIsRead() async throws {
        let post = try #require(
            try await post([
                "author": #""ann""#, "author_fullname": #""t2_x""#, "subreddit": #""swift""#, "score": "34",
                "created_utc": "1700000000.0", "num_comments": "12", "domain": #""self.swift""#,
                "permalink": #""/r/swift/comments/one/a/""#, "thumbnail": #""https://b.thumbs.com/a.jpg""#,
                "url": #""https://www.reddit.com/r/swift/comments/one/a/""#, "selftext": #""Hello""#,
                "is_self": "true", "link_flair_text": #""News""#, "over_18": "true", "spoiler": "false",
                "stickied": "true", "edited": "false",
            ]))
        var expected = Post(id: Post.ID(site: .reddit, native: "t3_one"), title: "A title", media: Media(kind: .text))
        expected.author = "ann"
        expected.authorFullname = "t2_x"
        expected.subreddit = "swift"
        expected.created = Date(timeIntervalSince1970: 1_700_000_000)
        expected.commentCount = 12
        expected.score = 34
        expected.domain = "self.swift"
        expected.permalink = "/r/swift/comments/one/a/"
        expected.url = ResourceLink("/r/swift/comments/one/a/", on: .reddit)
        expected.thumbnail = ResourceLink("https://b.thumbs.com/a.jpg", on: .reddit)
        expected.text = "Hello"
        expected.flair = "News"
        expected.isNSFW = true
        expected.isSpoiler = false
        expected.isStickied = true
        expected.edited = .never
        #expect(post == expected)
    }

    @Test func aPostOfNothingButIdAndTitleIsAPost() async throws {
        let post = try await post()
        #expect(
            post == Post(id: Post.ID(site: .reddit, native: "t3_one"), title: "A title", media: Media(kind: .link)))
    }

    @Test(arguments: ["null", "[]", "{}", "true", #""x""#])
    func aWrongTypeIsUnknown(_ value: String) async throws {
        let post = try #require(
            try await post([
                "score": value, "num_comments": value, "created_utc": value, "preview": value, "media": value,
                "gallery_data": value, "media_metadata": value, "crosspost_parent_list": value, "secure_media": value,
                "over_18": value == "true" ? "1" : value, "thumbnail": value == #""x""# ? #""nsfw""# : value,
                "url": value, "edited": value == "true" ? "null" : value,
            ]))
        #expect(post.score == nil && post.commentCount == nil && post.created == nil && post.isNSFW == nil)
        #expect(post.thumbnail == nil && post.url == nil && post.edited == nil)
        #expect(post.media == Media(kind: .link))
    }

    @Test(arguments: [("1", 1), ("1.0", 1), (#""1""#, 1), ("-3", -3), ("1.7e3", 1700), (#""12.0""#, 12)])
    func numbersComeInManyForms(_ value: String, _ expected: Int) async throws {
        let post = try await post(["score": value, "num_comments": value, "created_utc": value])
        #expect(post?.score == expected && post?.commentCount == expected)
        #expect(post?.created == Date(timeIntervalSince1970: Double(expected)))
    }

    @Test(arguments: [
        ("false", Post.Edited?.some(.never)), ("true", .atUnknownTime),
        ("1557516470.0", .at(Date(timeIntervalSince1970: 1_557_516_470))),
        (#""1557516470""#, .at(Date(timeIntervalSince1970: 1_557_516_470))), ("null", nil), (#""x""#, nil),
    ])
    func editedComesInManyForms(_ value: String, _ expected: Post.Edited?) async throws {
        #expect(try await post(["edited": value])?.edited == expected)
    }

    @Test(
        arguments: [
            (#""""#, nil), (#""self""#, .text), (#""default""#, .standard), (#""nsfw""#, .nsfw), (#""image""#, .image),
            (#""spoiler""#, .spoiler), (#""gone""#, Post.ThumbnailWord(rawValue: "gone")), ("null", nil), ("7", nil),
            (#""ftp://a.com/b.png""#, nil),
        ] as [(String, Post.ThumbnailWord?)])
    func aWordInThePlaceOfAThumbnailSaysWhyThereIsNone(_ value: String, _ word: Post.ThumbnailWord?) async throws {
        let post = try await post(["thumbnail": value])
        #expect(post?.thumbnail == nil && post?.thumbnailWord == word)
    }

    @Test(
        arguments: [
            ("moderator", .removed(by: "moderator")), ("reddit", .removed(by: "reddit")), ("deleted", .deletedByAuthor),
            ("author", .deletedByAuthor), ("automod_filtered", .removed(by: "automod_filtered")),
        ] as [(String, Post.Removal)])
    func theCategorySaysWhoTookAPostDown(_ category: String, _ removal: Post.Removal) async throws {
        let post = try await post(["removed_by_category": "\"\(category)\"", "selftext": #""[removed]""#])
        #expect(post?.removal == removal && post?.media.kind == .removed)
    }

    @Test(
        arguments: [
            (#""[removed]""#, #""ann""#, .removed(by: nil)), (#""[deleted]""#, #""[deleted]""#, .deletedByAuthor),
            (#""[deleted]""#, "null", .deletedByAuthor), (#""[deleted]""#, #""ann""#, nil),
            (#""Words""#, #""[deleted]""#, nil),
        ] as [(String, String, Post.Removal?)])
    func withoutACategoryTheTextDoes(_ text: String, _ author: String, _ removal: Post.Removal?) async throws {
        let post = try await post(["selftext": text, "author": author, "removed_by_category": "null"])
        #expect(post?.removal == removal && (post?.media.kind == .removed) == (removal != nil))
    }

    @Test func aCrosspostNamesThePostThatItShows() async throws {
        let parent = postJSON(["name": #""t3_p""#, "id": #""p""#])
        let id = Post.ID(site: .reddit, native: "t3_p")
        #expect(try await post(["crosspost_parent": #""t3_p""#])?.crosspostParent == id)
        #expect(try await post(["crosspost_parent_list": "[\(parent)]"])?.crosspostParent == id)
        #expect(try await post(["crosspost_parent": "null", "crosspost_parent_list": "[]"])?.crosspostParent == nil)
    }

    @Test func idsComeFromTheNameOrTheID() async throws {
        #expect(try await post(["name": nil])?.id.native == "t3_one")
        #expect(try await post(["name": "null", "id": #""t3_two""#])?.id.native == "t3_two")
        #expect(try await post(["name": #""t3_x""#, "id": nil])?.id.native == "t3_x")
    }

    @Test func promotedAndDeletedPostsAreRead() async throws {
        let post = try await post([
            "author": #""[deleted]""#, "author_fullname": "null", "domain": #""""#, "subreddit": nil,
        ])
        #expect(post?.author == "[deleted]" && post?.authorFullname == nil)
        #expect(post?.domain == nil && post?.subreddit == nil)
    }

    @Test func theServersOwnWordsOnThePersonChangeNothing() async throws {
        let plain = try await post()
        #expect(try await post(["saved": "true", "hidden": "true", "likes": "true", "visited": "true"]) == plain)
    }

    @Test func aTextPostsEmptyTextIsKnown() async throws {
        #expect(try await post(["selftext": #""""#, "is_self": "true"])?.text == "")
        #expect(try await post(["selftext": #""""#, "is_self": "false"])?.text == nil)
    }

    @Test func aCrosspostShowsTheTextOfItsParent() async throws {
        let parent = postJSON(["selftext": #""Mine""#, "is_self": "true"])
        #expect(try await post(["selftext": #""""#, "crosspost_parent_list": "[\(parent)]"])?.text == "Mine")
    }

    @Test func aTitleIsNeverTouchedWhenRawTextWasAskedFor() async throws {
        let title = #""AT&amp;T &lt;b&gt; &amp;amp; \u001b[31m""#
        #expect(try await post(["title": title])?.title == "AT&amp;T &lt;b&gt; &amp;amp; \u{1B}[31m")
    }

    @Test func textIsUnescapedOnceWhenItWasNotAskedForRaw() throws {
        let body = listing([
            postJSON([
                "title": #""AT&amp;T &amp;amp; &lt;b&gt; &quot;q&quot; &amp;lt; & &amp""#,
                "url": #""https://a.com/?a=1&amp;b=2""#,
            ])
        ])
        // As Reddit's oldest readers asked, without `raw_json`.
        let context = RedditObject.Context(site: .reddit, text: .escaped, endpoints: RedditEndpointProvider())
        let post = try RedditListingDecoder(context: context, source: "test").page(from: Data(body.utf8)).posts.first
        #expect(post?.title == "AT&T &amp; <b> &quot;q&quot; &lt; & &amp")
        #expect(post?.url == ResourceLink("https://a.com/?a=1&b=2", on: .reddit))
    }

    @Test(arguments: [
        ("?raw_json=1", RedditText.raw), ("?a=b&raw_json=1&c", .raw), ("?raw_json=0", .escaped), ("", .escaped),
        ("?xraw_json=1", .escaped), ("?raw_json", .escaped),
    ])
    func theRequestDecidesWhetherTextIsEscaped(_ query: String, _ expected: RedditText) {
        #expect(RedditText(of: NetworkRequest(url("https://a.com/x.json" + query))) == expected)
    }
}
