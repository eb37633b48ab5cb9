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
    /// How many follow that were not told anything yet.
    var joining = 0
    /// The posts that were said to those who follow, dismissed and hidden ones included; their ids are only looked at
    /// when something changes.
    private var unseen: [[FeedItem]] = []
    private var ids: Set<Post.ID> = []
    /// The posts that an update was made of last, and those of them that are listed.
    private var listed: (all: [FeedItem], some: [FeedItem])?

    init(refreshAge: TimeInterval) {
        machine = FeedStateMachine(refreshAge: refreshAge)
    }

    /// Remembers which posts those who follow know, besides what they knew or in its place.
    func follow(_ items: [FeedItem], replacing isNew: Bool) {
        guard !subscribers.isEmpty else { return }
        if isNew { (unseen, ids) = ([], []) }
        unseen.append(items)
    }

    /// Whether those who follow may know one of some posts: who is being told just now may know any.
    func knows(oneOf posts: Set<Post.ID>) -> Bool {
        if joining > 0 { return true }
        for items in unseen { ids.formUnion(items.lazy.map(\.id)) }
        unseen = []
        return !ids.isDisjoint(with: posts)
    }

    /// Lets go of the posts when nobody follows any more.
    func unsubscribe(_ id: Int) {
        subscribers[id] = nil
        if subscribers.isEmpty { (unseen, ids, listed) = ([], [], nil) }
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
