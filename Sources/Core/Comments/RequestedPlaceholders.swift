/// The placeholders of a thread that one run has requested, so that it requests none of them twice.
///
/// A server may answer "continue this thread" with the same placeholder once more. Without this record a run that
/// expands one after the other would never end.
package struct RequestedPlaceholders: Sendable {
    private var continued: Set<Comment.Parent> = []
    private var named: Set<Comment.ID> = []

    /// Creates an empty record.
    package init() {}

    /// Returns the first placeholder that was not requested yet, and records it as requested.
    ///
    /// - Parameter placeholders: The placeholders of the thread now, in display order.
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
    /// Fetches the comments of every placeholder of a stored thread, one request after the other.
    ///
    /// No placeholder is asked for twice in one call: a "continue this thread" that comes back stays, and
    /// ``CommentThread/isComplete`` is false then.
    ///
    /// - Parameters:
    ///   - post: The post of the thread.
    ///   - sort: The order that the thread is wanted in; as it is stored by default.
    ///   - maximumRequests: The largest number of placeholders to ask for, 100 by default. A backend may take several
    ///     requests for one: Lemmy 40 at most for a thread that it cut.
    ///   - priority: The priority of the requests.
    /// - Returns: The thread as it is stored then; after a failure with its error, and with the placeholders that are
    ///   left.
    /// - Throws: `CancellationError`; ``DataError`` when the database fails.
    package func expandAllPlaceholders(
        of post: Post.ID, sort: CommentSort? = nil, maximumRequests: Int = 100,
        priority: RequestPriority = .userInitiated
    ) async throws -> ThreadUpdate {
        var request = ThreadRequest(post: post, sort: sort, priority: priority)
        request.policy = .storedOnly
        var update = try await thread(request)
        var requested = RequestedPlaceholders()
        var requestsLeft = maximumRequests
        while requestsLeft > 0, update.error == nil, let more = requested.next(of: update.thread?.more ?? []) {
            requestsLeft -= 1
            update = try await expand(MoreRequest(post: post, more: more, sort: sort, priority: priority))
        }
        return update
    }
}
