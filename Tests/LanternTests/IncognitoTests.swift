import Core
import Foundation
import Lantern
import Mocks
import PostFeatures
import Testing

/// An app that leaves nothing behind.
@MainActor
@Suite(.ownContainer, .timeLimit(.minutes(5)))
struct IncognitoTests {
    /// Its disk stands for the one of the device: whatever is done to it is found.
    private let app = TestApp()
    private let site = TestSite(.demo)

    private func start() async throws -> AppServices {
        let requests = app.requests
        return try await AppServices.startIncognito(backends: [site.backend()]) {
            Dependency.register((any NetworkPathProvider).self) { ManualNetworkPathProvider(NetworkPath(.ethernet)) }
            Dependency.register((any RequestProvider).self) { requests }
        }
    }

    /// The names in the folders into which something could be written by mistake.
    private func realNames() throws -> [[String]] {
        try ["/", FileManager.default.currentDirectoryPath].map {
            try FileManager.default.contentsOfDirectory(atPath: $0).sorted()
        }
    }

    @Test func itWorksAndNothingOfItIsOnADisk() async throws {
        let before = try realNames()
        let services = try await start()
        let list = PostListViewModel(feed: site.home)
        await list.load()
        #expect(list.state.value.items.map { $0.post.title } == ["Red sky", "Blue sea"])
        await list.setSaved(true, for: site.id("a"))
        let thread = CommentThreadViewModel(id: site.id("a"))
        await thread.load()
        let settings = SettingsViewModel()
        await settings.set(\.pageSize, to: 50)
        try await Dependency.resolve((any StateStore).self).set(Data("value".utf8), for: "name")
        let picture = site.picture(of: "a")
        await Dependency.resolve((any ImageCacheProvider).self).store(Data("picture".utf8), for: picture)
        try await services.store.flush()
        await Dependency.resolve((any ManagedImageCache).self).flush()

        let memory = try #require(Dependency.fileSystem as? MemoryFileSystem)
        for part in ["/journal-", "/state/", "/images/"] {
            #expect(memory.paths.contains { $0.hasPrefix("/incognito\(part)") }, "\(part)")
        }
        let saved = SavedPostsViewModel(site: .demo)
        await saved.load()
        #expect(saved.state.value.rows.map(\.id) == [site.id("a")])
        saved.stop()
        try await services.finish()

        #expect(app.files.operations.isEmpty && app.files.paths.isEmpty)
        #expect(try realNames() == before)
    }

    @Test func theNextOneKnowsNothingOfIt() async throws {
        let first = try await start()
        let list = PostListViewModel(feed: site.home)
        await list.load()
        await list.setSaved(true, for: site.id("a"))
        try await first.finish()
        let second = try await start()
        let saved = SavedPostsViewModel(site: .demo)
        await saved.load()
        #expect(saved.state.value.rows.isEmpty)
        saved.stop()
        try await second.finish()
    }

    @Test func anAppThatIsStartedLaterIsOnItsDiskAgain() async throws {
        try await start().finish()
        let later = TestApp()
        let services = try await later.start([site.backend()])
        #expect(later.files.paths.contains("/app/lock"))
        try await services.finish()
    }
}
