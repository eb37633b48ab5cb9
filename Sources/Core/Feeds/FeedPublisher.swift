import Foundation

/// Tells the followers of feeds what is stored in them, each commit once.
///
/// Isolated to the actor ``DefaultPostProvider``.
final class FeedPublisher {
    private typealias Outcome = FeedStateMachine.Outcome

    private let feeds: FeedRuntimes
    private let offline: any OfflinePostProvider
    private let personal: PersonalFeeds
    private let time: any TimeProvider
    /// The refresh age by which the last updates were sent.
    private var publishedAge: TimeInterval?

    init(
        _ feeds: FeedRuntimes, offline: any OfflinePostProvider, personal: PersonalFeeds, time: any TimeProvider
    ) {
        self.personal = personal
        self.feeds = feeds
        self.offline = offline
        self.time = time
    }

    // MARK: Followers

    /// Adds a follower, and tells it of what is stored.
    ///
    /// - Returns: The follower's number, for ``unsubscribe(_:from:)``.
    nonisolated(nonsending) func subscribe(
        _ continuation: AsyncStream<FeedUpdate>.Continuation, to feed: Feed
    ) async -> Int {
        let id = feeds.nextID()
        let runtime = feeds.runtime(feed)
        runtime.addSubscriber(id, continuation)
        let versionBefore = runtime.publishedVersion
        let (stored, outcome, isRead) = await readable(feed)
        // Something newer may have been published to it while this was read. Where it cannot be read, that has no
        // number.
        if isRead ? (runtime.publishedVersion ?? 0) <= stored.version : runtime.publishedVersion == versionBefore {
            let update = update(stored, outcome)
            runtime.publishedStale = update.isStale
            runtime.publishedCanUndo = update.canUndo
            // Other followers, where there are some, may not have received this version yet.
            if isRead, runtime.hasOneFollower { runtime.publishedVersion = stored.version }
            // Until now every commit was checked, as the feed's posts were not known.
            runtime.remember(stored)
            runtime.yield(update, to: id)
        }
        return id
    }

    /// Removes a follower.
    func unsubscribe(_ id: Int, from feed: Feed) {
        feeds.removeSubscriber(id, from: feed)
    }

    /// Reads the stored feed and the outcome of its last fetch.
    ///
    /// A stream never fails: what is wrong with the database is said in the update.
    private nonisolated(nonsending) func readable(
        _ feed: Feed
    ) async -> (stored: StoredFeed, outcome: Outcome, isRead: Bool) {
        do {
            let stored = try await read(feed)
            return (feeds.runtime(feed).datedAnew(stored), lastOutcome(of: feed), true)
        } catch {
            return (StoredFeed(feed: feed), Outcome(error: DataError(error)), false)
        }
    }

    private func lastOutcome(of feed: Feed) -> Outcome {
        let last = feeds.runtime(feed).lastOutcome
        return Outcome(error: last.error, issues: last.issues)
    }

    // MARK: Publishing

    /// Publishes a commit to all who are concerned.
    nonisolated(nonsending) func react(to change: StoredChange) async {
        if change.isReload { for runtime in feeds.all.map(\.value) { runtime.forgetVersions() } }
        for (feed, runtime) in feeds.all where runtime.isFollowed {
            guard runtime.isTouched(by: change, of: personal.feed(feed)) else { continue }
            await publishStored(of: feed, after: change)
        }
    }

    /// Reads a feed and publishes it, unless its followers know that commit already.
    ///
    /// - Parameters:
    ///   - feed: The feed.
    ///   - change: The commit.
    ///   - waits: Whether it waits for the end of a request that is committing: one commit is one update.
    // Not inlined: the code of a loop is emitted once for each of its awaits.
    @inline(never)
    private nonisolated(nonsending) func publishStored(
        of feed: Feed, after change: StoredChange, waits: Bool = true
    ) async {
        let runtime = feeds.runtime(feed)
        if waits, runtime.postpone(change) { return }
        let (stored, outcome, isRead) = await readable(feed)
        if waits, runtime.postpone(change) { return }
        if isRead, !change.isReload, let version = runtime.publishedVersion, version >= stored.version { return }
        publish(stored, outcome)
    }

    /// Publishes what a request has committed without answering anybody, and what others have committed meanwhile.
    nonisolated(nonsending) func endCommit(of flight: Int, on feed: Feed) async {
        let runtime = feeds.runtime(feed)
        runtime.committing.remove(flight)
        guard runtime.committing.isEmpty, let change = runtime.postponed else { return }
        runtime.postponed = nil
        guard runtime.isFollowed else { return }
        if change.isReload || runtime.publishedVersion ?? 0 < change.version {
            await publishStored(of: feed, after: change)
        }
    }

