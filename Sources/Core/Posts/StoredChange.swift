/// The feeds and posts that one commit of the store changed, as an ``OfflinePostProvider`` announces them.
///
/// A store that found damage, and loaded anew what is left, announces that too, with the number of its last commit.
public struct StoredChange: Equatable, Sendable {
    /// The keys of the feeds whose order, cursor or date changed.
    public var feeds: Set<String>
    /// The posts whose content or status changed, and those that were packed or are packed no longer.
    public var posts: Set<Post.ID>
    /// The comments whose status changed; none by default.
    public var comments: Set<Comment.ID> = []
    /// The number of the commit.
    public var version: UInt64
    /// Whether there is an act for ``StatusMutation/undo`` now where there was none, or the reverse; false by default.
    ///
    /// A store that does not know may say true whenever another act is the last one.
    public var changesUndo = false
    /// Whether a damaged store was loaded anew, so that any post may be gone; false by default.
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
