/// Searches the title, author and body of all stored posts, without a network.
///
/// Contract:
/// - A post matches when all words of the query are in its texts together, in any order: one may be in the title and
///   another in the body. Words match inside of other words, and regardless of case and accents (see ``SearchQuery``).
///   A query without words finds nothing.
/// - The whole body is searched, however long it is.
/// - Dismissed and hidden posts are left out; read ones are not.
/// - The order is stable: the newest post first, equal dates by ascending id, and posts without a date last.
/// - Posts that were committed before the call are found; posts that were deleted before it are not.
/// - Safe from any thread; the work is done on a thread of its own.
public protocol PostSearchProvider: Sendable {
    /// Searches the stored posts.
    ///
    /// - Parameter request: The query and its limits.
    /// - Returns: The posts that match.
    /// - Throws: `CancellationError` as soon as the calling task is cancelled; a ``CodedError`` when the store cannot
    ///   be read.
    func search(_ request: PostSearchRequest) async throws -> PostSearchResult

    /// Announces commits that may change the result of a search, from now on.
    ///
    /// - Returns: A stream with one element for all commits since the last one was taken; it ends when its consumer
    ///   does, or with the store.
    func changes() -> AsyncStream<Void>
}

/// A request to search the stored posts.
public struct PostSearchRequest: Hashable, Sendable {
    /// The words.
    public var query: SearchQuery
    /// The site whose posts are searched; `nil` for all sites.
    public var site: Site?
    /// The maximum number of posts; 200 by default.
    public var limit: Int

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - query: The words.
    ///   - site: The site whose posts are searched; all sites by default.
    ///   - limit: The maximum number of posts; `.max` for all.
    public init(_ query: SearchQuery, on site: Site? = nil, limit: Int = 200) {
        self.query = query
        self.site = site
        self.limit = limit
    }
}

/// The result of a search in the stored posts.
public struct PostSearchResult: Equatable, Sendable {
    /// The posts that match, the newest first.
    public var items: [FeedItem]
    /// Whether these are all; false when there are more than the limit.
    public var isComplete: Bool
    /// The number of the last commit that the search has seen.
    public var version: UInt64

    /// Creates a result; an empty one by default.
    ///
    /// - Parameters:
    ///   - items: The posts that match.
    ///   - isComplete: Whether these are all.
    ///   - version: The number of the last commit that the search has seen.
    public init(items: [FeedItem] = [], isComplete: Bool = true, version: UInt64 = 0) {
        self.items = items
        self.isComplete = isComplete
        self.version = version
    }
}
