import Foundation

/// The standard ``PackProvider``: downloads texts first, then threads, thumbnails and media.
///
/// Packs of different feeds run side by side, automatic ones one after the other. A pack that is requested again with
/// other numbers while it runs starts when that run has ended.
public actor DefaultPackProvider: PackProvider {
    public nonisolated let reports = ObservableValue<[PackReport]>([])

    private nonisolated let services: PackDependencies
    private nonisolated let shared = SingleFlight<PackRequest, PackReport>()
    private var runs: [Int: PackRunControl] = [:]
    /// The last run of each queue: the next one starts when it has ended.
    private var tails: [String: (number: Int, task: Task<Void, Never>)] = [:]
    private var lastNumber = 0

    /// Creates a provider that uses the registered providers of posts, comments, media and packs.
    ///
    /// Settings, network path, activity log and clock are used where they are registered.
    ///
    /// - Parameter configuration: The limits of downloads.
    public init(configuration: Configuration = Configuration()) {
        services = PackDependencies(configuration: configuration)
    }

    public nonisolated func pack(_ request: PackRequest) async throws -> PackReport {
        try request.check()
        return try await shared.value(for: request) { _ in try await self.begin(request) }
    }

    /// Resumes the packs that were interrupted, one after the other; those that a person requested first.
    ///
    /// It ends when no server answers. Automatic packs wait where the setting `downloadPolicy` does not allow the
    /// current network, and so do packs of which only files are missing while it is `never`.
    ///
    /// - Returns: The final report of each; empty when there are none.
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

    public func pause(_ request: PackRequest) async {
        let id = StoredPack.id(of: request)
        let stopped = runs.values.filter { StoredPack.id(of: $0.request) == id }
        for run in stopped { run.interrupt(.paused) }
        for run in stopped { await run.ended() }
    }

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
            let usage = try await services.removeFromPacks(packed.filter { wanted?.contains($0) ?? true })
            if ids == nil { try await services.packs.forget(try await services.packs.packs().map(\.id)) }
            return usage
        }
    }

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
        // Automatic packs share one limit of posts, so each has to see what the others keep.
        request.isAutomatic ? "automatic" : StoredPack.id(of: request)
    }

    /// Runs a pack when the run before it in its queue has ended.
    private func begin(_ request: PackRequest) async throws -> PackReport {
        lastNumber += 1
        let number = lastNumber
        let queue = Self.queue(of: request)
        let (run, previous) = (PackRunControl(request), tails[queue]?.task)
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

    private func perform(_ run: PackRunControl) async throws -> PackReport {
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
        let work = PackDownloader(run, previous: previous, services: services, reports: reports, deadline: deadline)
        let watchers = Self.watchers(of: run, until: deadline, services)
        defer { for watcher in watchers { watcher.cancel() } }
        return try await translated { try await work.perform() }
    }

    /// The tasks that stop a run when its time is over or the network becomes metered.
    private static func watchers(
        of run: PackRunControl, until deadline: Duration?, _ services: PackDependencies
    ) -> [Task<Void, Never>] {
        var watchers: [Task<Void, Never>] = []
        if let deadline {
            let time = services.time
            watchers.append(
                Task {
                    do {
                        try await time.sleep(until: deadline)
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

extension DefaultPackProvider {
    /// The limits of a pack's downloads.
    public struct Configuration: Sendable {
        /// The number of threads and files that are fetched at the same time, 3 by default; at least 1.
        ///
        /// Near the byte limit it is one, so that a pack is at most one item above it.
        public var parallelism = 3
        /// The largest thumbnail that is downloaded, in bytes; 2 MB by default.
        package var largestThumbnail = 2_000_000
        /// The largest picture that is downloaded, in bytes; 25 MB by default.
        package var largestPicture = 25_000_000
        /// The largest video that is downloaded, in bytes; 250 MB by default.
        package var largestVideo = 250_000_000
        /// The bytes that are reserved for a thread while it is fetched, 8 MB by default.
        package var largestThread = 8_000_000
        /// The number of placeholders that one run expands, 500 by default; the next run continues.
        public var maximumExpansions = 500
        /// The number of failures in a row that end a pack, 3 by default; at least 1.
        package var maximumFailures = 3
        /// The priority of requests for threads and files; `background` by default, so that everything else goes first.
        package var priority = RequestPriority.background

        /// Creates a configuration with the defaults.
        public init() {}
    }
}
