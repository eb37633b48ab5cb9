public import Cloud
public import Core
public import Database
public import Foundation

/// The services of an app: everything that view models need, wired by one call for a folder and one or several
/// backends.
///
/// ```swift
/// let services = try await AppServices.start(in: folder, backends: [try .lemmy(host: "lemmy.world")])
/// let feed = services.backends.profiles[.lemmy("lemmy.world")].feed(.home)
/// let model = PostListViewModel(feed: feed)
/// ```
///
/// It registers with `Dependency`, in the current container: posts, threads, sources, search, pictures and other media,
/// packs, background refresh, storage, the archive, settings, reading positions, the activity log and the state of the
/// network. Whatever is registered in the `replacing` closure takes the place of a piece, and the others use it. While
/// it runs, the media of favourites come when they are marked, unused files are removed, what waited goes on
/// when the person allows downloads again, and the cache of pictures keeps to what they have set. Keep the services for
/// as long as the app runs, as they keep the container, and call ``finish()`` before it ends.
public struct AppServices: Sendable {
    /// The database.
    public let store: JSONStore
    /// The backends, one for each site.
    public let backends: Backends
    private let container: DependencyContainer
    private let wired: WiredApp
    /// The tasks that go on for as long as the app runs.
    private let following: [Task<Void, Never>]

    /// Opens the database in a folder and wires an app around it; no request is made.
    ///
    /// Call it once, before the first view model is made. The folder holds the database, kept media, cached pictures
    /// (in `images`, unless the configuration names another folder) and small values (in `state`).
    ///
    /// A clock (`TimeProvider`) and a disk (`FileSystem`) of the app's own are registered before this call: when
    /// `replacing` runs, the database is open already. The store and the backends are those that are given; every other
    /// piece can be replaced. One that is resolved in the closure is made then, of what is registered so far.
    ///
    /// The first backend that has a session gives the app's `SessionProvider`; those of other sites are left to the
    /// app. What an earlier call registered in this container goes first. Where this one fails, the registrations are
    /// what they were before it.
    ///
    /// - Parameters:
    ///   - folder: The folder that everything is kept in; made where it is missing.
    ///   - backends: The backends; several of one site are chained, in their order.
    ///   - configuration: The parts of the wiring that are changed.
    ///   - replacing: Registers the app's own services in place of these; it may resolve what is wired.
    /// - Returns: The services.
    /// - Throws: `StoreError` when the database cannot be opened, `DataError` with the code `invalidInput` for backends
    ///   that make no chain, what the closure throws, and why a piece cannot be made.
    public static func start(
        in folder: String, backends: [Backend], configuration: Configuration = Configuration(),
        replacing: @Sendable () throws -> Void = {}
    ) async throws -> AppServices {
        try await start(in: folder, backends: backends, configuration: configuration, memory: nil, replacing: replacing)
    }

    /// Opens the database and wires an app around it: on the registered disk, or in memory.
    static func start(
        in folder: String, backends: [Backend], configuration: Configuration, memory: MemoryFileSystem?,
        replacing: @Sendable () throws -> Void
    ) async throws -> AppServices {
        let backends = try chained(backends)
        let store = try await JSONStore.open(
            directory: folder, ownCollections: configuration.ownCollections, files: memory ?? Dependency.fileSystem)
        do {
            return try AppServices(folder, store, backends, configuration, memory, replacing)
        } catch {
            do {
                try await store.close()
            } catch {
                // Nothing was written; the reason why it was not wired counts.
            }
            throw error
        }
    }

    /// Wires an app around an open database, otherwise as ``start(in:backends:configuration:replacing:)``.
    ///
    /// - Parameters:
    ///   - store: The store; it is closed by ``finish()``.
    ///   - folder: The folder of media, pictures and small values.
    ///   - backends: The backends; several of one site are chained, in their order.
    ///   - configuration: The parts of the wiring that are changed; its collections do not count.
    ///   - replacing: Registers the app's own services in place of these.
    /// - Returns: The services.
    /// - Throws: As ``start(in:backends:configuration:replacing:)``; the store stays open then.
    public static func start(
        _ store: JSONStore, in folder: String, backends: [Backend], configuration: Configuration = Configuration(),
        replacing: () throws -> Void = {}
    ) throws -> AppServices {
        try AppServices(folder, store, try chained(backends), configuration, nil, replacing)
    }

    /// Gives other processes the database to write to, until ``resume(waitingUpTo:)``: for an app that is put to sleep.
    ///
    /// What is being sent is broken off, and looked for later on where it may have arrived. Reads go on; whatever would
    /// write throws `storeSuspended`.
    ///
    /// - Throws: `StoreError` when the last sync fails; the database is suspended all the same.
    public func suspend() async throws {
        await made(DefaultWritingProvider.self)?.suspend()
        try await store.suspend()
    }

