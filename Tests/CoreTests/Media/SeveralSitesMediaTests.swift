import Core
import Foundation
import Mocks
import Testing

/// Two sites whose servers have different files at the same path.
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct SeveralSitesMediaTests {
    private let mocks = TestInjector.mocks
    private let sites = [Site.demo, .reddit]
    private let path = "/img/1.png"

    private func post(on site: Site) -> Post {
        let source = MediaSource(link: ResourceLink(path, on: site))
        return .mock("t3_a", media: Media(kind: .image, source: source), site: site)
    }

    /// A cloud of one site.
    private func cloud(_ content: String) -> MockOnlineMediaProvider {
        let cloud = MockOnlineMediaProvider(log: mocks.log, files: mocks.fileSystem)
        cloud.onDownload.answers { _ in Data(content.utf8) }
        return cloud
    }

    @Test func favouritesOfTwoSitesKeepTheirOwnFiles() async throws {
        mocks.imageCache.keepImages()
        let posts = InMemoryOfflinePostProvider()
        let media = InMemoryOfflineMediaProvider(files: mocks.fileSystem, posts: posts)
        let clouds = [cloud("a demo picture"), cloud("one of Reddit's")]
        let keeper = DefaultMediaProvider(
            sites: sites, online: RoutingMediaProvider(Dictionary(uniqueKeysWithValues: zip(sites, clouds))),
            offline: media, posts: posts)
        let stored = sites.map(post)
        try await posts.store(stored, completeness: .full)
        _ = try await posts.apply(.set(.favourite(true), stored.map(\.id)), at: mocks.clock.now)
        let receipt = try await keeper.keepFavourites()
        #expect(receipt.added.files == 2 && receipt.missing.isEmpty)
        for (site, content) in zip(sites, ["a demo picture", "one of Reddit's"]) {
            let file = try #require(try await media.file(for: ResourceLink(path, on: site)))
            #expect(try mocks.fileSystem.contents(of: file.path).map { String(decoding: $0, as: UTF8.self) } == content)
            #expect(file.holders.keys.map(\.site) == [site])
        }
        #expect(clouds.map(\.onDownload.calls.count) == [1, 1])
    }

    @Test func aSiteWithoutADownloadProviderIsRefusedWithAdvice() async throws {
        let online = RoutingMediaProvider([.demo: cloud("x")])
        let error = await #expect(throws: DataError.self) {
            try await online.download(
                ResourceLink(path, on: .reddit), to: "/tmp/a", maximumBytes: 9, priority: .background,
                progress: { _ in })
        }
        #expect(error?.code == .invalidInput && error?.message.contains("'reddit'") == true)
    }
}
