import Core
import Foundation
import Lantern
import Mocks
import PostFeatures
import Testing

/// Two sites in one list, whose servers have different pictures at the same paths.
@MainActor
@Suite(.ownContainer, .timeLimit(.minutes(5)))
struct SeveralSitesTests {
    private let app = TestApp()
    private let red = TestSite("red", address: "https://red.example.com")
    private let blue = TestSite("blue", address: "https://blue.example.com")

    private static func picture(_ site: TestSite) -> Data {
        Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array(site.site.rawValue.utf8))
    }

    /// The posts of both front pages, as one list shows them.
    private func listed() async -> [Post] {
        let list = CombinedFeedViewModel(feed: CombinedFeed([red.home, blue.home]))
        await list.load()
        return list.state.value.items.map { $0.item.post }
    }

    private func show(_ post: Post) async -> AsyncImageViewModel.State {
        let row = AsyncImageViewModel(post, target: PixelSize(width: 64))
        await row.load()
        return row.state.value
    }

    @Test func eachRowShowsThePictureOfItsOwnServer() async throws {
        let pictures = ["red.example.com": Self.picture(red), "blue.example.com": Self.picture(blue)]
        app.requests.onResponse.answers { request in
            NetworkResponse(status: 200, url: request.url, body: pictures[request.url.host() ?? ""] ?? Data())
        }
        let services = try await app.start([red.backend(), blue.backend()])
        let posts = await listed()
        #expect(posts.count == 4 && Set(posts.map(\.id.site)) == [red.site, blue.site])
        for post in posts {
            let site = post.id.site == red.site ? red : blue
            #expect(await show(post) == .loaded(Self.picture(site)), "\(post.id)")
        }
        #expect(app.requests.onResponse.calls.count == 4)
        try await services.finish()
    }

    @Test func eachPictureIsKeptByItsOwnSitesMediaPart() async throws {
        var backends: [Backend] = []
        var parts: [Site: MockOnlineMediaProvider] = [:]
        for site in [red, blue] {
            let (part, picture) = (MockOnlineMediaProvider(files: app.files), Self.picture(site))
            part.onDownload.answers { _ in picture }
            var backend = site.backend()
            backend.media = part
            backends.append(backend)
            parts[site.site] = part
        }
        let services = try await app.start(backends)
        let media = Dependency.resolve((any MediaProvider).self)
        for post in await listed() {
            let receipt = try await media.keep(post, [.full], maximumBytes: 1_000_000, priority: .userInitiated)
            #expect(receipt.held.files == 1 && receipt.missing.isEmpty)
            let site = post.id.site == red.site ? red : blue
            #expect(await show(post) == .loaded(Self.picture(site)), "\(post.id)")
        }
        for site in [red, blue] {
            let links = parts[site.site]?.onDownload.calls.map(\.link) ?? []
            #expect(Set(links) == [site.picture(of: "a"), site.picture(of: "b")])
        }
        #expect(app.requests.onResponse.calls.isEmpty)
        try await services.finish()
    }

    @Test func favouritesOfAllSitesAreKept() async throws {
        let (part, picture) = (MockOnlineMediaProvider(files: app.files), Self.picture(red))
        part.onDownload.answers { _ in picture }
        var (first, second) = (red.backend(), blue.backend())
        first.media = part
        second.media = part
        let services = try await app.start([first, second])
        _ = await listed()
        let posts = Dependency.resolve((any PostProvider).self)
        _ = try await posts.apply(.set(.favourite(true), [red.id("a"), blue.id("b")]))
        let receipt = try await Dependency.resolve((any MediaProvider).self).keepFavourites()
        #expect(receipt.held.files == 2)
        #expect(Set(part.onDownload.calls.map(\.link)) == [red.picture(of: "a"), blue.picture(of: "b")])
        try await services.finish()
    }
}
