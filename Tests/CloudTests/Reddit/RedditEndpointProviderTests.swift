import Cloud
import Core
import Foundation
import Testing

struct RedditEndpointProviderTests {
    struct Golden: Sendable, CustomTestStringConvertible {
        var source: FeedSource = .home
        var sort: FeedSort = .hot
        var period: FeedPeriod = .day
        var cursor: String?
        var limit = 25
        var seen = 0
        var path: String

        var testDescription: String { path }
    }

    static let goldens: [Golden] = [
        Golden(path: "/hot.json?limit=25&raw_json=1"),
        Golden(sort: .best, limit: 100, path: "/best.json?limit=100&raw_json=1"),
        Golden(sort: .rising, limit: 0, path: "/rising.json?limit=1&raw_json=1"),
        Golden(sort: .new, limit: 1000, path: "/new.json?limit=100&raw_json=1"),
        Golden(limit: -5, path: "/hot.json?limit=1&raw_json=1"),
        Golden(sort: .top, period: .week, path: "/top.json?limit=25&raw_json=1&t=week"),
        Golden(sort: .controversial, period: .all, path: "/controversial.json?limit=25&raw_json=1&t=all"),
        Golden(source: .subreddits(["swift"]), path: "/r/swift/hot.json?limit=25&raw_json=1"),
        Golden(
            source: .subreddits(["swift", "Memes_2"]), sort: .new, cursor: "t3_abc", seen: 50,
            path: "/r/swift+Memes_2/new.json?after=t3_abc&count=50&limit=25&raw_json=1"),
        Golden(
            cursor: "t3_a+b&c#d%e f/한", seen: -1,
            path: "/hot.json?after=t3_a%2Bb%26c%23d%25e%20f%2F%ED%95%9C&limit=25&raw_json=1"),
        Golden(cursor: "", path: "/hot.json?limit=25&raw_json=1"),
        Golden(source: .user("a-b_C"), path: "/user/a-b_C/submitted.json?limit=25&raw_json=1&sort=hot"),
        Golden(
            source: .user("name"), sort: .top, period: .year,
            path: "/user/name/submitted.json?limit=25&raw_json=1&sort=top&t=year"),
        Golden(source: .user("name"), sort: .best, path: "/user/name/submitted.json?limit=25&raw_json=1"),
        Golden(
            source: .search("a+b & c#1 100% 한글"), sort: .new,
            path:
                "/search.json?limit=25&q=a%2Bb%20%26%20c%231%20100%25%20%ED%95%9C%EA%B8%80&raw_json=1&sort=new&type=link"
        ),
    ]

    @Test(arguments: goldens) func requestsAreExact(_ golden: Golden) throws {
        let page = PageRequest(
            feed: Feed(site: .reddit, source: golden.source, sort: golden.sort, period: golden.period),
            cursor: golden.cursor.map(PageCursor.init(rawValue:)), limit: golden.limit, seenCount: golden.seen,
            priority: .background)
        let request = try RedditEndpointProvider().listing(page)
        #expect(request.url.absoluteString == "https://www.reddit.com" + golden.path)
        #expect(request.method == .get && request.body == nil && request.priority == .background)
        #expect(request.expectation == .json)
        #expect(request.headers == ["Accept": "application/json"])
    }

    @Test(arguments: [
        FeedSource.saved, .favourites, .downloads, .subreddits([]), .subreddits([""]), .subreddits([".."]),
        .subreddits(["a/b"]), .subreddits(["swift", "../../api"]), .subreddits(["a b"]), .subreddits(["a?b"]),
        .subreddits(["한글한글"]), .subreddits(["x"]), .subreddits([String(repeating: "a", count: 22)]), .user(""),
        .user(".."), .user("a/b"), .user("a%2Fb"), .user("name?"), .search(""), .search(" \n"),
    ])
    func whatCannotBeAskedIsRefused(_ source: FeedSource) {
        let page = PageRequest(feed: Feed(site: .reddit, source: source))
        let error = #expect(throws: DataError.self) { try RedditEndpointProvider().listing(page) }
        #expect(error?.code == .invalidInput)
        #expect(error?.message.isEmpty == false)
    }

