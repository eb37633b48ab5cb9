import Foundation

/// Downloads a pack once, from the pages of its feed to the last video.
///
/// It counts what is stored already, then fetches what is missing, in the same order: texts, threads, thumbnails,
/// media. Each item is committed as it arrives, so that the next run finds it whatever ended this one.
actor PackDownloader {
    let services: PackDependencies
    let run: PackRunControl
    let reports: ObservableValue<[PackReport]>
    let deadline: Duration?
    var pack: StoredPack
    /// Whether it continues an earlier run with the posts that were listed then.
    let continuesPrevious: Bool
    /// The pack as it was before this run; `nil` for a new pack.
    let previous: StoredPack?
    var report: PackReport
    var budget: PackBudget
    /// The posts of the pack, in order.
    var members: [Post] = []
    /// The number of posts that are not saved.
    var unsavedCount = 0
    /// The posts whose thread is stored.
    var threads: Set<Post.ID> = []
    /// The stored threads that have placeholders.
    var partial: [Post.ID: IncompleteThread] = [:]
    /// The number of placeholders that this run may still expand.
    var expansionsLeft: Int
    /// The links of the files that are counted.
    var counted: Set<ResourceLink> = []
    /// The number of files of each role that were there before this run, or are skipped.
    var done: [MediaRole: Int] = [:]
    /// The reason that the feed could not be fetched, while the pack is shown as it was.
    var listFailure: DataError?
    /// Whether all posts that were listed so far were in the pack before.
    var isAsBefore = true
    /// Whether texts and threads are done and files are being fetched.
    var isFetchingFiles = false
    /// The number of failures in a row.
    var failures = 0
    /// The last failure that is worth another try later.
    var lastFailure: DataError?

    var request: PackRequest { run.request }

    init(
        _ run: PackRunControl, previous: StoredPack?, services: PackDependencies,
        reports: ObservableValue<[PackReport]>, deadline: Duration?
    ) {
        self.services = services
        self.run = run
        self.previous = previous
        self.reports = reports
        self.deadline = deadline
        expansionsLeft = services.configuration.maximumExpansions
        let now = services.time.now
        let age = now.timeIntervalSince(previous?.date ?? now)
        continuesPrevious =
            previous.map { PackDownloader.canContinue($0, run.request) } == true
            && age < Double(services.settings.settings.value.refreshAgeMinutes) * 60
        if continuesPrevious, let previous {
            pack = previous
        } else {
            pack = StoredPack(request: run.request, date: now)
            // Until the feed was fetched, the posts are those of the earlier run.
            pack.posts = previous?.posts ?? []
            pack.missing = previous?.missing ?? []
        }
        pack.request = run.request
        pack.stop = .paused
        report = PackReport(request: run.request)
        report.missing = pack.missing.count
        budget = PackBudget(limit: run.request.maximumBytes)
    }

    /// Whether a run continues with the posts that were listed before, instead of fetching the feed's pages again.
    ///
    /// A pack that is complete, or has reached its byte limit, is listed again to get new posts.
    private static func canContinue(_ pack: StoredPack, _ request: PackRequest) -> Bool {
        guard pack.request.posts == request.posts, let stop = pack.stop else { return false }
        return stop != .bytes || pack.request.maximumBytes != request.maximumBytes
    }

    /// Downloads the pack.
    ///
    /// - Returns: The final report.
    /// - Throws: `CancellationError` when nobody waits any more; ``DataError`` when the database fails.
    func perform() async throws -> PackReport {
        publish()
        do {
            do {
                try await fetchAll()
                return try await end(nil, listFailure)
            } catch is CancellationError {
                // Stopped by its control, or cancelled because nobody waits.
                guard let stop = run.stop else { throw CancellationError() }
                return try await uncancelled { try await self.end(stop, nil) }
            } catch let interruption as PackInterruption {
                if interruption.stop == .policy || interruption.stop == .network && interruption.error == nil {
                    services.noteWaiting(request, for: interruption.stop)
                }
                // A failure before the files had to wait is worth another try whatever the policy.
                let failure = interruption.stop == .policy ? lastFailure.map { PackInterruption($0) } : nil
                let last = failure ?? interruption
                return try await uncancelled { try await self.end(last.stop, last.error) }
            }
        } catch is CancellationError {
            show(.paused, nil)
            throw CancellationError()
        } catch {
            show(.failure, DataError(error))
            throw DataError(error)
        }
    }

    /// Fetches the posts of the pack and all that belongs to them.
    private func fetchAll() async throws {
        try checkPath()
        let interruption = try await listed()
        var files = plannedFiles()
        try await countFiles(&files)
        if let interruption { throw interruption }
        try await fetchThreads()
        try await fetch(files.filter { $0.role == .thumbnail }, .thumbnails)
        try await fetch(files.filter { $0.role == .full }, .media)
        if let lastFailure { throw PackInterruption(lastFailure) }
    }

    /// Lists the posts.
    ///
    /// - Returns: The reason that some are missing; the content of the others is counted all the same.
    private func listed() async throws -> PackInterruption? {
        do {
            try await list()
            return nil
        } catch let interruption as PackInterruption where interruption.stop != .bytes {
            return interruption
        }
    }

    /// Does work that has to be done although the task was cancelled.
    private func uncancelled<Result: Sendable>(
        _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        try await Task { try await work() }.value
    }

    private func end(_ stop: PackReport.Stop?, _ error: DataError?) async throws -> PackReport {
        pack.stop = stop
        countPartialThreads()
        pack.partialThreads = report.partialThreads.count
        // A complete pack stays complete where its feed could not be fetched.
        if listFailure == nil || stop != nil { try await services.packs.store(stored) }
        show(stop, error)
        return report
    }

    private func show(_ stop: PackReport.Stop?, _ error: DataError?) {
        countPartialThreads()
        report.phase = .ended
        report.step = nil
        report.stop = stop
        report.error = error
        publish()
    }

    private func countPartialThreads() {
        guard request.includesComments, !partial.isEmpty else {
            report.partialThreads = []
            return
        }
        let gone = run.removed
        report.partialThreads = members.compactMap { post in
            guard !gone.contains(post.id), let thread = partial[post.id] else { return nil }
            return PackReport.PartialThread(post: post.id, placeholders: thread.more.count)
        }
    }

    /// The pack without the posts that were removed meanwhile.
    var stored: StoredPack {
        var pack = pack
        let removed = run.removed
        if !removed.isEmpty { pack.posts.removeAll { removed.contains($0) } }
        return pack
    }

    // MARK: Progress

    func begin(_ phase: PackReport.Phase, _ done: Int, of total: Int) {
        report.phase = phase
        report.step = PackReport.Step(done: done, total: total)
        publish()
    }

    func publish() {
        report.bytes = budget.spent
        let report = report
        reports.update { reports in
            let id = StoredPack.id(of: report.request)
            if let index = reports.firstIndex(where: { StoredPack.id(of: $0.request) == id }) {
                reports[index] = report
            } else {
                reports.insert(report, at: 0)
            }
        }
    }

    // MARK: Limits

    /// Throws when the run may not continue: it was cancelled, its time is over, or the network may not be used.
    func checkLimits() throws {
        try Task.checkCancellation()
        if let deadline, services.time.uptime >= deadline { throw PackInterruption(.time) }
        try checkPath()
        if isFetchingFiles { try checkPolicy() }
    }

    /// Throws where the download policy allows no files, or none over this network for an automatic pack.
    func checkPolicy() throws {
        if services.isOff { throw PackInterruption.policy }
        let policy = services.settings.settings.value.downloadPolicy
        if request.isAutomatic, !policy.allows(services.path.path.value) { throw PackInterruption(.network) }
    }

    private func checkPath() throws {
        if request.needsFreeNetwork, !services.path.path.value.isFree { throw PackInterruption(.network) }
    }

    /// Stores that the server does not have an item, so that this pack does not request it again.
    func skip(_ link: ResourceLink) async throws {
        guard !pack.missing.contains(link) else { return }
        pack.missing.append(link)
        report.missing = pack.missing.count
        try await services.packs.store(stored)
    }
}