    /// Takes the database back after ``suspend()``, with what other processes have done meanwhile, and sends on.
    ///
    /// - Parameter patience: The time to wait for another process that writes; none by default.
    /// - Throws: `StoreError`: `storeBusy` when the time is over, and the database stays suspended; what opening one throws.
    ///   `CancellationError`.
    public func resume(waitingUpTo patience: Duration = .zero) async throws {
        try await store.resume(waitingUpTo: patience)
        await made(DefaultWritingProvider.self)?.resume()
    }

    /// Ends requests and downloads, writes what is kept for the next run, and closes the database.
    ///
    /// - Throws: `StoreError` when something could not be written.
    public func finish() async throws {
        for task in following { task.cancel() }
        // What is being sent is broken off, and taken up by the next run: by a look where it may have arrived.
        await made(DefaultWritingProvider.self)?.suspend()
        await shutDownRequests()
        for task in following { await task.value }
        for backend in backends.all {
            for part in [backend.posts, backend.search] { await (part?.provider as? ChainedPostProvider)?.flush() }
        }
        await made((any ManagedImageCache).self)?.flush()
        await made(StoredActivityLog.self)?.flush()
        do {
            try await made(DatabaseMediaProvider.self)?.flush()
        } catch {
            // Files that could not be removed are noted in the store, and the next run tries again.
        }
        try await store.close()
    }

    /// One backend for each site, in the order in which the sites are met.
    private static func chained(_ backends: [Backend]) throws(DataError) -> Backends {
        guard !backends.isEmpty else {
            throw DataError(.invalidInput, message: "An app needs at least one backend, such as .lemmy(host: …).")
        }
        var sites: [Site] = []
        var links: [Site: [Backend]] = [:]
        for backend in backends {
            if links[backend.site] == nil { sites.append(backend.site) }
            links[backend.site, default: []].append(backend)
        }
        var chains: [Backend] = []
        for site in sites { chains.append(try .chain(links[site] ?? [])) }
        return try Backends(chains)
    }

    private init(
        _ folder: String, _ store: JSONStore, _ backends: Backends, _ configuration: Configuration,
        _ memory: MemoryFileSystem?, _ replacing: () throws -> Void
    ) throws {
        let container = Dependency.current
        let before = container.registrations
        do {
            // A session, for one, is none of an app whose backends have none.
            if let earlier = before.made(WiredApp.self) { container.forget(earlier.registrations) }
            let rest = container.registrations
            // Before all others, and forgotten with them: what is started here later is on a disk again.
            if let memory { Dependency.register((any FileSystem).self) { memory } }
            try Wiring(folder, store, backends, configuration).register()
            try replacing()
            following = try Self.begin(backends, configuration)
            let wired = WiredApp(registrations: container.registrations.since(rest))
            Dependency.register(WiredApp.self) { wired }
            self.wired = try Dependency.resolveOrThrow(WiredApp.self)
        } catch {
            container.restore(before)
            throw error
        }
        self.store = store
        self.backends = backends
        self.container = container
    }

    /// The time until everything unsent is read where nobody has asked for it: a first screen comes before.
    private static let outboxDelay = Duration.milliseconds(500)

    /// Begins what goes on for as long as the app runs, with the pieces that are registered.
    private static func begin(
        _ backends: Backends, _ configuration: Configuration
    ) throws -> [Task<Void, Never>] {
        let values = try Dependency.resolveOrThrow((any SettingsProvider).self).settings
        let settings = values.values
        let cache = try Dependency.resolveOrThrow((any ManagedImageCache).self)
        let kept = try Dependency.resolveOrThrow((any OfflineMediaProvider).self)
        let posts = try Dependency.resolveOrThrow((any OfflinePostProvider).self)
        let media: (any MediaProvider)? =
            try configuration.keepsMediaCurrent ? Dependency.resolveOrThrow((any MediaProvider).self) : nil
        let images = cache as? TieredImageCache ?? Dependency.current.registrations.made(TieredImageCache.self)
        var following: [Task<Void, Never>] = []
        if let images { following.append(Task { await images.follow(settings) }) }
        if Dependency.current.isRegistered(DefaultWritingProvider.self) {
            let writing = try Dependency.resolveOrThrow(DefaultWritingProvider.self)
            let network = try Dependency.resolveOrThrow((any ConnectivityProvider).self)
            following.append(Task { await writing.run(following: network, openingAfter: Self.outboxDelay) })
        }
        let accounts = backends.accountProviders
        if !accounts.isEmpty {
            let places = FreedPlaces(
                accounts, stored: try Dependency.resolveOrThrow((any OfflineAccountProvider).self))
            following.append(Task { await places.follow() })
        }
        guard let media else { return following }
        let sites = backends.sites
        following.append(
            Task(priority: .utility) {
                do {
                    _ = try await kept.sweep()
                } catch {
                    // What is left is found by the next one.
                }
                await media.followFavourites(of: sites, in: posts)
            })
        let (policy, policies) = (values.value.downloadPolicy, values.values)
        following.append(Task(priority: .utility) { await Self.resumeDownloads(since: policy, policies, media) })
        return following
    }

