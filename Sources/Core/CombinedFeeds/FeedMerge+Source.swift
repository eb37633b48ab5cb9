extension FeedMerge {
    /// What is known of one feed when several are merged.
    public struct Source: Equatable, Sendable {
        /// Its posts in its own order.
        public var items: [FeedItem]
        /// Where posts are missing between them; behind a post that is none of them, before the first.
        public var gaps: [FeedGap]
        /// Whether nothing comes behind the last post.
        public var isEnd: Bool
        /// Whether what is missing is worth waiting for: false for a feed that cannot be fetched now.
        public var isAwaited: Bool

        /// Creates a source.
        ///
        /// - Parameters:
        ///   - items: Its posts in its own order.
        ///   - gaps: Where posts are missing between them; nowhere by default.
        ///   - isEnd: Whether nothing comes behind the last post; false by default.
        ///   - isAwaited: Whether what is missing is worth waiting for; true by default.
        public init(items: [FeedItem] = [], gaps: [FeedGap] = [], isEnd: Bool = false, isAwaited: Bool = true) {
            self.items = items
            self.gaps = gaps
            self.isEnd = isEnd
            self.isAwaited = isAwaited
        }

        /// Takes over what an update says.
        ///
        /// - Parameters:
        ///   - update: The feed as it is stored.
        ///   - isAwaited: Whether what is missing is worth waiting for; true by default.
        public init(_ update: FeedUpdate, isAwaited: Bool = true) {
            self.init(items: update.items, gaps: update.gaps, isEnd: update.isEnd, isAwaited: isAwaited)
        }
    }

    /// A post that has its place.
    public struct Entry: Hashable, Sendable {
        /// Which post.
        public let id: Post.ID
        /// The source that gave it its place.
        public let source: Int
    }
}
