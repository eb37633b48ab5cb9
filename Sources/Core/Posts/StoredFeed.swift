public import Foundation

/// A feed as an ``OfflinePostProvider`` holds it.
public struct StoredFeed: Equatable, Sendable {
    /// Which feed.
    public var feed: Feed
    /// All its posts in order, dismissed and hidden ones included.
    public var items: [FeedItem]
    /// Where posts are missing; behind a post that is none of the items where nothing in front is left, because the disk
    /// was damaged.
    public var gaps: [FeedGap]
    /// Where the server goes on behind the last post; `nil` at the end, before the first page, and where the last posts
    /// were evicted.
    public var cursor: PageCursor?
    /// Whether the server has nothing behind the last post.
    public var isEnd: Bool
    /// When the first page was last fetched; `nil` for never, and where some of it was lost.
    public var refreshedAt: Date?
    /// The page that it begins with; `nil` when it does not begin with a whole one.
    public var head: FeedHead?
    /// Whether the store has a dismissal that ``StatusMutation/undoDismiss`` would take back, of whatever feed.
    public var canUndo = false
    /// The number of the store's last commit when this was read.
    public var version: UInt64

    /// Creates a stored feed; an empty one by default.
    ///
    /// - Parameters:
    ///   - feed: Which feed.
    ///   - items: All its posts in order.
    ///   - gaps: Where posts are missing.
    ///   - cursor: Where the server goes on.
    ///   - isEnd: Whether the server has nothing more.
    ///   - refreshedAt: When the first page was last fetched.
    ///   - head: The page that it begins with.
    ///   - version: The number of the store's last commit.
    public init(
        feed: Feed, items: [FeedItem] = [], gaps: [FeedGap] = [], cursor: PageCursor? = nil, isEnd: Bool = false,
        refreshedAt: Date? = nil, head: FeedHead? = nil, version: UInt64 = 0
    ) {
        self.feed = feed
        self.items = items
        self.gaps = gaps
        self.cursor = cursor
        self.isEnd = isEnd
        self.refreshedAt = refreshedAt
        self.head = head
        self.version = version
    }
}