    /// Publishes a change of statuses to all who are concerned.
    ///
    /// - Returns: The newest update of each feed that is followed.
    nonisolated(nonsending) func publish(_ receipt: StatusReceipt, of mutation: StatusMutation) async -> [Feed: Int] {
        // A receipt that does not know its commit is newer than anything that was published.
        let version = receipt.version == 0 ? UInt64.max : receipt.version
        var change = StoredChange(posts: Set(receipt.changed), version: version)
        for (feed, runtime) in feeds.all where runtime.isFollowed {
            // Most acts follow others: then every feed has said already that there is something to undo.
            change.changesUndo = mutation.changesUndo && runtime.publishedCanUndo != receipt.canUndo
            guard runtime.isTouched(by: change, of: personal.feed(feed)) else { continue }
            await publishStored(of: feed, after: change, waits: false)
        }
        return feeds.followed.mapValues(\.publishedNumber)
    }

    /// Notes the refresh age by which the next updates are sent.
    func noteRefreshAge() {
        publishedAge = feeds.refreshAge
    }

    /// Says of each feed that is followed whether it is stale, where another refresh age makes a difference.
    nonisolated(nonsending) func reactToSettings() async {
        let age = feeds.refreshAge
        guard age != publishedAge else { return }
        publishedAge = age
        for (feed, runtime) in feeds.all where runtime.isFollowed { await publishIfOtherwiseStale(feed) }
    }

    // Not inlined: the code of a loop is emitted once for each of its awaits.
    @inline(never)
    private nonisolated(nonsending) func publishIfOtherwiseStale(_ feed: Feed) async {
        let runtime = feeds.runtime(feed)
        let (stored, outcome, _) = await readable(feed)
        let isStale = runtime.machine.isStale(stored.refreshedAt, now: time.now)
        if isStale != runtime.publishedStale { publish(stored, outcome) }
    }

    /// Publishes what is stored where it is newer than what the followers know, or stale by now.
    func publishIfNew(_ stored: StoredFeed) {
        let runtime = feeds.runtime(stored.feed)
        guard runtime.isFollowed else { return }
        let isStale = runtime.machine.isStale(stored.refreshedAt, now: time.now)
        guard runtime.publishedVersion ?? 0 < stored.version || runtime.publishedStale != isStale else { return }
        publish(stored, lastOutcome(of: stored.feed))
    }

    /// Publishes what is stored, unless the followers know something newer.
    // Large, and called from many places: not to be copied into each of them.
    @inline(never)
    func publish(_ stored: StoredFeed, _ outcome: FeedStateMachine.Outcome, answering requests: Set<FeedRequest> = []) {
        let runtime = feeds.runtime(stored.feed)
        if let version = runtime.publishedVersion, version > stored.version { return }
        runtime.publishedVersion = stored.version
        runtime.publishedNumber = feeds.nextID()
        runtime.remember(stored)
        guard runtime.isFollowed else { return }
        var update = update(stored, outcome)
        update.answers = requests
        runtime.publishedStale = update.isStale
        runtime.publishedCanUndo = update.canUndo
        runtime.yield(update)
    }

    /// Creates an update from what is stored.
    ///
    /// The last failure stays with a feed until a request succeeds.
    private func update(_ stored: StoredFeed, _ outcome: FeedStateMachine.Outcome) -> FeedUpdate {
        let runtime = feeds.runtime(stored.feed)
        let machine = runtime.machine
        let number = runtime.publishedNumber
        var update = FeedUpdate(
            stored: stored, listed: runtime.listedItems(of: stored.items),
            isStale: machine.isStale(stored.refreshedAt, now: time.now),
            outcome: FeedOutcome(outcome, number: number))
        if machine.isExhausted(at: stored.cursor) { update.isEnd = true }
        update.number = number
        update.reloads = runtime.reloads
        return update
    }

    // MARK: Reading

    /// Reads the stored feed of who looks, again where the store was loaded anew meanwhile, which may have lost the
    /// newest commits, or somebody else looks.
    nonisolated(nonsending) func read(_ feed: Feed) async throws -> StoredFeed {
        while true {
            let seen = personal.feed(feed)
            feeds.runtime(feed).show(seen)
            let reloads = feeds.runtime(feed).reloads
            var stored = try await offline.storedFeed(seen)
            guard reloads == feeds.runtime(feed).reloads, seen == personal.feed(feed) else { continue }
            stored.feed = feed
            return stored
        }
    }
}

extension FeedOutcome {
    init(_ outcome: FeedStateMachine.Outcome, number: Int) {
        self.init(
            page: outcome.receipt, origin: outcome.origin, error: outcome.error, issues: outcome.issues,
            skip: outcome.skip)
        self.number = number
    }
}

extension StatusMutation {
    /// Whether it changes what can be undone, which every feed says.
    fileprivate var changesUndo: Bool {
        switch self {
        case .dismiss, .dismissAll, .undoDismiss, .undo, .setUndoably, .set(.dismissed, _): true
        case .set: false
        }
    }
}
