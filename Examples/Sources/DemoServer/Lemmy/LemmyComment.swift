/// A comment with its place in the thread, as Lemmy counts: from 0 down to itself.
struct LemmyComment: Sendable {
    let comment: Comment
    let post: Post
    /// Ids from the root to the comment itself, joined by dots: `0.2000000001.2000000007`.
    let path: String
    /// The depth of nesting; 0 for an answer to the post.
    let depth: Int

    /// Every comment on a post, each before its replies.
    static func all(on post: Post, seed: UInt64) -> [LemmyComment] {
        CommentGenerator(seed: seed, post: post).thread().flatMap { $0.flattened() }.map { comment, ancestors in
            let ids = (ancestors + [comment.id]).map { String(LemmyID.number($0)) }
            return LemmyComment(
                comment: comment, post: post, path: (["0"] + ids).joined(separator: "."), depth: ancestors.count)
        }
    }
}
