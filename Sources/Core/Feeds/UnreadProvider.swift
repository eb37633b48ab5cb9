/// A provider of unread posts in stored feeds, for lists of feeds: how many there are, and which one is the first.
///
/// Unread is what a list of the feed would show and the person that looks has not read: posts that were dismissed or
/// hidden, and those that the settings leave out, do not count. Nothing is fetched.
///
/// Safe from any thread. ``DefaultUnreadProvider`` is the standard implementation.
public protocol UnreadProvider: Sendable {
    /// Follows how many unread posts feeds have: the counts at once, and all of them again whenever one has changed.
    ///
    /// Newest only. A count changes with what is read, fetched or evicted, with the settings, and with who looks. A feed
    /// that cannot be read keeps its last count, and has none before the first. Equal counts may come again where the
    /// posts are others.
    ///
    /// - Parameter feeds: The feeds; one that was never fetched has nothing unread.
    /// - Returns: A stream that never fails and ends when its consumer does, or with the store.
    func counts(of feeds: [Feed]) -> AsyncStream<UnreadCounts>

    /// Finds the first unread post of a stored feed.
    ///
    /// - Parameter feed: The feed.
    /// - Returns: The post; `nil` where none is unread.
    /// - Throws: ``DataError`` when the database fails.
    func firstUnread(in feed: Feed) async throws -> Post.ID?
}

/// The unread posts of feeds, as far as they are counted: how many each feed has, and how many there are in several.
public struct UnreadCounts: Equatable, Sendable {
    private var unread: [Feed: Set<Post.ID>]

    /// Creates counts.
    ///
    /// - Parameter unread: The unread posts of each feed that was counted; one more than ``UnreadCount/bound`` is enough.
    public init(_ unread: [Feed: [Post.ID]] = [:]) { self.unread = unread.mapValues { Set($0) } }

    /// The number of unread posts of a feed; `nil` where it was not counted.
    public subscript(feed: Feed) -> UnreadCount? { unread[feed].map { UnreadCount($0.count) } }

    /// Counts the unread posts of several feeds together: a post that is in two of them counts once.
    ///
    /// It is exact up to ``UnreadCount/bound``, as each feed is counted that far.
    ///
    /// - Parameter feeds: The feeds.
    /// - Returns: The number; `nil` where one of the feeds was not counted.
    public func count(of feeds: some Sequence<Feed>) -> UnreadCount? {
        var posts: Set<Post.ID> = []
        for feed in feeds {
            guard let unread = unread[feed] else { return nil }
            posts.formUnion(unread)
        }
        return UnreadCount(posts.count)
    }

    mutating func set(_ posts: [Post.ID], of feed: Feed) { unread[feed] = Set(posts) }
}

/// A number of unread posts, which are counted up to 99.
public struct UnreadCount: Hashable, Sendable {
    /// The largest number that is counted to.
    public static let bound = 99

    /// The number, at most ``bound``.
    public var number: Int
    /// Whether there are more.
    public var isMore: Bool

    /// Creates a count.
    ///
    /// - Parameter number: The number of posts; where it is above ``bound`` it counts as that and more.
    public init(_ number: Int) {
        self.number = min(max(0, number), Self.bound)
        isMore = number > Self.bound
    }
}
