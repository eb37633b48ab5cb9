import Foundation

/// What the provider keeps of a feed while somebody uses it.
///
/// Lives on the actor of ``DefaultPostProvider``.
final class FeedRuntime {
    var machine: FeedStateMachine
    var subscribers: [Int: AsyncStream<FeedUpdate>.Continuation] = [:]
    /// Who waits, by the request that they wait for.
    var waiters: [Int: [Int: CheckedContinuation<FeedUpdate, any Error>]] = [:]
    var tasks: [Int: Task<Void, Never>] = [:]
    /// How the last fetch ended.
    var lastOutcome = FeedStateMachine.Outcome()
    /// Goes up with every fetch that ends.
    var landings = 0
    /// How long it may wait for its next refresh.
    var rhythm = RefreshRhythm()
    var publishedVersion: UInt64?
    /// Whether it was stale when something was published last.
    var publishedStale: Bool?
    /// When the stored first page was last found unchanged, and when that one was fetched.
    private var confirmation: (date: Date, fetched: Date?)?
    /// The posts that were told of last, dismissed and hidden ones included; nil while nobody follows the feed, and until
    /// it could be read for those who do: any post may be one of them then.
    private var told: [FeedItem]?
    /// Their ids, looked at when something changes.
    private var ids: Set<Post.ID>?
    /// The posts that an update was made of last, and those of them that are listed.
    private var listed: (all: [FeedItem], some: [FeedItem])?

    /// When somebody last began to use it; larger is later.
    var lastUse = 0
    /// Whether nobody follows the feed, nobody waits for it and nothing is under way.
    var isIdle: Bool { subscribers.isEmpty && waiters.isEmpty && tasks.isEmpty && machine.flight == nil }

    init(refreshAge: TimeInterval) {
        machine = FeedStateMachine(refreshAge: refreshAge)
    }

    deinit {
        // The provider was released while it was followed: nobody will ever say anything more.
        for subscriber in subscribers.values { subscriber.finish() }
    }

    /// Remembers which posts those who follow the feed are told of.
    func remember(_ stored: StoredFeed) {
        // Without a commit there are no posts, or the feed could not be read.
        (told, ids) = (subscribers.isEmpty || stored.version == 0 ? nil : stored.items, nil)
    }

    /// Tells somebody no more.
    func removeSubscriber(_ id: Int) {
        subscribers[id] = nil
        // Nobody keeps them up to date from here on.
        if subscribers.isEmpty { (told, ids, listed) = (nil, nil, nil) }
    }

    /// Whether a commit may have changed what those who follow the feed were told.
    func isTouched(by change: StoredChange, of feed: Feed) -> Bool {
        let version = publishedVersion ?? 0
        // A store that was loaded anew has no new number.
        if change.isReload { return version <= change.version }
        guard version < change.version else { return false }
        // What can be undone is said with each feed.
        if change.feeds.contains(feed.key) || change.changesUndo { return true }
        if change.posts.isEmpty { return false }
        // A status may bring a post into a feed that is made of them.
        return feed.source.isLocal || knows(oneOf: change.posts)
    }

    private func knows(oneOf posts: Set<Post.ID>) -> Bool {
        guard let told else { return true }
        let known = ids ?? Set(told.lazy.map(\.id))
        ids = known
        return !known.isDisjoint(with: posts)
    }

    /// The posts of a stored feed that are listed; worked out once for all who are told of the same ones.
    func listedItems(of items: [FeedItem]) -> [FeedItem] {
        if let listed, Self.isSame(listed.all, items) { return listed.some }
        let some = FeedUpdate.listed(items)
        if !subscribers.isEmpty { listed = (items, some) }
        return some
    }

    /// Whether two lists are one and the same in memory: then nothing in them differs.
    private static func isSame(_ left: [FeedItem], _ right: [FeedItem]) -> Bool {
        left.count == right.count
            && left.withUnsafeBufferPointer { left in
                right.withUnsafeBufferPointer { left.baseAddress == $0.baseAddress }
            }
    }

    /// Remembers that the first page is still what it was.
    ///
    /// In memory only: a date is no reason to write to the disk, and after a new start the feed is asked for once more,
    /// which costs next to nothing.
    func confirm(_ stored: StoredFeed, at date: Date) {
        confirmation = (date, stored.refreshedAt)
    }

    /// What is stored, with the date of the last confirmation where it is of the page that is stored now.
    func confirmed(_ stored: StoredFeed) -> StoredFeed {
        guard let confirmation, confirmation.fetched == stored.refreshedAt else { return stored }
        var stored = stored
        stored.refreshedAt = confirmation.date
        return stored
    }
}
