/// The posts that a search has found.
public struct PostSearchResult: Equatable, Sendable {
    /// The posts, the newest first; none that was dismissed or hidden.
    public var items: [FeedItem]
    /// Whether these are all; else there are more behind the limit.
    public var isComplete: Bool
    /// The number of the store's last commit when they were read.
    public var version: UInt64

    /// Creates a result; an empty one by default.
    ///
    /// - Parameters:
    ///   - items: The posts.
    ///   - isComplete: Whether these are all.
    ///   - version: The number of the store's last commit.
    public init(items: [FeedItem] = [], isComplete: Bool = true, version: UInt64 = 0) {
        self.items = items
        self.isComplete = isComplete
        self.version = version
    }
}
