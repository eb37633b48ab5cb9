import ArgumentParser
import Cloud
import Core
import Database
import DemoServer
import Foundation
import PostFeatures

/// Where this app names concrete types: the one place that does.
///
/// An app's own injector looks like ``register(_:)``. View models then find what they need through `Dependency`, and a
/// test registers something else.
struct Injector: Sendable {
    private let settings: ReaderSettings
    private let services: Services
    private let road: Road
    /// Whether the command may use the network.
    private let isUsed: Bool
    /// Made with the store's settings.
    private var images: TieredImageCache?
    private var media: DatabaseMediaProvider?

    /// What the request layer shares with the view models.
    struct Services: Sendable {
        let time = SystemTimeProvider()
        /// Why something was not fetched.
        let journal = ActivityJournal()
        /// Whether servers answer.
        let connectivity: ConnectivityTracker
        /// How often hosts may be asked, also when an earlier run has used that up.
        let governor: RateGovernor

        init(_ settings: ReaderSettings) {
            connectivity = ConnectivityTracker(time: time)
            governor = RateGovernor(
                policies: settings.base == nil && settings.backend == .redditFeed
                    ? [settings.backend.base: .redditFeed] : [:],
                store: FileStateStore(directory: settings.stateFolder), recorder: journal, time: time)
        }
    }

    /// Makes what the command needs; nothing is asked or written yet.
    ///
    /// - Parameters:
    ///   - settings: What the command line asked for.
    ///   - base: Where requests go.
    ///   - isLocal: Whether the command never needs the network.
    /// - Throws: What the command line is refused with.
    init(_ settings: ReaderSettings, base: URL, isLocal: Bool) throws {
        self.settings = settings
        services = Services(settings)
        isUsed = !settings.isOffline && !isLocal
        do {
            road = try Road(settings, base: base, isUsed: isUsed, services)
        } catch let error as DataError where error.code == .invalidInput {
            throw ValidationError(error.message)
        }
    }

    /// Ends what is under way, and writes what is kept for the next run.
    func finish() async {
        await road.requests.shutDown()
        await images?.flush()
        do {
            try await media?.flush()
        } catch {
            // What could not be removed is noted in the store, and the next run tries again.
        }
    }

