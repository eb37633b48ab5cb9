/// Work that is done after a background refresh, with the time that is left: downloading packs and media, applying
/// limits.
///
/// ```swift
/// let towns = BackgroundJob("towns") { context in try await forecasts.refresh() }
/// ```
public struct BackgroundJob: Sendable {
    /// The results of the refresh that a job follows.
    public struct Context: Equatable, Sendable {
        /// The feeds of the refresh: the person's sources in their own order, then the other feeds that were listed
        /// before.
        public var feeds: [Feed]
        /// The number of posts that were not stored before.
        public var newCount: Int

        /// Creates a context.
        ///
        /// - Parameters:
        ///   - feeds: The feeds of the refresh.
        ///   - newCount: The number of posts that were not stored before.
        package init(feeds: [Feed], newCount: Int = 0) {
            self.feeds = feeds
            self.newCount = newCount
        }
    }

    /// The name in reports; unique among the jobs of a refresher.
    package let name: String
    /// Does the job, and returns the number of new things that it has stored.
    let work: @Sendable (Context) async throws -> Int

    /// Creates a job.
    ///
    /// - Parameters:
    ///   - name: The name in reports.
    ///   - work: Does the job. Its task is cancelled when time is up, and not waited for: keep what was done until
    ///     then, so that the next run goes on from there.
    public init(_ name: String, _ work: @escaping @Sendable (Context) async throws -> Void) {
        self.init(counting: name) { context in
            try await work(context)
            return 0
        }
    }

    /// Creates a job whose results count as new data.
    ///
    /// - Parameters:
    ///   - name: The name in reports.
    ///   - work: Does the job as that of ``init(_:_:)``, and returns the number of things that it has stored for the
    ///     first time.
    package init(counting name: String, _ work: @escaping @Sendable (Context) async throws -> Int) {
        self.name = name
        self.work = work
    }
}

extension BackgroundJob {
    /// Returns the job that downloads the media of favourites which are not stored yet.
    ///
    /// - Parameter media: The provider that downloads media.
    /// - Returns: The job, named `favourites`.
    public static func favourites(_ media: any MediaProvider) -> BackgroundJob {
        BackgroundJob("favourites") { _ in try await media.keepFavourites() }
    }

    /// Returns the job that deletes what is older than the settings say (``StorageProvider/applyRetention(_:)``).
    ///
    /// - Parameter storage: The provider that deletes.
    /// - Returns: The job, named `retention`.
    public static func retention(_ storage: any StorageProvider) -> BackgroundJob {
        BackgroundJob("retention") { _ in _ = try await storage.applyRetention(nil) }
    }

    /// Returns the job that downloads packs of posts for reading offline, within the limits of the settings.
    ///
    /// Nothing is downloaded unless ``ReadingSettings/localSaveLimit`` is more than 0 and
    /// ``ReadingSettings/downloadPolicy`` allows the network that there is. The limit and
    /// ``ReadingSettings/packBudgetMegabytes`` are for all feeds together, divided evenly; where there are more feeds
    /// than posts, the first feeds get one each. Posts that are stored already cost no request. It ends with the first
    /// pack that the network stops. Before that, on any network, what earlier packs hold above the limit is removed:
    /// all of it where the limit is 0.
    ///
    /// - Parameters:
    ///   - packs: The provider that downloads packs.
    ///   - settings: The person's settings.
    ///   - path: The network that there is.
    ///   - activity: The recorder of why packs wait; the registered one by default, else none.
    ///   - time: The clock; the registered one by default, else the system's.
    /// - Returns: The job, named `packs`.
    public static func automaticPacks(
        _ packs: any PackProvider, settings: any SettingsProvider, path: any NetworkPathProvider,
        activity: any ActivityRecorder = Dependency.resolve(
            (any ActivityRecorder).self, default: DiscardingActivityRecorder()),
        time: any TimeProvider = Dependency.clock
    ) -> BackgroundJob {
        BackgroundJob("packs") { context in
            var broken: DataError?
            try await packs.keepToLimit()
            for request in requests(for: context.feeds, settings.settings.value) {
                // It may have changed while the pack before was fetched.
                let (policy, now) = (settings.settings.value.downloadPolicy, path.path.value)
                guard policy.allows(now) else {
                    activity.record(ActivityEvent(waiting: .packs, date: time.now, policy: policy, path: now))
                    return
                }
                try Task.checkCancellation()
                let report = try await packs.pack(request)
                if report.stop == .network { return }
                if report.stop == .failure {
                    let error = report.error ?? DataError(.unknown)
                    // A broken answer is about one thing in one pack; the other feeds need not do without theirs.
                    guard error.code == .malformed else { throw error }
                    broken = broken ?? error
                }
            }
            if let broken { throw broken }
        }
    }

    /// The packs to download, one for each feed.
    private static func requests(for feeds: [Feed], _ settings: ReadingSettings) -> [PackRequest] {
        let feeds = feeds.filter { !$0.source.isLocal }.prefix(settings.localSaveLimit)
        guard !feeds.isEmpty else { return [] }
        // What cannot be divided goes to the first feeds.
        let (share, rest) = settings.localSaveLimit.quotientAndRemainder(dividingBy: feeds.count)
        let bytes = settings.packBudgetMegabytes * 1_000_000 / feeds.count
        return feeds.enumerated().map { index, feed in
            var request = PackRequest(
                feed: feed, posts: share + (index < rest ? 1 : 0), includesComments: true, includesMedia: true,
                maximumBytes: bytes)
            request.needsFreeNetwork = settings.downloadPolicy == .wifi
            request.isAutomatic = true
            return request
        }
    }
}
