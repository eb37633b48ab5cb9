/// One page of a feed to be fetched.
public struct PageRequest: Hashable, Sendable {
    /// Which feed.
    public var feed: Feed
    /// Where the page begins; `nil` for the first one.
    public var cursor: PageCursor?
    /// How many posts it should have.
    ///
    /// The server may send more (pinned posts) or fewer.
    public var limit: Int
    /// How many posts of the feed came before it; the server uses it for numbering only.
    public var seenCount: Int
    /// Who waits.
    public var priority: RequestPriority
    /// What the stored first page looked like when it was fetched; `nil` to get the page whatever it is.
    public var revision: PageRevision?
    /// Whether a person asked for just this, so that what is remembered of closed roads does not count.
    public var isManual = false

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - feed: Which feed.
    ///   - cursor: Where the page begins.
    ///   - limit: How many posts it should have, 25 by default.
    ///   - seenCount: How many posts came before it.
    ///   - priority: Who waits.
    public init(
        feed: Feed, cursor: PageCursor? = nil, limit: Int = 25, seenCount: Int = 0,
        priority: RequestPriority = .userInitiated
    ) {
        self.feed = feed
        self.cursor = cursor
        self.limit = limit
        self.seenCount = seenCount
        self.priority = priority
    }
}
