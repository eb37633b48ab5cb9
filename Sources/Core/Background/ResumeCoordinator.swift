import Synchronization

/// A coordinator that continues work after an outage or when the app comes back: it refreshes stale feeds that are in
/// use, then resumes interrupted packs.
///
/// ```swift
/// let resuming = ResumeCoordinator(packs: packs, images: images, scheduler: scheduler)
/// let task = Task { await resuming.run() }        // when servers answer again, or the network becomes free
/// await resuming.didBecomeActive()                // when the app comes to the front
/// ```
///
/// Fresh feeds are skipped and packs fetch nothing twice, so each feed is refreshed once for an outage, however many
/// triggers come; a trigger that comes while it is under way joins it. A front end without foreground and background,
/// as a terminal, calls ``didBecomeActive()`` when it gets the focus.
public final class ResumeCoordinator: Sendable {
    private let posts: any PostProvider
    private let packs: (any PackProvider)?
    private let images: (any ManagedImageCache)?
    private let scheduler: (any BackgroundScheduler)?
    private let connectivity: any ConnectivityProvider
    private let path: any NetworkPathProvider
    private let settings: any SettingsProvider
    private let rounds = SingleFlight<String, ResumeReport>()
    /// The number of rounds that were begun.
    private let begun = Mutex(0)
    private let followers = Mutex(0)

    /// Creates a coordinator of the registered feeds; it does nothing until one of its methods is called.
    ///
    /// - Parameters:
    ///   - packs: The provider of packs to resume; `nil`, the default, for none.
    ///   - images: The cache to flush and to shrink; `nil`, the default, for none.
    ///   - scheduler: The scheduler of a run when the app goes into the background; `nil`, the default, for none.
    public init(
        packs: (any PackProvider)? = nil, images: (any ManagedImageCache)? = nil,
        scheduler: (any BackgroundScheduler)? = nil
    ) {
        self.packs = packs
        self.images = images
        self.scheduler = scheduler
        posts = Dependency.resolve((any PostProvider).self)
        connectivity = Dependency.resolve((any ConnectivityProvider).self)
        path = Dependency.resolve((any NetworkPathProvider).self, default: ManualNetworkPathProvider())
        settings = Dependency.settings
    }

    /// Resumes whenever an outage ends or the network becomes free of charge, until the calling task is cancelled.
    public func run() async {
        // In this order and before the tasks begin, so that no change is missed.
        let (reconnections, paths) = (connectivity.reconnections, path.path.valueAndChanges().changes)
        followers.withLock { $0 += 1 }
        defer { followers.withLock { $0 -= 1 } }
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in reconnections where !Task.isCancelled { await self.resumeAfresh() }
            }
            group.addTask {
                // It may have been free before as well; fresh feeds cost nothing then.
                for await path in paths where path.isFree && !Task.isCancelled { await self.resumeAfresh() }
            }
        }
    }

    /// Refreshes the stale feeds that are in use, one after the other, and then resumes the packs.
    ///
    /// Joins where that is under way. Cancelling ends it with the last caller that waits.
    ///
    /// - Returns: The report; failures are values in it.
    /// - Throws: `CancellationError`.
    @discardableResult
    public func resume() async throws -> ResumeReport {
        try await rounds.value(for: "resume") { _ in
            self.begun.withLock { $0 += 1 }
            return try await self.round()
        }
    }

    /// Resumes because the app came to the front, or its window got the focus.
    ///
    /// Returns when that is done; at once when the calling task is cancelled.
    public func didBecomeActive() async {
        do {
            try await resume()
        } catch {
            // Cancelled: the app has left the front again.
        }
    }

    /// Schedules the next background run and saves what is only in memory, because the app went into the background.
    ///
    /// - Throws: ``DataError`` when the run cannot be scheduled; what is in memory is saved all the same.
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

    /// Shrinks the image cache in memory to a tenth before it returns, because the system is short of memory.
    public func didReceiveMemoryWarning() {
        images?.handleMemoryWarning()
    }

    /// The number of callers that wait for the round that is under way.
    var waiterCount: Int { rounds.counts.waiters }
    /// The number of calls of ``run()`` that follow the network.
    var followerCount: Int { followers.withLock { $0 } }

    /// Resumes because the network is back.
    ///
    /// A round that it joins may have begun without a network: if that left something undone, there is another round.
    private func resumeAfresh() async {
        let before = begun.withLock { $0 }
        do {
            let report = try await resume()
            let hasJoined = begun.withLock { $0 } == before
            // A pack may have found a metered network, a moment before there was another one.
            let isWaiting = report.packs.contains { $0.stop == .network }
            if hasJoined, isWaiting || !report.failures.isEmpty || report.packError != nil { try await resume() }
        } catch {
            // Cancelled, and with it the task that follows the network.
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
        // Where no server could be reached for the feeds in use, none is asked for packs.
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

/// A report of a resumption: the feeds that were refreshed and the packs that were resumed.
public struct ResumeReport: Equatable, Sendable {
    /// The feeds in use that were refreshed, without those that were fresh.
    public var refreshed: [Feed] = []
    /// The feeds in use that could not be refreshed, with their errors.
    public var failures: [RefreshReport.Failure] = []
    /// The reports of the packs that were resumed.
    public var packs: [PackReport] = []
    /// The error of resuming packs; `nil` where they were resumed, and where the feeds have shown that there is no
    /// network.
    public var packError: DataError?

    init() {}
}
