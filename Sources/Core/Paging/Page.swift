/// A page of posts as a server answered it: the posts in its order, and the cursor of the next page.
public struct Page: Hashable, Sendable {
    /// The posts in the server's order.
    public var posts: [Post]
    /// The cursor of the next page; `nil` at the end of the feed.
    public var next: PageCursor?
    /// The posts that others of the page show, such as the parents of crossposts; none by default.
    ///
    /// Stored in the page's commit as posts of no feed, where they are not among ``posts``.
    public var related: [Post] = []
    /// The fields that only this site has, by post; ``OfflinePostProvider/extras(of:)`` reads them.
    ///
    /// A page that knows all of a post replaces what is kept of it, a partial one adds to it; a post that is not named
    /// here keeps what it has.
    public var extras: [Post.ID: RawJSON] = [:]
    /// The threads of its posts, by post, where the server sends the comments with the post; none by default.
    ///
    /// Stored in the page's commit, as if each had been fetched by itself, in the order ``threadSort``. Their own posts,
    /// fields and confirmed values do not count.
    public var threads: [Post.ID: CommentThread] = [:]
    /// The order of the comments in ``threads``; `nil` for the server's own.
    public var threadSort: CommentSort?
    /// The server's values for the account that asked, such as its votes; `nil` where nobody is signed in.
    ///
    /// Stored in the page's commit. It changes no post, and no mark that a person set.
    public var confirmation: Confirmation?
    /// The moment at which the request of the page began.
    package var begin = BeginOfRead()
    /// The entries that are no posts, of kinds that the decoder does not know.
    public var unknown: [UnknownEntry] = []
    /// The parts that could not be read.
    public var issues: [DecodeIssue]
    /// The name of the backend that answered, for display: `reddit-json`.
    public var source: String
    /// Whether the posts have all fields that the site has, or only some.
    public var completeness: Completeness
    /// The revision of the answer, such as its ETag, where the backend knows one; stored with a feed's first page.
    ///
    /// A page with ``issues`` should have none: recognised, it would hide them from the next refresh.
    public var revision: PageRevision?
    /// Whether the server says, or the body shows, that nothing changed since ``PageRequest/revision``.
    ///
    /// Such a page has no posts of its own: those that are stored are the answer. It is nothing to commit.
    public var isUnchanged = false
    /// Whether suspended backends of the chain were skipped.
    ///
    /// A person who asks for the same page gets another answer then, maybe a better one.
    package var skipsSuspendedBackends = false

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - posts: The posts in the server's order.
    ///   - next: The cursor of the next page.
    ///   - issues: The parts that could not be read.
    ///   - source: The name of the backend that answered.
    ///   - completeness: The extent to which this backend knows a post.
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

extension Page {
    /// Notes when the request of the page began, where the backend has not.
    ///
    /// - Parameters:
    ///   - asOf: The number of the store's last commit then; `nil` where it is not known.
    ///   - time: The time.
    mutating func noteBegin(asOf: UInt64?, at time: OutboxTime) {
        confirmation?.noteBegin(asOf: asOf, at: time)
        begin.moment = asOf.map { ReadMoment(commit: $0, begun: time) }
    }
}
