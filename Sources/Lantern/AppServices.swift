public import Cloud
public import Core
public import Database
public import Foundation

/// Everything that view models need, wired by one call for a folder and one or several backends.
///
/// ```swift
/// let services = try await AppServices.start(in: folder, backends: [try .lemmy(host: "lemmy.world")])
/// let feed = services.backends.profiles[.lemmy("lemmy.world")].feed(.home)
/// let model = PostListViewModel(feed: feed)
/// ```
///
/// It registers with `Dependency`, in the current container: posts, threads, sources, search, pictures and other media,
/// packs, background refresh, storage, the archive, settings, reading positions, the activity log and the state of the
/// network. Whatever is registered in the `replacing` closure takes the place of a piece. Keep the services for as long as
/// the app runs, and call ``finish()`` before it ends.
public struct AppServices: Sendable {
    /// The database.
    public let store: JSONStore
    /// The backends, one for each site.
    public let backends: Backends
    private let images: TieredImageCache
    private let media: DatabaseMediaProvider
    private let requests: RegisteredRequestProvider
    /// Keeps the cache of pictures to what the person has set.
    private let following: Task<Void, Never>

    /// Wires an app; nothing is asked of a network.
    ///
    /// Call it once, before the first view model is made. The folder holds the database, kept media, cached pictures (in
    /// `images`, unless the configuration names another folder) and small values (in `state`).
    ///
    /// A clock (`TimeProvider`) and a disk (`FileSystem`) of the app's own are registered before this call: when
    /// `replacing` runs, the database is open already.
    ///
    /// - Parameters:
    ///   - folder: The folder that everything is kept in; made where it is missing.
    ///   - backends: The backends; several of one site are chained, in their order.
    ///   - configuration: What is different from the usual.
    ///   - replacing: Registers pieces of the app's own in the place of these; it may resolve what is wired.
    /// - Returns: The services.
    /// - Throws: `StoreError` when the database cannot be opened, `DataError` with the code `invalidInput` for backends that
    ///   make no chain, what the closure throws, and why a piece cannot be made.
    public static func start(
        in folder: String, backends: [Backend], configuration: Configuration = Configuration(),
        replacing: @Sendable () throws -> Void = {}
    ) async throws -> AppServices {
        let backends = try chained(backends)
        let store = try await JSONStore.open(directory: folder, ownCollections: configuration.ownCollections)
        do {
            return try AppServices(folder, store, backends, configuration, replacing)
        } catch {
            do {
                try await store.close()
            } catch {
                // Nothing was written; the reason why it was not wired counts.
            }
            throw error
        }
    }

    /// Wires an app around a store that is open already; as ``start(in:backends:configuration:replacing:)`` otherwise.
    ///
    /// - Parameters:
    ///   - store: The store; it is closed by ``finish()``.
    ///   - folder: The folder of media, pictures and small values.
    ///   - backends: The backends; several of one site are chained, in their order.
    ///   - configuration: What is different from the usual; its collections do not count.
    ///   - replacing: Registers pieces of the app's own in the place of these.
    /// - Returns: The services.
    /// - Throws: As ``start(in:backends:configuration:replacing:)``; the store stays open then.
    public static func start(
        _ store: JSONStore, in folder: String, backends: [Backend], configuration: Configuration = Configuration(),
        replacing: () throws -> Void = {}
    ) throws -> AppServices {
        try AppServices(folder, store, try chained(backends), configuration, replacing)
    }

    /// Ends what is under way, writes what is kept for the next run, and closes the database.
    ///
    /// - Throws: `StoreError` when something could not be written.
    public func finish() async throws {
        following.cancel()
        await requests.shutDown()
        for backend in backends.all { await (backend.posts?.provider as? FallbackPostProvider)?.flush() }
        await images.flush()
        do {
            try await media.flush()
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
        _ replacing: () throws -> Void
    ) throws {
        self.store = store
        self.backends = backends
        requests = RegisteredRequestProvider()
        let wiring = try Wiring(folder, store, backends, configuration)
        let images = wiring.images
        (self.images, media) = (images, wiring.media)
        wiring.register()
        try replacing()
        let settings = try Dependency.resolveOrThrow((any SettingsProvider).self).settings.values
        following = Task { await images.follow(settings) }
    }
}

extension AppServices {
    /// The parts of the wiring that an app may want otherwise.
    public struct Configuration: Sendable {
        /// The name that requests give, on one line of ASCII.
        public var userAgent: String
        /// The time that a request has; 20 seconds by default.
        public var timeout: Duration
        /// Whether the network is never touched.
        public var isOffline: Bool
        /// The folder of pictures that can be fetched again; `nil`, the default, for `images` in the app's folder.
        public var cacheFolder: String?
        /// The folder that a person's pictures are saved to; `nil`, the default, for `pictures` in the app's folder.
        public var pictureFolder: String?
        /// Collections of records of the app's own, in the same store.
        public var ownCollections: [AnyCollectionSchema]
        /// Settings of the app's own: `Setting.definition` of each.
        public var ownSettings: [SettingDefinition]
        /// Languages of the app's own, beside the built-in ones.
        public var languages: [InterfaceLanguage]
        /// How often hosts may be asked, where another pace than the usual is wanted, by address.
        public var pace: [URL: HostPolicy]
        /// Asks the system to run the background refresh; `nil`, the default, where nobody does.
        public var scheduler: (any BackgroundScheduler)?

        /// Creates a configuration.
        ///
        /// - Parameters:
        ///   - userAgent: The name that requests give; that of the framework by default.
        ///   - timeout: The time that a request has; 20 seconds by default.
        ///   - isOffline: Whether the network is never touched; false by default.
        ///   - cacheFolder: The folder of pictures that can be fetched again.
        ///   - pictureFolder: The folder that a person's pictures are saved to.
        ///   - ownCollections: Collections of records of the app's own; none by default.
        ///   - ownSettings: Settings of the app's own; none by default.
        ///   - languages: Languages of the app's own; none by default.
        ///   - pace: How often hosts may be asked, by address; as usual by default.
        ///   - scheduler: Asks the system to run the background refresh; nobody by default.
        public init(
            userAgent: String = NetworkRequestProvider.Configuration.defaultUserAgent,
            timeout: Duration = .seconds(20), isOffline: Bool = false, cacheFolder: String? = nil,
            pictureFolder: String? = nil, ownCollections: [AnyCollectionSchema] = [],
            ownSettings: [SettingDefinition] = [], languages: [InterfaceLanguage] = [], pace: [URL: HostPolicy] = [:],
            scheduler: (any BackgroundScheduler)? = nil
        ) {
            self.userAgent = userAgent
            self.timeout = timeout
            self.isOffline = isOffline
            self.cacheFolder = cacheFolder
            self.pictureFolder = pictureFolder
            self.ownCollections = ownCollections
            self.ownSettings = ownSettings
            self.languages = languages
            self.pace = pace
            self.scheduler = scheduler
        }
    }
}
