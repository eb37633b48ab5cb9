/// The limits of what is kept without being saved: by age, by number and by bytes.
///
/// Saved posts and favourites are never deleted, whatever it says, and neither is any mark that says more than that a
/// post was read or dismissed.
public struct RetentionPolicy: Hashable, Sendable {
    /// The number of days after which a post is evicted, since a server last listed it or it was packed; `nil` for no
    /// limit.
    public var postDays: Int?
    /// The number of days after which read marks of evicted posts are deleted; `nil` for no limit.
    public var markDays: Int?
    /// The maximum number of posts that nobody keeps; `nil` for no limit.
    public var maximumPosts: Int?
    /// The maximum bytes of texts, threads, media and the image cache together; `nil` for no limit.
    ///
    /// The cache is trimmed first. What is kept is counted, and stays.
    public var maximumBytes: Int?

    /// Creates a policy; without any limit by default.
    ///
    /// - Parameters:
    ///   - postDays: The number of days after which a post is evicted.
    ///   - markDays: The number of days after which read marks of evicted posts are deleted.
    ///   - maximumPosts: The maximum number of posts.
    ///   - maximumBytes: The maximum bytes of everything together.
    public init(
        postDays: Int? = nil, markDays: Int? = nil, maximumPosts: Int? = nil, maximumBytes: Int? = nil
    ) {
        self.postDays = postDays
        self.markDays = markDays
        self.maximumPosts = maximumPosts
        self.maximumBytes = maximumBytes
    }

    /// Creates the policy of the settings: limits by age alone, for posts and for marks; none by number or bytes.
    ///
    /// - Parameter settings: The settings.
    public init(_ settings: ReadingSettings) {
        self.init(postDays: settings.postRetentionDays, markDays: settings.readRetentionDays)
    }
}
