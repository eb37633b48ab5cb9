import Cloud
import Core
import Foundation
import Testing

struct LemmyEndpointProviderTests {
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
        Golden(path: "/api/v3/post/list?limit=25&sort=Hot&type_=All"),
        Golden(sort: .best, limit: 50, path: "/api/v3/post/list?limit=50&sort=Active&type_=All"),
        Golden(sort: .new, limit: 100, path: "/api/v3/post/list?limit=50&sort=New&type_=All"),
        Golden(sort: .rising, limit: 0, path: "/api/v3/post/list?limit=1&sort=Scaled&type_=All"),
        Golden(
            sort: .controversial, period: .week, limit: -1,
            path: "/api/v3/post/list?limit=1&sort=Controversial&type_=All"),
        Golden(sort: .top, period: .hour, path: "/api/v3/post/list?limit=25&sort=TopHour&type_=All"),
        Golden(sort: .top, period: .day, path: "/api/v3/post/list?limit=25&sort=TopDay&type_=All"),
        Golden(sort: .top, period: .week, path: "/api/v3/post/list?limit=25&sort=TopWeek&type_=All"),
        Golden(sort: .top, period: .month, path: "/api/v3/post/list?limit=25&sort=TopMonth&type_=All"),
        Golden(sort: .top, period: .year, path: "/api/v3/post/list?limit=25&sort=TopYear&type_=All"),
        Golden(sort: .top, period: .all, path: "/api/v3/post/list?limit=25&sort=TopAll&type_=All"),
        Golden(
            cursor: "P1a2b+c&d", path: "/api/v3/post/list?limit=25&page_cursor=P1a2b%2Bc%26d&sort=Hot&type_=All"),
        Golden(cursor: "", path: "/api/v3/post/list?limit=25&sort=Hot&type_=All"),
        Golden(
            source: .subreddits(["swift"]),
            path: "/api/v3/post/list?community_name=swift&limit=25&sort=Hot&type_=All"),
        Golden(
            source: .subreddits(["swift@programming.dev"]), sort: .new, cursor: "Pf",
            path:
                "/api/v3/post/list?community_name=swift%40programming.dev&limit=25&page_cursor=Pf&sort=New&type_=All"),
        Golden(source: .user("ann"), path: "/api/v3/user?limit=25&page=1&sort=Hot&username=ann"),
        Golden(
            source: .user("ann@lemmy.ml"), sort: .new, cursor: "page:3", limit: 100,
            path: "/api/v3/user?limit=50&page=3&sort=New&username=ann%40lemmy.ml"),
        Golden(
            source: .search("a+b & c#1 한글"), sort: .top, period: .all, cursor: "page:2",
            path:
                "/api/v3/search?limit=25&listing_type=All&page=2&q=a%2Bb%20%26%20c%231%20%ED%95%9C%EA%B8%80"
                + "&sort=TopAll&type_=Posts"),
    ]

    @Test(arguments: goldens) func requestsAreExact(_ golden: Golden) throws {
        let page = PageRequest(
            feed: Feed(site: lemmySite, source: golden.source, sort: golden.sort, period: golden.period),
            cursor: golden.cursor.map(PageCursor.init(rawValue:)), limit: golden.limit, seenCount: 50,
            priority: .background)
        let request = try LemmyEndpointProvider(host: "lemmy.world").listing(page)
        #expect(request.url.absoluteString == "https://lemmy.world" + golden.path)
        #expect(request.method == .get && request.body == nil && request.priority == .background)
        #expect(request.expectation == .json && request.headers == ["Accept": "application/json"])
        #expect(request.errorWords["couldnt_find_community"] == .notFound)
    }

    @Test(
        arguments: [
            (nil, nil, "limit=50&max_depth=8&post_id=123&type_=All"),
            (CommentSort.confidence, 10, "limit=10&max_depth=8&post_id=123&sort=Hot&type_=All"),
            (.qa, nil, "limit=50&max_depth=8&post_id=123&sort=Hot&type_=All"),
            (.top, 1000, "limit=50&max_depth=8&post_id=123&sort=Top&type_=All"),
            (.new, 0, "limit=1&max_depth=8&post_id=123&sort=New&type_=All"),
            (.old, nil, "limit=50&max_depth=8&post_id=123&sort=Old&type_=All"),
            (.controversial, nil, "limit=50&max_depth=8&post_id=123&sort=Controversial&type_=All"),
            (CommentSort(rawValue: "live"), nil, "limit=50&max_depth=8&post_id=123&type_=All"),
        ] as [(CommentSort?, Int?, String)])
    func threadsAreAskedForByTheirPost(_ sort: CommentSort?, _ limit: Int?, _ query: String) throws {
        let post = Post.ID(site: lemmySite, native: "123")
        let thread = ThreadRequest(post: post, sort: sort, limit: limit, priority: .prefetch)
        let request = try LemmyEndpointProvider(host: "lemmy.world").thread(thread)
        #expect(request.url.absoluteString == "https://lemmy.world/api/v3/comment/list?" + query)
        #expect(request.method == .get && request.priority == .prefetch && request.expectation == .json)
        #expect(request.headers == ["Accept": "application/json"])
        #expect(request.errorWords["not_found"] == .notFound)
    }

    @Test(arguments: ["", "t3_abc", "0", "012", "-1", "1.5", "1/2", "12345678901234567890", "١٢"])
    func aPostsIdThatIsNoneIsRefused(_ native: String) throws {
        let endpoints = try LemmyEndpointProvider(host: "lemmy.world")
        let thread = ThreadRequest(post: Post.ID(site: lemmySite, native: native))
        let error = #expect(throws: DataError.self) { try endpoints.thread(thread) }
        #expect(error?.code == .invalidInput)
    }

    @Test(arguments: [
        FeedSource.saved, .favourites, .downloads, .subreddits([]), .subreddits([""]), .subreddits([".."]),
        .subreddits(["a/b"]), .subreddits(["a b"]), .subreddits(["a", "b"]), .subreddits(["a+b"]),
        .subreddits(["a@b@c"]), .subreddits(["a@"]), .subreddits(["@b"]), .user(""), .user("a?b"), .user("a@b/c"),
        .search(""), .search(" \n"),
    ])
    func whatCannotBeAskedIsRefused(_ source: FeedSource) throws {
        let endpoints = try LemmyEndpointProvider(host: "lemmy.world")
        let page = PageRequest(feed: Feed(site: lemmySite, source: source))
        let error = #expect(throws: DataError.self) { try endpoints.listing(page) }
        #expect(error?.code == .invalidInput)
        #expect(error?.message.isEmpty == false)
    }

    @Test func severalCommunitiesInOneFeedAreRefusedWithAReason() throws {
        let endpoints = try LemmyEndpointProvider(host: "lemmy.world")
        let page = PageRequest(feed: Feed(site: lemmySite, source: .subreddits(["swift", "rust"])))
        let error = #expect(throws: DataError.self) { try endpoints.listing(page) }
        #expect(error?.message.contains("one at a time") == true)
    }

    @Test(arguments: ["Pabc", "page:", "page:0", "page:-1", "page:x", "page:99999999999", "2"])
    func aNumberedListGoesOnFromNumbersOnly(_ cursor: String) throws {
        let endpoints = try LemmyEndpointProvider(host: "lemmy.world")
        let feed = Feed(site: lemmySite, source: .user("ann"))
        let page = PageRequest(feed: feed, cursor: PageCursor(rawValue: cursor))
        let error = #expect(throws: DataError.self) { try endpoints.listing(page) }
        #expect(error?.code == .invalidInput)
    }

    @Test(arguments: [
        ("http://127.0.0.1:8536", "http://127.0.0.1:8536/api/v3/post/list"),
        ("https://HOST/lemmy/", "https://host/lemmy/api/v3/post/list"),
    ])
    func theBaseMayBeElsewhere(_ base: String, _ expected: String) throws {
        let endpoints = try LemmyEndpointProvider(baseURL: url(base))
        let request = try endpoints.listing(PageRequest(feed: Feed(site: lemmySite)))
        #expect(request.url.absoluteString == expected + "?limit=25&sort=Hot&type_=All")
    }

    @Test(arguments: ["", "a b", "a/b", "a?b", "a#b", "user@host", "host:0", "host:x"])
    func aHostThatIsNoneIsRefused(_ host: String) {
        let error = #expect(throws: DataError.self) { try LemmyEndpointProvider(host: host) }
        #expect(error?.code == .invalidInput)
    }

    @Test(arguments: ["http://example.com", "https://a.com?x=1", "https://user@a.com", "https:///x"])
    func aBaseThatIsNoneIsRefused(_ base: String) {
        let error = #expect(throws: DataError.self) { try LemmyEndpointProvider(baseURL: url(base)) }
        #expect(error?.code == .invalidInput)
    }

    @Test func linksToTheOwnHostAreRelative() throws {
        let endpoints = try LemmyEndpointProvider(host: "Lemmy.World")
        let own = try #require(endpoints.link(for: "https://lemmy.world/pictrs/image/a.png?format=webp"))
        #expect(own == ResourceLink("/pictrs/image/a.png?format=webp", on: lemmySite))
        #expect(endpoints.link(for: "https://lemmy.ml/x") == ResourceLink("https://lemmy.ml/x", on: lemmySite))
        let request = try endpoints.request(for: own)
        #expect(request.url.absoluteString == "https://lemmy.world/pictrs/image/a.png?format=webp")
        #expect(request.expectation == .data && request.errorWords.isEmpty)
        #expect(endpoints.url(for: own) == request.url)
        #expect(throws: DataError.self) {
            try endpoints.request(for: ResourceLink("http://127.0.0.1/x", on: lemmySite))
        }
    }
}