    /// Goes on with favourites and packs each time that the person allows downloads again.
    private static func resumeDownloads(
        since first: DownloadPolicy, _ settings: AsyncStream<ReadingSettings>, _ media: any MediaProvider
    ) async {
        var policy = first
        for await settings in settings where settings.downloadPolicy != policy {
            let wasOff = policy == .never
            policy = settings.downloadPolicy
            guard wasOff, !Task.isCancelled else { continue }
            do {
                try await media.keepFavourites()
            } catch {
                // What failed is tried again with the next favourite and the next background refresh.
            }
            guard !Task.isCancelled else { return }
            do {
                _ = try await Dependency.resolveOrThrow((any PackProvider).self).resumePacks()
            } catch {
                // The packs keep why they stopped, and are taken up by the next who resumes them.
            }
        }
    }

    /// Ends what is under way, but for the requests of a later app that has the container now.
    private func shutDownRequests() async {
        guard isCurrent else {
            await wired.registrations.made((any RequestProvider).self)?.shutDown()
            return
        }
        do {
            try await container.resolve((any RequestProvider).self).shutDown()
        } catch {
            // It cannot be made, so it has nothing under way.
        }
    }

    /// A piece, where it was made: the one that is registered, or this app's own where a later one has the container.
    private func made<T: Sendable>(_ type: T.Type) -> T? {
        (isCurrent ? container.registrations : wired.registrations).made(type)
    }

    private var isCurrent: Bool { container.registrations.made(WiredApp.self) === wired }
}

extension AppServices {
    /// The parts of the wiring that an app can change.
    public struct Configuration: Sendable {
        /// The `User-Agent` of requests, on one line of ASCII.
        package var userAgent: String
        /// The time limit of a request; 20 seconds by default.
        package var timeout: Duration
        /// Whether the network is never touched.
        package var isOffline: Bool
        /// Whether kept media are brought up to date while the app runs; true by default.
        ///
        /// Then the media of favourites are downloaded when they are marked, unused files are removed at the start, and
        /// favourites and packs continue when `downloadPolicy` is no longer `never`. A command that ends at once leaves
        /// all of it to the background refresh.
        public var keepsMediaCurrent = true
        /// Whether what is queued goes out by itself, and by `send(as:waitingFor:)`; true by default.
        ///
        /// A program that only looks leaves it to the one that sends.
        public var sendsWrites = true
        /// Whether it goes out by itself, of every account; true by default.
        ///
        /// Otherwise only accounts send for which `send(as:waitingFor:)` was called, as a command does that names whose
        /// intents it sends. Until then everything that is queued waits. ``sendsWrites`` off goes before it.
        public var sendsUnasked = true
        /// The folder of pictures that can be fetched again; `nil`, the default, for `images` in the app's folder.
        public var cacheFolder: String?
        /// The folder that a person's pictures are saved to; `nil`, the default, for `pictures` in the app's folder.
        public var pictureFolder: String?
        /// The app's own collections of records in the same store; none by default.
        public var ownCollections: [AnyCollectionSchema] = []
        /// The app's own kinds of intents, beside the built-in ones; none by default.
        ///
        /// Each is sent to a site whose backend has a session, with the session of its own account.
        public var ownKinds: [AnyIntentKind] = []
        /// The app's own settings: `Setting.definition` of each.
        package var ownSettings: [SettingDefinition]
        /// The app's own languages, beside the built-in ones.
        package var languages: [InterfaceLanguage]
        /// The request policies of hosts that need another one than the default, by any URL of the host; none by
        /// default.
        public var requestPolicies: [URL: HostPolicy] = [:]
        /// The scheduler that asks the system to run the background refresh; `nil`, the default, for none.
        public var scheduler: (any BackgroundScheduler)?

        /// Creates a configuration; its other parts are set on the value.
        ///
        /// - Parameters:
        ///   - userAgent: The name that requests give; that of the framework by default.
        ///   - timeout: The time limit of a request; 20 seconds by default.
        ///   - isOffline: Whether the network is never touched; false by default.
        ///   - ownSettings: The app's own settings; none by default.
        ///   - languages: The app's own languages; none by default.
        public init(
            userAgent: String = NetworkRequestProvider.Configuration.defaultUserAgent,
            timeout: Duration = .seconds(20), isOffline: Bool = false, ownSettings: [SettingDefinition] = [],
            languages: [InterfaceLanguage] = []
        ) {
            self.userAgent = userAgent
            self.timeout = timeout
            self.isOffline = isOffline
            self.ownSettings = ownSettings
            self.languages = languages
        }
    }
}

/// The registrations that one call made in a container: by them the next one knows what to clear away.
final class WiredApp: Sendable {
    let registrations: Registrations

    init(registrations: Registrations) {
        self.registrations = registrations
    }
}
