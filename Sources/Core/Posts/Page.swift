/// What a server answered: some posts in its order, and where the next ones begin.
public struct Page: Hashable, Sendable {
    /// The posts in the server's order.
    public var posts: [Post]
    /// Where the next page begins; `nil` at the end of the feed.
    public var next: PageCursor?
    /// Fields that only this site has, for posts that have some: kept beside them, and shown by nobody who does not ask.
    ///
    /// A page that knows all of a post replaces what is kept of it, a partial one adds to it; a post that is not named
    /// here keeps what it has.
    public var extras: [Post.ID: RawJSON] = [:]
    /// The entries that are no posts, of kinds that the decoder does not know.
    public var unknown: [UnknownEntry] = []
    /// What could not be read.
    public var issues: [DecodeIssue]
    /// What answered, for people to read: `reddit-json`, for one.
    public var source: String
    /// How much this road knows of a post.
    public var completeness: Completeness
    /// What the answer looked like, where the road can recognise it; kept with a feed's first page.
    ///
    /// A page with ``issues`` should have none: recognised, it would hide them from the next refresh.
    public var revision: PageRevision?
    /// Whether the server says, or the body shows, that nothing changed since ``PageRequest/revision``.
    ///
    /// Such a page has no posts of its own: those that are stored are the answer. It is nothing to commit.
    public var isUnchanged = false
    /// Whether roads were passed over that are remembered as closed.
    ///
    /// A person who asks for the same page gets another answer then, maybe a better one.
    public var skipsClosedRoads = false

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - posts: The posts in the server's order.
    ///   - next: Where the next page begins.
    ///   - issues: What could not be read.
    ///   - source: What answered.
    ///   - completeness: How much this road knows of a post.
    public init(
        posts: [Post], next: PageCursor? = nil, issues: [DecodeIssue] = [], source: String,
        completeness: Completeness = .full
    ) {
        self.posts = posts
        self.next = next
        self.issues = issues
        self.source = source
        self.completeness = completeness
    }
}
