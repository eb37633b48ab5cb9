/// What is to be fetched for the time without a network: so many posts of a feed, and what belongs to them.
///
/// Two requests are one pack when they name the same feed and both are automatic or both are not.
public struct PackRequest: Hashable, Sendable {
    /// Which feed.
    public var feed: Feed
    /// How many posts, 1 to 10,000: the first of the feed, in the server's order.
    public var posts: Int
    /// Whether the comments of each post are fetched.
    public var includesComments: Bool
    /// Whether the media of each post are fetched; thumbnails always are.
    ///
    /// While the setting `downloadPolicy` is `never`, both wait.
    public var includesMedia: Bool
    /// How many bytes the pack may have, texts, threads and files together; at most one item is more.
    public var maximumBytes: Int
    /// How long it may take; `nil` for as long as it needs.
    public var maximumTime: Duration?
    /// Whether it waits for a network that costs nothing.
    public var needsFreeNetwork: Bool
    /// Whether nobody asked for it: then the setting `localSaveLimit` bounds how many posts such packs keep together.
    public var isAutomatic: Bool

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - feed: Which feed.
    ///   - posts: How many posts.
    ///   - includesComments: Whether the comments are fetched.
    ///   - includesMedia: Whether the media are fetched.
    ///   - maximumBytes: How many bytes the pack may have; 200 MB by default, as the setting `packBudgetMegabytes`.
    ///   - maximumTime: How long it may take; as long as it needs by default.
    ///   - needsFreeNetwork: Whether it waits for a network that costs nothing; false by default.
    ///   - isAutomatic: Whether nobody asked for it; false by default.
    public init(
        feed: Feed, posts: Int, includesComments: Bool = false, includesMedia: Bool = false,
        maximumBytes: Int = 200_000_000, maximumTime: Duration? = nil, needsFreeNetwork: Bool = false,
        isAutomatic: Bool = false
    ) {
        self.feed = feed
        self.posts = posts
        self.includesComments = includesComments
        self.includesMedia = includesMedia
        self.maximumBytes = maximumBytes
        self.maximumTime = maximumTime
        self.needsFreeNetwork = needsFreeNetwork
        self.isAutomatic = isAutomatic
    }
}
