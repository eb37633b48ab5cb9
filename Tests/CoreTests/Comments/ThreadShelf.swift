import Core
import Foundation
import Mocks
import Synchronization

/// Threads kept in memory, by the rules of ``CommentForest`` and nothing else: what tests of the provider stand on.
final class ThreadShelf: OfflineCommentProvider {
    private struct State {
        var threads: [Post.ID: StoredThread] = [:]
        var marks: [Post.ID: ThreadMarks] = [:]
        var dates: [Date] = []
        var error: DataError?
    }

    private let state = Mutex(State())

    /// When each change was made.
    var dates: [Date] { state.withLock { $0.dates } }

    /// Makes every call fail from now on, or none.
    func fail(with error: DataError?) { state.withLock { $0.error = error } }

    /// Stores a thread as if it had been fetched.
    func store(_ thread: CommentThread, of post: Post.ID = .mock("t3_a"), sort: CommentSort? = nil) {
        state.withLock { state in
            var kept = thread
            kept.post = nil
            state.threads[post] = StoredThread(thread: kept, sort: sort, fetched: Date(timeIntervalSince1970: 7))
        }
    }

    private func use<Value: Sendable>(_ body: (inout State) -> Value) throws -> Value {
        try state.withLock { state in
            if let error = state.error { throw error }
            return body(&state)
        }
    }

    func storedThread(of post: Post.ID) async throws -> StoredThread? {
        try use { state in
            var thread = state.threads[post]
            thread?.marks = state.marks[post] ?? ThreadMarks()
            return thread
        }
    }

    func commit(
        _ thread: CommentThread, of post: Post.ID, sort: CommentSort?, date: Date
    ) async throws -> StoredThread {
        try use { state in
            var kept = thread
            kept.post = nil
            kept.issues = []
            let forest = state.threads[post].map { CommentForest($0.thread.entries).merging(thread) }
            kept.entries = (forest ?? CommentForest(thread.entries)).entries
            let stored = StoredThread(
                thread: kept, sort: sort, fetched: date, marks: state.marks[post] ?? ThreadMarks())
            state.threads[post] = stored
            state.dates.append(date)
            return stored
        }
    }

    func commit(
        _ expansion: CommentExpansion, for more: MoreComments, of post: Post.ID
    ) async throws -> StoredThread? {
        try use { state in
            guard var stored = state.threads[post] else { return nil }
            stored.thread.entries = CommentForest(stored.thread.entries).expanding(more, with: expansion).entries
            state.threads[post] = stored
            return stored
        }
    }

    func marks(of post: Post.ID) async throws -> ThreadMarks { try use { $0.marks[post] ?? ThreadMarks() } }

    func setCollapsed(_ collapsed: [Core.Comment.ID: Bool?], of post: Post.ID, at date: Date) async throws {
        try use { state in
            for (id, isCollapsed) in collapsed { state.marks[post, default: ThreadMarks()].collapsed[id] = isCollapsed }
            state.dates.append(date)
        }
    }

    func visit(_ post: Post.ID, at date: Date) async throws -> ThreadMarks {
        try use { state in
            let before = state.marks[post] ?? ThreadMarks()
            var marks = before
            marks.visited = date
            marks.seen.formUnion(state.threads[post]?.thread.comments.map(\.id) ?? [])
            state.marks[post] = marks
            state.dates.append(date)
            return before
        }
    }

    func storedCounts(of posts: [Post.ID]) async throws -> [Post.ID: Int] {
        try use { state in
            Dictionary(uniqueKeysWithValues: posts.map { ($0, state.threads[$0]?.thread.comments.count ?? 0) })
        }
    }

    func evictThreads(of posts: [Post.ID]) async throws -> Int {
        try use { state in posts.reduce(0) { $0 + (state.threads.removeValue(forKey: $1)?.thread.comments.count ?? 0) }
        }
    }

    func search(_ text: String, limit: Int) async throws -> [CommentMatch] { [] }

    func changes() -> AsyncStream<Set<Post.ID>> { AsyncStream { $0.finish() } }
}
