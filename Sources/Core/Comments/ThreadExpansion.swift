/// Which placeholders of a thread were asked for in one run, so that none is asked for twice in it.
///
/// A server may answer "continue this thread" with the same once more. It stays a placeholder then, and whoever expands
/// one after the other would never come to an end.
package struct ThreadExpansion: Sendable {
    private var continued: Set<Comment.Parent> = []
    private var named: Set<Comment.ID> = []

    /// Begins a run in which nothing was asked for.
    package init() {}

    /// The first placeholder that was not asked for in this run; from now on it counts as asked for.
    ///
    /// - Parameter placeholders: What is left out of the thread now, in display order.
    /// - Returns: The placeholder, with those of its names that one request takes; `nil` when there is none.
    package mutating func next(of placeholders: [MoreComments]) -> MoreComments? {
        for more in placeholders {
            if more.isContinuation {
                if continued.insert(more.parent).inserted { return more }
                continue
            }
            var open = more
            open.ids = Array(more.ids.filter { !named.contains($0) }.prefix(MoreRequest.maximumIDs))
            guard !open.ids.isEmpty else { continue }
            named.formUnion(open.ids)
            return open
        }
        return nil
    }
}

extension CommentProvider {
    /// Fetches what every placeholder of a stored thread stands for, one request after the other.
    ///
    /// No placeholder is asked for twice in one call: a "continue this thread" that comes back stays, and
    /// ``CommentThread/isComplete`` is false then.
    ///
    /// - Parameters:
    ///   - post: Whose comments.
    ///   - sort: The order that the thread is wanted in; as it is stored by default.
    ///   - maximumRequests: How many placeholders are asked for at most, 100 by default. A road may take several
    ///     requests for one: Lemmy 40 at most for a thread that it cut.
    ///   - priority: Who waits.
    /// - Returns: The thread as it is stored then; after a failure with its error, and with the placeholders that are
    ///   left.
    /// - Throws: `CancellationError`; ``DataError`` when the database fails.
    public func expandAll(
        of post: Post.ID, sort: CommentSort? = nil, maximumRequests: Int = 100,
        priority: RequestPriority = .userInitiated
    ) async throws -> ThreadUpdate {
        var request = ThreadRequest(post: post, sort: sort, priority: priority)
        request.policy = .storedOnly
        var update = try await thread(request)
        var expansion = ThreadExpansion()
        var requestsLeft = maximumRequests
        while requestsLeft > 0, update.error == nil, let more = expansion.next(of: update.thread?.more ?? []) {
            requestsLeft -= 1
            update = try await expand(MoreRequest(post: post, more: more, sort: sort, priority: priority))
        }
        return update
    }
}
