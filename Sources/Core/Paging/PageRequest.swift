/// A request for one page of a feed.
public struct PageRequest: Hashable, Sendable {
    /// The feed.
    public var feed: Feed
    /// The cursor at which the page begins; `nil` for the first one.
    public var cursor: PageCursor?
    /// The number of posts that it should have.
    ///
    /// The server may send more (pinned posts) or fewer.
    public var limit: Int
    /// The number of posts of the feed before this page; the server uses it for numbering only.
    public var seenCount: Int
    /// The priority of the request.
    public var priority: RequestPriority
    /// The revision that the stored first page was fetched with; `nil` to get the page even where it is unchanged.
    public var revision: PageRevision?
    /// Whether a person asked for this page, so that suspended backends are tried too.
    public var isManual = false
    /// The account that the page is fetched for; ``RequestSender/current`` by default.
    ///
    /// A backend with sessions copies it to its request: ``NetworkRequest/sender``.
    public var sender = RequestSender.current

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - feed: The feed.
    ///   - cursor: The cursor at which the page begins; `nil`, the default, for the first page.
    ///   - limit: The number of posts that it should have, 25 by default.
    ///   - seenCount: The number of posts of the feed before this page; 0 by default.
    ///   - priority: The priority of the request; ``RequestPriority/userInitiated`` by default.
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
