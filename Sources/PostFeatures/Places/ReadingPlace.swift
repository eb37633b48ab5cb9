/// The place where a person is in an app that shows posts: the feed, and what of it is chosen and open.
///
/// Where they are within a feed is in its ``PostListViewModel``; this says which feed that is, and what lies above it.
public struct ReadingPlace: Hashable, Sendable, Codable {
    /// The source of the feed, as people type it: `r/swift`.
    public var source: String
    /// The site's own id of the post that is chosen in the list; `nil` for none.
    public var chosen: String?
    /// The site's own id of the post that is open; `nil` where the list is shown.
    public var post: String?
    /// The site's own id of the comment that is chosen in the open post; `nil` for the post itself.
    public var comment: String?
    /// The lines, points or whatever the front end counts by which the open post or the chosen comment is scrolled.
    public var offset: Double

    /// Creates a place.
    ///
    /// - Parameters:
    ///   - source: The source of the feed.
    ///   - chosen: The post that is chosen in the list.
    ///   - post: The post that is open.
    ///   - comment: The comment that is chosen in the open post.
    ///   - offset: The scrolling within it; 0 by default.
    public init(
        source: String, chosen: String? = nil, post: String? = nil, comment: String? = nil, offset: Double = 0
    ) {
        self.source = source
        self.chosen = chosen
        self.post = post
        self.comment = comment
        self.offset = offset
    }
}