    @Test(arguments: [
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080/hot.json"),
        ("http://localhost:1/", "http://localhost:1/hot.json"),
        ("https://host/reddit", "https://host/reddit/hot.json"),
        ("https://HOST:443/a/b//", "https://host/a/b/hot.json"),
        ("http://[::1]:9", "http://[::1]:9/hot.json"),
    ])
    func theBaseMayBeElsewhere(_ base: String, _ expected: String) throws {
        let endpoints = try RedditEndpointProvider(baseURL: url(base))
        let request = try endpoints.listing(PageRequest(feed: Feed(site: .demo)))
        #expect(request.url.absoluteString == expected + "?limit=25&raw_json=1")
    }

    @Test(arguments: [
        "http://example.com", "ftp://127.0.0.1", "https://a.com?x=1", "https://a.com#x", "https://user@a.com", "a.com",
        "https:///x",
    ])
    func aBaseThatIsNoneIsRefused(_ base: String) {
        let error = #expect(throws: DataError.self) { try RedditEndpointProvider(baseURL: url(base)) }
        #expect(error?.code == .invalidInput)
    }

    @Test(arguments: [
        "https://host:0", "https://host:65536", "https://host:99999999999999999999/x", "http://127.0.0.1:0/",
        "http://[::1]:70000",
    ])
    func aPortThatIsNoneIsRefused(_ base: String) {
        let error = #expect(throws: DataError.self) { try RedditEndpointProvider(baseURL: url(base)) }
        #expect(error?.code == .invalidInput)
        #expect(error?.message.contains("a port is 1 to 65535") == true)
    }

    @Test(arguments: [
        ("https://host:1", "https://host:1/hot.json"), ("https://host:65535", "https://host:65535/hot.json"),
        ("https://host:", "https://host/hot.json"),
    ])
    func aPortThatIsOneIsTaken(_ base: String, _ expected: String) throws {
        let endpoints = try RedditEndpointProvider(baseURL: url(base))
        let request = try endpoints.listing(PageRequest(feed: Feed(site: .demo)))
        #expect(request.url.absoluteString == expected + "?limit=25&raw_json=1")
    }

    @Test(arguments: ["https://", "https:///x", "http://", "https://:80/"])
    func aBaseWithoutAHostSaysThatItIsMissing(_ base: String) {
        let error = #expect(throws: DataError.self) { try RedditEndpointProvider(baseURL: url(base)) }
        #expect(error?.message.contains("host is missing") == true)
    }

    @Test func resourcesAreAskedForByTheirLinks() throws {
        let endpoints = try RedditEndpointProvider(baseURL: url("http://127.0.0.1:8080/api"))
        let own = try endpoints.request(for: ResourceLink("/media/a.png?s=1", on: .reddit))
        #expect(own.url.absoluteString == "http://127.0.0.1:8080/api/media/a.png?s=1")
        #expect(own.expectation == .data)
        #expect(throws: DataError.self) {
            try endpoints.request(for: ResourceLink("javascript:x", on: .reddit))
        }
    }

    /// Posts come from anybody, and must not make this device call its own services or show a password around.
    @Test(arguments: [
        ("https://www.reddit.com", "http://127.0.0.1:631/jobs?cancel=1"),
        ("https://www.reddit.com", "https://localhost/x"), ("https://www.reddit.com", "https://127.9.9.9/x"),
        ("https://www.reddit.com", "http://[::1]:9/x"), ("https://www.reddit.com", "https://user:secret@host/x"),
        ("https://www.reddit.com", "https://user@host/x"), ("https://www.reddit.com", "https://:word@host/x"),
        ("http://127.0.0.1:8080", "http://localhost:631/x"), ("http://127.0.0.1:8080", "https://u:p@127.0.0.1/x"),
    ])
    func aResourceThatMustNotBeAskedForIsRefused(_ base: String, _ link: String) throws {
        let endpoints = try RedditEndpointProvider(baseURL: url(base))
        let error = #expect(throws: DataError.self) {
            try endpoints.request(for: ResourceLink(link, on: .reddit))
        }
        #expect(error?.code == .invalidInput)
        #expect(error?.message.contains("secret") == false)
    }

    @Test(arguments: [
        ("http://127.0.0.1:8080", "http://127.0.0.1:9090/x"), ("http://localhost:1", "http://LOCALHOST:2/x"),
        ("http://127.0.0.1:8080", "https://i.redd.it/a.png"), ("http://[::1]:1", "http://[::1]:2/x"),
    ])
    func aBackendOfThisDeviceMayServeItsOwnMedia(_ base: String, _ link: String) throws {
        let endpoints = try RedditEndpointProvider(baseURL: url(base))
        #expect(try endpoints.request(for: ResourceLink(link, on: .reddit)).url.absoluteString == link)
    }
}
