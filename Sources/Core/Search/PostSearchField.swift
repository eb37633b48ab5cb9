/// A text of a post that is searched.
public enum PostSearchField: String, Hashable, Sendable, CaseIterable {
    /// The title.
    case title
    /// The author's name.
    case author
    /// The text of a text post.
    case body

    /// What a post has there.
    ///
    /// - Parameter post: The post.
    /// - Returns: The text; `nil` for none.
    public func text(of post: Post) -> String? {
        switch self {
        case .title: post.title
        case .author: post.author
        case .body: post.text
        }
    }
}

extension SearchQuery {
    /// Whether all words are in some texts of a post together: one may be in the title and the other in the body.
    ///
    /// - Parameters:
    ///   - post: The post.
    ///   - fields: Which texts; all by default.
    /// - Returns: True when no word is missing; always true for a query without words.
    public func matches(_ post: Post, in fields: [PostSearchField] = PostSearchField.allCases) -> Bool {
        isEmpty || matches(anyOf: fields.compactMap { $0.text(of: post) })
    }
}
