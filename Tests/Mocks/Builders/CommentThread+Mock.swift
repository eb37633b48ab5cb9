public import Core

extension CommentThread {
    /// A thread that is drawn as an outline.
    ///
    /// ```swift
    /// .mock("a", " b", "  c", "  …4", " d", "…")
    /// ```
    ///
    /// is the comment `a` with the replies `b` and `d`; `b` has the reply `c` and a placeholder for four more; at the
    /// end, a "continue this thread".
    ///
    /// - Parameters:
    ///   - lines: One for each entry: as many spaces as it is deep, then the comment's native name, or `…` and a number.
    ///   - post: The post; ``Core/Post/mock(_:title:author:subreddit:created:commentCount:score:media:site:)`` by default.
    ///   - issues: What could not be read.
    ///   - extras: Fields of the post that only its site has; none by default.
    /// - Returns: The thread.
    public static func mock(
        _ lines: String..., post: Post? = .mock(), issues: [DecodeIssue] = [], extras: RawJSON? = nil
    ) -> CommentThread {
        .mock(lines, post: post, issues: issues, extras: extras)
    }

    /// A thread that is drawn as an outline.
    ///
    /// - Parameters:
    ///   - lines: One for each entry: as many spaces as it is deep, then the comment's native name, or `…` and a number.
    ///   - post: The post.
    ///   - issues: What could not be read.
    ///   - extras: Fields of the post that only its site has; none by default.
    /// - Returns: The thread.
    public static func mock(
        _ lines: [String], post: Post? = .mock(), issues: [DecodeIssue] = [], extras: RawJSON? = nil
    ) -> CommentThread {
        var path: [String] = []
        let id = post?.id.native ?? "t3_a"
        let entries: [Entry] = lines.map { line in
            let depth = line.prefix { $0 == " " }.count
            let word = String(line.dropFirst(depth))
            path.removeLast(max(0, path.count - depth))
            let parent = path.last
            if word.hasPrefix("…") {
                let count = Int(word.dropFirst()) ?? 0
                let ids = (0..<count).map { Comment.ID.mock("\(parent ?? id)-\($0)") }
                return .more(
                    MoreComments(
                        parent: parent.map { .comment(.mock($0)) } ?? .post(.mock(id)), depth: depth, count: count,
                        ids: ids))
            }
            path.append(word)
            return .comment(.mock(word, parent: parent, depth: depth, post: id))
        }
        var thread = CommentThread(post: post, entries: entries, issues: issues, source: "mock")
        thread.extras = extras
        return thread
    }
}

extension ThreadUpdate {
    /// A thread as a ``Core/CommentProvider`` gives it.
    ///
    /// - Parameter thread: The thread; its post is one that nobody has touched.
    /// - Returns: The update.
    public static func mock(_ thread: CommentThread) -> ThreadUpdate {
        ThreadUpdate(
            post: thread.post.map { FeedItem(post: $0) }, thread: thread,
            origin: .network(source: thread.source, completeness: thread.completeness))
    }
}
