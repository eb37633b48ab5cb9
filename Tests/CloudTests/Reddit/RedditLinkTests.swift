import Cloud
import Core
import Foundation
import Testing

/// Links are what the store and the caches keep, so they must survive a server that moves, and keep every byte.
struct RedditLinkTests {
    static let signed = "https://preview.redd.it/a.jpg?width=108&crop=smart&auto=webp&s=0a%2Fb+c%20d~é&x=a;b,c'd!(e)*"

    @Test(arguments: [
        ("https://www.reddit.com/r/a/comments/b/", "/r/a/comments/b/"), ("HTTPS://WWW.Reddit.com:443/R/A", "/R/A"),
        ("https://www.reddit.com", "/"), ("https://www.reddit.com?x=%2B", "/?x=%2B"), ("/r/a/", "/r/a/"),
        ("https://www.reddit.com/a?b=c#d", "/a?b=c#d"), ("//www.reddit.com/r/a", "/r/a"),
        ("http://www.reddit.com/r/a", "http://www.reddit.com/r/a"),
        ("https://www.reddit.com:8443/r/a", "https://www.reddit.com:8443/r/a"),
        ("https://old.reddit.com/r/a", "https://old.reddit.com/r/a"),
        ("https://www.reddit.com.evil.com/r/a", "https://www.reddit.com.evil.com/r/a"),
        ("https://www.reddit.com@evil.com/", "https://www.reddit.com@evil.com/"),
        ("//i.redd.it/a.png", "https://i.redd.it/a.png"), (" https://a.com/x \n", "https://a.com/x"), (signed, signed),
        ("https://www.reddit.com//evil.com/x", "https://www.reddit.com//evil.com/x"),
    ])
    func aLinkIsRelativeOnlyWithinTheBase(_ text: String, _ expected: String) {
        #expect(RedditEndpointProvider().link(for: text)?.text == expected)
    }

    @Test(arguments: [
        "", " ", "self", "default", "nsfw", "image", "spoiler", "a.com/x", "ftp://a.com", "javascript:alert(1)",
        "https:",
        "https://", "https:///x", "//", "mailto:a@b.c", "https://a.com/\u{1B}[31m", "https://a.com/x\r\nHost: b",
        "?q=1",
    ])
    func whatIsNoLinkIsNone(_ text: String) {
        #expect(RedditEndpointProvider().link(for: text) == nil)
    }

    @Test(arguments: [
        ("http://127.0.0.1:80/api/media/a.png", "/media/a.png"), ("http://127.0.0.1/api", "/"),
        ("http://127.0.0.1/api?x", "/?x"), ("/api/media/a.png", "/media/a.png"),
        ("http://127.0.0.1/apiary/a.png", "http://127.0.0.1/apiary/a.png"),
        ("http://127.0.0.1/media/a.png", "http://127.0.0.1/media/a.png"), ("//127.0.0.1/api/x", "/x"),
        ("//example.com/x", "https://example.com/x"),
    ])
    func theBasesOwnPathIsLeftOut(_ text: String, _ expected: String) throws {
        let endpoints = try RedditEndpointProvider(baseURL: url("http://127.0.0.1/api/"))
        #expect(endpoints.link(for: text)?.text == expected)
    }

    @Test(arguments: [
        "https://www.reddit.com/r/a/comments/b/?c=d", "https://i.redd.it/a.png?s=%2B+~", "https://a.com",
        "https://www.reddit.com/gallery/abc#x",
    ])
    func aLinkLeadsBackToItsURL(_ text: String) throws {
        let endpoints = RedditEndpointProvider()
        let link = try #require(endpoints.link(for: text))
        #expect(endpoints.url(for: link)?.absoluteString == text)
    }

    @Test func theQueryOfASignedURLKeepsEveryByte() throws {
        let endpoints = RedditEndpointProvider()
        let text = "https://preview.redd.it/a.jpg?width=108&auto=webp&s=0a%2Fb+c%20d~&x=a;b,c'd!(e)*%c3%A9"
        let link = try #require(endpoints.link(for: text))
        #expect(endpoints.url(for: link)?.absoluteString == text)
        #expect(try endpoints.request(for: link).url.absoluteString == text)
    }

    /// One character that no URL has must not cost the escapes beside it: `%28` is no `%2528`.
    @Test(arguments: [
        ("https://a.com/Тест_%28x%29?q=%2B|1", "https://a.com/%D0%A2%D0%B5%D1%81%D1%82_%28x%29?q=%2B%7C1"),
        ("https://a.com/a?s=%7Bab[1]", "https://a.com/a?s=%7Bab%5B1%5D"),
        ("https://a.com/100%?x=%zz&y=%2&z=%c3%A9%", "https://a.com/100%25?x=%25zz&y=%252&z=%c3%A9%25"),
        ("https://a.com/%41 b?c=d e#f#%20<g>", "https://a.com/%41%20b?c=d%20e#f%23%20%3Cg%3E"),
        ("https://münchen.de/ü%2F?x=%2B|", "https://xn--mnchen-3ya.de/%C3%BC%2F?x=%2B%7C"),
        ("/r/ü/%2B?x=%7C|", "https://www.reddit.com/r/%C3%BC/%2B?x=%7C%7C"),
        ("http://[::1]:9/[%5B]", "http://[::1]:9/%5B%5B%5D"),
    ])
    func onlyWhatNoURLHasIsEscaped(_ text: String, _ expected: String) throws {
        let endpoints = RedditEndpointProvider()
        let link = try #require(endpoints.link(for: text))
        #expect(link.text == text)
        #expect(endpoints.url(for: link)?.absoluteString == expected)
    }

    @Test func aHostThatEndsDifferentlyForBrowsersHasNoURL() throws {
        let endpoints = RedditEndpointProvider()
        let link = try #require(endpoints.link(for: #"https://a.com\@evil.com/"#))
        #expect(endpoints.url(for: link) == nil)
    }

    @Test func aLinkSurvivesAServerThatMoves() throws {
        let link = try #require(
            try RedditEndpointProvider(baseURL: url("http://127.0.0.1:1")).link(for: "http://127.0.0.1:1/a"))
        let moved = try RedditEndpointProvider(baseURL: url("http://127.0.0.1:2/x"))
        #expect(moved.url(for: link)?.absoluteString == "http://127.0.0.1:2/x/a")
    }

    @Test(arguments: ["", "x", "//evil.com/x", "javascript:x", "file:///etc"])
    func whatNobodyMadeALinkOfHasNoURL(_ text: String) {
        #expect(RedditEndpointProvider().url(for: ResourceLink(text, on: .reddit)) == nil)
    }
}
