public import Core
public import Foundation
import Synchronization

/// An ``Core/OfflineCommentProvider`` in memory that keeps the whole contract.
///
/// For tests of code that uses a store, and for previews. It passes ``OfflineCommentProviderContract``.
public final class InMemoryOfflineCommentProvider: OfflineCommentProvider {
    /// A thread as one owner has opened and collapsed it.
    private struct VisitKey: Hashable, Sendable {
        let post: Post.ID
        let owner: MarkOwner
    }

    private struct State: Sendable {
        var threads: [Post.ID: StoredThread] = [:]
        /// The marks of owners, by thread.
        var marks: [VisitKey: ThreadMarks] = [:]
        var failures: [any Error] = []

        mutating func takeFailure() throws {
            if !failures.isEmpty { throw failures.removeFirst() }
        }
    }

    /// The data that the providers of several owners share.
    private final class Shared: Sendable {
        let state = Mutex(State())
        let announcements = Announcements<Set<Post.ID>>()
        let posts: InMemoryOfflinePostProvider

        init(_ posts: InMemoryOfflinePostProvider) { self.posts = posts }
    }

    private let shared: Shared
    private let owner: MarkOwner
    private var announcements: Announcements<Set<Post.ID>> { shared.announcements }

    /// Creates a store with no thread in it.
    ///
    /// - Parameters:
    ///   - posts: The store that statuses are kept in; one of its own by default.
    ///   - owner: The owner of the marks that threads are shown with; nobody by default.
    public init(
        posts: InMemoryOfflinePostProvider = InMemoryOfflinePostProvider(), owner: MarkOwner = .nobody
    ) {
        shared = Shared(posts)
        self.owner = owner
    }

    /// Creates a provider of a store that another provider has, for another owner.
    ///
    /// - Parameters:
    ///   - provider: The other provider.
    ///   - owner: The owner of the marks that threads are shown with.
    package init(sharing provider: InMemoryOfflineCommentProvider, owner: MarkOwner) {
        shared = provider.shared
        self.owner = owner
    }

    /// Makes the next calls fail, one for each error; they change nothing.
    ///
    /// - Parameter errors: The errors to throw.
    public func fail(with errors: any Error...) {
        shared.state.withLock { $0.failures += errors }
    }

    public func storedThread(of post: Post.ID) async throws -> StoredThread? {
        try read { state in state.threads[post].map { withStatuses($0, of: post, state) } }
    }

    public func commit(
        _ thread: CommentThread, of post: Post.ID, sort: CommentSort?, date: Date
    ) async throws -> StoredThread {
        try change([post]) { state in
            guard post.isReadable else { throw DataError(.invalidInput, message: "'\(post)' is no post's id.") }
            var merged = thread.storable(on: post.site)
            (merged.post, merged.extras, merged.confirmation) = (nil, nil, nil)
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
            noteScores(of: stored.thread, over: state.threads[post]?.thread)
            state.threads[post] = stored
            stored.thread.issues = issues
            confirm(thread.confirmation, at: date)
            return (withStatuses(stored, of: post, state), true)
        }
    }

    public func commit(
        _ expansion: CommentExpansion, for more: MoreComments, of post: Post.ID
    ) async throws -> StoredThread? {
        try change([post]) { state in
            guard let before = state.threads[post] else { return (nil, false) }
            let expansion = expansion.storable(on: post.site)
            var stored = before
            stored.thread.entries = CommentForest(before.thread.entries).expanding(more, with: expansion).entries
            noteScores(of: stored.thread, over: before.thread)
            state.threads[post] = stored
            let isChanged = stored != before
            stored.thread.issues = expansion.issues
            confirm(expansion.confirmation)
            return (withStatuses(stored, of: post, state), isChanged || expansion.confirmation != nil)
        }
    }

    public func marks(of post: Post.ID) async throws -> ThreadMarks {
        try read { marks(of: post, $0) }
    }

    public func setCollapsed(_ collapsed: [Core.Comment.ID: Bool?], of post: Post.ID, at date: Date) async throws {
        try change([post]) { state in
            let collapsed = collapsed.filter { $0.key.site == post.site && $0.key.isReadable }
            let before = marks(of: post, state)
            var stored = state.marks[key(post)] ?? ThreadMarks()
            for (id, isCollapsed) in collapsed { stored.collapsed[id] = isCollapsed }
            state.marks[key(post)] = stored
            let owner = owner
            shared.posts.withStore { store in ((), store.setCollapsed(collapsed, for: owner, at: date)) }
            return ((), marks(of: post, state) != before)
        }
    }

