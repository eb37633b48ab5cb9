/// Feeds, offline first: the database is the source of truth, and the network only feeds it.
///
/// An actor around a pure ``FeedStateMachine``: it performs what that decides, and publishes what was committed.
public actor DefaultPostProvider: PostProvider {
    let offline: any OfflinePostProvider
    let online: (any OnlinePostProvider)?
    let time: any TimeProvider
    let configuration: Configuration
    let activity: any ActivityRecorder
    var feeds: [Feed: FeedRuntime] = [:]
    private var listener: Task<Void, Never>?
    private var lastID = 0

    func nextID() -> Int {
        lastID += 1
        return lastID
    }

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - offline: The source of truth; the registered one by default.
    ///   - online: The cloud; `nil` for none, and then whatever needs the network fails with the code `offline`.
    ///   - time: The clock; the registered one by default, else the system's.
    ///   - configuration: How it behaves.
    ///   - activity: Where it says what was skipped and what failed; the registered one by default, else nowhere.
    public init(
        offline: any OfflinePostProvider = Dependency.resolve((any OfflinePostProvider).self),
        online: (any OnlinePostProvider)?,
        time: any TimeProvider = Dependency.resolve(
            (any TimeProvider).self, default: SystemTimeProvider()),
        configuration: Configuration = Configuration(),
        activity: any ActivityRecorder = Dependency.resolve(
            (any ActivityRecorder).self, default: DiscardingActivityRecorder())
    ) {
        self.offline = offline
        self.online = online
        self.time = time
        self.configuration = configuration
        self.activity = activity
    }

    deinit {
        listener?.cancel()
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
        let limit = min(max(1, limit), 100)
        while true {
            try Task.checkCancellation()
            let stored = try await storedNow(feed)
            if feed.source.isLocal { return update(stored, Outcome()) }
            let actions = runtime(feed).machine.handle(.asked(request, Stored(stored), now: time.now))
            var flight: Int?
            for action in actions {
                switch action {
                case .showStored: publish(stored, lastOutcome(of: feed))
                case .answer:
                    recordAnswer(to: request, on: feed, stored)
                    return update(stored, Outcome())
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

    // MARK: Publishing

    private func subscribe(_ continuation: AsyncStream<FeedUpdate>.Continuation, to feed: Feed) async -> Int? {
        if listener == nil {
            // Asked for before anything is read, so that no commit falls in between.
            let changes = offline.changes()
            listener = Task { [weak self] in
                for await change in changes { await self?.react(to: change) }
            }
        }
        let id = nextID()
        runtime(feed).subscribers[id] = continuation
        let (stored, outcome) = await readable(feed)
        // Something newer may have been published to it while this was read.
        if (runtime(feed).publishedVersion ?? 0) <= stored.version { continuation.yield(update(stored, outcome)) }
        runtime(feed).ids.formUnion(stored.items.map(\.id))
        return id
    }

    /// What is stored, and how the last fetch ended.
    ///
    /// A stream never fails: what is wrong with the database is said in the update.
    private func readable(_ feed: Feed) async -> (StoredFeed, Outcome) {
        do {
            let stored = try await offline.storedFeed(feed)
            return (runtime(feed).confirmed(stored), lastOutcome(of: feed))
        } catch {
            return (StoredFeed(feed: feed), Outcome(error: DataError(error)))
        }
    }

    private func unsubscribe(_ id: Int, from feed: Feed) {
        feeds[feed]?.subscribers[id] = nil
    }

    private func react(to change: StoredChange) async {
        for (feed, runtime) in feeds where !runtime.subscribers.isEmpty {
            let isTouched =
                feed.source.isLocal || change.feeds.contains(feed.key) || !runtime.ids.isDisjoint(with: change.posts)
            guard isTouched, (runtime.publishedVersion ?? 0) < change.version else { continue }
            let (stored, outcome) = await readable(feed)
            publish(stored, outcome)
        }
    }

    func publish(_ stored: StoredFeed, _ outcome: Outcome) {
        let runtime = runtime(stored.feed)
        if let version = runtime.publishedVersion, version > stored.version { return }
        runtime.publishedVersion = stored.version
        runtime.ids = Set(stored.items.map(\.id))
        let update = update(stored, outcome)
        for subscriber in runtime.subscribers.values { subscriber.yield(update) }
    }

    /// An update from what is stored.
    ///
    /// The last failure stays with a feed until a request succeeds.
    func update(_ stored: StoredFeed, _ outcome: Outcome) -> FeedUpdate {
        FeedUpdate(
            stored: stored, isStale: runtime(stored.feed).machine.isStale(stored.refreshedAt, now: time.now),
            origin: outcome.origin, page: outcome.receipt, error: outcome.error, issues: outcome.issues)
    }

    private func lastOutcome(of feed: Feed) -> Outcome {
        let last = runtime(feed).lastOutcome
        return Outcome(error: last.error, issues: last.issues)
    }

    /// What is stored, read again until no commit of this provider fell in between.
    private func storedNow(_ feed: Feed) async throws -> StoredFeed {
        while true {
            let landings = runtime(feed).landings
            let stored = try await translated { try await offline.storedFeed(feed) }
            if landings == runtime(feed).landings { return runtime(feed).confirmed(stored) }
        }
    }

    func runtime(_ feed: Feed) -> FeedRuntime {
        if let runtime = feeds[feed] { return runtime }
        let runtime = FeedRuntime(refreshAge: configuration.refreshAge)
        feeds[feed] = runtime
        return runtime
    }

    func translated<Result: Sendable>(_ work: () async throws -> Result) async throws -> Result {
        do {
            return try await work()
        } catch let error as CancellationError {
            throw error
        } catch {
            throw DataError(error)
        }
    }
}

typealias Outcome = FeedStateMachine.Outcome
typealias Stored = FeedStateMachine.Stored

extension FeedStateMachine.Stored {
    init(_ feed: StoredFeed) {
        self.init(
            count: feed.items.count, cursor: feed.cursor, isEnd: feed.isEnd, refreshedAt: feed.refreshedAt,
            head: feed.head)
    }
}
