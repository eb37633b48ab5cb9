/// A request for a pack: a number of posts of a feed, with or without their comments and media.
///
/// Two requests are for one pack when they name the same feed and both are automatic or both are not.
public struct PackRequest: Hashable, Sendable {
    /// The feed.
    public var feed: Feed
    /// The number of posts, 1 to 10,000: the first of the feed, in the server's order.
    public var posts: Int
    /// Whether comments are fetched.
    public var includesComments: Bool
    /// Whether pictures and videos are downloaded; thumbnails always are.
    ///
    /// While the setting `downloadPolicy` is `never`, both wait.
    public var includesMedia: Bool
    /// The number of bytes that texts, threads and files may have together; the last item may exceed it.
    public var maximumBytes: Int
    /// The time that it may take; `nil`, the default, for no limit.
    public var maximumTime: Duration?
    /// Whether it waits for an unmetered network; false by default.
    public var needsFreeNetwork = false
    /// Whether the app requested it by itself; false by default.
    ///
    /// The setting `localSaveLimit` bounds how many posts all automatic packs keep together.
    public var isAutomatic = false

    /// The numbers of posts that a pack may have.
    public static let allowedPosts = 1...10_000

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - feed: The feed.
    ///   - posts: The number of posts.
    ///   - includesComments: Whether comments are fetched.
    ///   - includesMedia: Whether pictures and videos are downloaded.
    ///   - maximumBytes: The number of bytes that the pack may have; 200 MB by default, as the setting
    ///     `packBudgetMegabytes`.
    public init(
        feed: Feed, posts: Int, includesComments: Bool = false, includesMedia: Bool = false,
        maximumBytes: Int = 200_000_000
    ) {
        self.feed = feed
        self.posts = posts
        self.includesComments = includesComments
        self.includesMedia = includesMedia
        self.maximumBytes = maximumBytes
    }

    /// Throws for numbers out of range and for local feeds.
    func check() throws(DataError) {
        guard Self.allowedPosts.contains(posts) else {
            throw DataError(.invalidInput, message: "A pack is of 1 to 10000 posts.")
        }
        guard maximumBytes >= 0 else {
            throw DataError(.invalidInput, message: "A pack may have 0 bytes or more.")
        }
        guard !feed.source.isLocal else {
            throw DataError(
                .invalidInput, message: "'\(feed.source)' is on this device already and cannot be packed.")
        }
    }
}
