import Synchronization

/// Goes on with what an outage or a nap has interrupted: first the stale feeds that somebody looks at, then the packs.
///
/// ```swift
/// let resuming = ResumeCoordinator(packs: packs, images: images, scheduler: scheduler)
/// let task = Task { await resuming.run() }        // when servers answer again, and when the network costs nothing again
/// await resuming.didBecomeActive()                // and when the app comes to the front
/// ```
///
/// What is fresh is not asked for, and packs fetch nothing twice, so that however many triggers come, each feed is
/// refreshed once for an outage. Whoever triggers it while it is under way joins. A front end that has no words for
/// "front" and "background", as a terminal, calls ``didBecomeActive()`` when it gets the focus.
public final class ResumeCoordinator: Sendable {
    private let posts: any PostProvider
    private let packs: (any PackProvider)?
    private let images: (any ManagedImageCache)?
    private let scheduler: (any BackgroundScheduler)?
    private let connectivity: any ConnectivityProvider
    private let path: any NetworkPathProvider
    private let settings: any SettingsProvider
    private let rounds = SharedWork<String, ResumeReport>()
    /// How many rounds were begun.
    private let begun = Mutex(0)
    private let followers = Mutex(0)

    /// Creates a coordinator; it does nothing until it is told to.
    ///
    /// - Parameters:
    ///   - posts: The feeds; the registered ones by default.
    ///   - packs: What packs; `nil` for nothing.
    ///   - images: The cache that is flushed and shrunk; `nil` for none.
    ///   - scheduler: Who is asked for a run when the app goes into the background; `nil` for nobody.
    ///   - connectivity: Whether servers answer; the registered one by default.
    ///   - path: Which network there is; the registered one by default, else one of which nothing is known.
    ///   - settings: What the person has set; the registered one by default, else the defaults.
    public init(
        posts: any PostProvider = Dependency.resolve((any PostProvider).self),
        packs: (any PackProvider)? = nil, images: (any ManagedImageCache)? = nil,
        scheduler: (any BackgroundScheduler)? = nil,
        connectivity: any ConnectivityProvider = Dependency.resolve((any ConnectivityProvider).self),
        path: any NetworkPathProvider = Dependency.resolve(
            (any NetworkPathProvider).self, default: ManualNetworkPathProvider()),
        settings: any SettingsProvider = Dependency.resolve(
            (any SettingsProvider).self, default: InMemorySettingsProvider())
    ) {
        self.posts = posts
        self.packs = packs
        self.images = images
        self.scheduler = scheduler
        self.connectivity = connectivity
        self.path = path
        self.settings = settings
    }

    /// Resumes each time that an outage ends and each time that the network becomes one that costs nothing, until the
    /// calling task is cancelled.
    public func run() async {
        // In this order and before the tasks begin: what changes in between is told.
        let (reconnections, first, paths) = (connectivity.reconnections, path.path.value, path.path.values)
        followers.withLock { $0 += 1 }
        defer { followers.withLock { $0 -= 1 } }
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in reconnections where !Task.isCancelled { await self.resumeAfresh() }
            }
            group.addTask {
                var isFirst = true
                for await path in paths where !Task.isCancelled {
                    let isNews = !isFirst || path != first
                    isFirst = false
                    // Free before, too, as far as was told: whether it was something else in between nobody knows, and
                    // what is fresh costs nothing.
                    if isNews, path.isFree { await self.resumeAfresh() }
                }
            }
        }
    }

    /// Refreshes the stale feeds that are in use, one after the other, and then goes on with the packs.
    ///
    /// Joins where that is under way. Cancelling ends it unless somebody else waits.
    ///
    /// - Returns: What was gone on with; failures are values in it.
    /// - Throws: `CancellationError`.
    @discardableResult
    public func resume() async throws -> ResumeReport {
        try await rounds.value(for: "resume") {
            self.begun.withLock { $0 += 1 }
            return try await self.round()
        }
    }

    /// The app came to the front, or its window got the focus: resumes.
    ///
    /// It returns when that is done; cancelled, at once.
    public func didBecomeActive() async {
        do {
            try await resume()
        } catch {
            // Cancelled: whoever came to the front has left again.
        }
    }

    /// The app went into the background: asks for the next run, and writes down what is only in memory.
    ///
    /// - Throws: ``DataError`` when the system does not take the next run; what is in memory is written down all the same.
    public func didEnterBackground() async throws {
        var failure: DataError?
        do {
            try scheduler?.schedule(after: .seconds(settings.settings.value.refreshAgeMinutes * 60))
        } catch {
            failure = DataError(error)
        }
        await images?.flush()
        if let failure { throw failure }
    }

    /// The system is short of memory: keeps a tenth of the images in memory at most, and loses nothing.
    ///
    /// Done when it returns.
    public func didReceiveMemoryWarning() {
        images?.handleMemoryWarning()
    }

    /// How many wait for the round that is under way.
    var waiterCount: Int { rounds.waiterCount }
    /// How many follow the network.
    var followerCount: Int { followers.withLock { $0 } }

    /// Resumes for a trigger that says that the network was not there before.
    ///
    /// A round that it joins may have begun without a network: what that could not do is tried once more.
    private func resumeAfresh() async {
        let before = begun.withLock { $0 }
        do {
            let report = try await resume()
            let hasJoined = begun.withLock { $0 } == before
            // A pack may have found a network that costs something, a moment before there was another one.
            let isWaiting = report.packs.contains { $0.stop == .network }
            if hasJoined, isWaiting || !report.failures.isEmpty || report.packError != nil { try await resume() }
        } catch {
            // Cancelled, and with it the one who follows the network.
        }
    }

    private func round() async throws -> ResumeReport {
        var report = ResumeReport()
        let feeds = await posts.feedsInUse().filter { !$0.source.isLocal }
        for feed in feeds {
            try Task.checkCancellation()
            do {
                let update = try await posts.perform(
                    .load(.storedThenNetwork), on: feed, limit: settings.settings.value.pageSize)
                if let error = update.error { throw error }
                if update.skip?.reason != .fresh { report.refreshed.append(feed) }
            } catch let error as CancellationError {
                throw error
            } catch {
                report.failures.append(RefreshReport.Failure(feed: feed, error: DataError(error)))
            }
        }
        // Where no server could be reached for what somebody looks at, none is asked for what nobody does.
        let isUnreachable = report.refreshed.isEmpty && report.failures.contains { $0.error.code == .offline }
        guard let packs, !isUnreachable else { return report }
        do {
            try Task.checkCancellation()
            report.packs = try await packs.resumePacks()
        } catch let error as CancellationError {
            throw error
        } catch {
            report.packError = DataError(error)
        }
        return report
    }
}
