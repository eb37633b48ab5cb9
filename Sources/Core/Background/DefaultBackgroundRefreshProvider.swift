import Foundation
import Synchronization

/// The default ``BackgroundRefreshProvider``: refreshes all stored feeds and subscribed sources of some sites, within a
/// time limit.
///
/// ```swift
/// let refresher = DefaultBackgroundRefreshProvider(sites: [.reddit], online: online, scheduler: scheduler)
/// let report = await refresher.run(deadline: .seconds(25))
/// switch report.result {
/// case .newData(let count): print("\(count) new posts")
/// case .noData: print("nothing new")
/// case .failed(let code): print("failed:", code)
/// }
/// ```
///
/// A run schedules the next one first. Then it refreshes one feed after the other, the one that was refreshed longest
/// ago first, each with one request of priority ``RequestPriority/background``. A feed that failed the last time comes
/// behind the others, so that it does not keep them waiting. With the time that is left it does its jobs, in their
/// order. See `Documentation/Background.md`.
public final class DefaultBackgroundRefreshProvider: BackgroundRefreshProvider {
    /// The options of a background refresher.
    public struct Configuration: Sendable {
        /// The account whose feeds are refreshed; `nil`, the default, for the feeds of nobody.
        public var account: String?
        /// The age from which a feed is stale; `nil`, the default, for ``ReadingSettings/refreshAgeMinutes``.
        public var refreshAge: Duration?
        /// The time from the beginning of a run to the next one; `nil`, the default, for the refresh age and a little
        /// more, so that the feeds that this run refreshes are stale by then.
        public var interval: Duration?

        /// Creates a configuration.
        ///
        /// - Parameters:
        ///   - account: The account whose feeds are refreshed; nobody's by default.
        ///   - refreshAge: The age from which a feed is stale; as the person has set it by default.
        ///   - interval: The time from the beginning of a run to the next one; by the refresh age by default.
        public init(account: String? = nil, refreshAge: Duration? = nil, interval: Duration? = nil) {
            self.account = account
            self.refreshAge = refreshAge
            self.interval = interval
        }
    }

    /// The objects that a refresher uses: the registered ones by default.
    package struct Services: Sendable {
        package var profiles = Dependency.resolve(SiteProfiles.self, default: SiteProfiles())
        package var offline: any OfflinePostProvider
        package var sources: any OfflineSourceProvider
        package var settings: any SettingsProvider
        package var states: any StateStore
        package var activity: any ActivityRecorder = Dependency.resolve(
            (any ActivityRecorder).self, default: DiscardingActivityRecorder())
        package var scheduler: (any BackgroundScheduler)?
        package var personal = Dependency.resolve(PersonalFeeds.self, default: .none)
        package var time: any TimeProvider

        package init(
            offline: any OfflinePostProvider = Dependency.resolve((any OfflinePostProvider).self),
            sources: any OfflineSourceProvider = Dependency.resolve((any OfflineSourceProvider).self),
            settings: any SettingsProvider = Dependency.settings,
            states: any StateStore = Dependency.resolve((any StateStore).self),
            time: any TimeProvider = Dependency.clock
        ) {
            self.offline = offline
            self.sources = sources
            self.settings = settings
            self.states = states
            self.time = time
        }
    }

    public var report: ObservableValue<RefreshReport?> { runs.report }

    private let sites: [Site]
    private let configuration: Configuration
    private let services: Services
    private let jobs: [BackgroundJob]
    private let record: RefreshRecordStore
    private let newPosts: NewPostCounter
    private let isOnline: Bool
    private let posts: DefaultPostProvider
    private let runs = SharedBackgroundRuns()

    private var settings: any SettingsProvider { services.settings }
    private var scheduler: (any BackgroundScheduler)? { services.scheduler }
    private var time: any TimeProvider { services.time }

    /// Creates a refresher of some sites that share one backend; it does nothing until it is run.
    ///
    /// The database, the sources, the settings and the state store are the registered ones.
    ///
    /// - Parameters:
    ///   - sites: The sites whose feeds are refreshed.
    ///   - online: The backend of those sites; `nil` for none, and then only the jobs are done.
    ///   - scheduler: The scheduler of the next run; `nil`, the default, where something else starts each run.
    ///   - jobs: The work that is done after the feeds, in this order; none by default.
    ///   - configuration: The account, and how often feeds are refreshed.
    public convenience init(
        sites: [Site], online: (any OnlinePostProvider)?, scheduler: (any BackgroundScheduler)? = nil,
        jobs: [BackgroundJob] = [], configuration: Configuration = Configuration()
    ) {
        var services = Services()
        services.scheduler = scheduler
        self.init(sites: sites, online: online, jobs: jobs, configuration: configuration, services: services)
    }

