import Core
import Foundation
import Mocks
import Testing

struct RoutingEndpointProviderTests {
    private let endpoints: RoutingEndpointProvider
    private let news = Site(rawValue: "news")

    init() throws {
        let (demo, reddit) = (MockEndpointProvider(), MockEndpointProvider(site: .reddit))
        demo.resolveLinks(against: try #require(URL(string: "https://demo.example.com")))
        reddit.resolveLinks(against: try #require(URL(string: "https://reddit.example.com")))
        endpoints = RoutingEndpointProvider(demo, reddit)
    }

    @Test func eachSitesLinksLeadToItsOwnServer() throws {
        for (site, host) in [(Site.demo, "demo"), (.reddit, "reddit")] {
            let link = ResourceLink("/img/1.png", on: site)
            #expect(endpoints.url(for: link)?.absoluteString == "https://\(host).example.com/img/1.png")
            let request = try endpoints.request(for: link)
            #expect(request.url == endpoints.url(for: link) && request.url.host() == "\(host).example.com")
            #expect(endpoints.link(for: "https://\(host).example.com/img/1.png", on: site) == link)
        }
        #expect(endpoints.site == .demo)
        #expect(endpoints.link(for: "https://demo.example.com/a") == .mock("/a"))
    }

    @Test func anotherSitesAbsoluteLinkResolvesAsItselfAndItsPathsLeadNowhere() throws {
        let (absolute, relative) = (ResourceLink("https://x.org/a.png", on: news), ResourceLink("/a.png", on: news))
        #expect(endpoints.url(for: absolute)?.absoluteString == "https://x.org/a.png")
        #expect(try endpoints.request(for: absolute).url.absoluteString == "https://x.org/a.png")
        #expect(endpoints.url(for: relative) == nil)
        #expect(endpoints.link(for: "https://x.org/a.png", on: news) == nil)
        let error = #expect(throws: DataError.self) { try endpoints.request(for: relative) }
        #expect(error?.code == .invalidInput && error?.message.contains("'news'") == true)
    }

    @Test func aProviderKnowsItsOwnSiteAlone() {
        let demo = MockEndpointProvider()
        demo.onLink.answers { ResourceLink($0, on: .demo) }
        #expect((demo as any EndpointProvider).link(for: "/a", on: .demo) == .mock("/a"))
        #expect((demo as any EndpointProvider).link(for: "/a", on: .reddit) == nil)
    }
}