    public func visit(_ post: Post.ID, at date: Date) async throws -> ThreadMarks {
        try change([post]) { state in
            let before = marks(of: post, state)
            guard let thread = state.threads[post]?.thread else { return (before, false) }
            var stored = state.marks[key(post)] ?? ThreadMarks()
            stored.visited = max(date, before.visited ?? date)
            stored.seen.formUnion(thread.comments.map(\.id))
            state.marks[key(post)] = stored
            return (before, true)
        }
    }

    public func storedCounts(of posts: [Post.ID]) async throws -> [Post.ID: Int] {
        try read { state in
            var counts: [Post.ID: Int] = [:]
            for post in posts { counts[post] = state.threads[post]?.thread.comments.count }
            return counts
        }
    }

    public func storedExtents(of posts: [Post.ID]) async throws -> [Post.ID: ThreadExtent] {
        try read { state in
            var extents: [Post.ID: ThreadExtent] = [:]
            for post in posts { extents[post] = state.threads[post].map { ThreadExtent(of: $0.thread) } }
            return extents
        }
    }

    public func evictThreads(of posts: [Post.ID]) async throws -> Int {
        try shared.state.withLock { state in
            try state.takeFailure()
            var count = 0
            var gone: Set<Post.ID> = []
            for post in posts {
                guard let thread = state.threads.removeValue(forKey: post) else { continue }
                count += thread.thread.comments.count
                gone.insert(post)
                let comments = thread.thread.comments.map { StatusTarget.comment($0.id) }
                shared.posts.withStore { store in (store.forgetConfirmed(comments), nil) }
            }
            if !gone.isEmpty { announcements.send(gone) }
            return count
        }
    }

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

    public func lastCommit() async -> UInt64? { shared.posts.withStore { store in (store.version, nil) } }

    public func changes() -> AsyncStream<Set<Post.ID>> { announcements.stream() }

    private func key(_ post: Post.ID) -> VisitKey { VisitKey(post: post, owner: owner) }

    /// A thread with what the owner did with it and its comments.
    private func withStatuses(_ stored: StoredThread, of post: Post.ID, _ state: State) -> StoredThread {
        var stored = stored
        let (comments, owner) = (stored.thread.comments.map(\.id), owner)
        stored.statuses = shared.posts.withStore { store in (store.statuses(of: comments, for: owner), nil) }
        stored.marks = marks(of: post, state)
        for (comment, isCollapsed) in stored.marks.collapsed where stored.statuses[comment] != nil {
            stored.statuses[comment]?.isCollapsed = isCollapsed
        }
        return stored
    }

    private func marks(of post: Post.ID, _ state: State) -> ThreadMarks {
        let marks = state.marks[key(post)] ?? ThreadMarks()
        let (comments, owner) = (state.threads[post]?.thread.comments.map(\.id) ?? [], owner)
        return shared.posts.withStore { store in
            var all = marks
            store.addCollapsed(of: comments, for: owner, to: &all)
            return (all, nil)
        }
    }

    /// Takes in what a server said to an account.
    private func confirm(_ confirmation: Confirmation?, at date: Date? = nil) {
        guard let confirmation else { return }
        shared.posts.withStore { store in ((), store.store(confirmation, at: date)) }
    }

    /// Notes which comments have another score than before.
    private func noteScores(of thread: CommentThread, over before: CommentThread?) {
        let known = Dictionary((before?.comments ?? []).map { ($0.id, $0.score) }) { first, _ in first }
        let rescored = thread.comments.filter { comment in
            known[comment.id].map { $0 != comment.score } ?? false
        }.map { StatusTarget.comment($0.id) }
        shared.posts.withStore { store in (store.forgetScoreVotes(of: rescored), nil) }
    }

    private func read<Result: Sendable>(_ body: (State) throws -> Result) throws -> Result {
        try shared.state.withLock { state in
            try state.takeFailure()
            return try body(state)
        }
    }

    private func change<Result: Sendable>(
        _ posts: Set<Post.ID>, _ body: (inout State) throws -> (Result, isChanged: Bool)
    ) throws -> Result {
        try shared.state.withLock { state in
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
