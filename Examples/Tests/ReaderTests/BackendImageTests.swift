import Cloud
import Core
import DemoServer
import Foundation
import PostFeatures
import Testing

/// Pictures of each backend's posts: over HTTP, into the cache, and out of it when the network is gone.
@Suite(.timeLimit(.minutes(5)))
struct BackendImageTests {
    private struct Wires {
        let posts: any OnlinePostProvider
        let endpoints: any EndpointProvider
        let requests: any RequestProvider
        let site: Site

        init(_ backend: Backend, _ requests: any RequestProvider) throws {
            posts = try #require(backend.online)
            endpoints = try #require(backend.links)
            site = backend.site
            self.requests = requests
        }
    }

    private func connect(_ backend: BackendCase, base: URL) throws -> Wires {
        let requests = NetworkRequestProvider()
        switch backend {
        case .demo, .redditJSON: return try Wires(.redditJSON(base: base, requests: requests), requests)
        case .reddit:
            let reddit = try Backend.reddit(
                client: OAuthClient(id: "lantern-demo", server: OAuthServer(baseURL: base)),
                tokens: InMemoryTokenStore(),
                userAgent: "linux:lantern-tests:1.0 (by /u/OksanaReads)",
                configuration: OAuthSession.Configuration(refreshToken: Secret("lantern-demo-refresh-token")),
                requests: requests)
            return try Wires(reddit, requests)
        case .redditFeed: return try Wires(.redditFeed(base: base, requests: requests), requests)
        case .lemmy: return try Wires(.lemmy(base: base, requests: requests), requests)
        }
    }

    @Test(arguments: BackendCase.allCases) func aPictureStaysWhenTheNetworkGoes(_ backend: BackendCase) async throws {
        try await ReaderFixture.runCalls { fixture in
            let wires = try connect(backend, base: try #require(fixture.server.baseURL))
            let folder = "\(fixture.directory)/images"
            let cache = TieredImageCache(disk: DiskImageCache(folder: folder))
            let loader = ImageLoader(cache: cache, requests: wires.requests, endpoints: wires.endpoints)
            let feed = Feed(site: wires.site, source: .subreddits(["pics"]))
            let page = try await wires.posts.fetchPage(PageRequest(feed: feed, limit: 25))
            let links = page.posts.flatMap { [$0.thumbnail, $0.media.source?.link] }.compactMap { $0 }
                .filter { wires.endpoints.url(for: $0)?.host() == "127.0.0.1" }
            try #require(links.count > 5)
            var pictures: [ResourceLink: Data] = [:]
            for link in links.prefix(8) {
                let data = try await loader.image(for: link)
                #expect(Self.isImage(data))
                pictures[link] = data
            }
            let asked = fixture.server.requests.filter { $0.dialect == .media }
            #expect(asked.count == pictures.count)
            // A picture may lie anywhere: nobody's token goes there.
            #expect(asked.allSatisfy { $0.credential == nil && $0.header("Authorization") == nil })
            await cache.flush()
            await fixture.server.stop()

            let later = TieredImageCache(disk: DiskImageCache(folder: folder))
            let offline = ImageLoader(cache: later, requests: wires.requests, endpoints: wires.endpoints)
            for (link, data) in pictures { #expect(try await offline.image(for: link) == data) }
            await wires.requests.shutDown()
        }
    }

    /// Whether the data begins as a JPEG, PNG or GIF does.
    private static func isImage(_ data: Data) -> Bool {
        [[0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47], [0x47, 0x49, 0x46, 0x38]].contains { data.starts(with: $0) }
    }
}
