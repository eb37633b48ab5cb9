/// A place in a feed where posts are missing: a refresh did not reach what was stored before.
public struct FeedGap: Hashable, Sendable {
    /// The post that it comes behind.
    public var after: Post.ID
    /// Where the missing posts begin; ask for them with ``FeedRequest/page(after:)``.
    public var cursor: PageCursor

    /// Creates a gap.
    ///
    /// - Parameters:
    ///   - after: The post that it comes behind.
    ///   - cursor: Where the missing posts begin.
    public init(after: Post.ID, cursor: PageCursor) {
        self.after = after
        self.cursor = cursor
    }
}
