import Foundation

/// The state of one feed in use, isolated to the actor ``DefaultPostProvider``.
///
/// Calls that wait for one request are kept here and not in a ``SingleFlight``, which joins calls of equal keys for
/// good: whether a call joins is decided by the state machine from what is in flight, a refresh replaces the page that
/// is in flight and takes over those who wait for it, and a call may wait for a request only to ask again behind it.
final class FeedRuntime {
    /// A call that waits for the end of a request.
    struct Waiter {
        /// The request; `nil` where the call only waits for its turn.
        let request: FeedRequest?
        let continuation: CheckedContinuation<FeedOutcome, any Error>
    }

    /// A follower of the feed, and the commit that its newest update shows.
    private struct Subscriber {
        let continuation: AsyncStream<FeedUpdate>.Continuation
        var version: UInt64 = 0
    }

    var machine: FeedStateMachine
    private var subscribers: [Int: Subscriber] = [:]
    /// The calls that wait, by the request that they wait for.
    var waiters: [Int: [Int: Waiter]] = [:]
    var tasks: [Int: Task<Void, Never>] = [:]
    /// The outcome of the last fetch.
    var lastOutcome = FeedStateMachine.Outcome()
    /// The number of fetches that have ended.
    var landings = 0
    /// The interval until the next automatic refresh.
    var rhythm = RefreshRhythm()
    /// The requests that have begun to commit, and have not published what they committed.
    var committing: Set<Int> = []
    /// The newest change that came while a request was committing.
    var postponed: StoredChange?
    var publishedVersion: UInt64?
    /// The number of times that the store was loaded anew.
    private(set) var reloads = 0
    /// The number of the update that was published last; 0 for none.
    var publishedNumber = 0
    /// Whether the feed was stale in the last update that was published.
    var publishedStale: Bool?
    /// Whether the last update that was published had something to undo.
    var publishedCanUndo: Bool?
    /// The date when the stored first page was last found unchanged, and the date when that page was fetched.
    private var unchanged: (date: Date, fetched: Date?)?
    /// The posts of the last update, dismissed and hidden ones included; `nil` while nobody follows the feed, and until
    /// it was read for the first time: then any post may be one of them.
    private var told: [FeedItem]?
    /// The ids of the posts in ``told``, computed when a commit is compared with them.
    private var ids: Set<Post.ID>?
    /// The posts of the last update, and those of them that are listed: neither dismissed nor hidden.
    private var listed: (all: [FeedItem], some: [FeedItem])?

    /// The stored feed that is shown: that of the account that looks, where accounts have their own; `nil` before the
    /// first reading.
    private(set) var seen: Feed?

    /// The order of the feed's last use among all feeds; a larger number is a later use.
    var lastUse = 0
    var isFollowed: Bool { !subscribers.isEmpty }
    var hasOneFollower: Bool { subscribers.count == 1 }
    /// Whether nobody follows the feed, nobody waits for it and nothing is under way.
    var isIdle: Bool { subscribers.isEmpty && waiters.isEmpty && tasks.isEmpty && machine.flight == nil }

    init(refreshAge: TimeInterval) {
        machine = FeedStateMachine(refreshAge: refreshAge)
    }

    deinit {
        // The provider was released while the feed was followed: no update can follow.
        for subscriber in subscribers.values { subscriber.continuation.finish() }
    }

    /// Leaves a change to the end of the requests that are committing; false where there is none.
    func postpone(_ change: StoredChange) -> Bool {
        guard !committing.isEmpty else { return false }
        if change.isReload || postponed?.isReload != true, change.version >= postponed?.version ?? 0 {
            postponed = change
        }
        return true
    }

    /// Remembers the posts that were delivered to the followers of the feed.
    func remember(_ stored: StoredFeed) {
        // Without a commit there are no posts, or the feed could not be read.
        (told, ids) = (subscribers.isEmpty || stored.version == 0 ? nil : stored.items, nil)
    }

    func addSubscriber(_ id: Int, _ continuation: AsyncStream<FeedUpdate>.Continuation) {
        subscribers[id] = Subscriber(continuation: continuation)
    }

    /// Yields an update to one follower, or to all.
    ///
    /// Each read the feed when it came, so some may know a newer commit: they are not told of an older one.
    func yield(_ update: FeedUpdate, to id: Int? = nil) {
        for follower in id.map({ [$0] }) ?? Array(subscribers.keys) {
            guard let subscriber = subscribers[follower], subscriber.version <= update.version else { continue }
            subscribers[follower]?.version = update.version
            subscriber.continuation.yield(update)
        }
    }

