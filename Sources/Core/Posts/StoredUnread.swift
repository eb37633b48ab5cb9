/// The first unread posts of a stored feed, as an ``OfflinePostProvider`` finds them.
public struct StoredUnread: Equatable, Sendable {
    /// The unread posts in the feed's order, those up to a bound.
    public var unread: [Post.ID]
    /// All posts of the feed in order, read, dismissed and hidden ones included: a commit that concerns neither the feed
    /// nor one of them changes nothing here.
    public var posts: [Post.ID]

    /// Creates a value, an empty one by default.
    ///
    /// - Parameters:
    ///   - unread: The unread posts in the feed's order, those up to a bound.
    ///   - posts: All posts of the feed in order.
    public init(unread: [Post.ID] = [], posts: [Post.ID] = []) {
        self.unread = unread
        self.posts = posts
    }

    /// Finds the first unread posts of a feed that was read whole.
    ///
    /// - Parameters:
    ///   - items: The posts of the feed.
    ///   - limit: The number of posts to find at most.
    ///   - isShown: Whether an unread post counts.
    package init(in items: [FeedItem], limit: Int, where isShown: (FeedItem) -> Bool) {
        unread = []
        for item in items where unread.count < limit && item.isUnread && isShown(item) { unread.append(item.id) }
        posts = items.map(\.id)
    }
}

extension FeedItem {
    /// Whether a person has something to read in it: it was neither read nor put away.
    package var isUnread: Bool { status.marks.isUnread }
}

extension Marks {
    /// Whether what they are on was neither read nor put away.
    package var isUnread: Bool { !isRead && !isDismissed && !isHidden }
}
