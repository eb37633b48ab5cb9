/// The result of committing a page, or of finding that the stored one has not changed.
///
/// Each of its posts is one of three: new in the feed (``insertedCount``), left in front of the page's place
/// (``repeatedIDs``), or moved from behind that place into the page.
public struct PageReceipt: Hashable, Sendable {
    /// The page's posts, in the server's order, without repetitions.
    public var ids: [Post.ID]
    /// The number of posts that this feed did not hold before.
    public var insertedCount: Int
    /// The cursor of the next page; `nil` when the server has no more.
    public var next: PageCursor?
    /// The page's posts that the feed already has before the page's position, in the server's order.
    ///
    /// They were skipped: each stays where it was. There are some when the server's order moved between two requests,
    /// so their number says by how much it drifted. A page at the head has none, as nothing is in front of it; a post
    /// that one answer holds twice is not counted.
    public var repeatedIDs: [Post.ID]

    /// Creates a receipt.
    ///
    /// - Parameters:
    ///   - ids: The page's posts.
    ///   - insertedCount: The number of them that are new in this feed.
    ///   - next: The cursor of the next page.
    ///   - repeatedIDs: Those that the feed has in front of the page's place; none by default.
    public init(ids: [Post.ID], insertedCount: Int, next: PageCursor?, repeatedIDs: [Post.ID] = []) {
        self.ids = ids
        self.insertedCount = insertedCount
        self.next = next
        self.repeatedIDs = repeatedIDs
    }
}
