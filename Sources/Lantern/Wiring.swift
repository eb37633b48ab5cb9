import Cloud
import Core
import Database
import Foundation
import PostFeatures

/// The registration of an app's services.
///
/// Each service is made when it is first resolved, from others as they are registered then: so what an app registers in
/// the place of one is used by all the others.
struct Wiring {
    private let folder: String
    private let store: JSONStore
    private let backends: Backends
    private let configuration: AppServices.Configuration
    private let time: any TimeProvider
    private let settings: DatabaseSettingsProvider

    init(
        _ folder: String, _ store: JSONStore, _ backends: Backends, _ configuration: AppServices.Configuration
    ) throws {
        self.folder = folder
        self.store = store
        self.backends = backends
        self.configuration = configuration
        time = Dependency.clock
        settings = try DatabaseSettingsProvider(
            store: store, own: configuration.ownSettings, languages: configuration.languages, time: time)
    }

    func register() {
        registerSystem()
        registerStore()
        registerRequests()
        registerMedia()
        registerProviders()
        registerWriting()
        registerAnswers()
    }

    /// The clock, the log, the network's state and small values.
    private func registerSystem() {
        let (time, folder, backends) = (time, folder, backends)
        // The app's own stays its own, for the next app that is started in this container.
        if !Dependency.current.isRegistered((any TimeProvider).self) {
            Dependency.register((any TimeProvider).self) { time }
        }
        // By its own name too, so that it is found at the end also where the app's own stands before it.
        Dependency.register(StoredActivityLog.self) {
            StoredActivityLog(store: try Dependency.resolveOrThrow((any StateStore).self), time: time)
        }
        Dependency.register((any ActivityRecorder).self) { try Dependency.resolveOrThrow(StoredActivityLog.self) }
        Dependency.register((any ActivityLog).self) { try Dependency.resolveOrThrow(StoredActivityLog.self) }
        Dependency.register((any ConnectivityProvider).self) { DefaultConnectivityProvider(time: time) }
        Dependency.register((any NetworkPathProvider).self) { NetworkPathProviders.system(time: time) }
        Dependency.register((any StateStore).self) { FileStateStore(directory: "\(folder)/state") }
        Dependency.register(Backends.self) { backends }
        Dependency.register(SiteProfiles.self) { backends.profiles }
        // A chain has one provider for feeds and searches; a backend of an app's own may have two.
        let chains: [Site: [any FeedProvenanceProvider]] = Dictionary(
            backends.all.compactMap { backend -> (Site, [any FeedProvenanceProvider])? in
                let parts = [backend.posts?.untagged, backend.search?.untagged]
                let telling = parts.compactMap { $0 as? any FeedProvenanceProvider }
                return telling.isEmpty ? nil : (backend.site, telling)
            }, uniquingKeysWith: { first, _ in first })
        if !chains.isEmpty {
            Dependency.register((any FeedProvenanceProvider).self) {
                ChainProvenances(chains: chains, personal: Dependency.resolve(PersonalFeeds.self, default: .none))
            }
        }
    }

    /// Everything that the database implements.
    private func registerStore() {
        let (store, settings, folder, time, backends) = (store, settings, folder, time, backends)
        let viewers = CurrentViewers(backends.accountProviders)
        let personal = PersonalFeeds(viewers, profiles: backends.all.map(\.profile))
        Dependency.register(CurrentViewers.self) { viewers }
        Dependency.register(PersonalFeeds.self) { personal }
        Dependency.register((any SettingsProvider).self) { settings }
        Dependency.register((any OfflinePostProvider).self) { DatabasePostProvider(store: store, viewers: viewers) }
        Dependency.register((any OfflineStatusProvider).self) { DatabasePostProvider(store: store, viewers: viewers) }
        Dependency.register((any OfflineAccountProvider).self) {
            DatabasePostProvider(store: store, viewers: viewers)
        }
        Dependency.register((any OfflineCommentProvider).self) {
            DatabaseCommentProvider(store: store, viewers: viewers)
        }
        Dependency.register((any OfflineAnswerProvider).self) { DatabaseAnswerProvider(store: store, viewers: viewers) }
        Dependency.register((any OfflineMessageProvider).self) {
            DatabaseMessageProvider(store: store, viewers: viewers)
        }
        Dependency.register((any OfflineStorageProvider).self) { DatabaseStorageProvider(store: store) }
        Dependency.register((any ReadingPositionProvider).self) { DatabaseReadingPositionProvider(store: store) }
        Dependency.register((any OfflineSourceProvider).self) { DatabaseSourceProvider(store: store) }
        Dependency.register((any OfflineResourceProvider).self) { DatabaseResourceProvider(store: store) }
        Dependency.register((any PostSearchProvider).self) {
            DatabasePostSearchProvider(store: store, viewers: viewers)
        }
        Dependency.register((any ArchiveProvider).self) { DatabaseArchiveProvider(store: store, time: time) }
        Dependency.register((any PaymentStore).self) { DatabasePaymentStore(store: store) }
        Dependency.register((any DraftProvider).self) { DatabaseDraftProvider(store: store) }
        Dependency.register((any OfflinePackProvider).self) { DatabasePackProvider(store: store) }
        // By its own name too, so that it is found at the end also where the app's own stands before it.
        Dependency.register(DatabaseMediaProvider.self) {
            DatabaseMediaProvider(store: store, folder: "\(folder)/media", time: time)
        }
        Dependency.register((any OfflineMediaProvider).self) {
            try Dependency.resolveOrThrow(DatabaseMediaProvider.self)
        }
    }

