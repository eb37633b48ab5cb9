import Core
import Database
import Foundation
import Lantern
import Mocks
import PostFeatures
import Testing

/// One call wires an app: each view model finds what it needs, and does something real with it.
@MainActor
@Suite(.ownContainer, .timeLimit(.minutes(5)))
struct WiredAppTests {
    private let app = TestApp()
    private let site = TestSite(.demo)

    /// An app whose front page is loaded.
    private func started(media: (any OnlineMediaProvider)? = nil) async throws -> (AppServices, PostListViewModel) {
        var backend = site.backend()
        backend.media = media
        let services = try await app.start([backend])
        let list = PostListViewModel(feed: services.backends.profiles[.demo].feed(.home))
        await list.load()
        return (services, list)
    }

    @Test func aListShowsWhatItsBackendGives() async throws {
        let (services, list) = try await started()
        #expect(list.state.value.items.map { $0.post.title } == ["Red sky", "Blue sea"])
        #expect(list.state.value.banner == nil && site.pages.all.count == 1)
        #expect(services.backends.sites == [.demo] && app.files.paths.contains("/app/lock"))
        try await services.finish()
    }

    @Test func aThreadIsFetchedAndKept() async throws {
        let (services, _) = try await started()
        let thread = CommentThreadViewModel(id: site.id("a"))
        await thread.load()
        #expect(thread.state.value.commentCount == 1 && thread.state.value.banner == nil)
        #expect(thread.state.value.item?.post.title == "Red sky")
        let stored = CommentThreadViewModel(id: site.id("a"), policy: .storedOnly)
        await stored.load()
        #expect(stored.thread?.comments.first?.body == "Well seen" && site.threads.all.count == 1)
        try await services.finish()
    }

    @Test func aSourceIsAddedToTheListOfTheFirstSite() async throws {
        let (services, _) = try await started()
        let sources = SourceListViewModel()
        await sources.load()
        await sources.add("r/swift")
        #expect(sources.state.value.rows.map(\.name) == ["r/swift"])
        let ofSite = try #require(Dependency.resolve(SourceProviders.self)[.demo])
        #expect(try await ofSite.sources().sources.count == 1)
        sources.stop()
        try await services.finish()
    }

    @Test func twoViewModelsShareOneSettingsProvider() async throws {
        let (services, _) = try await started()
        let screen = SettingsViewModel()
        await screen.set(\.pageSize, to: 50)
        #expect(screen.state.value.settings.pageSize == 50 && screen.state.value.banner == nil)
        #expect(SettingsViewModel().state.value.settings.pageSize == 50)
        let first = Dependency.resolve((any SettingsProvider).self) as? DatabaseSettingsProvider
        let second = Dependency.resolve((any SettingsProvider).self) as? DatabaseSettingsProvider
        #expect(first != nil && first === second)
        try await services.finish()
    }

    @Test func theStorageScreenFindsWhatIsOnTheDisk() async throws {
        let (services, _) = try await started()
        let screen = StorageViewModel()
        await screen.load()
        let report = try #require(screen.state.value.report)
        #expect(report[.posts].bytes > 0 && screen.state.value.banner == nil)
        #expect(screen.state.value.erasable.count == EraseScope.allCases.count)
        screen.stop()
        try await services.finish()
    }

    @Test func whatIsSavedIsListedFoundAndExported() async throws {
        let (services, list) = try await started()
        await list.setSaved(true, for: site.id("a"))
        let saved = SavedPostsViewModel(site: .demo)
        await saved.load()
        #expect(saved.state.value.rows.map(\.id) == [site.id("a")])
        saved.stop()

        let search = SearchViewModel(site: .demo)
        search.setQuery("sea")
        await search.search()
        #expect(search.state.value.rows.map(\.id) == [site.id("b")])
        search.stop()

        let archive = ArchiveViewModel()
        await archive.export(to: "/tmp/archive.json")
        #expect(archive.state.value.exported?.contents.posts == 1 && archive.state.value.banner == nil)
        await archive.preview("/tmp/archive.json")
        #expect(archive.state.value.preview != nil)
        try await services.finish()
    }

    @Test func aPackHasTextsThreadsAndMedia() async throws {
        let media = MockOnlineMediaProvider(files: app.files)
        media.onDownload.answers { _ in Data([1, 2, 3]) }
        let (services, _) = try await started(media: media)
        let packs = PackViewModel(feed: site.home, posts: 2)
        await packs.start()
        #expect(packs.state.value.rows.map(\.request.feed) == [site.home] && packs.state.value.banner == nil)
        let report = try #require(Dependency.resolve((any PackProvider).self).reports.value.first)
        #expect(report.posts == 2 && report.isComplete)
        #expect(Set(media.onDownload.calls.map(\.link)) == [site.picture(of: "a"), site.picture(of: "b")])
        #expect(Set(site.threads.all.map(\.post)) == [site.id("a"), site.id("b")])
        #expect(app.requests.onResponse.calls.isEmpty)
        try await services.finish()
    }

    @Test func aBackgroundRefreshAsksForFeedsAndSourcesAndDoesItsJobs() async throws {
        let (services, _) = try await started()
        let sources = SourceListViewModel()
        await sources.add("r/swift")
        let screen = BackgroundRefreshViewModel(timeZone: .gmt)
        await screen.refresh()
        let report = try #require(screen.state.value.report)
        #expect(report.feedCount == 2 && report.refreshedCount == 2 && report.failures.isEmpty)
        #expect(report.newCount == 1, "the post of the source")
        #expect(report.jobs.map(\.name) == ["favourites", "packs", "retention"])
        #expect(report.jobs.allSatisfy { $0.error == nil } && report.recordError == nil)
        try await services.finish()
    }

    @Test func allThatIsPromisedCanBeMade() async throws {
        let services = try await app.start([site.backend()], keepsRequests: true)
        func make<T: Sendable>(_ type: T.Type) {
            #expect(throws: Never.self) { try Dependency.resolveOrThrow(type) }
        }
        make((any PostProvider).self)
        make((any OfflinePostProvider).self)
        make((any CommentProvider).self)
        make((any OfflineCommentProvider).self)
        make((any SourceProvider).self)
        make((any OfflineSourceProvider).self)
        make((any ResourceProvider<SubscribedSource.ID, CommunityDescription>).self)
        make((any PostSearchProvider).self)
        make((any ImageProvider).self)
        make((any ImageCacheProvider).self)
        make((any ManagedImageCache).self)
        make((any PictureGallery).self)
        make((any MediaProvider).self)
        make((any OfflineMediaProvider).self)
        make((any OnlineMediaProvider).self)
        make((any PackProvider).self)
        make((any OfflinePackProvider).self)
        make((any AvailabilityProvider).self)
        make((any BackgroundRefreshProvider).self)
        make((any StorageProvider).self)
        make((any OfflineStorageProvider).self)
        make((any ArchiveProvider).self)
        make((any SettingsProvider).self)
        make((any ReadingPositionProvider).self)
        make((any ActivityLog).self)
        make((any ActivityRecorder).self)
        make((any ConnectivityProvider).self)
        make((any StateStore).self)
        make((any RequestProvider).self)
        make((any RequestBudgetProvider).self)
        make((any EndpointProvider).self)
        make(Backends.self)
        make(SiteProfiles.self)
        make(SourceProviders.self)
        #expect(site.pages.all.isEmpty && site.threads.all.isEmpty, "nothing is asked when a piece is made")
        try await services.finish()
    }
}
