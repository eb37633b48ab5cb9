import Core
import Database
import Foundation
import Lantern
import Mocks
import PostFeatures
import Testing

/// What an app brings of its own: settings, languages, collections, folders, a scheduler.
@MainActor
@Suite(.ownContainer, .timeLimit(.minutes(5)))
struct OwnConfigurationTests {
    private let app = TestApp()
    private let site = TestSite(.demo)
    private let columns = Setting("columns", title: "Columns", default: 2, in: 1...6)

    private struct Shelf: StoredRecord, Equatable {
        let id: Int
        var name: String

        static let schema = CollectionSchema<Shelf>(name: "shelves")
    }

    private var configuration: AppServices.Configuration {
        var configuration = AppServices.Configuration(
            ownSettings: [columns.definition], languages: [InterfaceLanguage(rawValue: "ko")])
        configuration.ownCollections = [AnyCollectionSchema(Shelf.schema)]
        return configuration
    }

    @Test func ownSettingsAndLanguagesAreShownAndKept() async throws {
        let services = try await app.start([site.backend()], configuration: configuration)
        let screen = SettingsViewModel()
        #expect(screen.state.value.rows(in: .app).map(\.key) == [columns.key])
        #expect(screen.state.value.row(.language).kind.allowedValues.contains("ko"))
        await screen.set("4", for: columns.key)
        await screen.set("ko", for: .language)
        #expect(screen.state.value.banner == nil)
        try await services.finish()

        let again = try await app.start([site.backend()], configuration: configuration)
        let settings = SettingsViewModel().state.value.settings
        #expect(settings[columns] == 4 && settings.language == InterfaceLanguage(rawValue: "ko"))
        try await again.finish()
    }

    @Test func ownCollectionsAreInTheSameStore() async throws {
        let shelf = Shelf(id: 1, name: "Pictures")
        let services = try await app.start([site.backend()], configuration: configuration)
        try await services.store.write(.synced) { try $0.upsert(shelf, in: Shelf.schema) }
        try await services.finish()
        let again = try await app.start([site.backend()], configuration: configuration)
        #expect(try again.store.snapshot().window(of: Shelf.schema) == [shelf])
        try await again.finish()
    }

    @Test func aCollectionOfABuiltInNameIsRefused() async throws {
        var changed = AppServices.Configuration()
        changed.ownCollections = [AnyCollectionSchema(CollectionSchema<Shelf>(name: "posts"))]
        let configuration = changed
        await #expect(throws: StoreError.self) {
            _ = try await app.start([site.backend()], configuration: configuration)
        }
        let services = try await app.start([site.backend()])
        try await services.finish()
    }

    @Test func picturesLieWhereTheAppWantsThem() async throws {
        var configuration = AppServices.Configuration()
        configuration.cacheFolder = "/tmp/cache"
        let services = try await app.start([site.backend()], configuration: configuration)
        let picture = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        await Dependency.resolve((any ImageCacheProvider).self).store(picture, for: site.picture(of: "a"))
        #expect(app.files.paths.contains { $0.hasPrefix("/tmp/cache/") })
        #expect(!app.files.paths.contains { $0.hasPrefix("/app/images/") })
        try await services.finish()
    }

    @Test func theSchedulerIsAskedForTheNextRefresh() async throws {
        let scheduler = MockBackgroundScheduler()
        var configuration = AppServices.Configuration()
        configuration.scheduler = scheduler
        let services = try await app.start([site.backend()], configuration: configuration)
        let report = await Dependency.resolve((any BackgroundRefreshProvider).self)
            .run(deadline: .seconds(60), scope: .everything)
        #expect(scheduler.onSchedule.calls.count == 1 && report.schedulingError == nil && report.nextRun != nil)
        try await services.finish()
    }
}
