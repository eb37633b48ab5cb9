/// A placeholder of a thread that is to be expanded.
public struct MoreRequest: Hashable, Sendable {
    /// Whose comments.
    public var post: Post.ID
    /// The placeholder, as the thread has it.
    ///
    /// Of one that names comments the first 100 are asked for; of a "continue this thread", its parent's own thread.
    public var more: MoreComments
    /// The order that the thread is in; `nil` for the server's own.
    public var sort: CommentSort?
    /// Who waits.
    public var priority: RequestPriority

    /// How many comments one request may name; more is a bad request on Reddit.
    public static let maximumIDs = 100

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - post: Whose comments.
    ///   - more: The placeholder, as the thread has it.
    ///   - sort: The order that the thread is in; the server's own by default.
    ///   - priority: Who waits.
    public init(
        post: Post.ID, more: MoreComments, sort: CommentSort? = nil, priority: RequestPriority = .userInitiated
    ) {
        self.post = post
        self.more = more
        self.sort = sort
        self.priority = priority
    }

    /// The comments that one request asks for by name.
    public var ids: [Comment.ID] { Array(more.ids.prefix(Self.maximumIDs)) }
}
