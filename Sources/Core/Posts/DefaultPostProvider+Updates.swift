import Foundation

/// What is said to those who follow a feed: what is stored, whenever that changes.
extension DefaultPostProvider {
    func subscribe(_ continuation: AsyncStream<FeedUpdate>.Continuation, to feed: Feed) async -> Int? {
        if listener == nil {
            // Asked for before anything is read, so that no commit falls in between.
            let changes = offline.changes()
            listener = Task { [weak self] in
                for await change in changes { await self?.react(to: change) }
            }
            followSettings()
        }
        let id = nextID()
        let runtime = runtime(feed)
        runtime.subscribers[id] = continuation
        let versionBefore = runtime.publishedVersion
        let (stored, outcome, isRead) = await readable(feed)
        // Something newer may have been published to it while this was read. Where it cannot be read, that has no number.
        if isRead ? (runtime.publishedVersion ?? 0) <= stored.version : runtime.publishedVersion == versionBefore {
            let update = update(stored, outcome)
            runtime.publishedStale = update.isStale
            // Until now every commit was looked at, as nobody knew which posts the feed has.
            runtime.remember(stored)
            continuation.yield(update)
        }
        return id
    }

    /// What is stored, and how the last fetch ended.
    ///
    /// A stream never fails: what is wrong with the database is said in the update.
    private func readable(_ feed: Feed) async -> (stored: StoredFeed, outcome: Outcome, isRead: Bool) {
        do {
            let stored = try await offline.storedFeed(feed)
            return (runtime(feed).confirmed(stored), lastOutcome(of: feed), true)
        } catch {
            return (StoredFeed(feed: feed), Outcome(error: DataError(error)), false)
        }
    }

    func unsubscribe(_ id: Int, from feed: Feed) {
        feeds[feed]?.removeSubscriber(id)
        forgetIdleFeeds()
    }

    private func react(to change: StoredChange) async {
        for (feed, runtime) in feeds where !runtime.subscribers.isEmpty {
            guard runtime.isTouched(by: change, of: feed) else { continue }
            let (stored, outcome, _) = await readable(feed)
            publish(stored, outcome)
        }
    }

    private func followSettings() {
        guard configuration.refreshAge == nil else { return }
        toldAge = refreshAge
        let values = settings.settings.values
        settingsListener = Task { [weak self] in
            for await _ in values { await self?.reactToSettings() }
        }
    }

    /// Says of each feed that is followed whether it is stale, where another refresh age makes a difference.
    private func reactToSettings() async {
        let age = refreshAge
        guard age != toldAge else { return }
        toldAge = age
        for (feed, runtime) in feeds where !runtime.subscribers.isEmpty {
            let (stored, outcome, _) = await readable(feed)
            let isStale = runtime.machine.isStale(stored.refreshedAt, now: time.now)
            if isStale != runtime.publishedStale { publish(stored, outcome) }
        }
    }

    func publish(_ stored: StoredFeed, _ outcome: Outcome) {
        let runtime = runtime(stored.feed)
        if let version = runtime.publishedVersion, version > stored.version { return }
        runtime.publishedVersion = stored.version
        runtime.remember(stored)
        let update = update(stored, outcome)
        runtime.publishedStale = update.isStale
        for subscriber in runtime.subscribers.values { subscriber.yield(update) }
    }

    /// An update from what is stored.
    ///
    /// The last failure stays with a feed until a request succeeds.
    func update(_ stored: StoredFeed, _ outcome: Outcome) -> FeedUpdate {
        let runtime = runtime(stored.feed)
        let machine = runtime.machine
        var update = FeedUpdate(
            stored: stored, listed: runtime.listedItems(of: stored.items),
            isStale: machine.isStale(stored.refreshedAt, now: time.now), origin: outcome.origin,
            page: outcome.receipt, error: outcome.error, issues: outcome.issues, skip: outcome.skip)
        if machine.isExhausted(at: stored.cursor) { update.isEnd = true }
        return update
    }

    func lastOutcome(of feed: Feed) -> Outcome {
        let last = runtime(feed).lastOutcome
        return Outcome(error: last.error, issues: last.issues)
    }
}
