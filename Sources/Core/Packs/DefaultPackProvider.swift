import Foundation

/// Fetches packs: the texts first, then threads, thumbnails and media, each committed as it comes.
///
/// Packs of different feeds run side by side, automatic ones one after the other. One that is asked for with other
/// numbers while it runs waits for its turn.
public actor DefaultPackProvider: PackProvider {
    /// The packs that run, are paused or ended since this was made, the newest first, and each change.
    public nonisolated let reports = ObservableValue<[PackReport]>([])

    private nonisolated let services: PackServices
    private nonisolated let shared = SharedWork<PackRequest, PackReport>()
    private var runs: [Int: PackRun] = [:]
    /// The last run of each pack that was begun: the next one comes behind it.
    private var tails: [String: (number: Int, task: Task<Void, Never>)] = [:]
    private var lastNumber = 0

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - posts: Brings the pages of feeds; the registered one by default.
    ///   - comments: Brings threads; the registered one by default.
    ///   - offlineComments: What is stored of threads; the registered one by default.
    ///   - media: What is kept of files; the registered one by default.
    ///   - keeper: Brings files; the registered one by default.
    ///   - packs: What is stored of packs; the registered one by default.
    ///   - settings: What the person has set; the registered one by default, else the defaults.
    ///   - path: Which network there is; the registered one by default, else one of which nothing is known.
    ///   - activity: Hears why a pack waits; the registered one by default, else nobody.
    ///   - time: The clock; the registered one by default, else the system's.
    ///   - configuration: How packs are fetched.
    public init(
        posts: any PostProvider = Dependency.resolve((any PostProvider).self),
        comments: any CommentProvider = Dependency.resolve((any CommentProvider).self),
        offlineComments: any OfflineCommentProvider = Dependency.resolve((any OfflineCommentProvider).self),
        media: any OfflineMediaProvider = Dependency.resolve((any OfflineMediaProvider).self),
        keeper: any MediaProvider = Dependency.resolve((any MediaProvider).self),
        packs: any OfflinePackProvider = Dependency.resolve((any OfflinePackProvider).self),
        settings: any SettingsProvider = Dependency.resolve(
            (any SettingsProvider).self, default: InMemorySettingsProvider()),
        path: any NetworkPathProvider = Dependency.resolve(
            (any NetworkPathProvider).self, default: ManualNetworkPathProvider()),
        activity: any ActivityRecorder = Dependency.resolve(
            (any ActivityRecorder).self, default: DiscardingActivityRecorder()),
        time: any TimeProvider = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider()),
        configuration: Configuration = Configuration()
    ) {
        services = PackServices(
            posts: posts, comments: comments, offlineComments: offlineComments, media: media,
            keeper: keeper, packs: packs, settings: settings, path: path, activity: activity, time: time,
            configuration: configuration)
    }

    /// Fetches a pack, or what is missing of it.
    ///
    /// - Parameter request: What to fetch.
    /// - Returns: How it ended.
    /// - Throws: `CancellationError`; ``DataError`` with the code `invalidInput` for numbers out of range and local feeds,
    ///   otherwise when the database fails.
    public nonisolated func pack(_ request: PackRequest) async throws -> PackReport {
        try request.check()
        return try await shared.value(for: request) { try await self.begin(request) }
    }

    /// Goes on with the packs that were interrupted, one after the other, those that a person asked for first.
    ///
    /// It leaves off when no server answers. Automatic ones wait where the setting `downloadPolicy` does not allow the network
    /// that there is, and those whose files alone are missing while it is `never`.
    ///
    /// - Returns: How each ended; empty when there are none.
    /// - Throws: `CancellationError`; ``DataError`` when the database fails.
    public nonisolated func resumePacks() async throws -> [PackReport] {
        let stored = try await translated { try await self.services.packs.packs() }
        let interrupted = stored.filter { $0.stop.map { $0 != .bytes } ?? false }
        var ended: [PackReport] = []
        for waiting in interrupted.filter({ !$0.request.isAutomatic }) + interrupted.filter(\.request.isAutomatic) {
            let (request, policy) = (waiting.request, services.settings.settings.value.downloadPolicy)
            if policy == .never, waiting.stop == .policy {
                services.noteWaiting(request, for: .policy)
                continue
            }
            if request.isAutomatic, !policy.allows(services.path.path.value) {
                services.noteWaiting(request)
                continue
            }
            let report = try await pack(request)
            ended.append(report)
            if report.stop == .network, report.error != nil { break }
        }
        return ended
    }

    /// Stops a pack that runs; what came stays, and it goes on when it is asked for again or by ``resumePacks()``.
    ///
    /// - Parameter request: Which one.
    public func pause(_ request: PackRequest) async {
        let id = StoredPack.id(of: request)
        let stopped = runs.values.filter { StoredPack.id(of: $0.request) == id }
        for run in stopped { run.interrupt(.paused) }
        for run in stopped { await run.ended() }
    }

    /// Takes posts out of what was packed, with the files that only they hold; the posts themselves stay.
    ///
    /// - Parameter ids: Which posts; `nil` for everything that was packed, and then no pack goes on either.
    /// - Returns: What went.
    /// - Throws: ``DataError`` when the database fails.
    public func remove(_ ids: [Post.ID]?) async throws -> FileUsage {
        if let ids {
            for run in runs.values { run.remove(ids) }
        } else {
            for run in runs.values { run.interrupt(.paused) }
            for tail in tails.values { await tail.task.value }
        }
        let services = services
        return try await translated {
            let packed = try await services.packs.packedPosts().map(\.id)
            let wanted = ids.map(Set.init)
            let usage = try await services.takeOut(packed.filter { wanted?.contains($0) ?? true })
            if ids == nil { try await services.packs.forget(try await services.packs.packs().map(\.id)) }
            return usage
        }
    }

    /// Takes the oldest posts out of the automatic packs until no more are kept than the setting `localSaveLimit` says.
    ///
    /// - Returns: What went.
    /// - Throws: ``DataError`` when the database fails.
    @discardableResult
    public func keepToLimit() async throws -> FileUsage {
        let services = services
        let leaving = try await translated {
            let packed = try await services.packs.packedPosts().filter(\.isAutomatic)
            return try await services.surplus(of: packed, beyond: services.settings.settings.value.localSaveLimit)
        }
        return leaving.isEmpty ? FileUsage() : try await remove(leaving)
    }

    // MARK: Runs

    private static func queue(of request: PackRequest) -> String {
        // Together they keep so many posts, so each has to see what the others keep.
        request.isAutomatic ? "automatic" : StoredPack.id(of: request)
    }

    /// Runs a pack behind the one that was begun before it.
    private func begin(_ request: PackRequest) async throws -> PackReport {
        lastNumber += 1
        let number = lastNumber
        let queue = Self.queue(of: request)
        let (run, previous) = (PackRun(request), tails[queue]?.task)
        let task = Task {
            await previous?.value
            return try await self.perform(run)
        }
        runs[number] = run
        run.attach(task)
        tails[queue] = (number, Task { _ = await task.result })
        defer {
            runs[number] = nil
            if tails[queue]?.number == number { tails[queue] = nil }
        }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    private func perform(_ run: PackRun) async throws -> PackReport {
        let (services, reports, request) = (services, reports, run.request)
        if let stop = run.begin() {
            var report = PackReport(request: request)
            report.phase = .ended
            report.stop = stop
            return report
        }
        let id = StoredPack.id(of: request)
        let previous = try await translated { try await services.packs.packs().first { $0.id == id } }
        let deadline = request.maximumTime.map { services.time.uptime + max(.zero, $0) }
        let work = PackWork(run, previous: previous, services: services, reports: reports, deadline: deadline)
        let watchers = Self.watchers(of: run, until: deadline, services)
        defer { for watcher in watchers { watcher.cancel() } }
        return try await translated { try await work.perform() }
    }

    /// What stops a run from outside: its time, and the network.
    private static func watchers(
        of run: PackRun, until deadline: Duration?, _ services: PackServices
    ) -> [Task<Void, Never>] {
        var watchers: [Task<Void, Never>] = []
        if let deadline {
            let time = services.time
            watchers.append(
                Task {
                    do {
                        try await time.sleep(for: deadline - time.uptime)
                        run.interrupt(.time)
                    } catch {
                        // The run ended before its time was over.
                    }
                })
        }
        if run.request.needsFreeNetwork {
            let values = services.path.path.values
            watchers.append(
                Task {
                    for await path in values where !path.isFree {
                        run.interrupt(.network)
                        return
                    }
                })
        }
        return watchers
    }
}

extension PackRequest {
    /// How many posts a pack may be about.
    public static let allowedPosts = 1...10_000

    /// Refuses numbers out of range and feeds that no server has.
    func check() throws(DataError) {
        guard Self.allowedPosts.contains(posts) else {
            throw DataError(.invalidInput, message: "A pack is of 1 to 10000 posts.")
        }
        guard maximumBytes >= 0 else {
            throw DataError(.invalidInput, message: "A pack may have 0 bytes or more.")
        }
        guard !feed.source.isLocal else {
            throw DataError(
                .invalidInput, message: "'\(feed.source)' is on this device already and cannot be packed.")
        }
    }
}
