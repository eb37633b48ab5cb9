/// The first page of a stored feed, as long as the feed still begins with exactly that page.
///
/// An ``OfflinePostProvider`` keeps it with the feed, in the same batch as the page. It is what lets an answer that says
/// "nothing changed" be as good as the page itself.
public struct FeedHead: Hashable, Sendable {
    /// The page's posts, in the server's order, without repetitions; at least one.
    public var ids: [Post.ID]
    /// Where the server goes on behind them; `nil` when it has no more.
    ///
    /// Always a place of the feed, however much was fetched behind it.
    public var next: PageCursor?
    /// What the answer looked like; `nil` when it cannot be recognised.
    public var revision: PageRevision?

    /// Creates a head.
    ///
    /// - Parameters:
    ///   - ids: The page's posts.
    ///   - next: Where the server goes on behind them.
    ///   - revision: What the answer looked like.
    public init(ids: [Post.ID], next: PageCursor? = nil, revision: PageRevision? = nil) {
        self.ids = ids
        self.next = next
        self.revision = revision
    }
}
