/// A part of a post that is searched.
public enum PostSearchField: String, Hashable, Sendable, CaseIterable {
    /// The title.
    case title
    /// The author's name.
    case author
    /// The body of a text post.
    case body

    /// The text of this part of a post.
    ///
    /// - Parameter post: The post.
    /// - Returns: The text; `nil` where the post has none.
    package func text(of post: Post) -> String? {
        switch self {
        case .title: post.title
        case .author: post.author
        case .body: post.text
        }
    }
}

extension SearchQuery {
    /// Whether a post matches: each word is in one of its parts.
    ///
    /// - Parameters:
    ///   - post: The post.
    ///   - fields: The parts to search; all by default.
    /// - Returns: True when no word is missing; always true for a query without words.
    package func matches(_ post: Post, in fields: [PostSearchField] = PostSearchField.allCases) -> Bool {
        isEmpty || matches(anyOf: fields.compactMap { $0.text(of: post) })
    }
}
