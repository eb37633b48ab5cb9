import Cloud
import Core
import Foundation
import Testing

struct RedditFeedEndpointProviderTests {
    struct Golden: Sendable, CustomTestStringConvertible {
        var source: FeedSource = .home
        var sort: FeedSort = .hot
        var period: FeedPeriod = .day
        var cursor: String?
        var limit = 25
        var path: String

        var testDescription: String { path }
    }

    static let goldens: [Golden] = [
        Golden(path: "/hot/.rss?limit=25"),
        Golden(sort: .best, limit: 100, path: "/best/.rss?limit=100"),
        Golden(sort: .rising, limit: 0, path: "/rising/.rss?limit=1"),
        Golden(sort: .new, limit: 1000, path: "/new/.rss?limit=100"),
        Golden(sort: .top, period: .week, path: "/top/.rss?limit=25&t=week"),
        Golden(sort: .controversial, period: .all, path: "/controversial/.rss?limit=25&t=all"),
        Golden(source: .subreddits(["swift"]), path: "/r/swift/hot/.rss?limit=25"),
        Golden(
            source: .subreddits(["swift", "Memes_2"]), sort: .new, cursor: "t3_abc",
            path: "/r/swift+Memes_2/new/.rss?after=t3_abc&limit=25"),
        Golden(cursor: "t3_a+b&c#d", path: "/hot/.rss?after=t3_a%2Bb%26c%23d&limit=25"),
        Golden(cursor: "", path: "/hot/.rss?limit=25"),
        Golden(source: .user("a-b_C"), path: "/user/a-b_C/submitted/.rss?limit=25&sort=hot"),
        Golden(
            source: .user("name"), sort: .top, period: .year,
            path: "/user/name/submitted/.rss?limit=25&sort=top&t=year"),
        Golden(source: .user("name"), sort: .rising, path: "/user/name/submitted/.rss?limit=25"),
        Golden(
            source: .search("a+b & c#1 한글"), sort: .new,
            path: "/search.rss?limit=25&q=a%2Bb%20%26%20c%231%20%ED%95%9C%EA%B8%80&sort=new&type=link"),
    ]

    static let headers = ["Accept": "application/atom+xml, application/xml;q=0.9"]

    @Test(arguments: goldens) func requestsAreExact(_ golden: Golden) throws {
        let page = PageRequest(
            feed: Feed(site: .reddit, source: golden.source, sort: golden.sort, period: golden.period),
            cursor: golden.cursor.map(PageCursor.init(rawValue:)), limit: golden.limit, seenCount: 50,
            priority: .background)
        let request = try RedditFeedEndpointProvider().listing(page)
        #expect(request.url.absoluteString == "https://www.reddit.com" + golden.path)
        #expect(request.method == .get && request.body == nil && request.priority == .background)
        #expect(request.expectation == .data && request.maximumBytes == 8 << 20)
        #expect(request.headers == Self.headers)
    }

    @Test(
        arguments: [
            (nil, nil, "/comments/abc/.rss"), (CommentSort.new, nil, "/comments/abc/.rss?sort=new"),
            (.confidence, 100, "/comments/abc/.rss?limit=100&sort=confidence"),
            (nil, 9999, "/comments/abc/.rss?limit=500"), (nil, -1, "/comments/abc/.rss?limit=1"),
        ] as [(CommentSort?, Int?, String)])
    func threadsAreAskedForByTheirPost(_ sort: CommentSort?, _ limit: Int?, _ path: String) throws {
        let post = Post.ID(site: .reddit, native: "t3_abc")
        let thread = ThreadRequest(post: post, sort: sort, limit: limit, priority: .prefetch)
        let request = try RedditFeedEndpointProvider().thread(thread)
        #expect(request.url.absoluteString == "https://www.reddit.com" + path)
        #expect(request.method == .get && request.priority == .prefetch && request.expectation == .data)
        #expect(request.headers == Self.headers)
    }

    @Test(arguments: ["abc", "t1_abc", "t3_", "t3_a/b", "t3_ABC", "t3_../x", "t3_a?b", "t3_a b", "", "t3_абв"])
    func aPostsIdThatIsNoneIsRefused(_ native: String) {
        let thread = ThreadRequest(post: Post.ID(site: .reddit, native: native))
        let error = #expect(throws: DataError.self) { try RedditFeedEndpointProvider().thread(thread) }
        #expect(error?.code == .invalidInput)
    }

    @Test(arguments: [
        FeedSource.saved, .favourites, .downloads, .subreddits([]), .subreddits([".."]), .subreddits(["a/b"]),
        .subreddits(["swift@lemmy.world"]), .user(""), .user("a/b"), .user("name?"), .search(""), .search(" \n"),
    ])
    func whatCannotBeAskedIsRefused(_ source: FeedSource) {
        let page = PageRequest(feed: Feed(site: .reddit, source: source))
        let error = #expect(throws: DataError.self) { try RedditFeedEndpointProvider().listing(page) }
        #expect(error?.code == .invalidInput)
    }

    @Test func theBaseMayBeElsewhere() throws {
        let endpoints = try RedditFeedEndpointProvider(baseURL: url("http://127.0.0.1:8080/api/"))
        let request = try endpoints.listing(PageRequest(feed: Feed(site: .demo)))
        #expect(request.url.absoluteString == "http://127.0.0.1:8080/api/hot/.rss?limit=25")
        #expect(throws: DataError.self) { try RedditFeedEndpointProvider(baseURL: url("http://example.com")) }
        let own = try endpoints.request(for: ResourceLink("/media/a.png?s=1", on: .reddit))
        #expect(own.url.absoluteString == "http://127.0.0.1:8080/api/media/a.png?s=1" && own.expectation == .data)
        #expect(throws: DataError.self) {
            try endpoints.request(for: ResourceLink("https://user:secret@host/x", on: .reddit))
        }
    }

    @Test(arguments: [
        "https://www.reddit.com/r/a/comments/b/", "https://i.redd.it/a.png?s=%2B", "//www.reddit.com/r/a", "self", "",
        "https://old.reddit.com/r/a",
    ])
    func linksAreThoseOfTheJSONBackend(_ text: String) {
        #expect(RedditFeedEndpointProvider().link(for: text) == RedditEndpointProvider().link(for: text))
        let link = ResourceLink(text, on: .reddit)
        #expect(RedditFeedEndpointProvider().url(for: link) == RedditEndpointProvider().url(for: link))
    }
}
