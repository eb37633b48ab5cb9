/// One thread to be fetched: a post with its comments.
public struct ThreadRequest: Hashable, Sendable {
    /// Whose comments.
    public var post: Post.ID
    /// In which order; `nil` for the server's own.
    public var sort: CommentSort?
    /// How many comments at most; `nil` for as many as the server gives.
    public var limit: Int?
    /// Who waits.
    public var priority: RequestPriority
    /// Whether a person asked for just this, so that what is remembered of closed roads does not count.
    public var isManual = false
    /// What reading it may cost: the network, else what is stored, by default.
    ///
    /// ``ReadPolicy/storedThenNetwork`` asks the network only where nothing is stored.
    public var policy = ReadPolicy.networkElseStored

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - post: Whose comments.
    ///   - sort: In which order; the server's own by default.
    ///   - limit: How many comments at most; as many as the server gives by default.
    ///   - priority: Who waits.
    public init(
        post: Post.ID, sort: CommentSort? = nil, limit: Int? = nil, priority: RequestPriority = .userInitiated
    ) {
        self.post = post
        self.sort = sort
        self.limit = limit
        self.priority = priority
    }
}
