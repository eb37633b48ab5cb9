import Core
import Database
import Foundation
import Lantern
import Mocks
import PostFeatures
import Testing

/// How an app starts, with pieces of its own and with what cannot be started with.
@MainActor
@Suite(.ownContainer, .timeLimit(.minutes(5)))
struct StartingTests {
    private let app = TestApp()
    private let site = TestSite(.demo)

    private struct Refusal: Error {}

    @Test func withoutBackendsNothingIsStarted() async {
        let error = await #expect(throws: DataError.self) { try await app.start([]) }
        #expect(error?.code == .invalidInput && error?.message.contains("backend") == true)
        #expect(app.files.paths.isEmpty, "no store is made for an app that cannot run")
    }

    @Test func twoBackendsOfOneNameAreNoChain() async {
        let error = await #expect(throws: DataError.self) { try await app.start([site.backend(), site.backend()]) }
        #expect(error?.code == .invalidInput && app.files.paths.isEmpty)
    }

    @Test func aPieceOfTheAppsOwnMayWrapTheOneThatIsWired() async throws {
        let names = Asked<String>()
        let services = try await app.start([site.backend()]) {
            let wired = Dependency.resolve((any StateStore).self)
            Dependency.register((any StateStore).self) { NotingStateStore(wired: wired, names: names) }
        }
        _ = await Dependency.resolve((any BackgroundRefreshProvider).self)
            .run(deadline: .seconds(60), scope: .everything)
        #expect(!names.all.isEmpty, "others use the app's own")
        let paths = Set(app.files.paths)
        #expect(names.all.allSatisfy { paths.contains("\(app.folder)/state/\($0)") }, "and that uses the wired one")
        try await services.finish()
    }

    @Test func aClosureThatThrowsClosesTheStore() async throws {
        await #expect(throws: Refusal.self) { try await app.start([site.backend()]) { throw Refusal() } }
        try await startsAndShows()
    }

    @Test func settingsThatCannotBeDeclaredCloseTheStore() async throws {
        let columns = Setting("columns", default: 2, in: 1...6).definition
        let error = await #expect(throws: DataError.self) {
            try await app.start(
                [site.backend()], configuration: AppServices.Configuration(ownSettings: [columns, columns]))
        }
        #expect(error?.code == .invalidInput)
        try await startsAndShows()
    }

    @Test func settingsThatCannotBeMadeCloseTheStore() async throws {
        await #expect(throws: DependencyError.self) {
            try await app.start([site.backend()]) {
                Dependency.register((any SettingsProvider).self) { throw Refusal() }
            }
        }
        try await startsAndShows()
    }

    @Test func anAppIsWiredAroundAStoreThatIsOpen() async throws {
        let store = try await JSONStore.open(directory: app.folder)
        #expect(throws: Refusal.self) {
            try AppServices.start(store, in: app.folder, backends: [site.backend()]) { throw Refusal() }
        }
        let services = try AppServices.start(store, in: app.folder, backends: [site.backend()])
        Dependency.register((any NetworkPathProvider).self) { ManualNetworkPathProvider() }
        let list = PostListViewModel(feed: site.home)
        await list.load()
        #expect(list.state.value.items.count == 2)
        try await services.finish()
        // The store was closed with it: another one may have the folder.
        try await JSONStore.open(directory: app.folder).close()
    }

    private func startsAndShows() async throws {
        let services = try await app.start([site.backend()])
        let list = PostListViewModel(feed: site.home)
        await list.load()
        #expect(list.state.value.items.count == 2 && list.state.value.banner == nil)
        try await services.finish()
    }
}

/// Notes the names of what is kept, and keeps it where the wired one does.
private struct NotingStateStore: StateStore {
    let wired: any StateStore
    let names: Asked<String>

    func value(_ name: String) async throws -> Data? { try await wired.value(name) }

    func set(_ value: Data?, for name: String) async throws {
        names.note(name)
        try await wired.set(value, for: name)
    }
}
