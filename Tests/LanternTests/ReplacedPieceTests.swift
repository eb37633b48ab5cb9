import Cloud
import Core
import Foundation
import Lantern
import Mocks
import PostFeatures
import Testing

/// A piece of the app's own is used by all the others.
@MainActor
@Suite(.ownContainer, .timeLimit(.minutes(5)))
struct ReplacedPieceTests {
    private let app = TestApp()
    private let site = TestSite(.demo)

    @Test func settingsOfTheAppsOwnSetTheSizeOfTheImageCache() async throws {
        var values = ReadingSettings()
        values.imageCacheMegabytes = 7
        let settings = InMemorySettingsProvider(values)
        let services = try await app.start([site.backend()]) {
            Dependency.register((any SettingsProvider).self) { settings }
        }
        let cache = Dependency.resolve((any ManagedImageCache).self) as? TieredImageCache
        #expect(cache?.disk.configuration.maximumBytes == 7_000_000)
        try await settings.update { $0.imageCacheMegabytes = 9 }
        while cache?.disk.configuration.maximumBytes != 9_000_000 { await Task.yield() }
        try await services.finish()
    }

    @Test func anImageCacheOfTheAppsOwnIsTheOnlyOneAndIsFlushed() async throws {
        let cache = MockImageCacheProvider()
        let services = try await app.start([site.backend()]) {
            Dependency.register((any ManagedImageCache).self) { cache }
        }
        #expect(Dependency.resolve((any ImageCacheProvider).self) is MockImageCacheProvider)
        try await services.finish()
        #expect(cache.onFlush.calls.count == 1)
    }
}

/// The media of favourites while an app runs.
@MainActor
@Suite(.ownContainer, .timeLimit(.minutes(5)))
struct FollowedFavouriteTests {
    private let app = TestApp()
    private let site = TestSite(.demo)
    private let media: MockOnlineMediaProvider

    init() {
        media = MockOnlineMediaProvider(files: app.files)
        media.onDownload.answers { _ in Data([1, 2, 3]) }
    }

    private func started(keepsMediaCurrent: Bool = true) async throws -> AppServices {
        var backend = site.backend()
        backend.media = media
        var configuration = AppServices.Configuration()
        configuration.keepsMediaCurrent = keepsMediaCurrent
        let services = try await app.start([backend], configuration: configuration)
        await PostListViewModel(feed: site.home).load()
        return services
    }

    private func mark() async throws {
        _ = try await Dependency.resolve((any PostProvider).self).apply(.set(.favourite(true), [site.id("a")]))
    }

    @Test func theyComeWhenItIsMarked() async throws {
        let services = try await started()
        let kept = Dependency.resolve((any OfflineMediaProvider).self)
        let changes = kept.changes()
        try await mark()
        for await _ in changes {
            if try await kept.file(for: site.picture(of: "a")) != nil { break }
        }
        #expect(media.onDownload.calls.map(\.link) == [site.picture(of: "a")])
        try await services.finish()
    }

    @Test func whatWaitsGoesOnWhenDownloadsAreAllowedAgain() async throws {
        let (keeper, packs) = (MockMediaProvider(), MockPackProvider())
        var values = ReadingSettings()
        values.downloadPolicy = .never
        let settings = InMemorySettingsProvider(values)
        keeper.onKeepFavourites.fails(with: DataError(.offline))
        let services = try await app.start([site.backend()]) {
            Dependency.register((any SettingsProvider).self) { settings }
            Dependency.register((any MediaProvider).self) { keeper }
            Dependency.register((any PackProvider).self) { packs }
        }
        try await settings.update { $0.pageSize = 30 }
        #expect(keeper.onKeepFavourites.calls.isEmpty && packs.onResumePacks.calls.isEmpty)
        let held = packs.onResumePacks.holds()
        try await settings.update { $0.downloadPolicy = .wifi }
        try await held.arrival()
        #expect(keeper.onKeepFavourites.calls.count == 1)
        // The end of the app ends what goes on.
        try await services.finish()
        try await held.cancellation()
        #expect(packs.onResumePacks.calls.count == 1)
    }

    @Test func aCommandLeavesThemToOthers() async throws {
        let services = try await started(keepsMediaCurrent: false)
        try await mark()
        try await services.finish()
        #expect(media.onDownload.calls.isEmpty)
        // The next app finds what is missing.
        let again = try await started()
        let kept = Dependency.resolve((any OfflineMediaProvider).self)
        while try await kept.file(for: site.picture(of: "a")) == nil { await Task.yield() }
        try await again.finish()
    }
}
