/// A placeholder in a thread for comments that the server left out.
public struct MoreComments: Hashable, Sendable, Codable {
    /// The post or the comment that the missing comments answer.
    public var parent: Comment.Parent
    /// The nesting level that the missing comments would have, from 0.
    public var depth: Int
    /// The number of missing comments, replies to them included, as the server counts; 0 where it does not say.
    public var count: Int
    /// The missing comments that can be asked for by id.
    ///
    /// Empty for "continue this thread": then the parent's own thread is what to ask for.
    public var ids: [Comment.ID]

    /// Creates a placeholder.
    ///
    /// - Parameters:
    ///   - parent: The post or the comment that they answer.
    ///   - depth: The nesting level that they would have, from 0.
    ///   - count: The number of missing comments; 0 where the server does not say.
    ///   - ids: The ones that can be asked for by id.
    public init(parent: Comment.Parent, depth: Int, count: Int, ids: [Comment.ID]) {
        self.parent = parent
        self.depth = depth
        self.count = count
        self.ids = ids
    }

    /// Whether the placeholder names no comment, as that of a "continue this thread" link.
    package var isContinuation: Bool { ids.isEmpty }
}

/// A request for the comments that a placeholder of a thread stands for.
public struct MoreRequest: Hashable, Sendable {
    /// The post whose comments they are.
    public var post: Post.ID
    /// The placeholder, as the thread has it.
    ///
    /// Of one that names comments the first 100 are asked for; of a "continue this thread", its parent's own thread.
    public var more: MoreComments
    /// The order that the thread is in; `nil` for the server's own.
    public var sort: CommentSort?
    /// The priority of the request.
    public var priority: RequestPriority

    /// The number of comments that one request may name; more is a bad request on Reddit.
    package static let maximumIDs = 100

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - post: The post whose comments they are.
    ///   - more: The placeholder, as the thread has it.
    ///   - sort: The order that the thread is in; the server's own by default.
    ///   - priority: The priority of the request.
    public init(
        post: Post.ID, more: MoreComments, sort: CommentSort? = nil, priority: RequestPriority = .userInitiated
    ) {
        self.post = post
        self.more = more
        self.sort = sort
        self.priority = priority
    }

    /// The ids of the comments that one request asks for.
    public var ids: [Comment.ID] { Array(more.ids.prefix(Self.maximumIDs)) }
}

/// A server's answer for a placeholder: comments and further placeholders, not yet added to their thread.
public struct CommentExpansion: Hashable, Sendable {
    /// Comments and placeholders in the server's order.
    ///
    /// Each names its parent; depths mean nothing yet.
    public var entries: [CommentThread.Entry]
    /// The comments that were asked for by id.
    ///
    /// One that did not come is not there any more.
    public var requested: [Comment.ID]
    /// The parts of the answer that could not be read.
    public var issues: [DecodeIssue]
    /// The name of the backend that delivered the expansion, for display.
    public var source: String
    /// The completeness of that backend's comments.
    public var completeness: Completeness
    /// The signed-in account's state on the server, such as its votes; `nil` where nobody is signed in.
    public var confirmation: Confirmation?
    /// The moment at which the request of the answer began.
    package var begin = BeginOfRead()

    /// Creates an expansion.
    ///
    /// - Parameters:
    ///   - entries: Comments and placeholders in the server's order.
    ///   - requested: The comments that were asked for by id.
    ///   - issues: The parts that could not be read.
    ///   - source: The name of the backend that brought it.
    ///   - completeness: The completeness of that backend's comments.
    public init(
        entries: [CommentThread.Entry] = [], requested: [Comment.ID] = [], issues: [DecodeIssue] = [], source: String,
        completeness: Completeness = .full
    ) {
        self.entries = entries
        self.requested = requested
        self.issues = issues
        self.source = source
        self.completeness = completeness
    }
}
