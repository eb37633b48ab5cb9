/// A comment that a search found.
public struct CommentMatch: Identifiable, Hashable, Sendable {
    /// The comment.
    public var comment: Comment
    /// Whose thread it is in.
    public var post: Post.ID

    /// Creates a match.
    ///
    /// - Parameters:
    ///   - comment: The comment.
    ///   - post: Whose thread it is in.
    public init(comment: Comment, post: Post.ID) {
        self.comment = comment
        self.post = post
    }

    /// The comment's id.
    public var id: Comment.ID { comment.id }
}
