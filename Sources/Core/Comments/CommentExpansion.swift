/// What a server sent for a placeholder: comments and further placeholders, not yet put into their thread.
public struct CommentExpansion: Hashable, Sendable {
    /// Comments and placeholders in the server's order.
    ///
    /// Each names its parent; depths mean nothing yet.
    public var entries: [CommentThread.Entry]
    /// The comments that were asked for by name.
    ///
    /// One that did not come is not there any more.
    public var requested: [Comment.ID]
    /// What could not be read.
    public var issues: [DecodeIssue]
    /// Which road brought it, for people to read.
    public var source: String
    /// How much of a comment that road knows.
    public var completeness: Completeness

    /// Creates an expansion.
    ///
    /// - Parameters:
    ///   - entries: Comments and placeholders in the server's order.
    ///   - requested: The comments that were asked for by name.
    ///   - issues: What could not be read.
    ///   - source: Which road brought it.
    ///   - completeness: How much of a comment that road knows.
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
