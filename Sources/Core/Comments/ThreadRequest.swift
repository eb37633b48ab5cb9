/// A request for one thread: a post with its comments.
public struct ThreadRequest: Hashable, Sendable {
    /// The post of the thread.
    public var post: Post.ID
    /// The order of the comments; `nil` for the server's own.
    public var sort: CommentSort?
    /// The largest number of comments to fetch; `nil` for as many as the server gives.
    public var limit: Int?
    /// The priority of the request.
    public var priority: RequestPriority
    /// Whether a person asked for this thread explicitly, so that suspended backends are tried too.
    public var isManual = false
    /// The rule for reading from the database and from the network; ``ReadPolicy/networkElseStored`` by default.
    ///
    /// ``ReadPolicy/storedThenNetwork`` asks the network only where nothing is stored.
    public var policy = ReadPolicy.networkElseStored

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - post: The post whose comments they are.
    ///   - sort: In which order; the server's own by default.
    ///   - limit: The largest number of comments; as many as the server gives by default.
    ///   - priority: The priority of the request.
    public init(
        post: Post.ID, sort: CommentSort? = nil, limit: Int? = nil, priority: RequestPriority = .userInitiated
    ) {
        self.post = post
        self.sort = sort
        self.limit = limit
        self.priority = priority
    }
}