    /// Requests, with budgets that are kept from run to run.
    private func registerRequests() {
        let (configuration, backends, time) = (configuration, backends, time)
        Dependency.register(RateGovernor.self) {
            RateGovernor(
                policies: configuration.requestPolicies, store: Dependency.resolve((any StateStore).self),
                time: time)
        }
        Dependency.register((any RequestBudgetProvider).self) { Dependency.resolve(RateGovernor.self) }
        Dependency.register((any RequestProvider).self) {
            // Pictures and sessions ask here: in offline mode they must not reach the network either.
            guard !configuration.isOffline else { return NoNetwork() }
            return NetworkRequestProvider(
                configuration: NetworkRequestProvider.Configuration(
                    timeout: configuration.timeout,
                    retry: Dependency.resolve(RetryPolicy.self, default: RetryPolicy()),
                    userAgent: configuration.userAgent),
                governor: Dependency.resolve(RateGovernor.self), time: time)
        }
        Dependency.register((any EndpointProvider).self) {
            let links = backends.all.map { $0.links ?? PublicLinks($0.profile) }
            return RoutingEndpointProvider(links[0], Array(links.dropFirst()))
        }
        if let session = backends.all.lazy.compactMap(\.session).first {
            Dependency.register((any SessionProvider).self) { session }
        }
    }

    /// Pictures and other media.
    private func registerMedia() {
        let (configuration, backends, time, folder) = (configuration, backends, time, folder)
        // By its own name too, so that it follows the settings also where the app's own stands before it.
        Dependency.register(TieredImageCache.self) {
            let settings = try Dependency.resolveOrThrow((any SettingsProvider).self).settings.value
            return TieredImageCache(
                disk: DiskImageCache(
                    folder: configuration.cacheFolder ?? "\(folder)/images",
                    configuration: .init(maximumBytes: settings.imageCacheMegabytes * 1_000_000)))
        }
        Dependency.register((any ManagedImageCache).self) { try Dependency.resolveOrThrow(TieredImageCache.self) }
        Dependency.register((any ImageCacheProvider).self) {
            try Dependency.resolveOrThrow((any ManagedImageCache).self)
        }
        // One for the whole app, so that two views of one picture share its download.
        Dependency.register((any ImageProvider).self) { ImageLoader() }
        Dependency.register((any PictureGallery).self) {
            FolderPictureGallery(folder: configuration.pictureFolder ?? "\(folder)/pictures")
        }
        Dependency.register((any OnlineMediaProvider).self) {
            guard !configuration.isOffline else { return NoNetwork() }
            let downloads = DownloadingMediaProvider(
                downloader: Downloader(userAgent: configuration.userAgent, time: time),
                governor: Dependency.resolve(RateGovernor.self),
                configuration: .init(retry: Dependency.resolve(RetryPolicy.self, default: RetryPolicy())), time: time)
            let own = backends.all.map { ($0.site, $0.media ?? downloads) }
            return RoutingMediaProvider(Dictionary(own) { first, _ in first })
        }
        // One for the whole app, so that a file which two posts share is fetched once.
        Dependency.register((any MediaProvider).self) {
            DefaultMediaProvider(
                sites: backends.sites,
                online: configuration.isOffline ? nil : Dependency.resolve((any OnlineMediaProvider).self))
        }
    }

