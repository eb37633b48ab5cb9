public import Foundation

/// A feed as it is in the database now, and what is to be said about it: what front ends draw.
public struct FeedUpdate: Equatable, Sendable {
    /// Which feed.
    public var feed: Feed
    /// Its posts in order, without those that were dismissed or hidden.
    public var items: [FeedItem]
    /// How many posts are stored, dismissed and hidden ones included.
    public var storedCount: Int
    /// Where posts are missing, in order: each behind the last of ``items`` in front of it.
    ///
    /// Behind a post that is none of the items where every post in front of it was dismissed, hidden or lost; such a gap
    /// comes before all of them.
    public var gaps: [FeedGap]
    /// Whether the server has nothing behind the last post, or gives the same posts again and again.
    ///
    /// The first is stored. The second holds until the next refresh, in this run of the app.
    public var isEnd: Bool
    /// When its first page was last fetched, or found unchanged; `nil` for never.
    ///
    /// That it was unchanged is not written down: a new start tells when it was last fetched.
    public var refreshedAt: Date?
    /// Whether that is longer ago than the provider's refresh age, or never was.
    public var isStale: Bool
    /// What brought this update.
    public var origin: DataOrigin
    /// The page that this update committed, or found to be the stored one; `nil` for neither.
    public var page: PageReceipt?
    /// Why what was asked for could not be done; the items are what is stored all the same.
    public var error: DataError?
    /// What could not be read in the answer.
    public var issues: [DecodeIssue]
    /// Why the network was not asked, where it might have been; `nil` where it was, and where nobody asked for anything.
    ///
    /// `fresh`, until the feed is stale, where ``ReadPolicy/storedThenNetwork`` needs no network yet. `offline` where
    /// there is no cloud to ask; ``error`` says so too.
    public var skip: FetchSkip?
    /// Whether there is a dismissal that ``StatusMutation/undoDismiss`` would take back, of whatever feed.
    ///
    /// The store's truth, read together with the items, also after a new start.
    public var canUndo: Bool
    /// A number that grows with every commit of the store: a smaller one is older.
    public var version: UInt64

    /// Creates an update.
    ///
    /// - Parameters:
    ///   - stored: What is stored.
    ///   - isStale: Whether it is old.
    ///   - origin: What brought this update.
    ///   - page: The page that it committed or found unchanged.
    ///   - error: Why what was asked for could not be done.
    ///   - issues: What could not be read.
    ///   - skip: Why the network was not asked, where it might have been.
    public init(
        stored: StoredFeed, isStale: Bool = false, origin: DataOrigin = .database, page: PageReceipt? = nil,
        error: DataError? = nil, issues: [DecodeIssue] = [], skip: FetchSkip? = nil
    ) {
        self.init(
            stored: stored, listed: Self.listed(stored.items), isStale: isStale, origin: origin, page: page,
            error: error, issues: issues, skip: skip)
    }

    /// The same of what is known to be listed.
    init(
        stored: StoredFeed, listed: [FeedItem], isStale: Bool, origin: DataOrigin, page: PageReceipt?,
        error: DataError?, issues: [DecodeIssue], skip: FetchSkip?
    ) {
        self.feed = stored.feed
        self.items = listed
        self.storedCount = stored.items.count
        self.gaps = stored.listedGaps
        self.isEnd = stored.isEnd
        self.refreshedAt = stored.refreshedAt
        self.isStale = isStale
        self.origin = origin
        self.page = page
        self.error = error
        self.issues = issues
        self.skip = skip
        self.canUndo = stored.canUndo
        self.version = stored.version
    }

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
