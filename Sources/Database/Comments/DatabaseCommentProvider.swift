public import Core
public import Foundation

/// The stored threads and their marks, in a JSON store, beside the posts that they belong to.
///
/// A thread is read on a thread of its own, its comments on both cores and without their texts, which are decoded when
/// they are asked for. As long as somebody has it, it is not read again. Of a thread that is stored already only the
/// comments that changed are written again. Threads are buffered, for they can be fetched again; marks are synced.
public final class DatabaseCommentProvider: OfflineCommentProvider {
    private let store: JSONStore
    private let viewers: CurrentViewers
    private let reader: StoredThreadReader
    private let readings = ThreadReadings()
    private let searches = SearchQueue(label: "Lantern.DatabaseCommentProvider.search")

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - store: A store that was opened by ``JSONStore/init(directory:ownCollections:access:handovers:files:time:)``.
    ///   - owner: The owner of the marks that are read and changed; nobody by default.
    public convenience init(store: JSONStore, owner: MarkOwner = .nobody) {
        self.init(store: store, viewers: CurrentViewers(fixed: Viewers(everywhere: owner)))
    }

    /// Creates a provider that follows who looks.
    ///
    /// - Parameters:
    ///   - store: A store as the other initialiser takes it.
    ///   - viewers: The owners of the marks that are read and changed, by site.
    package init(store: JSONStore, viewers: CurrentViewers) {
        self.store = store
        self.viewers = viewers
        reader = StoredThreadReader(store)
    }

    public func storedThread(of post: Post.ID) async throws -> StoredThread? {
        try await reader.read { [viewers, readings] snapshot in
            let (owner, name) = (viewers.owner(on: post.site), viewers.name(on: post.site))
            let reading = try snapshot.threadReading(of: post, known: readings[post], for: owner)
            guard let reading else { return try snapshot.unsentThread(of: post, for: owner, by: name) }
            readings.keep(reading)
            return try snapshot.storedThread(reading, for: owner, by: name)
        }
    }

    /// Returns a thread as its server has it; nil where none is stored.
    func serverThread(of post: Post.ID) async throws -> CommentThread? {
        try await reader.read { [readings] snapshot in
            let reading = try snapshot.threadReading(of: post, known: readings[post])
            if let reading { readings.keep(reading) }
            return reading?.thread
        }
    }

    public func commit(
        _ thread: CommentThread, of post: Post.ID, sort: CommentSort?, date: Date
    ) async throws -> StoredThread {
        let (stored, reading) = try await store.write(.buffered) { [viewers, readings] transaction in
            var thread = thread
            thread.confirmation = viewers.admitted(thread.confirmation)
            return try transaction.commit(
                thread, of: post, sort: sort, for: viewers.owner(on: post.site), by: viewers.name(on: post.site),
                date: date, over: readings[post])
        }
        readings.keep(reading)
        return stored
    }

    public func commit(
        _ expansion: CommentExpansion, for more: MoreComments, of post: Post.ID
    ) async throws -> StoredThread? {
        let expanded = try await store.write(.buffered) { [viewers, readings] transaction in
            var expansion = expansion
            expansion.confirmation = viewers.admitted(expansion.confirmation)
            return try transaction.commit(
                expansion, for: more, of: post, for: viewers.owner(on: post.site), by: viewers.name(on: post.site),
                over: readings[post])
        }
        if let expanded { readings.keep(expanded.reading) }
        return expanded?.stored
    }

    public func marks(of post: Post.ID) async throws -> ThreadMarks {
        try await reader.read { [viewers] in try $0.marks(of: post, for: viewers.owner(on: post.site)) }
    }

    public func setCollapsed(_ collapsed: [Comment.ID: Bool?], of post: Post.ID, at date: Date) async throws {
        let owner = viewers.owner(on: post.site)
        if store.access == .reading {
            let handover = StatusHandover(collapsed, of: post, owner: owner, date: date)
            return try await store.handOver(handover, as: StatusHandover.kind)
        }
        try await store.write(.synced) { transaction in
            try transaction.setCollapsed(collapsed, of: post, for: owner, at: date)
        }
    }

