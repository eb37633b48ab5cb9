/// A post in a combined feed, and which of its feeds have it.
public struct CombinedFeedItem: Identifiable, Hashable, Sendable {
    /// The post, with what the person did with it.
    public var item: FeedItem
    /// The feed that gave it its place, by its place in ``CombinedFeed/sources``.
    public var source: Int
    /// All the feeds that have it, likewise, in their order.
    public var sources: [Int]

    /// Creates an item.
    ///
    /// - Parameters:
    ///   - item: The post.
    ///   - source: The feed that gave it its place.
    ///   - sources: All the feeds that have it.
    public init(item: FeedItem, source: Int, sources: [Int]) {
        self.item = item
        self.source = source
        self.sources = sources
    }

    /// The post's id.
    public var id: Post.ID { item.id }
}
