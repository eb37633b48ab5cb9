/// What a front end can ask of a feed.
public enum FeedRequest: Hashable, Sendable {
    /// Show it, by a policy.
    case load(ReadPolicy)
    /// Fetch its first page again; that page becomes the head of the feed.
    case refresh
    /// Fetch what comes behind the last stored post.
    case loadMore
    /// Fetch what comes behind a cursor that an earlier page or a gap gave.
    case page(after: PageCursor)
}
