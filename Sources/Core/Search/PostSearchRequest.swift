/// What to search for among the posts that are kept.
public struct PostSearchRequest: Hashable, Sendable {
    /// The words.
    public var query: SearchQuery
    /// Whose posts; `nil` for those of every site.
    public var site: Site?
    /// How many posts at most; 200 by default.
    public var limit: Int

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - query: The words.
    ///   - site: Whose posts; those of every site by default.
    ///   - limit: How many posts at most; `.max` for all.
    public init(_ query: SearchQuery, on site: Site? = nil, limit: Int = 200) {
        self.query = query
        self.site = site
        self.limit = limit
    }
}
