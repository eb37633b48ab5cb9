import Cloud
import Core
import Database
import Foundation
import PostFeatures
import Synchronization
import Testing

/// Two servers that have different pictures at the same path, in one app: over HTTP, in the caches, and kept on the
/// disk.
@Suite(.timeLimit(.minutes(5)))
struct SeveralSitesTests {
    private static let path = "/img/1.png"
    private let sites = [Site.reddit, .lemmy("example.org")]
    private let requests = Requests()
    private let directory = FileManager.default.temporaryDirectory.appending(path: "lantern-\(UUID())").path

    /// The number of requests to the servers.
    private final class Requests: Sendable {
        let count = Mutex(0)
    }

    private static func picture(_ number: UInt8) -> Data {
        Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, number])
    }

    private func post(on site: Site) -> Post {
        let media = Media(kind: .image, source: MediaSource(link: ResourceLink(Self.path, on: site)))
        return Post(id: Post.ID(site: site, native: "1"), title: "A picture", media: media)
    }

    /// Runs a test with the addresses of two servers, each with a picture of its own.
    private func run(_ test: @Sendable (RoutingEndpointProvider) async throws -> Void) async throws {
        let answers = ([1, 2] as [UInt8]).map { number -> @Sendable (FixtureServer.Request) -> FixtureServer.Answer in
            { [requests] _ in
                requests.count.withLock { $0 += 1 }
                return .file(Self.picture(number), contentType: "image/png")
            }
        }
        try await FixtureServer.run(answers[0]) { first in
            try await FixtureServer.run(answers[1]) { second in
                try await test(
                    RoutingEndpointProvider(
                        BaseAddress(try #require(URL(string: first)), site: sites[0]),
                        BaseAddress(try #require(URL(string: second)), site: sites[1])))
            }
        }
        // Nothing was written where nothing was to be kept.
        try? FileManager.default.removeItem(atPath: directory)
    }

    @MainActor @Test func aListShowsThePicturesOfBothSites() async throws {
        try await run { endpoints in
            for _ in 0..<2 {
                // The second time after a relaunch, out of the cache on the disk.
                let cache = TieredImageCache(disk: DiskImageCache(folder: "\(directory)/images"))
                let container = DependencyContainer()
                container.register((any ImageProvider).self) {
                    ImageLoader(cache: cache, requests: NetworkRequestProvider(), endpoints: endpoints)
                }
                for (site, number) in zip(sites, [1, 2] as [UInt8]) {
                    let state = await Dependency.withContainer(container) { @MainActor in
                        let row = AsyncImageViewModel(post(on: site), target: PixelSize(width: 64))
                        await row.load()
                        return row.state.value
                    }
                    #expect(state == .loaded(Self.picture(number)), "\(site)")
                }
                await cache.flush()
                #expect(requests.count.withLock { $0 } == 2, "once for each site, and never again")
            }
        }
    }

    @Test func favouritesOfBothSitesAreKept() async throws {
        try await run { endpoints in
            let store = try JSONStore(directory: "\(directory)/store")
            let posts = DatabasePostProvider(store: store)
            let media = DatabaseMediaProvider(store: store, folder: "\(directory)/media")
            let keeper = DefaultMediaProvider(
                sites: sites, online: DownloadingMediaProvider(endpoints: endpoints), offline: media, posts: posts)
            let both = sites.map(post)
            try await posts.store(both, completeness: .full)
            _ = try await posts.apply(.set(.favourite(true), both.map(\.id)), at: .now)
            let receipt = try await keeper.keepFavourites()
            #expect(receipt.added.files == 2 && receipt.missing.isEmpty)
            for (post, number) in zip(both, [1, 2] as [UInt8]) {
                let file = try #require(try await media.files(of: [post.id])[post.id]?.first)
                #expect(FileManager.default.contents(atPath: file.path) == Self.picture(number), "\(post.id)")
            }
            try await store.close()
        }
    }
}
