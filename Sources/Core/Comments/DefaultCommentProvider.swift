/// Threads, offline first: the database is the source of truth, and the cloud only feeds it.
///
/// What comes from the network is committed, post and comments, and then read back. Expansions of one thread wait for
/// each other, whoever asks for them; so share one provider.
public struct DefaultCommentProvider: CommentProvider {
    private let offline: any OfflinePostProvider
    private let comments: any OfflineCommentProvider
    private let online: SiteRoutes<any OnlineCommentProvider>?
    private let time: any TimeProvider
    let turns = ThreadTurns()

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - offline: Where posts are kept; the registered one by default.
    ///   - comments: Where threads are kept; the registered one by default.
    ///   - online: The cloud of every thread; `nil` for none, and then whatever needs the network fails with the code `offline`.
    ///   - time: The clock; the registered one by default, else the system's.
    public init(
        offline: any OfflinePostProvider = Dependency.resolve((any OfflinePostProvider).self),
        comments: any OfflineCommentProvider = Dependency.resolve((any OfflineCommentProvider).self),
        online: (any OnlineCommentProvider)?,
        time: any TimeProvider = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider())
    ) {
        self.init(offline, comments, online.map { SiteRoutes($0) }, time)
    }

    /// Creates a provider that asks each site's own backend.
    ///
    /// - Parameters:
    ///   - backends: The backends; a thread of a site that has none of them fails with the code `invalidInput`.
    ///   - offline: Where posts are kept; the registered one by default.
    ///   - comments: Where threads are kept; the registered one by default.
    ///   - time: The clock; the registered one by default, else the system's.
    public init(
        backends: Backends,
        offline: any OfflinePostProvider = Dependency.resolve((any OfflinePostProvider).self),
        comments: any OfflineCommentProvider = Dependency.resolve((any OfflineCommentProvider).self),
        time: any TimeProvider = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider())
    ) {
        self.init(offline, comments, SiteRoutes { backends[$0]?.threads?.provider }, time)
    }

    private init(
        _ offline: any OfflinePostProvider, _ comments: any OfflineCommentProvider,
        _ online: SiteRoutes<any OnlineCommentProvider>?, _ time: any TimeProvider
    ) {
        self.offline = offline
        self.comments = comments
        self.online = online
        self.time = time
    }

    /// A thread, from the network or from the database.
    ///
    /// - Parameter request: Which thread.
    /// - Returns: The thread as the database holds it now, and why it could not be fetched, if so. Where nothing is
    ///   stored and nobody asked the network, there is neither a thread nor an error.
    /// - Throws: `CancellationError`; ``DataError`` when the database fails, and for a failed network when the policy
    ///   is ``ReadPolicy/networkOnly``.
    public func thread(_ request: ThreadRequest) async throws -> ThreadUpdate {
        if request.policy == .storedOnly || request.policy == .storedThenNetwork {
            let stored = try await stored(request.post)
            if stored != nil || request.policy == .storedOnly {
                return try await update(request.post, stored, sort: request.sort)
            }
        }
        let thread: CommentThread
        do {
            let cloud = try self.cloud(of: request.post)
            thread = try await asking { try await cloud.fetchThread(request) }.storable(on: request.post.site)
        } catch let error as CancellationError {
            throw error
        } catch {
            // What fails because nobody waits any more is no failure.
            try Task.checkCancellation()
            guard request.policy != .networkOnly else { throw DataError(error) }
            let stored = try await stored(request.post)
            return try await update(
                request.post, stored, sort: request.sort,
                error: stored == nil ? DataError(error) : besideStored(error))
        }
        // A request that was cancelled leaves no writes.
        try Task.checkCancellation()
        if let post = thread.post {
            try await translated {
                try await offline.store(
                    [post], extras: thread.extras.map { [post.id: $0] } ?? [:], completeness: thread.completeness)
            }
        }
        let id = thread.post?.id ?? request.post
        let stored = try await translated {
            try await comments.commit(thread, of: id, sort: request.sort, date: time.now)
        }
        return try await update(
            id, stored, sort: request.sort,
            origin: .network(source: thread.source, completeness: thread.completeness), issues: thread.issues)
    }

    /// Fetches what a placeholder stands for, and puts it into the stored thread.
    ///
    /// It asks only for what is still missing: a placeholder that somebody else has expanded meanwhile costs no
    /// request.
    ///
    /// - Parameter request: Which placeholder.
    /// - Returns: The whole thread as it is stored now, in the order of the request, and why nothing came, if so.
    /// - Throws: `CancellationError`; ``DataError`` when the database fails.
    public func expand(_ request: MoreRequest) async throws -> ThreadUpdate {
        try await turns.take(request.post) { try await expandInTurn(request) }
    }

    /// Folds and unfolds comments; remembered from then on.
    ///
    /// - Parameters:
    ///   - folds: For each comment whether it is folded; `nil` for as the server says.
    ///   - post: Whose comments.
    /// - Throws: `CancellationError`, and ``DataError`` when the database fails; nothing is changed then.
    public func setFolds(_ folds: [Comment.ID: Bool?], of post: Post.ID) async throws {
        try Task.checkCancellation()
        guard !folds.isEmpty else { return }
        try await translated { try await comments.setFolds(folds, of: post, at: time.now) }
    }

    /// Notes that the person opened a thread.
    ///
    /// - Parameter post: Whose comments.
    /// - Returns: The marks from before: what is new at this visit.
    /// - Throws: `CancellationError`, and ``DataError`` when the database fails; nothing is changed then.
    public func visit(_ post: Post.ID) async throws -> ThreadMarks {
        try Task.checkCancellation()
        return try await translated { try await comments.visit(post, at: time.now) }
    }

    private func expandInTurn(_ request: MoreRequest) async throws -> ThreadUpdate {
        guard let stored = try await stored(request.post) else { return try await evicted(request.post) }
        let sort = request.sort ?? stored.sort
        guard var open = CommentForest(stored.thread.entries).open(request) else {
            return try await update(request.post, stored, sort: sort)
        }
        open.sort = sort
        let expansion: CommentExpansion
        do {
            let cloud = try self.cloud(of: request.post)
            expansion = try await asking { [open] in try await cloud.fetchMore(open) }
                .storable(on: request.post.site)
        } catch let error as CancellationError {
            throw error
        } catch {
            try Task.checkCancellation()
            return try await update(request.post, stored, sort: sort, error: besideStored(error))
        }
        try Task.checkCancellation()
        let expanded = try await translated {
            try await comments.commit(expansion, for: open.more, of: request.post)
        }
        guard let expanded else { return try await evicted(request.post) }
        return try await update(
            request.post, expanded, sort: sort,
            origin: .network(source: expansion.source, completeness: expansion.completeness), issues: expansion.issues)
    }

    private func cloud(of post: Post.ID) throws(DataError) -> any OnlineCommentProvider {
        guard let online else {
            throw DataError(
                .offline, message: "This needs the network. Try again with the network on.", isRetryable: true)
        }
        return try online.provider(of: post.site)
    }

    /// Why nothing came, beside a thread that can be read all the same: as lists say it.
    private func besideStored(_ error: any Error) -> DataError {
        online == nil ? DataError(.offline, isRetryable: true) : DataError(error)
    }

    private func stored(_ post: Post.ID) async throws -> StoredThread? {
        try await translated { try await comments.storedThread(of: post) }
    }

    /// What there is of a thread that was given up while somebody looked at it.
    private func evicted(_ post: Post.ID) async throws -> ThreadUpdate {
        try await update(post, nil, sort: nil, error: ThreadRefusal.evicted.error)
    }

    /// What is stored, in the order that is wanted, with its post.
    private func update(
        _ post: Post.ID, _ stored: StoredThread?, sort: CommentSort?, origin: DataOrigin = .database,
        error: DataError? = nil, issues: [DecodeIssue]? = nil
    ) async throws -> ThreadUpdate {
        let item = try await translated { try await offline.items([post]).first }
        var update = ThreadUpdate(post: item, origin: origin, error: error)
        guard let stored else {
            update.marks = try await translated { try await comments.marks(of: post) }
            return update
        }
        var thread = stored.thread
        thread.post = item?.post
        if let issues { thread.issues = issues }
        update.sort = stored.sort
        // The server's own order, and one that is not built in, cannot be made here: the stored one is shown instead.
        if let sort, sort != stored.sort, sort.isBuiltIn {
            thread.entries = CommentForest(thread.entries).sorted(by: sort).entries
            (update.sort, update.isApproximate) = (sort, true)
        }
        update.thread = thread
        update.fetched = stored.fetched
        update.marks = stored.marks
        return update
    }
}
