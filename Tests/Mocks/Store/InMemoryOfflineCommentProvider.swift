public import Core
public import Foundation
import Synchronization

/// An ``Core/OfflineCommentProvider`` that works, in memory: it keeps the whole contract and forgets with the process.
///
/// For tests of what stands on a store, and for previews. It passes ``OfflineCommentProviderContract``.
public final class InMemoryOfflineCommentProvider: OfflineCommentProvider {
    private struct State: Sendable {
        var threads: [Post.ID: StoredThread] = [:]
        var marks: [Post.ID: ThreadMarks] = [:]
        var failures: [any Error] = []

        mutating func takeFailure() throws {
            if !failures.isEmpty { throw failures.removeFirst() }
        }

        func stored(_ post: Post.ID) -> StoredThread? {
            guard var thread = threads[post] else { return nil }
            thread.marks = marks[post] ?? ThreadMarks()
            return thread
        }
    }

    private let state = Mutex(State())
    private let announcements = Announcements<Set<Post.ID>>()

    /// Creates a store with nothing in it.
    public init() {}

    /// Makes the next calls fail, one for each error; nothing is changed by them.
    ///
    /// - Parameter errors: What the calls throw.
    public func fail(with errors: any Error...) {
        state.withLock { $0.failures += errors }
    }

    /// A thread as it is stored.
    ///
    /// - Parameter post: Whose comments.
    /// - Returns: The thread; `nil` when it was never stored, or evicted.
    /// - Throws: What ``fail(with:)`` was given.
    public func storedThread(of post: Post.ID) async throws -> StoredThread? {
        try read { $0.stored(post) }
    }

    /// Commits a thread that was fetched as a whole.
    ///
    /// - Parameters:
    ///   - thread: The thread; its post is not looked at.
    ///   - post: Whose comments.
    ///   - sort: The order that was asked for.
    ///   - date: When it was fetched.
    /// - Returns: The thread as it is stored now, with the issues of what was fetched.
    /// - Throws: What ``fail(with:)`` was given.
    public func commit(
        _ thread: CommentThread, of post: Post.ID, sort: CommentSort?, date: Date
    ) async throws -> StoredThread {
        try change([post]) { state in
            guard post.isReadable else { throw DataError(.invalidInput, message: "'\(post)' is no post's id.") }
            var merged = thread.storable(on: post.site)
            (merged.post, merged.extras) = (nil, nil)
            let issues = merged.issues
            if let before = state.threads[post] {
                var known = CommentForest(before.thread.entries)
                // A server sends the beginning of an order; what stays behind it is to be in the same one.
                if let sort, sort != before.sort { known = known.sorted(by: sort) }
                let completeness = before.thread.completeness(merging: merged)
                merged.entries = known.merging(merged).entries
                merged.completeness = completeness
            }
            // An answer with nothing in it brought no order either.
            let order = merged.entries.isEmpty || !thread.entries.isEmpty ? sort : state.threads[post]?.sort
            var stored = StoredThread(thread: merged, sort: order, fetched: date)
            stored.thread.issues = []
            state.threads[post] = stored
            stored.thread.issues = issues
            stored.marks = state.marks[post] ?? ThreadMarks()
            return (stored, true)
        }
    }

    /// Puts what a placeholder stood for into its thread.
    ///
    /// - Parameters:
    ///   - expansion: What came.
    ///   - more: The placeholder; one that is not there any more changes nothing but the comments.
    ///   - post: Whose comments.
    /// - Returns: The thread as it is stored now, with the issues of what came; `nil` when it is not stored any more.
    /// - Throws: What ``fail(with:)`` was given.
    public func commit(
        _ expansion: CommentExpansion, for more: MoreComments, of post: Post.ID
    ) async throws -> StoredThread? {
        try change([post]) { state in
            guard let before = state.stored(post) else { return (nil, false) }
            let expansion = expansion.storable(on: post.site)
            var stored = before
            stored.thread.entries = CommentForest(before.thread.entries).expanding(more, with: expansion).entries
            state.threads[post] = stored
            let isChanged = stored != before
            stored.thread.issues = expansion.issues
            return (stored, isChanged)
        }
    }

    /// What the person did with a thread, stored or not.
    ///
    /// - Parameter post: Whose comments.
    /// - Returns: The marks.
    /// - Throws: What ``fail(with:)`` was given.
    public func marks(of post: Post.ID) async throws -> ThreadMarks {
        try read { $0.marks[post] ?? ThreadMarks() }
    }

