import Foundation
import Synchronization

/// Refreshes every feed that was listed before and every source of some sites, within the time that there is.
///
/// ```swift
/// let refresher = BackgroundRefresher(sites: [.reddit], online: cloud, scheduler: scheduler)
/// let report = await refresher.run(deadline: .seconds(25))
/// switch report.result {
/// case .newData(let count): print("\(count) new posts")
/// case .noData: print("nothing new")
/// case .failed(let code): print("failed:", code)
/// }
/// ```
///
/// A run asks for the next one first. Then it refreshes one feed after the other, that which waits longest first, with
/// requests that nobody waits for: each is one request, and a person's own goes before it. A feed that could not be
/// refreshed the last time comes behind the others, so that one that always fails keeps none of them waiting. With the
/// time that is left it does its jobs, in their order. See `Documentation/Background.md`.
public final class BackgroundRefresher: BackgroundRefreshProvider {
    /// The run that is under way, as far as it is, or else the last one of this process; `nil` before the first.
    public let report = ObservableValue<RefreshReport?>(nil)

    let sites: [Site]
    let profiles: SiteProfiles
    let account: String?
    let configuration: Configuration
    let offline: any OfflinePostProvider
    let sources: any OfflineSourceProvider
    let settings: any SettingsProvider
    let scheduler: (any BackgroundScheduler)?
    let jobs: [BackgroundJob]
    let record: RefreshRecordStore
    let time: any TimeProvider
    let census: PostCensus
    let isOnline: Bool
    let posts: DefaultPostProvider
    let state = Mutex(State())

