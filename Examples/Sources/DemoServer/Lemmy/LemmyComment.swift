/// A comment with its place in the thread, as Lemmy counts: from 0 down to itself.
struct LemmyComment: Sendable {
    let comment: Comment
    let post: Post
    /// Ids from the root to the comment itself, joined by dots: `0.2000000001.2000000007`.
    let path: String
    /// The depth of nesting; 0 for an answer to the post.
    let depth: Int

    /// The number of comments below it.
    let childCount: Int

    init(_ comment: Comment, below ancestors: [String], on post: Post, childCount: Int? = nil) {
        let ids = (ancestors + [comment.id]).map { String(LemmyID.number($0)) }
        self.comment = comment
        self.post = post
        path = (["0"] + ids).joined(separator: ".")
        depth = ancestors.count
        self.childCount = childCount ?? comment.treeCount - 1
    }

    /// Every comment on a post, each before its replies.
    static func all(on post: Post, in snapshot: SiteSnapshot) -> [LemmyComment] {
        snapshot.thread(of: post).flatMap { $0.flattened() }.map {
            LemmyComment($0.comment, below: $0.ancestors, on: post)
        }
    }

    /// A comment that somebody wrote; nil where its post is not there.
    init?(_ written: WrittenComment, in snapshot: SiteSnapshot) {
        guard case .comment(let comment, _, let post)? = snapshot.thing(written) else { return nil }
        let childCount = snapshot.state.comments.count { $0.ancestors.contains(written.id) }
        self.init(comment, below: written.ancestors, on: post, childCount: childCount)
    }
}
