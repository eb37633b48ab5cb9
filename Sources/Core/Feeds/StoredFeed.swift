public import Foundation

/// A feed as an ``OfflinePostProvider`` holds it.
public struct StoredFeed: Equatable, Sendable {
    /// The feed.
    public var feed: Feed
    /// All its posts in order, dismissed and hidden ones included.
    public var items: [FeedItem]
    /// The places where posts are missing; behind a post that is none of the items where nothing in front is left,
    /// because the disk was damaged.
    public var gaps: [FeedGap] = []
    /// The cursor behind the last post; `nil` at the end, before the first page, and where the last posts
    /// were evicted.
    public var cursor: PageCursor?
    /// Whether the server has nothing behind the last post.
    public var isEnd: Bool
    /// The date when the first page was last fetched; `nil` for never, and where some of it was lost.
    public var refreshedAt: Date?
    /// The page that it begins with; `nil` when it does not begin with a whole one.
    public var head: FeedHead?
    /// Whether ``StatusMutation/undo`` has an act to take back, in whatever feed it was made.
    public var canUndo = false
    /// The number of the store's last commit when this was read.
    public var version: UInt64

    /// Creates a stored feed, an empty one by default; gaps, cursor and head are set on the value.
    ///
    /// - Parameters:
    ///   - feed: The feed.
    ///   - items: All its posts in order.
    ///   - isEnd: Whether the server has nothing more.
    ///   - refreshedAt: The date when the first page was last fetched.
    ///   - version: The number of the store's last commit.
    public init(
        feed: Feed, items: [FeedItem] = [], isEnd: Bool = false, refreshedAt: Date? = nil, version: UInt64 = 0
    ) {
        self.feed = feed
        self.items = items
        self.isEnd = isEnd
        self.refreshedAt = refreshedAt
        self.version = version
    }
}

/// A stored feed, without its posts.
public struct StoredFeedSummary: Hashable, Sendable {
    /// The feed.
    public var feed: Feed
    /// The date when its first page was last fetched; `nil` for never, and where some of it was lost.
    public var refreshedAt: Date?

    /// Creates a summary.
    ///
    /// - Parameters:
    ///   - feed: The feed.
    ///   - refreshedAt: The date when its first page was last fetched.
    public init(feed: Feed, refreshedAt: Date? = nil) {
        self.feed = feed
        self.refreshedAt = refreshedAt
    }
}

/// A place in a feed where posts are missing: a refresh did not reach what was stored before.
public struct FeedGap: Hashable, Sendable {
    /// The post that it comes behind.
    public var after: Post.ID
    /// The cursor at which the missing posts begin; ask for them with ``FeedRequest/page(after:)``.
    public var cursor: PageCursor

    /// Creates a gap.
    ///
    /// - Parameters:
    ///   - after: The post that it comes behind.
    ///   - cursor: The cursor at which the missing posts begin.
    public init(after: Post.ID, cursor: PageCursor) {
        self.after = after
        self.cursor = cursor
    }
}

/// The first page of a stored feed, as long as the feed still begins with exactly that page.
///
/// An ``OfflinePostProvider`` keeps it with the feed, in the same batch as the page. It is what lets an answer that
/// says "nothing changed" be as good as the page itself.
public struct FeedHead: Hashable, Sendable {
    /// The page's posts, in the server's order, without repetitions; at least one.
    public var ids: [Post.ID]
    /// The cursor behind them; `nil` when it has no more.
    ///
    /// Always a place of the feed, however much was fetched behind it.
    public var next: PageCursor?
    /// The revision of the answer; `nil` when it cannot be recognised.
    public var revision: PageRevision?

    /// Creates a head.
    ///
    /// - Parameters:
    ///   - ids: The page's posts.
    ///   - next: The cursor behind them.
    ///   - revision: The revision of the answer.
    public init(ids: [Post.ID], next: PageCursor? = nil, revision: PageRevision? = nil) {
        self.ids = ids
        self.next = next
        self.revision = revision
    }
}

extension FeedStateMachine.Stored {
    /// Creates what the rules have to know of a stored feed.
    ///
    /// - Parameter feed: The feed.
    init(_ feed: StoredFeed) {
        self.init(
            count: feed.items.count, cursor: feed.cursor, isEnd: feed.isEnd, refreshedAt: feed.refreshedAt,
            head: feed.head, lastGap: feed.gaps.last?.cursor, version: feed.version)
    }
}