    public func visit(_ post: Post.ID, at date: Date) async throws -> ThreadMarks {
        let owner = viewers.owner(on: post.site)
        if store.access == .reading {
            let marks = try store.trial { try $0.visit(post, for: owner, at: date, known: readings[post]) }
            let handover = StatusHandover(visitOf: post, owner: owner, date: date)
            try await store.handOver(handover, as: StatusHandover.kind)
            return marks
        }
        return try await store.write(.synced) { [readings] transaction in
            try transaction.visit(post, for: owner, at: date, known: readings[post])
        }
    }

    public func storedCounts(of posts: [Post.ID]) async throws -> [Post.ID: Int] {
        try await reader.read { snapshot in
            var counts: [Post.ID: Int] = [:]
            for post in posts { counts[post] = try snapshot.record(post, in: CommentSchemas.threads)?.count }
            return counts
        }
    }

    public func storedExtents(of posts: [Post.ID]) async throws -> [Post.ID: ThreadExtent] {
        try await reader.read { snapshot in
            var extents: [Post.ID: ThreadExtent] = [:]
            for post in posts { extents[post] = try snapshot.threadExtent(of: post) }
            return extents
        }
    }

    public func evictThreads(of posts: [Post.ID]) async throws -> Int {
        try await store.write(.buffered) { transaction in
            try transaction.evictThreads(of: posts)
        }
    }

    public func search(_ text: String, limit: Int) async throws -> [CommentMatch] {
        let query = SearchQuery(text)
        return try await searches.run { [store, viewers] isCancelled in
            let now = viewers.now
            return try store.read { snapshot in
                guard !query.isEmpty, limit > 0 else { return [] }
                let stored = try snapshot.searchComments(query, limit: limit, isCancelled: isCancelled)
                let found = try stored.compactMap { match -> CommentMatch? in
                    let own = try snapshot.ownTexts(for: now.owner(on: match.post.site))
                    guard let comment = own.shown(match.comment) else { return nil }
                    return CommentMatch(comment: comment, post: match.post)
                }
                let known = Set(stored.map(\.id))
                let own = try now.all.flatMap { account in
                    try snapshot.searchOwnComments(
                        query, of: account, by: viewers.name(on: account.site), besides: known)
                }
                return Array(found.merging(own).prefix(limit))
            }
        }
    }

    public func lastCommit() async -> UInt64? { store.snapshot().version }

    public func changes() -> AsyncStream<Set<Post.ID>> {
        let commits = store.commits()
        let (stream, continuation) = AsyncStream.makeStream(of: Set<Post.ID>.self, bufferingPolicy: .unbounded)
        let task = Task { [reader] in
            for await commit in commits {
                var posts = Set(commit.ids(in: CommentSchemas.threads)).union(commit.ids(in: CommentSchemas.marks))
                posts.formUnion(commit.ids(in: StatusSchemas.visits).compactMap(\.target.post))
                // What the outbox has of texts names the post of their thread.
                posts.formUnion(commit.ids(in: StatusSchemas.intents).compactMap(\.owned.target.post))
                let texts = commit.ids(in: OutboxSchemas.entries)
                if !texts.isEmpty {
                    // What has left is named by the intents that left with it.
                    posts.formUnion((try? await reader.read { try $0.threads(of: texts) }) ?? [])
                }
                let comments = commit.statusTargets.compactMap(\.comment)
                if !comments.isEmpty {
                    // A comment whose thread cannot be told now is in none that somebody looks at.
                    posts.formUnion((try? await reader.read { try $0.posts(of: comments) }) ?? [])
                }
                if !posts.isEmpty { continuation.yield(posts) }
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }
}
