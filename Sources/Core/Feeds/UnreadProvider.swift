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
    /// that cannot be read keeps its last count, and has none before the first.
    ///
    /// - Parameter feeds: The feeds; one that was never fetched has nothing unread.
    /// - Returns: A stream that never fails and ends when its consumer does, or with the store.
    func counts(of feeds: [Feed]) -> AsyncStream<[Feed: UnreadCount]>

    /// Finds the first unread post of a stored feed.
    ///
    /// - Parameter feed: The feed.
    /// - Returns: The post; `nil` where none is unread.
    /// - Throws: ``DataError`` when the database fails.
    func firstUnread(in feed: Feed) async throws -> Post.ID?
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