    /// Folds and unfolds comments.
    ///
    /// - Parameters:
    ///   - folds: For each comment whether it is folded; `nil` for as the server says.
    ///   - post: Whose comments.
    ///   - date: When.
    /// - Throws: What ``fail(with:)`` was given.
    public func setFolds(_ folds: [Core.Comment.ID: Bool?], of post: Post.ID, at date: Date) async throws {
        try change([post]) { state in
            var marks = state.marks[post] ?? ThreadMarks()
            let before = marks
            for (id, isFolded) in folds where id.site == post.site && id.isReadable { marks.folds[id] = isFolded }
            guard marks != before else { return ((), false) }
            state.marks[post] = marks
            return ((), true)
        }
    }

    /// Notes that the person opened a thread.
    ///
    /// - Parameters:
    ///   - post: Whose comments. Of a thread that is not stored there is nothing to see, and nothing is noted.
    ///   - date: When.
    /// - Returns: The marks from before.
    /// - Throws: What ``fail(with:)`` was given.
    public func visit(_ post: Post.ID, at date: Date) async throws -> ThreadMarks {
        try change([post]) { state in
            let before = state.marks[post] ?? ThreadMarks()
            guard let thread = state.threads[post]?.thread else { return (before, false) }
            var marks = before
            marks.visited = max(date, before.visited ?? date)
            marks.seen.formUnion(thread.comments.map(\.id))
            state.marks[post] = marks
            return (before, true)
        }
    }

    /// How many comments are stored of some posts.
    ///
    /// - Parameter posts: Which posts.
    /// - Returns: For each post whose thread is stored, how many comments it has.
    /// - Throws: What ``fail(with:)`` was given.
    public func storedCounts(of posts: [Post.ID]) async throws -> [Post.ID: Int] {
        try read { state in
            var counts: [Post.ID: Int] = [:]
            for post in posts { counts[post] = state.threads[post]?.thread.comments.count }
            return counts
        }
    }

    /// How much is stored of the threads of some posts.
    ///
    /// - Parameter posts: Which posts.
    /// - Returns: For each post whose thread is stored, how much of it.
    /// - Throws: What ``fail(with:)`` was given.
    public func storedExtents(of posts: [Post.ID]) async throws -> [Post.ID: ThreadExtent] {
        try read { state in
            var extents: [Post.ID: ThreadExtent] = [:]
            for post in posts { extents[post] = state.threads[post].map { ThreadExtent(of: $0.thread) } }
            return extents
        }
    }

    /// Removes what is stored of threads; their marks stay.
    ///
    /// - Parameter posts: Whose comments.
    /// - Returns: How many comments went.
    /// - Throws: What ``fail(with:)`` was given.
    public func evictThreads(of posts: [Post.ID]) async throws -> Int {
        try state.withLock { state in
            try state.takeFailure()
            var count = 0
            var gone: Set<Post.ID> = []
            for post in posts {
                guard let thread = state.threads.removeValue(forKey: post) else { continue }
                count += thread.thread.comments.count
                gone.insert(post)
            }
            if !gone.isEmpty { announcements.send(gone) }
            return count
        }
    }

    /// Finds comments by their text and author, by looking at every one.
    ///
    /// - Parameters:
    ///   - text: Words that are all in it, in any order.
    ///   - limit: How many at most.
    /// - Returns: The comments with their posts, the newest first.
    /// - Throws: `CancellationError`; what ``fail(with:)`` was given.
    public func search(_ text: String, limit: Int) async throws -> [CommentMatch] {
        try Task.checkCancellation()
        let query = SearchQuery(text)
        let all = try read { state in
            state.threads.flatMap { post, stored in
                stored.thread.comments.map { CommentMatch(comment: $0, post: post) }
            }
        }
        guard !query.isEmpty else { return [] }
        let found = all.filter { match in
            query.matches(anyOf: [match.comment.author, match.comment.body].compactMap { $0 })
        }.sorted(by: Self.precedes)
        return Array(found.prefix(max(0, limit)))
    }

    /// Announces the posts whose threads or marks each commit changed, from now on.
    ///
    /// - Returns: A stream that misses nothing and ends when its consumer does, or with the store.
    public func changes() -> AsyncStream<Set<Post.ID>> { announcements.stream() }

    private func read<Result: Sendable>(_ body: (State) throws -> Result) throws -> Result {
        try state.withLock { state in
            try state.takeFailure()
            return try body(state)
        }
    }

    private func change<Result: Sendable>(
        _ posts: Set<Post.ID>, _ body: (inout State) throws -> (Result, isChanged: Bool)
    ) throws -> Result {
        try state.withLock { state in
            try state.takeFailure()
            let (result, isChanged) = try body(&state)
            // Inside the lock, so that changes are announced in the order in which they were made.
            if isChanged { announcements.send(posts) }
            return result
        }
    }

    private static func precedes(_ left: CommentMatch, _ right: CommentMatch) -> Bool {
        switch (left.comment.created, right.comment.created) {
        case (let left?, let right?) where left != right: left > right
        case (_?, nil): true
        case (nil, _?): false
        default: left.id < right.id
        }
    }
}
