import Core
import Foundation
import Mocks
import PostFeatures
import Testing

@Suite struct SharedPostTests {
    /// The endpoints of the backend that stands in a site's place.
    private func endpoints(
        _ base: String = "http://127.0.0.1:8080", site: Site = .reddit
    ) throws -> MockEndpointProvider {
        let endpoints = MockEndpointProvider(site: site)
        endpoints.resolveLinks(against: try #require(URL(string: base)))
        return endpoints
    }

    private func item(_ title: String = "A title", site: Site = .reddit, permalink: String? = "/r/a/1/") -> FeedItem {
        var post = Post.mock("t3_a", title: title, site: site)
        post.permalink = permalink
        return FeedItem(post: post)
    }

    @Test func aPostIsItsPageOnItsSiteAndItsTitle() throws {
        // Given
        var item = item()
        item.post.url = ResourceLink.mock("https://example.org/story")
        // When
        let shared = try #require(SharedPost(item, endpoints: try endpoints()))
        // Then
        #expect(shared.id == item.id)
        #expect(shared.link.absoluteString == "https://www.reddit.com/r/a/1/", "not the server on this device")
        #expect(shared.subject == "A title")
        #expect(shared.text == "A title\nhttps://www.reddit.com/r/a/1/")
    }

    static let sites: [(Site, String)] = [
        (.reddit, "https://www.reddit.com/r/a/1/"), (.lemmy("lemmy.world"), "https://lemmy.world/r/a/1/"),
        (.lemmy("example.org:8536"), "https://example.org:8536/r/a/1/"),
        (.demo, "http://127.0.0.1:8080/r/a/1/"), (.lemmy("127.0.0.1:8536"), "http://127.0.0.1:8080/r/a/1/"),
        (.lemmy("localhost"), "http://127.0.0.1:8080/r/a/1/"), (.lemmy("[::1]:80"), "http://127.0.0.1:8080/r/a/1/"),
        (Site(rawValue: "own"), "http://127.0.0.1:8080/r/a/1/"),
    ]

    @Test(arguments: sites)
    func thePublicAddressIsTheSitesAndElseTheBackends(_ site: Site, _ expected: String) throws {
        let shared = SharedPost(item(site: site), endpoints: try endpoints(site: site))
        #expect(shared?.link.absoluteString == expected)
    }

    @Test func aWholeURLOfTheBackendsIsThePageOfTheSiteToo() throws {
        let item = item(permalink: "http://127.0.0.1:8080/r/a/1/?x=1")
        #expect(
            SharedPost(item, endpoints: try endpoints())?.link.absoluteString == "https://www.reddit.com/r/a/1/?x=1")
    }

    @Test func aPostWithoutAPageIsWhatItLeadsTo() throws {
        var item = item(permalink: nil)
        item.post.url = ResourceLink.mock("https://example.org/story")
        #expect(SharedPost(item, endpoints: try endpoints())?.link.absoluteString == "https://example.org/story")
        item.post.url = ResourceLink.mock("/media/1.png")
        #expect(
            SharedPost(item, endpoints: try endpoints())?.link.absoluteString == "https://www.reddit.com/media/1.png")
    }

    @Test func aPostThatNothingLeadsToIsNotShared() throws {
        var item = item(permalink: nil)
        #expect(SharedPost(item, endpoints: try endpoints()) == nil)
        for link in ["https://me:secret@example.org/", "ftp://example.org/", "//example.org/x", "javascript:alert(1)"] {
            item.post.url = ResourceLink.mock(link)
            #expect(SharedPost(item, endpoints: try endpoints()) == nil, "\(link)")
        }
    }

    static let links: [(String, String)] = [
        ("https://e.org/a?utm_source=share&id=7&utm_medium=web", "https://e.org/a?id=7"),
        ("https://e.org/a?fbclid=1", "https://e.org/a"), ("https://e.org/a?GCLID=1#part", "https://e.org/a#part"),
        ("https://e.org/a?q=a%26b&&x&utm%5Fterm=1", "https://e.org/a?q=a%26b&&x"),
        ("https://e.org/a?si=1&ref=2&s=3&t=4", "https://e.org/a?si=1&ref=2&s=3&t=4"),
        ("https://www.reddit.com/r/a/1/?share_id=x&utm_name=y", "https://www.reddit.com/r/a/1/"),
        ("https://youtu.be/abc?si=x&t=10", "https://youtu.be/abc?t=10"),
        ("https://www.youtube.com/watch?v=abc&si=x", "https://www.youtube.com/watch?v=abc"),
        ("https://x.com/a/status/1?s=20&t=abc", "https://x.com/a/status/1"),
        ("https://notx.com/a?s=20", "https://notx.com/a?s=20"), ("https://e.org/a?", "https://e.org/a?"),
        ("https://e.org/a#?utm_source=x", "https://e.org/a#?utm_source=x"),
        ("https://e.org/a?next=utm_source", "https://e.org/a?next=utm_source"),
    ]

    @Test(arguments: links)
    func noParameterTellsWhoPassedItOn(_ link: String, _ expected: String) throws {
        var item = item(permalink: nil)
        item.post.url = ResourceLink.mock(link)
        #expect(SharedPost(item, endpoints: try endpoints())?.link.absoluteString == expected)
    }

    static let titles: [(String, String)] = [
        ("  plain  ", "plain"), ("two\nlines\r\nand\ta tab", "two lines and a tab"), ("\u{1B}[31mred\u{7}", "[31mred"),
        ("a\u{202E}b\u{2066}c\u{2069}", "abc"), ("a\u{85}b\u{2028}c\u{9B}d", "a b cd"),
        ("👩‍👩‍👧 і ґанок", "👩‍👩‍👧 і ґанок"), ("שלום\u{200F}!", "שלום\u{200F}!"), ("a\u{0}b\u{FEFF}c", "abc"),
    ]

    @Test(arguments: titles)
    func titlesAreOneLineThatSteersNothing(_ title: String, _ expected: String) throws {
        let shared = try #require(SharedPost(item(title), endpoints: try endpoints()))
        #expect(shared.subject == expected)
        #expect(shared.text == expected + "\n" + shared.link.absoluteString)
    }

    @Test(arguments: ["", " \n ", "\u{7}\u{202E}"])
    func withoutATitleThereIsTheLinkAlone(_ title: String) throws {
        let shared = try #require(SharedPost(item(title), endpoints: try endpoints()))
        #expect(shared.subject == shared.link.absoluteString && shared.text == shared.link.absoluteString)
    }

    @Test func theRegisteredEndpointsAreAsked() async throws {
        let container = DependencyContainer()
        let own = Site(rawValue: "own")
        let endpoints = try endpoints("https://own.example.org", site: own)
        container.register((any EndpointProvider).self) { endpoints }
        let shared = Dependency.withContainer(container) { SharedPost(item(site: own)) }
        #expect(shared?.link.absoluteString == "https://own.example.org/r/a/1/")
    }
}