    /// Registers everything, once, before the first view model is made.
    ///
    /// - Parameter store: The database.
    /// - Throws: Why the settings in it cannot be read.
    mutating func register(_ store: JSONStore) throws {
        let (options, services, road) = (settings, services, road)
        let time = services.time
        let preferences = try DatabaseSettingsProvider(store: store, time: time)
        let images = TieredImageCache(
            disk: DiskImageCache(
                folder: "\(options.directory)/images",
                configuration: .init(maximumBytes: preferences.settings.value.imageCacheMegabytes * 1_000_000)))
        self.images = images
        let media = DatabaseMediaProvider(store: store, folder: options.mediaFolder, time: time)
        self.media = media

        Dependency.register((any TimeProvider).self) { time }
        Dependency.register((any ActivityRecorder).self) { services.journal }
        Dependency.register((any ActivityLog).self) { services.journal }
        Dependency.register((any ConnectivityProvider).self) { services.connectivity }
        Dependency.register((any RequestBudgetProvider).self) { services.governor }
        Dependency.register((any SettingsProvider).self) { preferences }
        Dependency.register((any OfflinePostProvider).self) { DatabasePostProvider(store: store) }
        Dependency.register((any OfflineCommentProvider).self) { DatabaseCommentProvider(store: store) }
        Dependency.register((any OfflineStorageProvider).self) { DatabaseStorageProvider(store: store) }
        Dependency.register((any StorageProvider).self) { DefaultStorageProvider(time: time) }
        Dependency.register((any ReadingPositionProvider).self) { DatabaseReadingPositionProvider(store: store) }
        Dependency.register((any OfflineSourceProvider).self) { DatabaseSourceProvider(store: store) }
        Dependency.register((any SourceProvider).self) {
            DefaultSourceProvider(
                names: SourceArgument.names(site: options.site, base: options.base),
                offline: Dependency.resolve((any OfflineSourceProvider).self),
                online: options.isOffline ? nil : Dependency.resolve((any OnlineSourceProvider).self), time: time)
        }
        Dependency.register((any PostSearchProvider).self) { DatabasePostSearchProvider(store: store) }
        Dependency.register((any ArchiveProvider).self) { DatabaseArchiveProvider(store: store, time: time) }
        Dependency.register((any EndpointProvider).self) { road.endpoints }
        Dependency.register((any RequestProvider).self) { road.requests }
        Dependency.register((any OnlinePostProvider).self) { road.posts }
        Dependency.register((any OnlineCommentProvider).self) { road.comments }
        Dependency.register((any OnlineSourceProvider).self) { road.sources }
        Dependency.register((any CommentProvider).self) {
            DefaultCommentProvider(
                offline: Dependency.resolve((any OfflinePostProvider).self),
                comments: Dependency.resolve((any OfflineCommentProvider).self),
                online: options.isOffline ? nil : Dependency.resolve((any OnlineCommentProvider).self), time: time)
        }
        Dependency.register((any ManagedImageCache).self) { images }
        Dependency.register((any ImageCacheProvider).self) { images }
        Dependency.register((any OfflineMediaProvider).self) { media }
        registerMedia()
        // One for the whole app, so that two views of one picture share its download.
        Dependency.register((any ImageProvider).self) { ImageLoader() }
        Dependency.register((any PictureGallery).self) { FolderPictureGallery(folder: options.pictureFolder) }
        Dependency.register((any StateStore).self) { FileStateStore(directory: options.stateFolder) }
        Dependency.register((any OfflinePackProvider).self) { DatabasePackProvider(store: store) }
        Dependency.register((any PackProvider).self) { DefaultPackProvider(time: time) }
        Dependency.register((any AvailabilityProvider).self) { DefaultAvailabilityProvider() }
        Dependency.register((any NetworkPathProvider).self) { ManualNetworkPathProvider() }
        Dependency.register((any BackgroundRefreshProvider).self) {
            // Run once by hand or by the system's timer, so nobody is asked for the next run.
            BackgroundRefresher(
                sites: [options.site],
                online: options.isOffline ? nil : Dependency.resolve((any OnlinePostProvider).self),
                jobs: Self.backgroundJobs(), time: time)
        }
        Dependency.register((any PostProvider).self) {
            DefaultPostProvider(
                offline: Dependency.resolve((any OfflinePostProvider).self),
                // Offline there is no cloud at all, so nothing can touch the network by mistake.
                online: options.isOffline ? nil : Dependency.resolve((any OnlinePostProvider).self),
                time: time)
        }
    }

    /// What a background refresh does with the time that is left behind the feeds, in this order.
    private static func backgroundJobs() -> [BackgroundJob] {
        let media = Dependency.resolve((any MediaProvider).self)
        let storage = Dependency.resolve((any StorageProvider).self)
        return [
            BackgroundJob("favourites") { _ in try await media.keepFavourites() },
            .automaticPacks(
                Dependency.resolve((any PackProvider).self), settings: Dependency.resolve((any SettingsProvider).self),
                path: Dependency.resolve((any NetworkPathProvider).self)),
            BackgroundJob("retention") { _ in _ = try await storage.applyRetention(nil, isDryRun: false) },
        ]
    }

    /// Registers what fetches media and keeps them.
    private func registerMedia() {
        let (options, services, endpoints, isUsed) = (settings, services, road.endpoints, isUsed)
        Dependency.register((any OnlineMediaProvider).self) {
            DownloadingMediaProvider(
                endpoints: endpoints, downloader: Downloader(userAgent: options.userAgent, time: services.time),
                governor: services.governor, retry: Dependency.resolve(RetryPolicy.self, default: RetryPolicy()),
                silence: options.timeout, patience: options.timeout, recorder: services.journal,
                connectivity: services.connectivity, time: services.time)
        }
        // One for the whole app, so that a file which two posts share is fetched once.
        Dependency.register((any MediaProvider).self) {
            MediaKeeper(
                sites: [options.site], online: isUsed ? Dependency.resolve((any OnlineMediaProvider).self) : nil,
                time: services.time)
        }
    }
}
