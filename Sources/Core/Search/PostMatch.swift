/// A post with the query that found it, which gives highlighted texts and a snippet for its row.
///
/// Highlights are computed when they are read, so that rows off the screen cost nothing.
public struct PostMatch: Identifiable, Hashable, Sendable {
    /// The post.
    public let item: FeedItem
    /// The query; without words where nothing is searched for.
    public let query: SearchQuery

    /// Creates a match.
    ///
    /// - Parameters:
    ///   - item: The post.
    ///   - query: The query that found it.
    package init(_ item: FeedItem, query: SearchQuery) {
        self.item = item
        self.query = query
    }

    public var id: Post.ID { item.id }

    /// The title with the found words highlighted.
    public var title: HighlightedText { HighlightedText(item.post.title, query: query) }

    /// The author's name with the found words highlighted; `nil` where it is not known.
    public var author: HighlightedText? { item.post.author.map { HighlightedText($0, query: query) } }

    /// The parts of the post in which some word was found, in the order of ``PostSearchField``.
    public var fields: [PostSearchField] {
        PostSearchField.allCases.filter { field in
            field.text(of: item.post).flatMap { query.firstRange(in: $0) } != nil
        }
    }

    /// Returns the part of the body around the first found word.
    ///
    /// - Parameter length: The maximum number of characters; 160 by default.
    /// - Returns: The part in one line; `nil` when no word is in the body.
    public func snippet(length: Int = 160) -> HighlightedText? {
        item.post.text.flatMap { HighlightedText.snippet(of: $0, query: query, length: length) }
    }
}
