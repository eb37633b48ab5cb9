/// A post as a person sees it: the server's part and their own, joined for display.
public struct FeedItem: Identifiable, Hashable, Sendable {
    /// The server's part.
    public var post: Post
    /// The person's part.
    public var status: PostStatus

    /// Joins the two.
    ///
    /// - Parameters:
    ///   - post: The server's part.
    ///   - status: The person's part, of the same id; untouched by default.
    public init(post: Post, status: PostStatus? = nil) {
        self.post = post
        self.status = status ?? PostStatus(id: post.id)
    }

    /// The post's id.
    public var id: Post.ID { post.id }

    /// Whether it belongs in a list: neither dismissed nor hidden.
    public var isListed: Bool { !status.isDismissed && !status.isHidden }
}
