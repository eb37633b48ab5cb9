public import Core
public import Foundation

/// Threads and what a person did with them in a JSON store, beside the posts that they belong to.
///
/// A thread is read on a thread of its own, its comments on both cores. Of a thread that is stored already only the
/// comments that changed are written again. Threads are buffered, for they can be fetched again; marks are synced.
public final class DatabaseCommentProvider: OfflineCommentProvider {
    private let store: JSONStore
    private let reader: StoredThreadReader
    private let searches = SearchQueue(label: "Lantern.DatabaseCommentProvider.search")

    /// Creates a provider.
    ///
    /// - Parameter store: A store that was opened by ``JSONStore/init(directory:ownCollections:files:time:)``.
    public init(store: JSONStore) {
        self.store = store
        reader = StoredThreadReader(store)
    }

    /// A thread as it is stored.
    ///
    /// - Parameter post: Whose comments.
    /// - Returns: The thread; `nil` when it was never stored, or evicted. What was damaged on the disk is left out.
    /// - Throws: ``StoreError`` when the disk fails.
    /// - Complexity: O(*n* log *n*) in the comments, some microseconds each.
    public func storedThread(of post: Post.ID) async throws -> StoredThread? {
        try await reader.read { try $0.storedThread(of: post) }
    }

    /// Commits a thread that was fetched as a whole, buffered.
    ///
    /// - Parameters:
    ///   - thread: The thread; its post is not looked at, and comments that no store can keep are left out.
    ///   - post: Whose comments.
    ///   - sort: The order that was asked for.
    ///   - date: When it was fetched.
    /// - Returns: The thread as it is stored now, with the issues of what was fetched.
    /// - Throws: ``StoreError``; nothing is changed then.
    public func commit(
        _ thread: CommentThread, of post: Post.ID, sort: CommentSort?, date: Date
    ) async throws -> StoredThread {
        try await store.write(.buffered) { transaction in
            try transaction.commit(thread, of: post, sort: sort, date: date)
        }
    }

    /// Puts what a placeholder stood for into its thread, buffered.
    ///
    /// - Parameters:
    ///   - expansion: What came.
    ///   - more: The placeholder; one that is not there any more changes nothing but the comments.
    ///   - post: Whose comments.
    /// - Returns: The thread as it is stored now, with the issues of what came; `nil` when it is not stored any more.
    /// - Throws: ``StoreError``; nothing is changed then.
    public func commit(
        _ expansion: CommentExpansion, for more: MoreComments, of post: Post.ID
    ) async throws -> StoredThread? {
        try await store.write(.buffered) { transaction in
            try transaction.commit(expansion, for: more, of: post)
        }
    }

    /// What the person did with a thread, stored or not.
    ///
    /// - Parameter post: Whose comments.
    /// - Returns: The marks.
    /// - Throws: ``StoreError`` when the disk fails.
    public func marks(of post: Post.ID) async throws -> ThreadMarks {
        try await reader.read { try $0.marks(of: post) }
    }

    /// Folds and unfolds comments, synced.
    ///
    /// - Parameters:
    ///   - folds: For each comment whether it is folded; `nil` for as the server says.
    ///   - post: Whose comments.
    ///   - date: When.
    /// - Throws: ``StoreError``; nothing is changed then.
    public func setFolds(_ folds: [Comment.ID: Bool?], of post: Post.ID, at date: Date) async throws {
        try await store.write(.synced) { transaction in
            try transaction.setFolds(folds, of: post, at: date)
        }
    }

    /// Notes that the person opened a thread, synced.
    ///
    /// - Parameters:
    ///   - post: Whose comments. Of a thread that is not stored there is nothing to see, and nothing is noted.
    ///   - date: When.
    /// - Returns: The marks from before.
    /// - Throws: ``StoreError``; nothing is changed then.
    public func visit(_ post: Post.ID, at date: Date) async throws -> ThreadMarks {
        try await store.write(.synced) { transaction in
            try transaction.visit(post, at: date)
        }
    }

    /// How many comments are stored of some posts; no comment is read.
    ///
    /// - Parameter posts: Which posts.
    /// - Returns: For each post whose thread is stored, how many comments it has; 0 for one without.
    /// - Throws: ``StoreError`` when the disk fails.
    public func storedCounts(of posts: [Post.ID]) async throws -> [Post.ID: Int] {
        try await reader.read { snapshot in
            var counts: [Post.ID: Int] = [:]
            for post in posts { counts[post] = try snapshot.record(post, in: CommentSchemas.threads)?.count }
            return counts
        }
    }

    /// How much is stored of the threads of some posts, in one look at the store; no comment is read.
    ///
    /// - Parameter posts: Which posts.
    /// - Returns: For each post whose thread is stored, how much of it.
    /// - Throws: ``StoreError`` when the disk fails.
    public func storedExtents(of posts: [Post.ID]) async throws -> [Post.ID: ThreadExtent] {
        try await reader.read { snapshot in
            var extents: [Post.ID: ThreadExtent] = [:]
            for post in posts { extents[post] = try snapshot.threadExtent(of: post) }
            return extents
        }
    }

    /// Removes what is stored of threads, buffered; their marks stay.
    ///
    /// - Parameter posts: Whose comments.
    /// - Returns: How many comments went.
    /// - Throws: ``StoreError``; nothing is changed then.
    public func evictThreads(of posts: [Post.ID]) async throws -> Int {
        try await store.write(.buffered) { transaction in
            try transaction.evictThreads(of: posts)
        }
    }

    /// Finds comments by their text and author.
    ///
    /// - Parameters:
    ///   - text: Words that are all in it, in any order.
    ///   - limit: How many at most.
    /// - Returns: The comments with their posts, the newest first.
    /// - Throws: `CancellationError`; ``StoreError`` when the disk fails.
    /// - Complexity: O(*n*) in the bytes of the texts of comments that are newer than the last one that is found.
    public func search(_ text: String, limit: Int) async throws -> [CommentMatch] {
        let query = SearchQuery(text)
        return try await searches.run { [store] isCancelled in
            try store.snapshot().searchComments(query, limit: limit, isCancelled: isCancelled)
        }
    }

    /// Announces the posts whose threads or marks each commit changed, from now on.
    ///
    /// - Returns: A stream that misses nothing and ends when its consumer does, or with the store.
    public func changes() -> AsyncStream<Set<Post.ID>> {
        let commits = store.commits()
        let (stream, continuation) = AsyncStream.makeStream(of: Set<Post.ID>.self, bufferingPolicy: .unbounded)
        let task = Task {
            for await commit in commits {
                let posts = Set(commit.ids(in: CommentSchemas.threads)).union(commit.ids(in: CommentSchemas.marks))
                if !posts.isEmpty { continuation.yield(posts) }
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }
}