    /// Forgets which commits were published: a store that was loaded anew may have lost the newest, and gives their
    /// numbers away again.
    func forgetVersions() {
        reloads += 1
        publishedVersion = nil
        for id in subscribers.keys { subscribers[id]?.version = 0 }
    }

    /// Removes a follower of the feed.
    func removeSubscriber(_ id: Int) {
        subscribers[id] = nil
        // Without followers they are not kept up to date.
        if subscribers.isEmpty { (told, ids) = (nil, nil) }
    }

    /// Releases which posts are listed, unless the feed is followed.
    func forgetListed() {
        if subscribers.isEmpty { listed = nil }
    }

    /// Takes over which stored feed is shown; what is known of the requests of another one says nothing about it.
    func show(_ feed: Feed) {
        defer { seen = feed }
        guard let seen, seen != feed else { return }
        (machine.repetition, machine.walk) = (FeedStateMachine.Repetition(), nil)
        lastOutcome = FeedStateMachine.Outcome()
        rhythm = RefreshRhythm()
        unchanged = nil
        landings += 1
    }

    /// Whether a commit may have changed a post or the order that the followers of the feed know.
    func isTouched(by change: StoredChange, of feed: Feed) -> Bool {
        if change.isReload { return true }
        guard publishedVersion ?? 0 < change.version else { return false }
        // Each feed's update says whether there is something to undo.
        if change.feeds.contains(feed.key) || change.changesUndo { return true }
        if change.posts.isEmpty { return false }
        // A status may bring a post into a feed that is made of them.
        return feed.source.isLocal || knows(oneOf: change.posts)
    }

    private func knows(oneOf posts: Set<Post.ID>) -> Bool {
        guard let told else { return true }
        // One is found sooner than a set of thousands is made.
        if ids == nil, posts.count == 1, let post = posts.first { return told.contains { $0.id == post } }
        let known = ids ?? Set(told.lazy.map(\.id))
        ids = known
        return !known.isDisjoint(with: posts)
    }

    /// The posts of a stored feed that are listed; computed once for all followers of the same posts.
    func listedItems(of items: [FeedItem]) -> [FeedItem] {
        if let listed, Self.isSame(listed.all, items) { return listed.some }
        let some = FeedUpdate.listed(items)
        if !subscribers.isEmpty { listed = (items, some) }
        return some
    }

    /// Whether two lists share one memory buffer, so that their elements need not be compared.
    private static func isSame(_ left: [FeedItem], _ right: [FeedItem]) -> Bool {
        left.count == right.count
            && left.withUnsafeBufferPointer { left in
                right.withUnsafeBufferPointer { left.baseAddress == $0.baseAddress }
            }
    }

    /// Records the date at which the server reported the first page as unchanged.
    ///
    /// In memory only: a date is no reason to write to the disk, and after a new start the feed is asked for once more,
    /// which costs next to nothing.
    func noteUnchanged(_ stored: StoredFeed, at date: Date) {
        unchanged = (date, stored.refreshedAt)
    }

    /// Returns the stored feed with the date at which its first page was last found unchanged as that of its refresh,
    /// where that was the page that is stored now.
    func datedAnew(_ stored: StoredFeed) -> StoredFeed {
        guard let unchanged, unchanged.fetched == stored.refreshedAt else { return stored }
        var stored = stored
        stored.refreshedAt = unchanged.date
        return stored
    }
}

/// The interval of a feed's automatic refreshes, adapted to what the last ones found.
///
/// A feed whose refreshes find nothing new may wait longer, one that is full of new posts each time shorter. All of it
/// is a factor to the refresh age, a quarter to four.
struct RefreshRhythm: Equatable {
    /// The factor of the refresh age.
    private(set) var factor = 1.0

    private static let bounds = 0.25...4.0

    /// Adapts the factor to the number of new posts on a fetched first page.
    ///
    /// - Parameters:
    ///   - newCount: The number of posts that the feed did not have.
    ///   - count: The number of posts of the page; a page without posts says nothing.
    mutating func note(newCount: Int, of count: Int) {
        guard count > 0 else { return }
        if newCount == 0 {
            factor *= 2
        } else if newCount * 2 >= count {
            factor /= 2
        } else if factor != 1 {
            // Some posts are new and some are known, as the configured age expects: return to it, one step at a time.
            factor = factor > 1 ? max(1, factor / 2) : min(1, factor * 2)
        }
        factor = min(max(factor, Self.bounds.lowerBound), Self.bounds.upperBound)
    }
}
