/// What one commit of the store touched: what an ``OfflinePostProvider`` announces.
///
/// A store that found damage, and loaded anew what is left, announces that too, with the number of its last commit.
public struct StoredChange: Equatable, Sendable {
    /// The keys of the feeds whose order, cursor or date changed.
    public var feeds: Set<String>
    /// The posts whose content or status changed, and those that were packed or are packed no longer.
    public var posts: Set<Post.ID>
    /// The number of the commit.
    public var version: UInt64
    /// Whether what ``StatusMutation/undoDismiss`` would take back is another dismissal now, or none; false by default.
    public var changesUndo = false
    /// Whether no more is known than that posts may be gone, because a damaged store was loaded anew; false by default.
    public var isReload = false

    /// Creates a change.
    ///
    /// - Parameters:
    ///   - feeds: The keys of the feeds.
    ///   - posts: The posts.
    ///   - version: The number of the commit.
    public init(feeds: Set<String> = [], posts: Set<Post.ID> = [], version: UInt64) {
        self.feeds = feeds
        self.posts = posts
        self.version = version
    }
}
