import Foundation
import Synchronization

/// One run, from asking for the next one to writing down how it ended.
extension BackgroundRefresher {
    func perform(_ id: Int) async {
        var flight = Flight(id: id, report: RefreshReport(started: time.now))
        await schedule(&flight)
        census.reset()
        do {
            try await prepare(&flight)
            var scope: RefreshScope
            repeat {
                scope = self.scope(of: id)
                try await refresh(&flight, scope)
                try await work(&flight)
            } while !closes(id, after: scope)
        } catch is CancellationError {
            // What came stays, and is in the report; who has left says below why.
            flight.report.stop = .cancelled
        } catch {
            flight.report.error = DataError(error)
        }
        if flight.report.stop != nil {
            flight.report.stop = state.withLock { $0.runs[id]?.stop } ?? .cancelled
        }
        flight.report.ended = time.now
        await write(&flight)
        land(id, with: flight.report)
    }

    /// What a run keeps to itself.
    struct Flight {
        let id: Int
        var report: RefreshReport
        /// The feeds in the person's own order.
        var feeds: [Feed] = []
        /// Those that are to be asked for, the one that waits longest first.
        var waiting: [Feed] = []
        /// Those that were within the refresh age.
        var fresh: [Feed] = []
        /// When feeds were tried last that could not be refreshed, by key.
        var tried: [String: Date] = [:]
        /// How many failures there were in a row that the next feed would meet as well.
        var commonFailures = 0
    }

    private func schedule(_ flight: inout Flight) async {
        guard let scheduler else { return tell(flight.report, of: flight.id) }
        let deadline = state.withLock { $0.runs[flight.id]?.deadline } ?? .zero
        let interval = configuration.interval ?? refreshAge + max(.zero, deadline) + .seconds(1)
        do {
            try scheduler.schedule(after: interval)
            flight.report.nextRun = flight.report.started + interval / .seconds(1)
        } catch {
            flight.report.schedulingError = DataError(error)
        }
        tell(flight.report, of: flight.id)
    }

    private var refreshAge: Duration {
        configuration.refreshAge ?? .seconds(settings.settings.value.refreshAgeMinutes * 60)
    }

    // MARK: The feeds

    /// Finds out which feeds there are, and which waits longest.
    private func prepare(_ flight: inout Flight) async throws {
        let stored = try await offline.storedFeeds().filter { summary in
            sites.contains(summary.feed.site) && summary.feed.account == account && !summary.feed.source.isLocal
        }
        var wanted: [Feed] = []
        for site in sites {
            let profile = profiles[site]
            wanted += try await sources.sources(on: site).sources.map { source in
                profile.feed(source.source, account: account)
            }
        }
        var seen: Set<Feed> = []
        let others = stored.map(\.feed).sorted { $0.key < $1.key }
        flight.feeds = (wanted + others).filter { seen.insert($0).inserted }
        do {
            flight.tried = try await record.load()?.tried ?? [:]
        } catch {
            try Task.checkCancellation()
            // No more than the order hangs on it.
            flight.report.recordError = DataError(error)
        }
        let known = Set(flight.feeds.map(\.key))
        flight.tried = flight.tried.filter { known.contains($0.key) }
        let refreshed = Dictionary(
            stored.map { ($0.feed, $0.refreshedAt) }, uniquingKeysWith: { first, _ in first })
        let dates = flight.feeds.map { feed in
            max((refreshed[feed] ?? nil) ?? .distantPast, flight.tried[feed.key] ?? .distantPast)
        }
        flight.waiting = zip(flight.feeds, dates).enumerated().sorted { left, right in
            (left.element.1, left.offset) < (right.element.1, right.offset)
        }.map { $0.element.0 }
        flight.report.feedCount = flight.feeds.count
        tell(flight.report, of: flight.id)
    }

    private func refresh(_ flight: inout Flight, _ scope: RefreshScope) async throws {
        try Task.checkCancellation()
        if !isOnline {
            if !flight.feeds.isEmpty { flight.report.error = DataError(.offline, isRetryable: true) }
            return
        }
        if scope == .everything {
            // Asked for by somebody who joined: what was left as it is as well.
            flight.waiting += flight.fresh
            flight.fresh = []
            flight.report.freshCount = 0
        }
        while !flight.waiting.isEmpty, flight.commonFailures < Self.maximumCommonFailures {
            try Task.checkCancellation()
            let feed = flight.waiting.removeFirst()
            // One who has joined may want more of what is left.
            let wanted = max(scope, self.scope(of: flight.id))
            try await refresh(feed, &flight, wanted)
            tell(flight.report, of: flight.id)
        }
    }

    private func refresh(_ feed: Feed, _ flight: inout Flight, _ scope: RefreshScope) async throws {
        let request = FeedRequest.load(scope == .everything ? .networkElseStored : .storedThenNetwork)
        do {
            let update = try await posts.perform(request, on: feed, limit: settings.settings.value.pageSize)
            flight.report.newCount += census.count(update.page?.ids ?? [])
            if let error = update.error { throw error }
            flight.tried[feed.key] = nil
            if update.skip?.reason == .fresh {
                flight.fresh.append(feed)
                flight.report.freshCount += 1
            } else {
                flight.report.refreshedCount += 1
            }
        } catch {
            // Also where time was up: a feed that takes all of it does not come first the next time.
            flight.tried[feed.key] = time.now
            if Task.isCancelled || error is CancellationError { throw CancellationError() }
            let error = DataError(error)
            flight.report.failures.append(RefreshReport.Failure(feed: feed, error: error))
            let isCommon = flight.report.refreshedCount == 0 && Self.commonCodes.contains(error.code)
            flight.commonFailures = isCommon ? flight.commonFailures + 1 : 0
        }
    }

    /// After how many feeds in a row the rest is left for the next time, when no feed could be refreshed.
    static let maximumCommonFailures = 3
    /// What is about the way to the server, so that the next feed would meet it as well.
    private static let commonCodes: Set<ErrorCode> = [
        .offline, .timedOut, .rateLimited, .accessClosed, .unauthorized, .sessionExpired, .captivePortal, .pinMismatch,
    ]

    // MARK: The jobs

    private func work(_ flight: inout Flight) async throws {
        let context = BackgroundJob.Context(feeds: flight.feeds, newCount: flight.report.newCount)
        for job in jobs where !flight.report.jobs.contains(where: { $0.name == job.name }) {
            try Task.checkCancellation()
            var end = RefreshReport.Job(name: job.name)
            do {
                try await perform(job, context)
            } catch {
                if Task.isCancelled { throw CancellationError() }
                end.error = DataError(error)
            }
            flight.report.jobs.append(end)
            tell(flight.report, of: flight.id)
        }
    }

    /// Does a job; when the run is cancelled, so is the job, and it is not waited for.
    private func perform(_ job: BackgroundJob, _ context: BackgroundJob.Context) async throws {
        let end = OneShot<Result<Void, any Error>>()
        let task = Task {
            do {
                end.settle(.success(try await job.work(context)))
            } catch {
                end.settle(.failure(error))
            }
        }
        try await withTaskCancellationHandler {
            try await end.value.get()
        } onCancel: {
            task.cancel()
            end.settle(.failure(CancellationError()))
        }
    }

    // MARK: The end

    /// Writes down how the run ended, in a task of its own: that is to be done when this one is cancelled, too.
    private func write(_ flight: inout Flight) async {
        let content = RefreshRecord(flight.report, tried: flight.tried)
        let record = record
        do {
            try await Task { try await record.save(content) }.value
        } catch {
            flight.report.recordError = DataError(error)
        }
    }
}