    /// Creates a refresher of all sites of an app; it does nothing until it is run.
    ///
    /// The database, the sources, the settings and the state store are the registered ones.
    ///
    /// - Parameters:
    ///   - backends: The backends; each feed is fetched from its own site's.
    ///   - scheduler: The scheduler of the next run; `nil`, the default, where something else starts each run.
    ///   - jobs: The work that is done after the feeds, in this order; none by default.
    ///   - configuration: The account, and how often feeds are refreshed.
    public convenience init(
        backends: Backends, scheduler: (any BackgroundScheduler)? = nil, jobs: [BackgroundJob] = [],
        configuration: Configuration = Configuration()
    ) {
        var services = Services()
        services.scheduler = scheduler
        services.profiles = backends.profiles
        self.init(backends.sites, SiteProviders { backends[$0]?.online }, jobs, configuration, services)
    }

    package convenience init(
        sites: [Site], online: (any OnlinePostProvider)?, jobs: [BackgroundJob] = [],
        configuration: Configuration = Configuration(), services: Services
    ) {
        self.init(sites, online.map { SiteProviders($0) }, jobs, configuration, services)
    }

    private init(
        _ sites: [Site], _ routes: SiteProviders<any OnlinePostProvider>?, _ jobs: [BackgroundJob],
        _ configuration: Configuration, _ services: Services
    ) {
        self.sites = sites
        self.configuration = configuration
        self.services = services
        self.jobs = jobs
        record = RefreshRecordStore(services.states)
        let newPosts = NewPostCounter(offline: services.offline)
        self.newPosts = newPosts
        isOnline = routes != nil
        posts = DefaultPostProvider(
            offline: services.offline, routes: routes?.map { newPosts.observing($0) }, time: services.time,
            configuration: DefaultPostProvider.Configuration(
                refreshAge: configuration.refreshAge, priority: .background),
            services: .init(activity: services.activity, settings: services.settings, personal: services.personal))
    }

    /// Returns the saved report of the last run with its first 50 failures, whichever process made it; `nil` also when
    /// a newer version saved it.
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

    public func run(deadline: Duration, scope: RefreshScope) async -> RefreshReport {
        let waiter = runs.join(scope, deadline: deadline, date: time.now) { await self.perform($0) }
        let timeout = Task {
            do {
                try await time.sleep(for: deadline)
            } catch {
                // Cancelled below: the run has ended before.
                return
            }
            runs.leave(waiter, because: .deadline, date: time.now)
        }
        defer { timeout.cancel() }
        return await withTaskCancellationHandler {
            await waiter.report.value
        } onCancel: {
            runs.leave(waiter, because: .cancelled, date: time.now)
        }
    }

    // MARK: A run

    /// Does one run, from scheduling the next one to saving how it ended.
    private func perform(_ id: Int) async {
        var run = Run(id: id, report: RefreshReport(started: time.now))
        await schedule(&run)
        newPosts.reset()
        do {
            try await prepare(&run)
            var scope: RefreshScope
            repeat {
                scope = runs.scope(of: id)
                try await refresh(&run, scope)
                try await performJobs(&run)
            } while !runs.closes(id, after: scope)
        } catch is CancellationError {
            // Feeds that were refreshed before stay refreshed and are in the report.
            run.report.stop = .cancelled
        } catch {
            run.report.error = DataError(error)
        }
        if run.report.stop != nil {
            run.report.stop = runs.stop(of: id) ?? .cancelled
        }
        run.report.ended = time.now
        await save(&run)
        runs.finish(id, with: run.report)
    }

    /// The state of one run.
    private struct Run {
        let id: Int
        var report: RefreshReport
        /// The feeds in the person's own order.
        var feeds: [Feed] = []
        /// The feeds that are still to be refreshed, the one that was refreshed longest ago first.
        var waiting: [Feed] = []
        /// The feeds that were within the refresh age.
        var fresh: [Feed] = []
        /// The dates of the last attempts for feeds that could not be refreshed, by key.
        var tried: [String: Date] = [:]
        /// The number of failures in a row that concern the server or the network, not one feed.
        var commonFailures = 0
    }

    private func schedule(_ run: inout Run) async {
        guard let scheduler else { return runs.publish(run.report, of: run.id) }
        let deadline = runs.deadline(of: run.id)
        let interval = configuration.interval ?? refreshAge + max(.zero, deadline) + .seconds(1)
        do {
            try scheduler.schedule(after: interval)
            run.report.nextRun = run.report.started + interval / .seconds(1)
        } catch {
            run.report.schedulingError = DataError(error)
        }
        runs.publish(run.report, of: run.id)
    }

    private var refreshAge: Duration {
        configuration.refreshAge ?? .seconds(settings.settings.value.refreshAgeMinutes * 60)
    }

