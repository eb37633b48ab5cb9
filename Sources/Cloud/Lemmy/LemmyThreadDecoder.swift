import Core
import Foundation

/// Reads the comments of a post, view by view, and threads them.
///
/// The shape is that of `CommentView`, `Comment` and `CommentAggregates` in LemmyNet/lemmy-js-client, 0.19. A comment
/// that was deleted or removed stays where it is, for its answers: its words are unknown, `removal` says that its
/// writer took them away or somebody else, whom Lemmy does not name, and `collapsedReason` says `DELETED` or `REMOVED`.
/// A list of no comments does not say whether there is such a post.
struct LemmyThreadDecoder: Sendable {
    /// The depth that is requested; below it there are placeholders with the number of missing comments.
    static let maximumDepth = 8
    /// The largest number of comments that are read; servers send 300 at most.
    static let maximumComments = 50_000
    /// The number of comments at which an answer with a depth may have been cut.
    static let mostWithDepth = 300
    /// The largest number of issues of unreadable comments.
    static let maximumIssues = 100

    /// The site, the texts and the links that the answer is read with.
    let context: LemmyObject.Context
    /// The name that the thread gives as its source.
    let source: String

    /// Reads a thread.
    ///
    /// - Parameters:
    ///   - body: The answer.
    ///   - id: The post that was asked for.
    ///   - account: The account that asked; nobody by default.
    /// - Returns: The thread in display order. The post is what the views of its comments tell of it: all but its
    ///   counts, and its author only where the author wrote one of the comments.
    /// - Throws: `NetworkError` with the code `malformed` when it is no list of comments: no JSON, cut, or without
    ///   `comments`; `tooLarge` when it has more than ``maximumComments``.
    func thread(
        from body: Data, of id: Post.ID, for account: AccountKey? = nil
    ) throws(NetworkError) -> CommentThread {
        try parts(from: body, of: id, for: account).whole
    }

    /// Reads an answer, alone or behind others of the same thread.
    ///
    /// - Parameters:
    ///   - body: The answer.
    ///   - id: The post that was asked for.
    ///   - earlier: What the answers before it brought; nothing by default.
    ///   - account: The account that asked; nobody by default.
    /// - Returns: What all of them brought.
    /// - Throws: As ``thread(from:of:)`` does.
    func parts(
        from body: Data, of id: Post.ID, behind earlier: Parts? = nil, for account: AccountKey? = nil
    ) throws(NetworkError) -> Parts {
        guard let views = try LemmyListingDecoder.root(of: body)["comments"]?.elements else {
            throw NetworkError(.malformed, underlying: JSONError(reason: "no object with comments", offset: 0))
        }
        guard views.count <= Self.maximumComments else { throw NetworkError(.tooLarge) }
        var parts = earlier ?? Parts(thread: CommentThread(source: source))
        parts.viewCount = views.count
        var confirmed = AnswerConfirmation(account, isProven: false)
        for (index, json) in views.enumerated() {
            do {
                let view = try LemmyObject(view: json, context: context)
                let node = try node(of: view, in: id)
                parts.tree.append(node)
                view.confirm(.comment(node.comment.id), in: &confirmed)
                if parts.thread.post?.author == nil, let post = post(of: view, id: id) { parts.thread.post = post }
            } catch {
                guard parts.thread.issues.count < Self.maximumIssues else { continue }
                parts.thread.issues.append(DecodeIssue(index: index, reason: error.reason))
            }
        }
        if parts.confirmed == nil { parts.confirmed = confirmed } else { parts.confirmed?.append(confirmed) }
        return parts
    }

    /// A thread that is put together from one or several answers.
    struct Parts: Sendable {
        /// All but the entries.
        var thread: CommentThread
        /// The comments that came.
        var tree = LemmyCommentTree()
        /// The number of comments of the last answer, unreadable ones included.
        var viewCount = 0
        /// The values for the account that asked; `nil` before the first answer.
        var confirmed: AnswerConfirmation?

        /// The thread, with its comments in display order.
        var whole: CommentThread {
            var thread = thread
            thread.entries = tree.entries()
            thread.confirmation = confirmed?.confirmation
            return thread
        }
    }

    /// Reads how many comments a post has, from the answer to a request for the post.
    ///
    /// - Parameter body: The answer.
    /// - Returns: The number in `post_view.counts.comments`; `nil` where the answer has none. Comments that were
    ///   deleted or removed do not count.
    /// - Throws: `NetworkError` with the code `malformed` when it is no JSON.
    func commentCount(from body: Data) throws(NetworkError) -> Int? {
        try LemmyListingDecoder.root(of: body)["post_view"]?["counts"]?["comments"]?.int
    }

    /// The post as a comment's view shows it.
    private func post(of view: LemmyObject, id: Post.ID) -> Post? {
        // The views of some servers have no post, and the comments are what was asked for.
        let post = try? LemmyPostDecoder(view: view).post()
        return post?.id == id ? post : nil
    }

    private func node(of view: LemmyObject, in post: Post.ID) throws(LemmyObject.Problem) -> LemmyCommentTree.Node {
        let object = try view.required("comment")
        guard let id = object.id else {
            throw LemmyObject.Problem("comment.id", expected: "a number", found: object.json["id"])
        }
        guard let ancestors = Self.ancestors(in: object.string("path"), of: id) else {
            throw LemmyObject.Problem(
                "comment.path", expected: "numbers that end in the comment's own", found: object.json["path"])
        }
        let site = context.site
        let parent = ancestors.last.map { Comment.Parent.comment(Comment.ID(site: site, native: $0)) }
        var comment = Comment(id: Comment.ID(site: site, native: id), parent: parent ?? .post(post))
        let creator = view.object("creator")
        comment.author = creator?.actor
        comment.authorFullname = object.json["creator_id"]?.int.map(String.init) ?? creator?.id
        comment.score = view.object("counts")?.int("score")
        comment.created = object.date("published")
        comment.edited = object.edited
        if let writer = object.int("creator_id") ?? creator?.int("id"),
            let author = view.object("post")?.int("creator_id")
        {
            comment.isSubmitter = writer == author
        }
        if object.bool("distinguished") == true {
            comment.distinguished = view.bool("creator_is_admin") == true ? "admin" : "moderator"
        }
        if object.bool("removed") == true {
            comment.collapsedReason = "REMOVED"
            comment.removal = .removed(by: nil)
        } else if object.bool("deleted") == true {
            comment.collapsedReason = "DELETED"
            comment.removal = .deletedByAuthor
        } else {
            comment.body = object.string("content")
        }
        return LemmyCommentTree.Node(
            comment: comment, ancestors: ancestors, replyCount: view.object("counts")?.int("child_count") ?? 0)
    }

    /// The comments above one, topmost first, of its path: `0.12.34` is comment 34, an answer to 12, an answer to the
    /// post.
    ///
    /// - Returns: The ids; `nil` when it is no such path.
    static func ancestors(in path: String?, of id: String) -> [String]? {
        guard let path, path.utf8.count <= 2_000 else { return nil }
        let numbers = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard numbers.count >= 2, numbers[0] == "0", numbers.last == id, numbers[1...].allSatisfy(LemmyObject.isID)
        else { return nil }
        return Array(numbers[1..<(numbers.count - 1)])
    }
}
