/// A post of a combined feed, with the feeds that contain it.
public struct CombinedFeedItem: Identifiable, Hashable, Sendable {
    /// The post with its status.
    public var item: FeedItem
    /// The index in ``CombinedFeed/sources`` of the feed that the post was merged from.
    public var source: Int
    /// The indexes in ``CombinedFeed/sources`` of all feeds that contain the post, ascending.
    public var sources: [Int]

    /// Creates an item.
    ///
    /// - Parameters:
    ///   - item: The post.
    ///   - source: The feed that gave it its place.
    ///   - sources: All the feeds that have it.
    package init(item: FeedItem, source: Int, sources: [Int]) {
        self.item = item
        self.source = source
        self.sources = sources
    }

    /// The post's id.
    public var id: Post.ID { item.id }
}
