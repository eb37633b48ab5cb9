import Cloud
import Core
import Database
import Foundation
import Mocks
import PostFeatures

/// One run of the app: all that is in memory, made anew from what is on the disk.
@MainActor
final class DayProcess {
    nonisolated static let site = Site.demo
    static let directory = "/data/store"

    let disk: DayDisk
    let store: JSONStore
    private let container = DependencyContainer()

    /// Starts the app.
    ///
    /// - Parameters:
    ///   - files: What is on the disk.
    ///   - server: The network.
    ///   - clock: The day's time.
    ///   - changes: After how many changes of the disk the process dies; nil for never.
    /// - Throws: Why the store cannot be opened, also because the process died of it.
    init(
        files: InMemoryFileSystem, server: DayServer, clock: ManualClock, dyingAfter changes: Int? = nil
    ) async throws {
        let disk = DayDisk(files, dyingAfter: changes)
        self.disk = disk
        store = try await JSONStore.open(
            directory: Self.directory,
            files: disk, time: clock)
        try register(server, clock)
    }

    private func register(_ server: DayServer, _ clock: ManualClock) throws {
        let (store, disk, container) = (store, disk, container)
        let settings = try DatabaseSettingsProvider(store: store, time: clock)
        let connectivity = DefaultConnectivityProvider(time: clock)
        container.register((any FileSystem).self) { disk }
        container.register((any TimeProvider).self) { clock }
        container.register((any RandomSource).self) { SeededRandomSource(seed: 1) }
        container.register((any SettingsProvider).self) { settings }
        container.register((any ConnectivityProvider).self) { connectivity }
        let requests = Dependency.withContainer(container) {
            NetworkRequestProvider(
                transport: DayTransport(server, of: disk),
                configuration: NetworkRequestProvider.Configuration(retry: .never), time: clock)
        }
        let backend = try Backend.redditJSON(base: DayServer.baseURL, profile: .demo, requests: requests)
        let endpoints = try BaseAddress(DayServer.baseURL, site: Self.site)
        container.register((any EndpointProvider).self) { endpoints }
        container.register((any RequestProvider).self) { requests }
        container.register((any OfflinePostProvider).self) { DatabasePostProvider(store: store) }
        container.register((any PostSearchProvider).self) { DatabasePostSearchProvider(store: store) }
        container.register((any ReadingPositionProvider).self) { DatabaseReadingPositionProvider(store: store) }
        container.register((any OfflineSourceProvider).self) { DatabaseSourceProvider(store: store) }
        container.register((any SourceProvider).self) {
            DefaultSourceProvider(
                names: SourceNameParser(SiteProfiles()[Self.site]),
                online: backend.sources)
        }
        container.register((any StateStore).self) { FileStateStore(directory: "/data/state", files: disk) }
        container.register((any OfflineCommentProvider).self) { DatabaseCommentProvider(store: store) }
        container.register((any CommentProvider).self) {
            DefaultCommentProvider(online: backend.threads?.provider)
        }
        container.register((any NetworkPathProvider).self) { ManualNetworkPathProvider(NetworkPath(.wifi)) }
        container.register((any OfflineMediaProvider).self) {
            DatabaseMediaProvider(store: store, folder: "/data/media", files: disk, time: clock)
        }
        container.register((any OnlineMediaProvider).self) {
            DownloadingMediaProvider(
                endpoints: endpoints,
                downloader: Downloader(transport: DayTransport(server, of: disk), files: disk, time: clock),
                configuration: DownloadingMediaProvider.Configuration(retry: .never), time: clock)
        }
        container.register((any MediaProvider).self) {
            DefaultMediaProvider(sites: [Self.site], online: Dependency.resolve((any OnlineMediaProvider).self))
        }
        container.register((any OfflinePackProvider).self) { DatabasePackProvider(store: store) }
        container.register((any AvailabilityProvider).self) { DefaultAvailabilityProvider() }
        container.register((any PackProvider).self) { DefaultPackProvider() }
        container.register((any BackgroundRefreshProvider).self) {
            DefaultBackgroundRefreshProvider(
                sites: [Self.site], online: Dependency.resolve((any OnlinePostProvider).self))
        }
        if let posts = backend.online { container.register((any OnlinePostProvider).self) { posts } }
        container.register((any PostProvider).self) {
            DefaultPostProvider(online: Dependency.resolve((any OnlinePostProvider).self))
        }
    }

    /// Does something in this process: what it makes finds what is registered here.
    func run<Result: Sendable>(_ body: @MainActor () async throws -> Result) async rethrows -> Result {
        try await Dependency.withContainer(container, operation: body)
    }

    /// Ends the process as `kill -9` does.
    func kill() { disk.kill() }

    /// Ends the process as a person does who puts the app away and lets the system end it.
    func quit() async throws {
        try await store.close()
        disk.kill()
    }
}
