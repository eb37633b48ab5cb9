/// A change of which posts a stored feed has that no page of a server tells: a post that an app has just published, liked,
/// moved to another category or deleted.
///
/// ``OfflinePostProvider/store(_:extras:completeness:moving:)`` makes several in one commit. A server's next page of the
/// feed decides again; nothing that it has is lost by a move.
public struct FeedMove: Hashable, Sendable {
    /// A place of a post in a stored feed.
    public enum Place: Hashable, Sendable, CaseIterable {
        /// In front of all others.
        ///
        /// A feed of which nothing is stored begins with it, and counts as never refreshed.
        case head
        /// In front of the first post that is older, in a feed that has the newest first.
        ///
        /// It is left out where the feed is not stored that far, and where nothing is stored of the feed: then a page
        /// brings it.
        case byDate
        /// Nowhere.
        case out
    }

    /// The post; one that is not stored has no place.
    public var post: Post.ID
    /// The feed, not a local one.
    public var feed: Feed
    /// Its place from then on; a post that the feed has already stays where it is.
    public var place: Place

    /// Creates a move.
    ///
    /// - Parameters:
    ///   - post: The post.
    ///   - feed: The feed, not a local one.
    ///   - place: Its place from then on.
    public init(_ post: Post.ID, in feed: Feed, to place: Place) {
        self.post = post
        self.feed = feed
        self.place = place
    }
}