    /// The providers that view models use.
    private func registerProviders() {
        let (backends, configuration, time) = (backends, configuration, time)
        Dependency.register((any PostProvider).self) {
            // Offline there is no online provider at all, so nothing can touch the network by mistake.
            configuration.isOffline
                ? DefaultPostProvider(online: nil, time: time) : DefaultPostProvider(backends: backends, time: time)
        }
        Dependency.register((any UnreadProvider).self) { DefaultUnreadProvider() }
        Dependency.register((any CommentProvider).self) {
            configuration.isOffline
                ? DefaultCommentProvider(online: nil, time: time)
                : DefaultCommentProvider(backends: backends, time: time)
        }
        Dependency.register(SourceProviders.self) {
            let lists: [(Site, any SourceProvider)] = backends.all.map { backend in
                let names = SourceNameParser(backend.profile, hosts: backend.hosts)
                let online = configuration.isOffline ? nil : backend.sources
                return (backend.site, DefaultSourceProvider(names: names, online: online, time: time))
            }
            return SourceProviders(Dictionary(lists) { first, _ in first })
        }
        if let site = backends.sites.first {
            Dependency.register((any SourceProvider).self) {
                guard let list = Dependency.resolve(SourceProviders.self)[site] else {
                    throw DataError.noSourceList(of: site)
                }
                return list
            }
        }
        Dependency.register((any ResourceProvider<SubscribedSource.ID, CommunityDescription>).self) {
            DefaultResourceProvider(
                Resource<SubscribedSource.ID, CommunityDescription>.communities(
                    configuration.isOffline ? nil : backends.communities,
                    statuses: Dependency.resolve((any OfflineStatusProvider).self), viewers: Dependency.viewers,
                    time: time, boot: Dependency.boot))
        }
        Dependency.register((any StorageProvider).self) {
            // How much is kept of it is known once it is made.
            _ = try Dependency.resolveOrThrow(
                (any ResourceProvider<SubscribedSource.ID, CommunityDescription>).self)
            return DefaultStorageProvider(time: time)
        }
        Dependency.register((any PackProvider).self) { DefaultPackProvider() }
        Dependency.register((any AvailabilityProvider).self) { DefaultAvailabilityProvider() }
        Dependency.register((any BackgroundRefreshProvider).self) {
            let jobs = Self.backgroundJobs(isOffline: configuration.isOffline)
            guard !configuration.isOffline else {
                return DefaultBackgroundRefreshProvider(
                    sites: backends.sites, online: nil, scheduler: configuration.scheduler, jobs: jobs)
            }
            return DefaultBackgroundRefreshProvider(
                backends: backends, scheduler: configuration.scheduler, jobs: jobs)
        }
    }

    /// The outbox, where a backend writes.
    private func registerWriting() {
        let (backends, configuration, store, time) = (backends, configuration, store, time)
        let boot = BootID(
            Dependency.fileSystem.bootID ?? OutboxEntry.ID(random: SystemRandomSource()).rawValue)
        Dependency.register(BootID.self) { boot }
        let ownSites = Set(configuration.ownKinds.map(\.site))
        let sites: [Site: SiteWriting] = Dictionary(
            backends.all.compactMap { backend -> (Site, SiteWriting)? in
                let own = ownSites.contains(backend.site) ? backend.ownWriting : nil
                return (backend.writing ?? own).map { (backend.site, $0) }
            },
            uniquingKeysWith: { first, _ in first })
        registerDepartures(isWriting: !sites.isEmpty)
        guard !sites.isEmpty else { return }
        // By its own name too, so that it is followed and ended with the app.
        let handover = DatabaseIntentHandover(store: store)
        let uploads = "\(folder)/uploads"
        Dependency.register(DefaultUploadProvider.self) {
            DefaultUploadProvider(
                folder: uploads, files: Dependency.fileSystem,
                drafts: try Dependency.resolveOrThrow((any DraftProvider).self), random: SystemRandomSource(),
                mayWrite: { !handover.isLeaving })
        }
        Dependency.register((any UploadProvider).self) { try Dependency.resolveOrThrow(DefaultUploadProvider.self) }
        Dependency.register(DefaultWritingProvider.self) {
            DefaultWritingProvider(
                sites: sites, store: DatabaseOutboxStore(store: store),
                known: DatabaseKnownThings(
                    store: store,
                    comments: try Dependency.resolveOrThrow((any OfflineCommentProvider).self)
                        as? DatabaseCommentProvider),
                statuses: try Dependency.resolveOrThrow((any OfflineStatusProvider).self), time: time, boot: boot,
                random: SystemRandomSource(), handover: handover,
                isSending: !configuration.isOffline && configuration.sendsWrites,
                sendsUnasked: configuration.sendsUnasked, ownKinds: configuration.ownKinds,
                uploads: try Dependency.resolveOrThrow(DefaultUploadProvider.self))
        }
        Dependency.register((any WritingProvider).self) {
            try Dependency.resolveOrThrow(DefaultWritingProvider.self)
        }
        Dependency.register((any SubscriptionProvider).self) {
            DefaultSubscriptionProvider(
                writing: try Dependency.resolveOrThrow((any WritingProvider).self),
                statuses: try Dependency.resolveOrThrow((any OfflineStatusProvider).self),
                viewers: try Dependency.resolveOrThrow(CurrentViewers.self))
        }
        let readSites = Set(sites.filter(\.value.rules.keepsRead).keys)
        Dependency.register(StatusWriter.self) {
            StatusWriter(
                writing: try Dependency.resolveOrThrow((any WritingProvider).self),
                viewers: try Dependency.resolveOrThrow(CurrentViewers.self),
                settings: try Dependency.resolveOrThrow((any SettingsProvider).self), readSites: readSites,
                acts: try Dependency.resolveOrThrow((any OfflineStatusProvider).self))
        }
    }

