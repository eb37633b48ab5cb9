/// What became of a page that was committed, or that was stored already and has not changed.
public struct PageReceipt: Hashable, Sendable {
    /// The page's posts, in the server's order, without repetitions.
    public var ids: [Post.ID]
    /// How many of them this feed did not hold before.
    public var insertedCount: Int
    /// Where the next page begins; `nil` when the server has no more.
    public var next: PageCursor?

    /// Creates a receipt.
    ///
    /// - Parameters:
    ///   - ids: The page's posts.
    ///   - insertedCount: How many of them are new in this feed.
    ///   - next: Where the next page begins.
    public init(ids: [Post.ID], insertedCount: Int, next: PageCursor?) {
        self.ids = ids
        self.insertedCount = insertedCount
        self.next = next
    }
}
