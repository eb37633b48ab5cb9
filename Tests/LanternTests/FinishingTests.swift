import Core
import Foundation
import Lantern
import Mocks
import PostFeatures
import Testing

/// How an app ends, and what the next run finds.
@MainActor
@Suite(.ownContainer, .timeLimit(.minutes(5)))
struct FinishingTests {
    private let app = TestApp()
    private let site = TestSite(.demo)

    private struct Refusal: Error {}

    private func titles() async -> [String] {
        let list = PostListViewModel(feed: site.home)
        await list.load()
        return list.state.value.items.map { $0.post.title }
    }

    @Test func theNextRunShowsWhatWasStoredAndAsksNobody() async throws {
        let first = try await app.start([site.backend()])
        #expect(await titles() == ["Red sky", "Blue sea"])
        try await first.finish()
        let second = try await app.start([site.backend()])
        #expect(await titles() == ["Red sky", "Blue sea"])
        #expect(site.pages.all.count == 1)
        try await second.finish()
    }

    @Test func theNextRunShowsWhatWasStoredOnARealDisk() async throws {
        let directory = TemporaryDirectory()
        let app = TestApp(in: directory)
        let first = try await app.start([site.backend()])
        #expect(await titles() == ["Red sky", "Blue sea"])
        try await first.finish()
        let second = try await app.start([site.backend()])
        #expect(await titles() == ["Red sky", "Blue sea"])
        #expect(site.pages.all.count == 1)
        try await second.finish()
        #expect(FileManager.default.fileExists(atPath: "\(directory.path)/app/lock"))
    }

    @Test func requestsAreEndedAndTheStoreIsClosed() async throws {
        let services = try await app.start([site.backend()])
        try await services.finish()
        #expect(app.requests.onShutDown.calls.count == 1)
        try await services.finish()
        let again = try await app.start([site.backend()])
        try await again.finish()
    }

    @Test func requestsThatCannotBeMadeKeepNothingOpen() async throws {
        let services = try await app.start([site.backend()]) {
            Dependency.register((any RequestProvider).self) { throw Refusal() }
        }
        _ = await titles()
        try await services.finish()
        let again = try await app.start([site.backend()])
        #expect(await titles().count == 2 && site.pages.all.count == 1)
        try await again.finish()
    }

    @Test func theCacheOfPicturesKeepsToWhatIsSetWhileTheAppRuns() async throws {
        let services = try await app.start([site.backend()])
        let cache = Dependency.resolve((any ManagedImageCache).self)
        let picture = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) + Data(count: 600_000)
        for native in ["a", "b"] { await cache.store(picture, for: site.picture(of: native)) }
        #expect(await cache.usage().diskCount == 2)
        await SettingsViewModel().set(\.imageCacheMegabytes, to: 1)
        while await cache.usage().diskBytes > 1_000_000 { await Task.yield() }
        #expect(await cache.usage().diskCount == 1)
        try await services.finish()
    }
}