    /// Leaving accounts, where a backend has some.
    private func registerDepartures(isWriting: Bool) {
        let accounts = backends.accountProviders
        guard !accounts.isEmpty else { return }
        Dependency.register((any AccountDepartureProvider).self) {
            DefaultAccountDepartureProvider(
                sites: accounts,
                writing: isWriting ? try Dependency.resolveOrThrow(DefaultWritingProvider.self) : nil,
                stored: try Dependency.resolveOrThrow((any OfflineAccountProvider).self),
                settings: try Dependency.resolveOrThrow((any SettingsProvider).self),
                payments: try Dependency.resolveOrThrow((any PaymentStore).self))
        }
    }

    /// The answers to accounts, where a backend has some.
    private func registerAnswers() {
        let (backends, configuration, time) = (backends, configuration, time)
        guard backends.all.contains(where: { $0.answers != nil }) else { return }
        Dependency.register((any AnswerProvider).self) {
            let container = Dependency.current
            let hasWriting = container.isRegistered((any WritingProvider).self)
            return DefaultAnswerProvider(
                backends: backends, isOffline: configuration.isOffline,
                offline: try Dependency.resolveOrThrow((any OfflineAnswerProvider).self),
                writing: hasWriting ? try Dependency.resolveOrThrow((any WritingProvider).self) : nil, time: time,
                boot: Dependency.boot)
        }
    }

    /// The jobs of a background refresh after the feeds, in this order.
    private static func backgroundJobs(isOffline: Bool) -> [BackgroundJob] {
        let container = Dependency.current
        let writing =
            container.isRegistered(DefaultWritingProvider.self)
            ? [BackgroundJob.outbox(Dependency.resolve(DefaultWritingProvider.self))] : []
        let answers =
            !isOffline && container.isRegistered((any AnswerProvider).self)
            ? [
                BackgroundJob.answers(
                    Dependency.resolve((any AnswerProvider).self), viewers: Dependency.resolve(CurrentViewers.self))
            ] : []
        return writing + answers + [
            .favourites(Dependency.resolve((any MediaProvider).self)),
            .automaticPacks(
                Dependency.resolve((any PackProvider).self), settings: Dependency.resolve((any SettingsProvider).self),
                path: Dependency.resolve((any NetworkPathProvider).self)),
            .retention(Dependency.resolve((any StorageProvider).self)),
        ]
    }
}

extension Backend {
    /// The part that writes where only the app's own kinds are sent to the site; `nil` where nobody can sign in.
    fileprivate var ownWriting: SiteWriting? {
        guard let accounts = session as? any AccountProvider else { return nil }
        return SiteWriting(rules: .none, kinds: [], accounts: accounts) {
            // Other sessions know whose they are, or nobody does.
            guard let sessions = accounts as? SiteSessions else { return accounts.accounts.value.current }
            return try await sessions.identify()
        } makeSender: { _ in
            SiteOutboxSender([:])
        }
    }
}

extension Backends {
    /// The parts that describe communities, by site.
    fileprivate var communities: [Site: any OnlineCommunityProvider] {
        let parts = all.compactMap { backend in backend.communities.map { (backend.site, $0) } }
        return Dictionary(parts) { first, _ in first }
    }

    /// The sessions of several accounts, by site: who looks there.
    var accountProviders: [Site: any AccountProvider] {
        let sessions = all.compactMap { backend in
            (backend.session as? any AccountProvider).map { (backend.site, $0) }
        }
        return Dictionary(sessions) { first, _ in first }
    }
}

/// Tells of each feed by the chain of its site.
private struct ChainProvenances: FeedProvenanceProvider {
    let chains: [Site: [any FeedProvenanceProvider]]
    let personal: PersonalFeeds

    func provenance(of feed: Feed) -> FeedProvenance? {
        let seen = personal.feed(feed)
        return chains[feed.site]?.lazy.compactMap { $0.provenance(of: seen) }.first
    }
}
