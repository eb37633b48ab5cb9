public import Core

/// A comment beside the query that it is listed for: where the words are is worked out when it is asked for, so that a
/// long list costs nothing for what is not on the screen.
public struct CommentHit: Identifiable, Hashable, Sendable {
    /// The comment and whose thread it is in.
    public let match: CommentMatch
    /// The query that found it.
    public let query: SearchQuery

    /// Creates a hit.
    ///
    /// - Parameters:
    ///   - match: The comment.
    ///   - query: The query that found it.
    package init(_ match: CommentMatch, query: SearchQuery) {
        self.match = match
        self.query = query
    }

    /// The comment's id.
    public var id: Comment.ID { match.id }

    /// The author, with what was found in the name; `nil` when nobody is named.
    public var author: HighlightedText? { match.comment.author.map { HighlightedText($0, query: query) } }

    /// The text, exactly as written, with what was found in it; `nil` when there is none.
    public var body: HighlightedText? { match.comment.body.map { HighlightedText($0, query: query) } }

    /// The part of the text around the first word that was found there.
    ///
    /// - Parameter length: The maximum of characters; 160 by default.
    /// - Returns: The part in one line, `nil` when nothing was found in the text.
    public func snippet(length: Int = 160) -> HighlightedText? {
        match.comment.body.flatMap { HighlightedText.snippet(of: $0, query: query, length: length) }
    }
}
