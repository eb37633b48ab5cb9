/// A post beside the query that it is listed for: what it shows and where the words are is worked out when it is asked
/// for, so that a long list costs nothing for what is not on the screen.
public struct PostMatch: Identifiable, Hashable, Sendable {
    /// The post.
    public let item: FeedItem
    /// What was searched for; without words where nothing was.
    public let query: SearchQuery

    /// Joins the two.
    ///
    /// - Parameters:
    ///   - item: The post.
    ///   - query: What was searched for.
    public init(_ item: FeedItem, query: SearchQuery) {
        self.item = item
        self.query = query
    }

    /// The post's id.
    public var id: Post.ID { item.id }

    /// The title, exactly as written, with what was found in it.
    public var title: HighlightedText { HighlightedText(item.post.title, query: query) }

    /// The author, with what was found in the name; `nil` when nobody is named.
    public var author: HighlightedText? { item.post.author.map { HighlightedText($0, query: query) } }

    /// The texts in which some word was found, in the order of ``PostSearchField``.
    public var fields: [PostSearchField] {
        PostSearchField.allCases.filter { field in
            field.text(of: item.post).flatMap { query.firstRange(in: $0) } != nil
        }
    }

    /// The part of the body around the first word that was found there.
    ///
    /// - Parameter length: How many characters it may have; 160 by default.
    /// - Returns: The part in one line, `nil` when nothing was found in the body.
    public func snippet(length: Int = 160) -> HighlightedText? {
        item.post.text.flatMap { HighlightedText.snippet(of: $0, query: query, length: length) }
    }
}
