import Foundation

/// Feeds, offline first: the database is the source of truth, and the network only feeds it.
///
/// An actor around a pure ``FeedStateMachine``: it performs what that decides, and publishes what was committed.
public actor DefaultPostProvider: PostProvider {
    let offline: any OfflinePostProvider
    let online: SiteRoutes<any OnlinePostProvider>?
    let time: any TimeProvider
    let configuration: Configuration
    let activity: any ActivityRecorder
    let settings: any SettingsProvider
    var feeds: [Feed: FeedRuntime] = [:]
    var listener: Task<Void, Never>?
    var settingsListener: Task<Void, Never>?
    /// The refresh age that everybody who follows a feed was told by.
    var toldAge: TimeInterval?
    /// How many calls and requests of each feed are under way.
    private var uses: [Feed: Int] = [:]
    private var lastID = 0

    /// How many feeds are remembered that nobody uses.
    ///
    /// That is how the last fetch ended, how long it may be until the next one, and whether the server goes round in
    /// circles; it is known anew with the next fetch.
    static let rememberedCount = 100

    func nextID() -> Int {
        lastID += 1
        return lastID
    }

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - offline: The source of truth; the registered one by default.
    ///   - online: The cloud of every feed; `nil` for none, and then whatever needs the network fails with the code `offline`.
    ///   - time: The clock; the registered one by default, else the system's.
    ///   - configuration: How it behaves.
    ///   - activity: Where it says what was skipped and what failed; the registered one by default, else nowhere.
    ///   - settings: What the person has set; the registered one by default, else nothing. Only the refresh age counts
    ///     here, and only where the configuration has none.
    public init(
        offline: any OfflinePostProvider = Dependency.resolve((any OfflinePostProvider).self),
        online: (any OnlinePostProvider)?,
        time: any TimeProvider = Dependency.resolve(
            (any TimeProvider).self, default: SystemTimeProvider()),
        configuration: Configuration = Configuration(),
        activity: any ActivityRecorder = Dependency.resolve(
            (any ActivityRecorder).self, default: DiscardingActivityRecorder()),
        settings: any SettingsProvider = Dependency.resolve(
            (any SettingsProvider).self, default: InMemorySettingsProvider())
    ) {
        self.init(
            offline: offline, routes: online.map { SiteRoutes($0) }, time: time, configuration: configuration,
            activity: activity, settings: settings)
    }

    /// Creates a provider that asks each site's own backend.
    ///
    /// - Parameters:
    ///   - backends: The backends; a feed of a site that has none of them fails with the code `invalidInput`.
    ///   - offline: The source of truth; the registered one by default.
    ///   - time: The clock; the registered one by default, else the system's.
    ///   - configuration: How it behaves.
    ///   - activity: Where it says what was skipped and what failed; the registered one by default, else nowhere.
    ///   - settings: What the person has set; the registered one by default, else nothing.
    public init(
        backends: Backends,
        offline: any OfflinePostProvider = Dependency.resolve((any OfflinePostProvider).self),
        time: any TimeProvider = Dependency.resolve(
            (any TimeProvider).self, default: SystemTimeProvider()),
        configuration: Configuration = Configuration(),
        activity: any ActivityRecorder = Dependency.resolve(
            (any ActivityRecorder).self, default: DiscardingActivityRecorder()),
        settings: any SettingsProvider = Dependency.resolve(
            (any SettingsProvider).self, default: InMemorySettingsProvider())
    ) {
        self.init(
            offline: offline, routes: SiteRoutes { backends[$0]?.online }, time: time, configuration: configuration,
            activity: activity, settings: settings)
    }

    init(
        offline: any OfflinePostProvider, routes: SiteRoutes<any OnlinePostProvider>?, time: any TimeProvider,
        configuration: Configuration, activity: any ActivityRecorder, settings: any SettingsProvider
    ) {
        self.offline = offline
        online = routes
        self.time = time
        self.configuration = configuration
        self.activity = activity
        self.settings = settings
    }

    deinit {
        listener?.cancel()
        settingsListener?.cancel()
    }

    /// The feed as it is stored, at once, and then again after each commit that touches it.
    ///
    /// - Parameter feed: Which feed.
    /// - Returns: A stream that never fails.
    public nonisolated func updates(of feed: Feed) -> AsyncStream<FeedUpdate> {
        let (stream, continuation) = AsyncStream.makeStream(of: FeedUpdate.self, bufferingPolicy: .bufferingNewest(1))
        let subscription = Task { await self.subscribe(continuation, to: feed) }
        continuation.onTermination = { [weak self] _ in
            Task {
                guard let id = await subscription.value else { return }
                await self?.unsubscribe(id, from: feed)
            }
        }
        return stream
    }

    /// The feeds that somebody follows now.
    ///
    /// - Returns: The feeds in the order of their keys.
    public func feedsInUse() -> [Feed] {
        feeds.filter { !$0.value.subscribers.isEmpty }.keys.sorted { $0.key < $1.key }
    }

    /// Does what a front end asks, and waits for the result.
    ///
    /// - Parameters:
    ///   - request: What to do.
    ///   - feed: Which feed.
    ///   - limit: How many posts a page should have, 1 to 100; clamped.
    /// - Returns: The feed as it is stored afterwards.
    /// - Throws: `CancellationError`; ``DataError`` when the database fails, and for a failed network when the policy is
    ///   ``ReadPolicy/networkOnly``.
    public func perform(_ request: FeedRequest, on feed: Feed, limit: Int) async throws -> FeedUpdate {
        beginUse(of: feed)
        defer { endUse(of: feed) }
        return try await answer(request, on: feed, limit: min(max(1, limit), 100))
    }

    private func answer(_ request: FeedRequest, on feed: Feed, limit: Int) async throws -> FeedUpdate {
        while true {
            try Task.checkCancellation()
            let stored = try await storedNow(feed)
            if feed.source.isLocal { return update(stored, Outcome()) }
            let actions = runtime(feed).machine.handle(.asked(request, Stored(stored), now: time.now))
            var flight: Int?
            for action in actions {
                switch action {
                case .showStored: publish(stored, lastOutcome(of: feed))
                case .answer(let skip):
                    recordAnswer(skip, on: feed)
                    return update(stored, Outcome(skip: skip))
                case .join(let id): flight = id
                case .fetch(let started):
                    flight = started.id
                    launch(started, on: feed, limit: limit)
                case .replace(let old, let started):
                    flight = started.id
                    replace(old, by: started, on: feed, limit: limit)
                case .askAgain(let id):
                    _ = try await wait(for: id, on: feed)
                case .store, .compare, .finish:
                    preconditionFailure("A feed that was asked something stores and finishes nothing.")
                }
            }
            guard let flight else { continue }
            let result = try await wait(for: flight, on: feed)
            if request == .load(.networkOnly), let error = result.error { throw error }
            return result
        }
    }

    /// Stored posts by id.
    ///
    /// - Parameter ids: Which posts.
    /// - Returns: Those that are known, in the order of the ids.
    /// - Throws: ``DataError`` when the database fails.
    public func items(_ ids: [Post.ID]) async throws -> [FeedItem] {
        try await translated { try await offline.items(ids) }
    }

    /// Fields that only one site has, as they are kept.
    ///
    /// - Parameter ids: Of which posts.
    /// - Returns: The fields, for those of the posts that have some.
    /// - Throws: ``DataError`` when the database fails.
    public func extras(of ids: [Post.ID]) async throws -> [Post.ID: RawJSON] {
        try await translated { try await offline.extras(of: ids) }
    }

    /// Changes what the person did with posts.
    ///
    /// Synced to the disk when it returns.
    ///
    /// - Parameter mutation: What to change.
    /// - Returns: What it came to.
    /// - Throws: ``DataError`` when the database fails; then nothing has changed.
    public func apply(_ mutation: StatusMutation) async throws -> StatusReceipt {
        let now = time.now
        return try await translated { try await offline.apply(mutation, at: now) }
    }

    /// What is stored, read again until no commit of this provider fell in between.
    private func storedNow(_ feed: Feed) async throws -> StoredFeed {
        while true {
            let landings = runtime(feed).landings
            let stored = try await translated { try await offline.storedFeed(feed) }
            if landings == runtime(feed).landings { return runtime(feed).confirmed(stored) }
        }
    }

    /// How old a feed may be before it is stale, in seconds, as it is set now.
    var refreshAge: TimeInterval {
        configuration.refreshAge.map { $0 / .seconds(1) } ?? TimeInterval(settings.settings.value.refreshAgeMinutes)
            * 60
    }

    /// Keeps what is known of a feed until the same number of ``endUse(of:)`` has come.
    func beginUse(of feed: Feed) {
        uses[feed, default: 0] += 1
        runtime(feed).lastUse = nextID()
    }

    /// Ends what ``beginUse(of:)`` began.
    func endUse(of feed: Feed) {
        let count = uses[feed, default: 1] - 1
        uses[feed] = count > 0 ? count : nil
        forgetIdleFeeds()
    }

    /// Forgets the feeds that were not used for the longest time, where there are too many.
    func forgetIdleFeeds() {
        guard feeds.count > Self.rememberedCount else { return }
        let idle = feeds.filter { $0.value.isIdle && uses[$0.key] == nil }
        guard idle.count > Self.rememberedCount else { return }
        let oldest = idle.sorted { $0.value.lastUse < $1.value.lastUse }
        for (feed, _) in oldest.prefix(idle.count - Self.rememberedCount) { feeds[feed] = nil }
    }

    /// How many feeds something is known of.
    var knownFeedCount: Int { feeds.count }

    func runtime(_ feed: Feed) -> FeedRuntime {
        let age = refreshAge
        guard let runtime = feeds[feed] else {
            let runtime = FeedRuntime(refreshAge: age)
            feeds[feed] = runtime
            return runtime
        }
        runtime.machine.refreshAge = configuration.adaptsRefreshAge ? age * runtime.rhythm.factor : age
        return runtime
    }
}

typealias Outcome = FeedStateMachine.Outcome
typealias Stored = FeedStateMachine.Stored

extension FeedStateMachine.Stored {
    init(_ feed: StoredFeed) {
        self.init(
            count: feed.items.count, cursor: feed.cursor, isEnd: feed.isEnd, refreshedAt: feed.refreshedAt,
            head: feed.head, lastGap: feed.gaps.last?.cursor)
    }
}
