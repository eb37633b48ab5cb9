/// How long, how many and how much may be kept of what nobody kept.
///
/// Saved posts and favourites never go, whatever it says, and neither does anything that a person did and that says more
/// than that a post was read or put away.
public struct RetentionPolicy: Hashable, Sendable {
    /// After how many days a post goes that no server had in an answer since, nor anybody packed; `nil` for never.
    public var postDays: Int?
    /// After how many days the mark goes that a post was read, once the post is gone; `nil` for never.
    public var markDays: Int?
    /// How many posts there may be that nobody kept; `nil` for as many as there are.
    public var maximumPosts: Int?
    /// How many bytes texts, threads, media and the image cache may take together; `nil` for as many as there are.
    ///
    /// The cache gives way first. What is kept is counted, and stays.
    public var maximumBytes: Int?

    /// Creates a policy; without any limit by default.
    ///
    /// - Parameters:
    ///   - postDays: After how many days a post goes.
    ///   - markDays: After how many days marks go of posts that are gone.
    ///   - maximumPosts: How many posts there may be.
    ///   - maximumBytes: How many bytes everything may take together.
    public init(
        postDays: Int? = nil, markDays: Int? = nil, maximumPosts: Int? = nil, maximumBytes: Int? = nil
    ) {
        self.postDays = postDays
        self.markDays = markDays
        self.maximumPosts = maximumPosts
        self.maximumBytes = maximumBytes
    }

    /// Takes the limits that a person has set: by age, for posts and for marks.
    ///
    /// - Parameter settings: What is set.
    public init(_ settings: ReadingSettings) {
        self.init(postDays: settings.postRetentionDays, markDays: settings.readRetentionDays)
    }
}