    /// Creates a refresher; it does nothing until it is run.
    ///
    /// - Parameters:
    ///   - sites: The sites whose feeds are refreshed.
    ///   - account: The account whose feeds they are; nobody's by default.
    ///   - profiles: The rules of the sites; the registered ones by default, else the built-in ones.
    ///   - online: The cloud, of those sites; `nil` for none, and then nothing but the jobs is done.
    ///   - offline: The source of truth; the registered one by default.
    ///   - sources: The person's sources; the registered ones by default.
    ///   - scheduler: Who is asked for the next run; nobody by default, as where the system starts a process each time.
    ///   - jobs: What is done behind the feeds, in this order; nothing by default.
    ///   - configuration: How it behaves.
    ///   - settings: What the person has set; the registered one by default, else the defaults.
    ///   - states: Where it is written down how a run ended; the registered one by default.
    ///   - activity: Where it is said what was skipped and what failed; the registered one by default, else nowhere.
    ///   - time: The clock; the registered one by default, else the system's.
    public convenience init(
        sites: [Site], account: String? = nil,
        profiles: SiteProfiles = Dependency.resolve(SiteProfiles.self, default: SiteProfiles()),
        online: (any OnlinePostProvider)?,
        offline: any OfflinePostProvider = Dependency.resolve((any OfflinePostProvider).self),
        sources: any OfflineSourceProvider = Dependency.resolve((any OfflineSourceProvider).self),
        scheduler: (any BackgroundScheduler)? = nil, jobs: [BackgroundJob] = [],
        configuration: Configuration = Configuration(),
        settings: any SettingsProvider = Dependency.resolve(
            (any SettingsProvider).self, default: InMemorySettingsProvider()),
        states: any StateStore = Dependency.resolve((any StateStore).self),
        activity: any ActivityRecorder = Dependency.resolve(
            (any ActivityRecorder).self, default: DiscardingActivityRecorder()),
        time: any TimeProvider = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider())
    ) {
        self.init(
            sites: sites, account: account, profiles: profiles, routes: online.map { SiteRoutes($0) }, offline: offline,
            sources: sources, scheduler: scheduler, jobs: jobs, configuration: configuration, settings: settings,
            states: states, activity: activity, time: time)
    }

    /// Creates a refresher of all sites of an app; it does nothing until it is run.
    ///
    /// - Parameters:
    ///   - backends: The backends; each feed is asked of its own site's.
    ///   - account: The account whose feeds they are; nobody's by default.
    ///   - offline: The source of truth; the registered one by default.
    ///   - sources: The person's sources; the registered ones by default.
    ///   - scheduler: Who is asked for the next run; nobody by default, as where the system starts a process each time.
    ///   - jobs: What is done behind the feeds, in this order; nothing by default.
    ///   - configuration: How it behaves.
    ///   - settings: What the person has set; the registered one by default, else the defaults.
    ///   - states: Where it is written down how a run ended; the registered one by default.
    ///   - activity: Where it is said what was skipped and what failed; the registered one by default, else nowhere.
    ///   - time: The clock; the registered one by default, else the system's.
    public convenience init(
        backends: Backends, account: String? = nil,
        offline: any OfflinePostProvider = Dependency.resolve((any OfflinePostProvider).self),
        sources: any OfflineSourceProvider = Dependency.resolve((any OfflineSourceProvider).self),
        scheduler: (any BackgroundScheduler)? = nil, jobs: [BackgroundJob] = [],
        configuration: Configuration = Configuration(),
        settings: any SettingsProvider = Dependency.resolve(
            (any SettingsProvider).self, default: InMemorySettingsProvider()),
        states: any StateStore = Dependency.resolve((any StateStore).self),
        activity: any ActivityRecorder = Dependency.resolve(
            (any ActivityRecorder).self, default: DiscardingActivityRecorder()),
        time: any TimeProvider = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider())
    ) {
        self.init(
            sites: backends.sites, account: account, profiles: backends.profiles,
            routes: SiteRoutes { backends[$0]?.online }, offline: offline, sources: sources, scheduler: scheduler,
            jobs: jobs, configuration: configuration, settings: settings, states: states, activity: activity, time: time
        )
    }

    private init(
        sites: [Site], account: String?, profiles: SiteProfiles, routes: SiteRoutes<any OnlinePostProvider>?,
        offline: any OfflinePostProvider, sources: any OfflineSourceProvider, scheduler: (any BackgroundScheduler)?,
        jobs: [BackgroundJob], configuration: Configuration, settings: any SettingsProvider, states: any StateStore,
        activity: any ActivityRecorder, time: any TimeProvider
    ) {
        self.sites = sites
        self.profiles = profiles
        self.account = account
        self.configuration = configuration
        self.offline = offline
        self.sources = sources
        self.settings = settings
        self.scheduler = scheduler
        self.jobs = jobs
        self.time = time
        record = RefreshRecordStore(states)
        let census = PostCensus(offline: offline)
        self.census = census
        isOnline = routes != nil
        posts = DefaultPostProvider(
            offline: offline, routes: routes?.map { census.noting($0) }, time: time,
            configuration: DefaultPostProvider.Configuration(
                refreshAge: configuration.refreshAge, priority: .background),
            activity: activity, settings: settings)
    }

    /// How the last run ended, whichever process did it.
    ///
    /// - Returns: Its report, with the first 50 failures; `nil` when there was none, or a newer version wrote it down.
    /// - Throws: ``DataError`` when it cannot be read.
    public func lastReport() async throws -> RefreshReport? {
        if let report = report.value { return report }
        do {
            return try await record.load()?.report
        } catch let error as CancellationError {
            throw error
        } catch {
            throw DataError(error)
        }
    }

    /// Does a run, or joins the one that is under way.
    ///
    /// - Parameters:
    ///   - deadline: How long it may take for this caller.
    ///   - scope: Which feeds are asked for.
    /// - Returns: What was done until then.
    public func run(deadline: Duration, scope: RefreshScope) async -> RefreshReport {
        let passenger = board(scope, deadline: deadline)
        let alarm = Task {
            do {
                try await time.sleep(for: deadline)
            } catch {
                // Cancelled below: the run has ended before.
                return
            }
            leave(passenger, because: .deadline)
        }
        defer { alarm.cancel() }
        return await withTaskCancellationHandler {
            await passenger.report.value
        } onCancel: {
            leave(passenger, because: .cancelled)
        }
    }
}

extension BackgroundRefresher {
    /// How a refresher behaves.
    public struct Configuration: Sendable {
        /// How old a feed may be before it counts as stale; `nil`, the default, for what the person has set
        /// (``ReadingSettings/refreshAgeMinutes``).
        public var refreshAge: Duration?
        /// How long after the beginning of a run the next one is asked for; `nil`, the default, for the refresh age and
        /// a little more, so that what this run refreshes is stale by then.
        public var interval: Duration?

        /// Creates a configuration.
        ///
        /// - Parameters:
        ///   - refreshAge: How old a feed may be before it counts as stale; as the person has set it by default.
        ///   - interval: How long after the beginning of a run the next one is asked for; by the refresh age by default.
        public init(refreshAge: Duration? = nil, interval: Duration? = nil) {
            self.refreshAge = refreshAge
            self.interval = interval
        }
    }
}