    /// Finds the feeds, and sorts them by when they were refreshed last.
    private func prepare(_ run: inout Run) async throws {
        let stored = try await services.offline.storedFeeds().filter { summary in
            let feed = summary.feed
            guard sites.contains(feed.site), !feed.source.isLocal else { return false }
            // A search is asked when somebody searches.
            guard feed.source.kind != .search else { return false }
            // What nobody has of a feed that the account in use has for itself is not refreshed for the account.
            if feed.account == configuration.account { return services.personal.feed(feed) == feed }
            return services.personal.isSeen(feed)
        }
        var wanted: [Feed] = []
        for site in sites {
            let profile = services.profiles[site]
            wanted += try await services.sources.sources(on: site).sources.map { source in
                profile.feed(source.source, account: configuration.account)
            }
        }
        var seen: Set<Feed> = []
        let others = stored.map(\.feed).sorted { $0.key < $1.key }
        run.feeds = (wanted + others).map(services.personal.feed).filter { seen.insert($0).inserted }
        do {
            run.tried = try await record.load()?.tried ?? [:]
        } catch {
            try Task.checkCancellation()
            // Only the order of the feeds depends on the record.
            run.report.recordError = DataError(error)
        }
        let known = Set(run.feeds.map(\.key))
        run.tried = run.tried.filter { known.contains($0.key) }
        let refreshed = Dictionary(
            stored.map { ($0.feed, $0.refreshedAt) }, uniquingKeysWith: { first, _ in first })
        let dates = run.feeds.map { feed in
            max((refreshed[feed] ?? nil) ?? .distantPast, run.tried[feed.key] ?? .distantPast)
        }
        run.waiting = dates.indices.sorted { (dates[$0], $0) < (dates[$1], $1) }.map { run.feeds[$0] }
        run.report.feedCount = run.feeds.count
        runs.publish(run.report, of: run.id)
    }

    private func refresh(_ run: inout Run, _ scope: RefreshScope) async throws {
        try Task.checkCancellation()
        if !isOnline {
            if !run.feeds.isEmpty { run.report.error = DataError(.offline, isRetryable: true) }
            return
        }
        if scope == .everything {
            // A caller that joined asked for everything: the fresh feeds are refreshed as well.
            run.waiting += run.fresh
            run.fresh = []
            run.report.freshCount = 0
        }
        while !run.waiting.isEmpty, run.commonFailures < Self.maximumCommonFailures {
            try Task.checkCancellation()
            let feed = run.waiting.removeFirst()
            // A caller that joined meanwhile may have asked for everything.
            let wanted = max(scope, runs.scope(of: run.id))
            try await refresh(feed, &run, wanted)
            runs.publish(run.report, of: run.id)
        }
    }

    private func refresh(_ feed: Feed, _ run: inout Run, _ scope: RefreshScope) async throws {
        let request = FeedRequest.load(scope == .everything ? .networkElseStored : .storedThenNetwork)
        do {
            let outcome = try await posts.perform(request, on: feed, limit: settings.settings.value.pageSize)
            run.report.newCount += newPosts.count(outcome.page?.ids ?? [])
            if let error = outcome.error { throw error }
            run.tried[feed.key] = nil
            if outcome.skip?.reason == .fresh {
                run.fresh.append(feed)
                run.report.freshCount += 1
            } else {
                run.report.refreshedCount += 1
            }
        } catch {
            // Also where time was up: a feed that takes all of it does not come first the next time.
            run.tried[feed.key] = time.now
            if Task.isCancelled || error is CancellationError { throw CancellationError() }
            let error = DataError(error)
            run.report.failures.append(RefreshReport.Failure(feed: feed, error: error))
            let isCommon = run.report.refreshedCount == 0 && Self.commonCodes.contains(error.code)
            run.commonFailures = isCommon ? run.commonFailures + 1 : 0
        }
    }

    /// The number of feeds in a row that may fail for a common reason before the rest is left for the next run.
    private static let maximumCommonFailures = 3
    /// The errors that the next feed would meet as well.
    private static let commonCodes: Set<ErrorCode> = [
        .offline, .timedOut, .rateLimited, .accessClosed, .unauthorized, .sessionExpired, .captivePortal, .pinMismatch,
    ]

    private func performJobs(_ run: inout Run) async throws {
        let context = BackgroundJob.Context(feeds: run.feeds, newCount: run.report.newCount)
        for job in jobs where !run.report.jobs.contains(where: { $0.name == job.name }) {
            try Task.checkCancellation()
            var end = RefreshReport.Job(name: job.name)
            do {
                end.newCount = try await perform(job, context)
            } catch {
                if Task.isCancelled { throw CancellationError() }
                end.error = DataError(error)
            }
            run.report.jobs.append(end)
            runs.publish(run.report, of: run.id)
        }
    }

    /// Does a job; when the run is cancelled the job is cancelled too, and not waited for.
    private func perform(_ job: BackgroundJob, _ context: BackgroundJob.Context) async throws -> Int {
        let end = OneShot<Result<Int, any Error>>()
        let task = Task {
            do {
                end.settle(.success(try await job.work(context)))
            } catch {
                end.settle(.failure(error))
            }
        }
        return try await withTaskCancellationHandler {
            try await end.value.get()
        } onCancel: {
            task.cancel()
            end.settle(.failure(CancellationError()))
        }
    }

    /// Saves how the run ended, in a task of its own, because it is to be saved also when this one is cancelled.
    private func save(_ run: inout Run) async {
        let content = RefreshRecord(run.report, tried: run.tried)
        let record = record
        do {
            try await Task { try await record.save(content) }.value
        } catch {
            run.report.recordError = DataError(error)
        }
    }
}
