public import Core
import Foundation

extension Comment.ID {
    /// Makes the id of a comment.
    ///
    /// - Parameters:
    ///   - native: The site's own id.
    ///   - site: The site; the demonstration server's by default.
    /// - Returns: The id.
    public static func mock(_ native: String, site: Site = .demo) -> Comment.ID {
        Comment.ID(site: site, native: native)
    }
}

extension Comment {
    /// Makes a comment with the fields that most tests need.
    ///
    /// - Parameters:
    ///   - native: The site's own id; the text is made from it.
    ///   - parent: The native id of the comment that it answers; `nil` for one on the post itself.
    ///   - depth: The depth of nesting, 0 by default.
    ///   - post: The native id of the post.
    ///   - configure: Sets other fields, as in `Comment.mock("a") { $0.score = 7 }`. Without it the comment was written
    ///     by `author` half an hour before a ``ManualClock`` begins, and has a score of 3.
    /// - Returns: The comment.
    public static func mock(
        _ native: String = "t1_a", parent: String? = nil, depth: Int = 0, post: String = "t3_a",
        configure: (inout Comment) -> Void = { _ in }
    ) -> Comment {
        var comment = Comment(
            id: .mock(native), parent: parent.map { .comment(.mock($0)) } ?? .post(.mock(post)), depth: depth)
        comment.author = "author"
        comment.body = "Comment \(native)"
        comment.score = 3
        comment.created = Date(timeIntervalSince1970: 1_700_000_000 - 1800)
        configure(&comment)
        return comment
    }
}

extension MoreComments {
    /// Makes a placeholder for comments that the server left out.
    ///
    /// - Parameters:
    ///   - ids: The native ids of the comments; none for "continue this thread".
    ///   - parent: The native id of the comment that they answer; `nil` for the post itself.
    ///   - depth: Their depth of nesting.
    ///   - count: Their number; the number of ids by default.
    ///   - post: The native id of the post.
    /// - Returns: The placeholder.
    public static func mock(
        _ ids: String..., parent: String? = nil, depth: Int = 0, count: Int? = nil, post: String = "t3_a"
    ) -> MoreComments {
        MoreComments(
            parent: parent.map { .comment(.mock($0)) } ?? .post(.mock(post)), depth: depth,
            count: count ?? ids.count, ids: ids.map { .mock($0) })
    }
}
