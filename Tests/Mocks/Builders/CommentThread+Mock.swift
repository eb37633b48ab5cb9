public import Core

extension CommentThread {
    /// Makes a thread from an outline.
    ///
    /// ```swift
    /// .mock("a", " b", "  c", "  …4", " d", "…")
    /// ```
    ///
    /// is the comment `a` with the replies `b` and `d`; `b` has the reply `c` and a placeholder for four more; at the
    /// end, a "continue this thread".
    ///
    /// - Parameters:
    ///   - lines: One for each entry: as many spaces as it is deep, then the comment's native id, or `…` and a number.
    ///   - post: The post; ``Core/Post/mock(_:title:media:site:configure:)`` by default.
    ///   - issues: The problems of the answer.
    ///   - extras: Fields of the post that only its site has; none by default.
    /// - Returns: The thread.
    public static func mock(
        _ lines: String..., post: Post? = .mock(), issues: [DecodeIssue] = [], extras: RawJSON? = nil
    ) -> CommentThread {
        .mock(lines, post: post, issues: issues, extras: extras)
    }

    /// Makes a thread from an outline.
    ///
    /// - Parameters:
    ///   - lines: One for each entry: as many spaces as it is deep, then the comment's native id, or `…` and a number.
    ///   - post: The post.
    ///   - issues: The problems of the answer.
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
    /// Makes an update as a ``Core/CommentProvider`` returns it.
    ///
    /// - Parameter thread: The thread; its post has no marks.
    /// - Returns: The update.
    public static func mock(_ thread: CommentThread) -> ThreadUpdate {
        ThreadUpdate(
            post: thread.post.map { FeedItem(post: $0) }, thread: thread,
            origin: .network(source: thread.source, completeness: thread.completeness))
    }
}
