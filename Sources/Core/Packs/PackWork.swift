import Foundation

/// One run of a pack, from the pages of its feed to the last video.
///
/// Everything that is there already is counted first; what is missing is fetched then, in the same order: texts,
/// threads, thumbnails, media. Each item is committed as it comes, so that whatever ends the run, the next one finds it.
actor PackWork {
    let services: PackServices
    let run: PackRun
    let reports: ObservableValue<[PackReport]>
    let deadline: Duration?
    var pack: StoredPack
    /// Whether it goes on with the posts that were found by an earlier run, as far as that came.
    let goesOn: Bool
    /// The pack as it was before this run; `nil` for a new one.
    let previous: StoredPack?
    var report: PackReport
    var ledger: PackLedger
    /// The posts of the pack, in their order.
    var members: [Post] = []
    /// How many of them the person has not saved.
    var unsavedCount = 0
    /// Those whose thread is stored.
    var threads: Set<Post.ID> = []
    /// Those of which something is left out.
    var partial: [Post.ID: PackedThread] = [:]
    /// How many requests this run may still make for that.
    var expansionsLeft: Int
    /// The links of the files that are counted.
    var counted: Set<ResourceLink> = []
    /// How many files of a kind were there before this run, or are passed over.
    var done: [MediaRole: Int] = [:]
    /// Why the feed could not be asked, while the pack is shown as it was.
    var listFailure: DataError?
    /// Whether no post was found so far that was not in the pack before.
    var isAsBefore = true
    /// Whether texts and threads are there, and files are fetched.
    var isFetchingFiles = false
    /// Failures in a row.
    var failures = 0
    /// The last thing that failed and is worth another try later.
    var lastFailure: DataError?

    var request: PackRequest { run.request }

    init(
        _ run: PackRun, previous: StoredPack?, services: PackServices, reports: ObservableValue<[PackReport]>,
        deadline: Duration?
    ) {
        self.services = services
        self.run = run
        self.previous = previous
        self.reports = reports
        self.deadline = deadline
        expansionsLeft = services.configuration.maximumExpansions
        let now = services.time.now
        let age = now.timeIntervalSince(previous?.date ?? now)
        goesOn =
            previous.map { PackWork.canGoOn($0, run.request) } == true
            && age < Double(services.settings.settings.value.refreshAgeMinutes) * 60
        if goesOn, let previous {
            pack = previous
        } else {
            pack = StoredPack(request: run.request, date: now)
            // Until the feed was asked, the posts are those of the run before.
            pack.posts = previous?.posts ?? []
            pack.missing = previous?.missing ?? []
        }
        pack.request = run.request
        pack.stop = .paused
        report = PackReport(request: run.request)
        report.missing = pack.missing.count
        ledger = PackLedger(budget: run.request.maximumBytes)
    }

    /// Whether a run goes on with the posts that were found before, instead of asking for the feed's pages again.
    ///
    /// A pack that is whole, or has used up its bytes, is asked for again to have what is new.
    private static func canGoOn(_ pack: StoredPack, _ request: PackRequest) -> Bool {
        guard pack.request.posts == request.posts, let stop = pack.stop else { return false }
        return stop != .bytes || pack.request.maximumBytes != request.maximumBytes
    }

    /// Does it.
    ///
    /// - Returns: How it ended.
    /// - Throws: `CancellationError` when nobody waits any more; ``DataError`` when the database fails.
    func perform() async throws -> PackReport {
        publish()
        do {
            do {
                try checkPath()
                let halt = try await listed()
                var files = plannedFiles()
                try await countFiles(&files)
                if let halt { throw halt }
                try await fetchThreads()
                try await fetch(files.filter { $0.role == .thumbnail }, .thumbnails)
                try await fetch(files.filter { $0.role == .full }, .media)
                if let lastFailure { throw PackHalt(lastFailure) }
                return try await end(nil, listFailure)
            } catch is CancellationError {
                // Stopped from outside, or nobody waits.
                guard let stop = run.stop else { throw CancellationError() }
                return try await uncancelled { try await self.end(stop, nil) }
            } catch let halt as PackHalt {
                if halt.stop == .policy || halt.stop == .network && halt.error == nil {
                    services.noteWaiting(request, for: halt.stop)
                }
                // What failed before files had to wait is worth another try whatever the policy.
                let last = halt.stop == .policy ? lastFailure.map { PackHalt($0) } ?? halt : halt
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

    /// Finds the posts.
    ///
    /// - Returns: Why they are not all; what is there of the others is counted all the same.
    private func listed() async throws -> PackHalt? {
        do {
            try await list()
            return nil
        } catch let halt as PackHalt where halt.stop != .bytes {
            return halt
        }
    }

    /// Does what has to be done although the task was cancelled.
    private func uncancelled<Result: Sendable>(
        _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        try await Task { try await work() }.value
    }

    private func end(_ stop: PackReport.Stop?, _ error: DataError?) async throws -> PackReport {
        pack.stop = stop
        countPartialThreads()
        pack.partialThreads = report.partialThreads.count
        // A pack that is whole stays so where nothing could be asked for.
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

    /// The pack without the posts that were taken out meanwhile.
    var stored: StoredPack {
        var pack = pack
        let removed = run.removed
        if !removed.isEmpty { pack.posts.removeAll { removed.contains($0) } }
        return pack
    }

    // MARK: Saying how far it is

    func begin(_ phase: PackReport.Phase, _ done: Int, of total: Int) {
        report.phase = phase
        report.step = PackReport.Step(done: done, total: total)
        publish()
    }

    func publish() {
        report.bytes = ledger.spent
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

    // MARK: What ends it

    /// Ends the run when it may not go on.
    func checkTime() throws {
        try Task.checkCancellation()
        if let deadline, services.time.uptime >= deadline { throw PackHalt(.time) }
        try checkPath()
        if isFetchingFiles { try checkPolicy() }
    }

    /// Ends a run where the person wants no files fetched, and an automatic one where they want none by the network that
    /// there is now.
    func checkPolicy() throws {
        if services.isOff { throw PackHalt.policy }
        let policy = services.settings.settings.value.downloadPolicy
        if request.isAutomatic, !policy.allows(services.path.path.value) { throw PackHalt(.network) }
    }

    private func checkPath() throws {
        if request.needsFreeNetwork, !services.path.path.value.isFree { throw PackHalt(.network) }
    }

    /// Notes that the server does not have something, at once: it is not asked for again by this pack.
    func pass(over link: ResourceLink) async throws {
        guard !pack.missing.contains(link) else { return }
        pack.missing.append(link)
        report.missing = pack.missing.count
        try await services.packs.store(stored)
    }
}
