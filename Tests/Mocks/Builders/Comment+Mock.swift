public import Core
public import Foundation

extension Comment.ID {
    /// An id on the demonstration server.
    ///
    /// - Parameters:
    ///   - native: The site's own name for it.
    ///   - site: Whose comment; the demonstration server's by default.
    /// - Returns: The id.
    public static func mock(_ native: String, site: Site = .demo) -> Comment.ID {
        Comment.ID(site: site, native: native)
    }
}

extension Comment {
    /// A comment with everything that most tests need, and nothing surprising.
    ///
    /// - Parameters:
    ///   - native: The site's own name for it; the text is made from it.
    ///   - parent: The native name of the comment that it answers; `nil` for one on the post itself.
    ///   - depth: How deep it is nested.
    ///   - post: The native id of the post.
    ///   - author: The writer's name.
    ///   - body: The text; `Comment` and the id by default.
    ///   - score: The score.
    ///   - created: When it was written; half an hour before a ``ManualClock`` begins by default.
    ///   - isCollapsed: Whether the server shows it folded.
    /// - Returns: The comment; set what else it should know.
    public static func mock(
        _ native: String = "t1_a", parent: String? = nil, depth: Int = 0, post: String = "t3_a",
        author: String? = "author", body: String? = nil, score: Int? = 3,
        created: Date? = Date(timeIntervalSince1970: 1_700_000_000 - 1800), isCollapsed: Bool? = nil
    ) -> Comment {
        var comment = Comment(
            id: .mock(native), parent: parent.map { .comment(.mock($0)) } ?? .post(.mock(post)), depth: depth)
        comment.author = author
        comment.body = body ?? "Comment \(native)"
        comment.score = score
        comment.created = created
        comment.isCollapsed = isCollapsed
        return comment
    }
}

extension MoreComments {
    /// A place where comments were left out.
    ///
    /// - Parameters:
    ///   - ids: The native names of the comments; none for "continue this thread".
    ///   - parent: The native name of the comment that they answer; `nil` for the post itself.
    ///   - depth: How deep they would be nested.
    ///   - count: How many they are; as many as there are names by default.
    ///   - post: The native id of the post.
    /// - Returns: The place.
    public static func mock(
        _ ids: String..., parent: String? = nil, depth: Int = 0, count: Int? = nil, post: String = "t3_a"
    ) -> MoreComments {
        MoreComments(
            parent: parent.map { .comment(.mock($0)) } ?? .post(.mock(post)), depth: depth,
            count: count ?? ids.count, ids: ids.map { .mock($0) })
    }
}
