public import Foundation

/// A snapshot of a stored feed: its posts, and the outcome of its last request.
public struct FeedUpdate: Equatable, Sendable {
    /// The feed.
    public var feed: Feed
    /// Its posts in order, without those that were dismissed or hidden.
    public var items: [FeedItem]
    /// The number of posts that are stored, dismissed and hidden ones included.
    package var storedCount: Int
    /// The places where posts are missing, in order: each behind the last of ``items`` in front of it.
    ///
    /// Behind a post that is none of the items where every post in front of it was dismissed, hidden or lost; such a
    /// gap comes before all of them.
    public var gaps: [FeedGap]
    /// Whether there are no further posts: the server has none behind the last post, or repeats the same ones.
    ///
    /// The first is stored. The second holds until the next refresh, in this run of the app.
    public var isEnd: Bool
    /// The date when its first page was last fetched, or found unchanged; `nil` for never.
    ///
    /// That it was unchanged is not written down: a new start tells when it was last fetched.
    public var refreshedAt: Date?
    /// Whether the last refresh is longer ago than the provider's refresh age, or there was none.
    public var isStale: Bool
    /// The outcome of the feed's last request: its failure stays until a request succeeds.
    ///
    /// Its page, its origin and its skip are there in the update that ends a request, and in no other.
    public var outcome: FeedOutcome
    /// The requests that this update ends; empty after any other commit.
    public var answers: Set<FeedRequest> = []
    /// Whether ``StatusMutation/undo`` has an act to take back, in whatever feed it was made.
    ///
    /// Read together with the items, also after a new start.
    public var canUndo: Bool
    /// The number of the store's last commit when this was read: a smaller one is older.
    package var version: UInt64
    /// The number of times that the store was loaded anew because of damage before this was read: versions start again
    /// then.
    package var reloads = 0
    /// The number of this update: each that is sent to those who follow the feed has a larger one than those before.
    ///
    /// Whoever has taken in the one that ``FeedOutcome/number`` or ``StatusOutcome/updates`` names, or a later one,
    /// knows what that call did.
    public var number = 0

    /// Creates an update.
    ///
    /// - Parameters:
    ///   - stored: The feed as it is stored.
    ///   - isStale: Whether it is old.
    ///   - outcome: The outcome of the last request; by default there was none.
    public init(stored: StoredFeed, isStale: Bool = false, outcome: FeedOutcome = FeedOutcome()) {
        self.init(stored: stored, listed: Self.listed(stored.items), isStale: isStale, outcome: outcome)
    }

    /// Creates an update of a feed whose listed posts are known.
    init(stored: StoredFeed, listed: [FeedItem], isStale: Bool, outcome: FeedOutcome) {
        feed = stored.feed
        items = listed
        storedCount = stored.items.count
        gaps = stored.listedGaps
        isEnd = stored.isEnd
        refreshedAt = stored.refreshedAt
        self.isStale = isStale
        self.outcome = outcome
        canUndo = stored.canUndo
        version = stored.version
    }

    /// The error of the last request; ``items`` are the stored posts in any case.
    public var error: DataError? { outcome.error }

    /// Those of some posts that are listed.
    static func listed(_ items: [FeedItem]) -> [FeedItem] {
        // Mostly all are, and then nothing is copied: lists of thousands are, and are compared, for nothing.
        guard let first = items.firstIndex(where: { !$0.isListed }) else { return items }
        var listed = Array(items[..<first])
        listed.reserveCapacity(items.count)
        for item in items[first...] where item.isListed { listed.append(item) }
        return listed
    }
}

extension StoredFeed {
    /// The gaps, each behind the last listed post in front of it, where there is one.
    fileprivate var listedGaps: [FeedGap] {
        guard !gaps.isEmpty else { return [] }
        // In the order of their posts, as a store gives them, they are found without looking for each post.
        var inOrder: [FeedGap] = []
        inOrder.reserveCapacity(gaps.count)
        var lastListed: Int?
        for position in items.indices {
            guard inOrder.count < gaps.count else { break }
            if items[position].isListed { lastListed = position }
            while inOrder.count < gaps.count, gaps[inOrder.count].after == items[position].id {
                let after = items[lastListed ?? position].id
                inOrder.append(FeedGap(after: after, cursor: gaps[inOrder.count].cursor))
            }
        }
        return inOrder.count == gaps.count ? inOrder : sortedOutGaps
    }

    /// The same for gaps in any order, and for posts that are not there.
    private var sortedOutGaps: [FeedGap] {
        let places = Set(gaps.map(\.after))
        var behind: [Post.ID: Post.ID] = [:]
        var lastListed: Post.ID?
        for item in items {
            if item.isListed { lastListed = item.id }
            if places.contains(item.id) { behind[item.id] = lastListed }
        }
        return gaps.map { FeedGap(after: behind[$0.after] ?? $0.after, cursor: $0.cursor) }
    }
}
