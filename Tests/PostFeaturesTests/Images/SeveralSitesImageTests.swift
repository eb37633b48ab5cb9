import Core
import Foundation
import Mocks
import PostFeatures
import Testing

/// A list that mixes two sites whose servers have different pictures at the same path.
@MainActor @Suite(.testInjector, .timeLimit(.minutes(5)))
struct SeveralSitesImageTests {
    private let mocks = TestInjector.mocks
    private let pictures: [Site: Data] = [
        .demo: Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1]),
        .reddit: Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 2]),
    ]

    private func loader() throws -> ImageLoader {
        mocks.imageCache.keepImages()
        var providers: [any EndpointProvider] = []
        for site in [Site.demo, .reddit] {
            let provider = MockEndpointProvider(site: site)
            provider.resolveLinks(against: try #require(URL(string: "https://\(site).example.com")))
            providers.append(provider)
        }
        let pictures = pictures
        mocks.requestProvider.onResponse.answers { request in
            let site = request.url.host() == "demo.example.com" ? Site.demo : .reddit
            return NetworkResponse(status: 200, url: request.url, body: pictures[site] ?? Data())
        }
        return ImageLoader(endpoints: RoutingEndpointProvider(providers[0], [providers[1]]))
    }

    private func post(on site: Site) -> Post {
        let source = MediaSource(link: ResourceLink("/img/1.png", on: site))
        return .mock("t3_a", media: Media(kind: .image, source: source), site: site)
    }

    @Test func eachRowShowsThePictureOfItsOwnServer() async throws {
        let loader = try loader()
        let container = DependencyContainer()
        container.register((any ImageProvider).self) { loader }
        for _ in 0..<2 {
            // The second time out of the cache.
            for (site, picture) in pictures {
                let row = Dependency.withContainer(container) {
                    AsyncImageViewModel(post(on: site), target: PixelSize(width: 64))
                }
                await row.load()
                #expect(row.state.value == .loaded(picture), "\(site)")
            }
        }
        #expect(mocks.requestProvider.onResponse.calls.count == 2)
    }

    @Test func twoWhoAskAtTheSameTimeDoNotShareADownload() async throws {
        let loader = try loader()
        async let first = loader.image(for: ResourceLink("/img/1.png", on: .demo))
        async let second = loader.image(for: ResourceLink("/img/1.png", on: .reddit))
        #expect(try await [first, second] == [pictures[.demo], pictures[.reddit]])
    }
}
