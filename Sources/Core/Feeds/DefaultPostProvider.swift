import Foundation

/// The default ``PostProvider``: feeds from the database, kept up to date by the sites' backends.
///
/// It is an actor: a pure state machine for each feed decides what to do, and the actor makes the requests, commits the
/// pages and publishes what was committed.
public actor DefaultPostProvider: PostProvider {
    private typealias Outcome = FeedStateMachine.Outcome
    private typealias Flight = FeedStateMachine.Flight

    private let offline: any OfflinePostProvider
    private let online: SiteProviders<any OnlinePostProvider>?
    private let time: any TimeProvider
    private let boot: BootID
    private let configuration: Configuration
    private let activity: FeedActivityRecorder
    private let settings: any SettingsProvider
    private let personal: PersonalFeeds
    private let writer: StatusWriter?
    private let copies = LateCopyWatch.registered
    let feeds: FeedRuntimes
    private let publisher: FeedPublisher
    private var listener: Task<Void, Never>?
    private var settingsListener: Task<Void, Never>?

    /// Creates a provider that fetches every feed from one backend.
    ///
    /// - Parameters:
    ///   - offline: The database; the registered one by default.
    ///   - online: The backend of every feed; `nil` for none, and then what needs the network fails with the code
    ///     `offline`.
    ///   - time: The clock; the registered one by default, else the system's.
    ///   - configuration: The options.
    public init(
        offline: any OfflinePostProvider = Dependency.resolve((any OfflinePostProvider).self),
        online: (any OnlinePostProvider)?,
        time: any TimeProvider = Dependency.clock,
        configuration: Configuration = Configuration()
    ) {
        self.init(
            offline: offline, routes: online.map { SiteProviders($0) }, time: time, configuration: configuration)
    }

    /// Creates a provider that fetches each site's feeds from its own backend.
    ///
    /// - Parameters:
    ///   - backends: The backends; a feed of a site that has none of them fails with the code `invalidInput`.
    ///   - offline: The database; the registered one by default.
    ///   - time: The clock; the registered one by default, else the system's.
    ///   - configuration: The options.
    public init(
        backends: Backends,
        offline: any OfflinePostProvider = Dependency.resolve((any OfflinePostProvider).self),
        time: any TimeProvider = Dependency.clock,
        configuration: Configuration = Configuration()
    ) {
        self.init(
            offline: offline, routes: SiteProviders { backends[$0]?.online }, time: time, configuration: configuration)
    }

    /// Creates a provider with an activity recorder and settings of its own, for tests.
    package init(
        offline: any OfflinePostProvider, online: (any OnlinePostProvider)?, time: any TimeProvider,
        configuration: Configuration = Configuration(), services: Services
    ) {
        self.init(
            offline: offline, routes: online.map { SiteProviders($0) }, time: time, configuration: configuration,
            services: services)
    }

    init(
        offline: any OfflinePostProvider, routes: SiteProviders<any OnlinePostProvider>?, time: any TimeProvider,
        configuration: Configuration = Configuration(), services: Services = Services()
    ) {
        self.offline = offline
        online = routes
        self.time = time
        boot = Dependency.boot
        self.configuration = configuration
        activity = FeedActivityRecorder(
            recorder: services.activity, time: time, priority: configuration.priority, isOnline: routes != nil)
        settings = services.settings
        feeds = FeedRuntimes(configuration, settings: services.settings)
        personal = services.personal
        writer = services.writer
        publisher = FeedPublisher(feeds, offline: offline, personal: services.personal, time: time)
    }

    deinit {
        listener?.cancel()
        settingsListener?.cancel()
    }

    // MARK: Calls

    public nonisolated func updates(of feed: Feed) -> AsyncStream<FeedUpdate> {
        let (stream, continuation) = AsyncStream.makeStream(of: FeedUpdate.self, bufferingPolicy: .bufferingNewest(1))
        let subscription = Task { await self.subscribe(continuation, to: feed) }
        continuation.onTermination = { [weak self] _ in
            Task {
                let id = await subscription.value
                await self?.unsubscribe(id, from: feed)
            }
        }
        return stream
    }

    public func feedsInUse() -> [Feed] {
        feeds.followed.keys.sorted { $0.key < $1.key }
    }

    public func perform(_ request: FeedRequest, on feed: Feed, limit: Int) async throws -> FeedOutcome {
        feeds.beginUse(of: feed)
        defer { feeds.endUse(of: feed) }
        return try await answer(request, on: feed, limit: min(max(1, limit), 100))
    }

    public func items(_ ids: [Post.ID]) async throws -> [FeedItem] {
        try await translated { try await offline.items(ids) }
    }

    public func extras(of ids: [Post.ID]) async throws -> [Post.ID: RawJSON] {
        try await translated { try await offline.extras(of: ids) }
    }

    public func apply(_ mutation: StatusMutation) async throws -> StatusOutcome {
        let now = time.now
        let stored = personal.mutation(mutation)
        let receipt = try await translated {
            guard let writer else { return try await offline.apply(stored, at: now) }
            return try await writer.apply(stored, in: offline, at: now)
        }
        return StatusOutcome(receipt, updates: await publisher.publish(receipt, of: mutation))
    }

    private func answer(_ request: FeedRequest, on feed: Feed, limit: Int) async throws -> FeedOutcome {
        while true {
            try Task.checkCancellation()
            do {
                if let outcome = try await answerOnce(request, on: feed, limit: limit) { return outcome }
            } catch is SomebodyElseLooks {
                // It is asked for anew, for them.
            }
        }
    }

    /// Answers a request by the state of its feed; returns `nil` when another request had to end first.
    private func answerOnce(_ request: FeedRequest, on feed: Feed, limit: Int) async throws -> FeedOutcome? {
        let stored = try await storedNow(feed)
        if feed.source.isLocal { return outcome(Outcome(), showing: stored) }
        let decision = runtime(feed).machine.ask(request, FeedStateMachine.Stored(stored), now: time.now)
        if decision.showsStored { publisher.publishIfNew(stored) }
        let flight: Int
        switch decision.answer {
        case .stored(let skip):
            activity.record(skip, on: feed)
            return outcome(Outcome(skip: skip), showing: stored)
        case .askAgain(let id):
            _ = try await wait(for: id, on: feed, answering: nil)
            return nil
        case .join(let id): flight = id
        case .fetch(let started):
            flight = started.id
            launch(started, on: feed, limit: limit)
        case .replace(let old, let started):
            flight = started.id
            replace(old, by: started, on: feed, limit: limit)
        }
        let result = try await wait(for: flight, on: feed, answering: request)
        if request == .load(.networkOnly), let error = result.error { throw error }
        return result
    }

    /// The answer to a request that the store alone has answered.
    private func outcome(_ outcome: Outcome, showing stored: StoredFeed) -> FeedOutcome {
        publisher.publishIfNew(stored)
        return FeedOutcome(outcome, number: runtime(stored.feed).publishedNumber)
    }

    /// Reads the stored feed, again until no commit of this provider fell in between.
    private func storedNow(_ feed: Feed) async throws -> StoredFeed {
        while true {
            let landings = runtime(feed).landings
            let stored = try await translated { try await publisher.read(feed) }
            if landings == runtime(feed).landings { return runtime(feed).datedAnew(stored) }
        }
    }

    // MARK: State of feeds

    /// The number of feeds whose state is kept.
    var knownFeedCount: Int { feeds.count }

    private func runtime(_ feed: Feed) -> FeedRuntime { feeds.runtime(feed) }

    // MARK: Requests in flight: one for a feed, with all who wait; ``FeedRuntime`` says why not by a ``SingleFlight``

    /// Begins a request in a task of its own.
    private func launch(_ flight: Flight, on feed: Feed, limit: Int) {
        // Whoever joins it lends it no priority, so it has its own from the beginning.
        let priority: TaskPriority? = configuration.priority == .userInitiated ? .userInitiated : nil
        // Until its task has ended: what that still says is meant for this feed's requests, and for no later one's.
        feeds.beginUse(of: feed)
        let seen = runtime(feed).seen ?? personal.feed(feed)
        runtime(feed).tasks[flight.id] = Task(priority: priority) {
            await self.run(flight, on: feed, seen, limit: limit)
            await self.publisher.endCommit(of: flight.id, on: feed)
            self.feeds.endUse(of: feed)
        }
    }

    /// Ends a request and hands everybody who waits for it over to another one.
    private func replace(_ old: Int, by flight: Flight, on feed: Feed, limit: Int) {
        let runtime = runtime(feed)
        runtime.tasks.removeValue(forKey: old)?.cancel()
        runtime.waiters[flight.id] = runtime.waiters.removeValue(forKey: old)
        launch(flight, on: feed, limit: limit)
    }

    /// Waits for the end of a request.
    ///
    /// Cancelling ends the wait, and the request with the last who waits.
    private func wait(for flight: Int, on feed: Feed, answering request: FeedRequest?) async throws -> FeedOutcome {
        let waiter = feeds.nextID()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                if Task.isCancelled {
                    continuation.resume(throwing: CancellationError())
                    abandonIfUnwanted(feed)
                } else {
                    runtime(feed).waiters[flight, default: [:]][waiter] = .init(
                        request: request, continuation: continuation)
                }
            }
        } onCancel: {
            Task { await self.leave(waiter, feed) }
        }
    }

    /// Ends the wait of a cancelled caller, and the request where nobody else waits for it.
    private func leave(_ waiter: Int, _ feed: Feed) {
        let runtime = runtime(feed)
        for flight in runtime.waiters.keys {
            // It may have been handed over to another request meanwhile.
            guard let waiting = runtime.waiters[flight]?.removeValue(forKey: waiter) else { continue }
            waiting.continuation.resume(throwing: CancellationError())
        }
        abandonIfUnwanted(feed)
    }

    /// Cancels the request under way where nobody waits for it.
    private func abandonIfUnwanted(_ feed: Feed) {
        let runtime = runtime(feed)
        guard let flight = runtime.machine.flight, runtime.waiters[flight.id]?.isEmpty ?? true else { return }
        runtime.tasks.removeValue(forKey: flight.id)?.cancel()
        runtime.waiters[flight.id] = nil
        _ = runtime.machine.handle(.cancelled(flight: flight.id))
    }

    /// Performs a request step by step, as the state machine says, until it has ended.
    ///
    /// It is fetched and stored for the feed that is seen: that of the account that looks, where it has its own.
    private func run(_ flight: Flight, on feed: Feed, _ seen: Feed, limit: Int) async {
        var step: FeedStateMachine.Step? = .fetch(flight)
        while let current = step {
            guard let event = await event(after: current, of: flight, on: feed, seen, limit: limit) else { return }
            step = runtime(feed).machine.handle(event)
        }
    }

    /// Does one step of a request; returns what came of it, `nil` when the request is finished.
    // Not inlined: the code of a loop is emitted once for each of its awaits.
    @inline(never)
    private func event(
        after step: FeedStateMachine.Step, of flight: Flight, on feed: Feed, _ seen: Feed, limit: Int
    ) async -> FeedStateMachine.Event? {
        do {
            switch step {
            case .fetch(let flight):
                // Sent once more: what it has committed so far is nobody's answer yet.
                await publisher.endCommit(of: flight.id, on: feed)
                return .fetched(flight: flight.id, try await fetch(flight, of: seen, limit: limit))
            case .store(let page, let placement):
                // A cancelled request leaves no writes; one whose commit has begun is finished.
                try Task.checkCancellation()
                try checkStillSeen(seen, for: feed)
                runtime(feed).committing.insert(flight.id)
                let receipt = try await offline.commit(page, to: seen, at: placement, date: time.now)
                await copies?.look(at: page.posts)
                await copies?.look(at: page.threads.values.flatMap(\.comments))
                return .committed(flight: flight.id, receipt, page)
            case .compare(let page):
                let stored = try await offline.storedFeed(seen)
                return .compared(flight: flight.id, page, stored.head)
            case .finish(let outcome):
                try checkStillSeen(seen, for: feed)
                await finish(flight, on: feed, seen, outcome)
                return nil
            }
        } catch is CancellationError {
            resume(flight.id, on: feed, with: .failure(CancellationError()))
            return .cancelled(flight: flight.id)
        } catch is SomebodyElseLooks {
            resume(flight.id, on: feed, with: .failure(SomebodyElseLooks()))
            return .cancelled(flight: flight.id)
        } catch {
            activity.record(DataError(error), on: feed)
            return .failed(flight: flight.id, DataError(error))
        }
    }

    /// Throws where somebody else looks by now: what came is neither stored nor shown in their feed.
    private func checkStillSeen(_ seen: Feed, for feed: Feed) throws(SomebodyElseLooks) {
        guard personal.feed(feed) == seen else { throw SomebodyElseLooks() }
    }

    /// Asks the site's backend for the page of a request.
    private func fetch(_ flight: Flight, of feed: Feed, limit: Int) async throws -> Page {
        guard let online else { throw DataError(.offline, isRetryable: true) }
        var request = PageRequest(
            feed: feed, cursor: flight.cursor, limit: limit, seenCount: flight.seenCount,
            priority: configuration.priority)
        request.revision = flight.revision
        request.isManual = flight.isManual
        request.sender = personal.sender(of: feed)
        let backend = try online.provider(of: feed.site)
        let begun = time.moment(in: boot)
        // One post that no store can keep costs its page nothing else.
        var page = try await normalizingCancellation { try await backend.fetchPage(request) }.storable(on: feed.site)
        page.noteBegin(asOf: flight.asOf, at: begun)
        if page.confirmation != nil, !settings.settings.value.syncStatuses { page.confirmation?.leaveOutMarks() }
        return page
    }

    /// Publishes the outcome of a request with what is stored now, and answers the callers that wait for it.
    private func finish(_ flight: Flight, on feed: Feed, _ seen: Feed, _ outcome: Outcome) async {
        let runtime = runtime(feed)
        var outcome = outcome
        if online == nil { outcome.skip = FetchSkip(reason: .offline) }
        runtime.landings += 1
        runtime.lastOutcome = outcome
        // The first page of a feed that had nothing is all new, and says nothing of the next.
        if let receipt = outcome.receipt, flight.placement == .head, !flight.isPaging, flight.storedCount > 0 {
            runtime.rhythm.note(newCount: receipt.insertedCount, of: receipt.ids.count)
        }
        do {
            if outcome.isUnchanged { try await offline.noteUnchanged(seen, at: time.now) }
            var stored = try await publisher.read(feed)
            try checkStillSeen(seen, for: feed)
            if outcome.isUnchanged { runtime.noteUnchanged(stored, at: time.now) }
            stored = runtime.datedAnew(stored)
            let waiters = runtime.waiters[flight.id] ?? [:]
            publisher.publish(stored, outcome, answering: Set(waiters.values.compactMap(\.request)))
            resume(flight.id, on: feed, with: .success(FeedOutcome(outcome, number: runtime.publishedNumber)))
        } catch {
            resume(flight.id, on: feed, with: .failure(error is SomebodyElseLooks ? error : DataError(error)))
        }
    }

    /// Answers the callers that wait for a request.
    private func resume(_ flight: Int, on feed: Feed, with result: Result<FeedOutcome, any Error>) {
        let runtime = runtime(feed)
        runtime.tasks[flight] = nil
        let waiters = runtime.waiters.removeValue(forKey: flight) ?? [:]
        for waiter in waiters.values { waiter.continuation.resume(with: result) }
    }

    // MARK: Followers

    private func subscribe(_ continuation: AsyncStream<FeedUpdate>.Continuation, to feed: Feed) async -> Int {
        if listener == nil {
            // Asked for before anything is read, so that no commit falls in between.
            let changes = offline.changes()
            listener = Task { [weak self] in
                for await change in changes { await self?.react(to: change) }
            }
            followSettings()
        }
        return await publisher.subscribe(continuation, to: feed)
    }

    private func unsubscribe(_ id: Int, from feed: Feed) { publisher.unsubscribe(id, from: feed) }

    private func react(to change: StoredChange) async { await publisher.react(to: change) }

    private func followSettings() {
        guard configuration.refreshAge == nil else { return }
        publisher.noteRefreshAge()
        let values = settings.settings.values
        settingsListener = Task { [weak self] in
            for await _ in values { await self?.reactToSettings() }
        }
    }

    private func reactToSettings() async { await publisher.reactToSettings() }
}
