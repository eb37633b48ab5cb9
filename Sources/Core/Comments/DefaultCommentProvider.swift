/// Threads from a cloud, with their posts from the database.
///
/// The post that comes with a thread is committed before it is shown, so its status is there and a command on it works.
/// The comments themselves are handed through as they came: they are read, not kept.
public struct DefaultCommentProvider: CommentProvider {
    private let offline: any OfflinePostProvider
    private let online: (any OnlineCommentProvider)?

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - offline: Where posts are kept; the registered one by default.
    ///   - online: The cloud; `nil` for none, and then every thread fails with the code `offline`.
    public init(
        offline: any OfflinePostProvider = Dependency.resolve((any OfflinePostProvider).self),
        online: (any OnlineCommentProvider)?
    ) {
        self.offline = offline
        self.online = online
    }

    /// Fetches a thread, and commits its post.
    ///
    /// - Parameter request: Which thread.
    /// - Returns: The thread and its post as the database holds it now; without a thread, why there is none.
    /// - Throws: `CancellationError`; ``DataError`` when the database fails.
    public func thread(_ request: ThreadRequest) async throws -> ThreadUpdate {
        let thread: CommentThread
        do {
            thread = try await fetch(request)
        } catch let error as CancellationError {
            throw error
        } catch {
            // What fails because nobody waits any more is no failure.
            try Task.checkCancellation()
            return ThreadUpdate(post: try await item(request.post), error: DataError(error))
        }
        // A request that was cancelled leaves no writes.
        try Task.checkCancellation()
        if let post = thread.post {
            try await translated { try await offline.store([post], completeness: thread.completeness) }
        }
        return ThreadUpdate(
            post: try await item(thread.post?.id ?? request.post), thread: thread,
            origin: .network(source: thread.source, completeness: thread.completeness))
    }

    public func expand(_ request: MoreRequest) async throws -> ThreadUpdate {
        ThreadUpdate(post: try await item(request.post), error: DataError(.offline, message: "Not kept yet."))
    }

    public func setFolds(_ folds: [Comment.ID: Bool?], of post: Post.ID) async throws {}

    public func visit(_ post: Post.ID) async throws -> ThreadMarks { ThreadMarks() }

    private func fetch(_ request: ThreadRequest) async throws -> CommentThread {
        guard let online else {
            throw DataError(
                .offline, message: "Comments are not kept on this device. Ask for them with the network on.",
                isRetryable: true)
        }
        return try await online.fetchThread(request)
    }

    private func item(_ id: Post.ID) async throws -> FeedItem? {
        try await translated { try await offline.items([id]).first }
    }

    private func translated<Result: Sendable>(_ work: () async throws -> Result) async throws -> Result {
        do {
            return try await work()
        } catch let error as CancellationError {
            throw error
        } catch {
            throw DataError(error)
        }
    }
}
