public import Foundation

/// Where threads are kept once they were seen or packed, and what the person did with them.
///
/// Contract:
/// - Each change is one atomic batch. Threads are buffered; marks are synced.
/// - A fetched thread takes the place of the stored one, but for comments that only an expansion can have brought: those
///   stay where the new answer leaves room for them (``CommentForest/merging(_:)``).
/// - What a poorer road does not know of a comment never overwrites what is known, and a whole thread stays whole
///   where such a road brings nothing new (``CommentThread/completeness(merging:)``).
/// - Marks are separate from comments: no fetch touches them, and they outlive an eviction.
/// - With a post its thread is evicted.
/// - Safe from any thread.
public protocol OfflineCommentProvider: Sendable {
    /// A thread as it is stored.
    ///
    /// - Parameter post: Whose comments.
    /// - Returns: The thread; `nil` when it was never stored, or evicted.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func storedThread(of post: Post.ID) async throws -> StoredThread?

    /// Commits a thread that was fetched as a whole.
    ///
    /// - Parameters:
    ///   - thread: The thread; its post is not looked at.
    ///   - post: Whose comments.
    ///   - sort: The order that was asked for.
    ///   - date: When it was fetched.
    /// - Returns: The thread as it is stored now.
    /// - Throws: A ``CodedError`` when the store cannot be written; nothing is changed then.
    func commit(
        _ thread: CommentThread, of post: Post.ID, sort: CommentSort?, date: Date
    ) async throws -> StoredThread

    /// Puts what a placeholder stood for into its thread.
    ///
    /// - Parameters:
    ///   - expansion: What came.
    ///   - more: The placeholder; one that is not there any more changes nothing but the comments.
    ///   - post: Whose comments.
    /// - Returns: The thread as it is stored now; `nil` when it is not stored any more.
    /// - Throws: A ``CodedError`` when the store cannot be written; nothing is changed then.
    func commit(
        _ expansion: CommentExpansion, for more: MoreComments, of post: Post.ID
    ) async throws -> StoredThread?

    /// What the person did with a thread, stored or not.
    ///
    /// - Parameter post: Whose comments.
    /// - Returns: The marks; those of a thread that nobody opened when there are none.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func marks(of post: Post.ID) async throws -> ThreadMarks

    /// Folds and unfolds comments.
    ///
    /// - Parameters:
    ///   - folds: For each comment whether it is folded; `nil` for as the server says.
    ///   - post: Whose comments.
    ///   - date: When.
    /// - Throws: A ``CodedError`` when the store cannot be written; nothing is changed then.
    func setFolds(_ folds: [Comment.ID: Bool?], of post: Post.ID, at date: Date) async throws

    /// Notes that the person opened a thread: everything that is stored of it is seen from the next visit on.
    ///
    /// - Parameters:
    ///   - post: Whose comments.
    ///   - date: When.
    /// - Returns: The marks from before: what is new at this visit.
    /// - Throws: A ``CodedError`` when the store cannot be written; nothing is changed then.
    func visit(_ post: Post.ID, at date: Date) async throws -> ThreadMarks

    /// How many comments are stored of some posts.
    ///
    /// - Parameter posts: Which posts.
    /// - Returns: For each post whose thread is stored, how many comments it has; 0 for one without.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func storedCounts(of posts: [Post.ID]) async throws -> [Post.ID: Int]

    /// How much is stored of the threads of some posts: in one go, for whole pages of posts.
    ///
    /// - Parameter posts: Which posts.
    /// - Returns: For each post whose thread is stored, how much of it.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func storedExtents(of posts: [Post.ID]) async throws -> [Post.ID: ThreadExtent]

    /// Removes what is stored of threads; their marks stay.
    ///
    /// - Parameter posts: Whose comments.
    /// - Returns: How many comments went.
    /// - Throws: A ``CodedError`` when the store cannot be written; nothing is changed then.
    func evictThreads(of posts: [Post.ID]) async throws -> Int

    /// Finds comments by their text and author, as ``PostSearchProvider`` finds posts.
    ///
    /// - Parameters:
    ///   - text: Words that are all in it, in any order.
    ///   - limit: How many at most.
    /// - Returns: The comments with their posts, the newest first.
    /// - Throws: `CancellationError`; a ``CodedError`` when the store cannot be read.
    func search(_ text: String, limit: Int) async throws -> [CommentMatch]

    /// Announces the posts whose threads or marks each commit changed, from now on.
    ///
    /// - Returns: A stream that misses nothing and ends when its consumer does, or with the store.
    func changes() -> AsyncStream<Set<Post.ID>>
}

extension OfflineCommentProvider {
    /// Reads every one of the threads: for a store that has no better way.
    ///
    /// - Parameter posts: Which posts.
    /// - Returns: For each post whose thread is stored, how much of it.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    public func storedExtents(of posts: [Post.ID]) async throws -> [Post.ID: ThreadExtent] {
        var extents: [Post.ID: ThreadExtent] = [:]
        for post in posts where extents[post] == nil {
            extents[post] = try await storedThread(of: post).map { ThreadExtent(of: $0.thread) }
        }
        return extents
    }
}
