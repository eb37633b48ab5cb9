public import Foundation

/// A store of fetched comment threads and of the person's marks on them.
///
/// Contract:
/// - Each change is one atomic batch. Threads are buffered; marks are synced.
/// - A fetched thread takes the place of the stored one, but for comments that only an expansion can have brought:
///   those stay where the new answer allows comments that it does not contain itself.
/// - What a poorer backend does not know of a comment never overwrites what is known, and a whole thread stays whole
///   where such a backend brings nothing new.
/// - Marks are separate from comments: no fetch touches them, and they outlive an eviction.
/// - With a post its thread is evicted.
/// - Safe from any thread.
public protocol OfflineCommentProvider: Sendable {
    /// Reads a stored thread, with what whoever looks wrote in it and is not sent (``StoredThread/own``).
    ///
    /// - Parameter post: The post of the thread.
    /// - Returns: The thread; `nil` when it was never stored, or evicted, and nothing unsent is in it.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func storedThread(of post: Post.ID) async throws -> StoredThread?

    /// Commits a thread that was fetched as a whole.
    ///
    /// - Parameters:
    ///   - thread: The thread; its post is not looked at.
    ///   - post: The post of the thread.
    ///   - sort: The order that was asked for.
    ///   - date: The date when it was fetched.
    /// - Returns: The thread as it is stored now.
    /// - Throws: A ``CodedError`` when the store cannot be written; nothing is changed then.
    func commit(
        _ thread: CommentThread, of post: Post.ID, sort: CommentSort?, date: Date
    ) async throws -> StoredThread

    /// Adds the comments that a placeholder stood for to the stored thread.
    ///
    /// - Parameters:
    ///   - expansion: The server's answer.
    ///   - more: The placeholder; one that is not there any more changes nothing but the comments.
    ///   - post: The post of the thread.
    /// - Returns: The thread as it is stored now; `nil` when it is not stored any more.
    /// - Throws: A ``CodedError`` when the store cannot be written; nothing is changed then.
    func commit(
        _ expansion: CommentExpansion, for more: MoreComments, of post: Post.ID
    ) async throws -> StoredThread?

    /// Reads the person's marks on a thread, whether its comments are stored or not.
    ///
    /// - Parameter post: The post of the thread.
    /// - Returns: The marks; those of a thread that nobody opened when there are none.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func marks(of post: Post.ID) async throws -> ThreadMarks

    /// Collapses and expands comments.
    ///
    /// - Parameters:
    ///   - collapsed: For each comment whether it is collapsed; `nil` for as the server says.
    ///   - post: The post of the thread.
    ///   - date: When.
    /// - Throws: A ``CodedError`` when the store cannot be written; nothing is changed then.
    func setCollapsed(_ collapsed: [Comment.ID: Bool?], of post: Post.ID, at date: Date) async throws

    /// Records that the person opened a thread: from the next visit on, its stored comments count as seen.
    ///
    /// - Parameters:
    ///   - post: The post of the thread.
    ///   - date: When.
    /// - Returns: The marks from before: what is new at this visit.
    /// - Throws: A ``CodedError`` when the store cannot be written; nothing is changed then.
    func visit(_ post: Post.ID, at date: Date) async throws -> ThreadMarks

    /// Counts the comments that are stored of some posts.
    ///
    /// - Parameter posts: The posts.
    /// - Returns: For each post whose thread is stored, how many comments it has; 0 for one without.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func storedCounts(of posts: [Post.ID]) async throws -> [Post.ID: Int]

    /// Reads the extents of the stored threads of some posts, in one pass for a whole page of posts.
    ///
    /// - Parameter posts: The posts.
    /// - Returns: For each post whose thread is stored, how much of it.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func storedExtents(of posts: [Post.ID]) async throws -> [Post.ID: ThreadExtent]

    /// Removes stored threads, but for those that something unsent is about; their marks stay.
    ///
    /// - Parameter posts: The posts of the threads.
    /// - Returns: The number of comments that were removed.
    /// - Throws: A ``CodedError`` when the store cannot be written; nothing is changed then.
    func evictThreads(of posts: [Post.ID]) async throws -> Int

    /// Searches stored comments by their text and author, as ``PostSearchProvider`` searches posts.
    ///
    /// - Parameters:
    ///   - text: Words that are all in it, in any order.
    ///   - limit: The largest number of results.
    /// - Returns: The comments with their posts, the newest first.
    /// - Throws: `CancellationError`; a ``CodedError`` when the store cannot be read.
    func search(_ text: String, limit: Int) async throws -> [CommentMatch]

    /// Returns the number of the store's last commit; `nil`, the default, where it is not known.
    ///
    /// What a server said to an account counts as of the commit at which it was asked for: see
    /// ``Confirmation/asOf``.
    ///
    /// - Returns: The number.
    func lastCommit() async -> UInt64?

    /// Announces the posts whose threads or marks each commit changed, from now on.
    ///
    /// - Returns: A stream that misses nothing and ends when its consumer does, or with the store.
    func changes() -> AsyncStream<Set<Post.ID>>
}

extension OfflineCommentProvider {
    /// Says that the number is not known: the default for a store that counts no commits.
    public func lastCommit() async -> UInt64? { nil }

    /// Computes the extents by reading each thread: the default for a store without a faster way.
    ///
    /// - Parameter posts: The posts.
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

/// A comment that a search found, with the post of its thread.
public struct CommentMatch: Identifiable, Hashable, Sendable {
    /// The comment.
    public var comment: Comment
    /// The post whose thread contains the comment.
    public var post: Post.ID

    /// Creates a match.
    ///
    /// - Parameters:
    ///   - comment: The comment.
    ///   - post: The post of its thread.
    public init(comment: Comment, post: Post.ID) {
        self.comment = comment
        self.post = post
    }

    /// The comment's id.
    public var id: Comment.ID { comment.id }
}
