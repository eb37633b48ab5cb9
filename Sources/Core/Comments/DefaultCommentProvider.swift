/// The default ``CommentProvider``: it reads threads from the database, and stores fetched ones before it returns them.
///
/// An answer from the network is committed, post and comments, and then read back. Expansions of one thread wait for
/// each other, whoever asks for them; so share one provider.
public struct DefaultCommentProvider: CommentProvider {
    private let offline: any OfflinePostProvider
    private let comments: any OfflineCommentProvider
    private let online: SiteProviders<any OnlineCommentProvider>?
    private let time: any TimeProvider
    private let boot: BootID
    private let statuses: (any OfflineStatusProvider)?
    private let writer: StatusWriter?
    private let copies = LateCopyWatch.registered
    private let viewers: CurrentViewers
    private let settings: any SettingsProvider
    let expansions = KeyedSerialQueue<Post.ID>()

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - offline: The store of posts; the registered one by default.
    ///   - comments: The store of threads; the registered one by default.
    ///   - online: The provider that fetches every thread; with `nil`, calls that need the network fail with the code
    ///     `offline`.
    ///   - time: The clock; the registered one by default, else the system's.
    public init(
        offline: any OfflinePostProvider = Dependency.resolve((any OfflinePostProvider).self),
        comments: any OfflineCommentProvider = Dependency.resolve((any OfflineCommentProvider).self),
        online: (any OnlineCommentProvider)?,
        time: any TimeProvider = Dependency.clock
    ) {
        self.init(offline, comments, online.map { SiteProviders($0) }, time)
    }

    /// Creates a provider that asks each site's own backend.
    ///
    /// - Parameters:
    ///   - backends: The backends; a thread of a site that has none of them fails with the code `invalidInput`.
    ///   - offline: The store of posts; the registered one by default.
    ///   - comments: The store of threads; the registered one by default.
    ///   - time: The clock; the registered one by default, else the system's.
    public init(
        backends: Backends,
        offline: any OfflinePostProvider = Dependency.resolve((any OfflinePostProvider).self),
        comments: any OfflineCommentProvider = Dependency.resolve((any OfflineCommentProvider).self),
        time: any TimeProvider = Dependency.clock
    ) {
        self.init(offline, comments, SiteProviders { backends[$0]?.threads?.provider }, time)
    }

    private init(
        _ offline: any OfflinePostProvider, _ comments: any OfflineCommentProvider,
        _ online: SiteProviders<any OnlineCommentProvider>?, _ time: any TimeProvider
    ) {
        self.offline = offline
        self.comments = comments
        self.online = online
        self.time = time
        boot = Dependency.boot
        let isRegistered = Dependency.current.isRegistered((any OfflineStatusProvider).self)
        statuses =
            isRegistered
            ? Dependency.resolve((any OfflineStatusProvider).self) : offline as? any OfflineStatusProvider
        writer = .registered
        viewers = Dependency.viewers
        settings = Dependency.settings
    }

    public func thread(_ request: ThreadRequest) async throws -> ThreadUpdate {
        if request.policy == .storedOnly || request.policy == .storedThenNetwork {
            // The post is read beside the comments, so that nobody waits for one after the other.
            async let item = item(request.post)
            let stored = try await stored(request.post)
            if stored?.isFetched ?? false || request.policy == .storedOnly {
                return try await update(request.post, try await item, stored, sort: request.sort)
            }
        }
        let thread: CommentThread
        do {
            let online = try onlineProvider(for: request.post)
            let (asOf, begun) = (await comments.lastCommit(), time.moment(in: boot))
            var fetched = try await normalizingCancellation { try await online.fetchThread(request) }
                .storable(on: request.post.site)
            note(asOf, begun, in: &fetched.confirmation)
            fetched.begin.moment = asOf.map { ReadMoment(commit: $0, begun: begun) }
            thread = fetched
        } catch let error as CancellationError {
            throw error
        } catch {
            // What fails because nobody waits any more is no failure.
            try Task.checkCancellation()
            guard request.policy != .networkOnly else { throw DataError(error) }
            let stored = try await stored(request.post)
            return try await update(
                request.post, stored, sort: request.sort,
                error: stored?.isFetched ?? false ? besideStored(error) : DataError(error))
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
        await copies?.look(at: thread.comments)
        return try await update(
            id, stored, sort: request.sort,
            origin: .network(source: thread.source, completeness: thread.completeness), issues: thread.issues)
    }

    // Only what is still missing is asked for: what somebody else has expanded meanwhile costs no request.
    public func expand(_ request: MoreRequest) async throws -> ThreadUpdate {
        try await expansions.run(request.post) { try await expandNow(request) }
    }

    public func setCollapsed(_ collapsed: [Comment.ID: Bool?], of post: Post.ID) async throws {
        try Task.checkCancellation()
        guard !collapsed.isEmpty else { return }
        try await translated { try await comments.setCollapsed(collapsed, of: post, at: time.now) }
    }

    public func visit(_ post: Post.ID) async throws -> ThreadMarks {
        try Task.checkCancellation()
        return try await translated { try await comments.visit(post, at: time.now) }
    }

    public func apply(_ change: StatusChange, to comments: [Comment.ID]) async throws -> CommentStatusOutcome {
        try Task.checkCancellation()
        guard let statuses, change.mark != .collapsed else {
            throw DataError(.invalidInput, message: "Comments cannot be marked like that here.")
        }
        let targets = comments.map(StatusTarget.comment)
        return try await translated {
            var written = StatusWriter.Written()
            written.kept = targets
            if let writer { written = try await writer.write(change, of: targets) }
            var outcome = CommentStatusOutcome(
                queued: written.items, signedOut: written.signedOut.compactMap(\.comment))
            let viewers = viewers.now
            for (owner, targets) in viewers.divided(written.kept, by: \.site) {
                _ = try await statuses.apply(change, to: targets, for: owner, at: time.now)
            }
            for (owner, targets) in viewers.divided(targets, by: \.site) {
                for (target, marks) in try await statuses.statuses(of: targets, for: owner) {
                    if let comment = target.comment { outcome.statuses[comment] = marks }
                }
            }
            // A process that only reads has left it for another one, and reads it once that has it.
            for comment in written.told.compactMap(\.comment) {
                outcome.statuses[comment, default: Marks()].show(change, at: time.now)
            }
            return outcome
        }
    }

    /// Notes when a request began whose answer says something to an account.
    private func note(_ asOf: UInt64?, _ begun: OutboxTime, in confirmation: inout Confirmation?) {
        guard confirmation != nil else { return }
        confirmation?.noteBegin(asOf: asOf, at: begun)
        if !settings.settings.value.syncStatuses { confirmation?.leaveOutMarks() }
    }

    private func expandNow(_ request: MoreRequest) async throws -> ThreadUpdate {
        guard let stored = try await stored(request.post) else { return try await evicted(request.post) }
        let sort = request.sort ?? stored.sort
        guard var open = stored.thread.forest.open(request) else {
            return try await update(request.post, stored, sort: sort)
        }
        open.sort = sort
        let expansion: CommentExpansion
        do {
            let online = try onlineProvider(for: request.post)
            let (asOf, begun) = (await comments.lastCommit(), time.moment(in: boot))
            var fetched = try await normalizingCancellation { [open] in try await online.fetchMore(open) }
                .storable(on: request.post.site)
            note(asOf, begun, in: &fetched.confirmation)
            fetched.begin.moment = asOf.map { ReadMoment(commit: $0, begun: begun) }
            expansion = fetched
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
        await copies?.look(at: expansion.entries.compactMap(\.comment))
        return try await update(
            request.post, expanded, sort: sort,
            origin: .network(source: expansion.source, completeness: expansion.completeness), issues: expansion.issues)
    }

    private func onlineProvider(for post: Post.ID) throws(DataError) -> any OnlineCommentProvider {
        guard let online else {
            throw DataError(
                .offline, message: "This needs the network. Try again with the network on.", isRetryable: true)
        }
        return try online.provider(of: post.site)
    }

    /// The error to show beside a stored thread that could not be fetched again, as lists show it.
    private func besideStored(_ error: any Error) -> DataError {
        online == nil ? DataError(.offline, isRetryable: true) : DataError(error)
    }

    private func stored(_ post: Post.ID) async throws -> StoredThread? {
        try await translated { try await comments.storedThread(of: post) }
    }

    /// Returns the update for a thread that was evicted while it was shown.
    private func evicted(_ post: Post.ID) async throws -> ThreadUpdate {
        try await update(post, nil, sort: nil, error: ThreadError.evicted.error)
    }

    private func item(_ post: Post.ID) async throws -> FeedItem? {
        try await translated { try await offline.items([post]).first }
    }

    /// Reads the post of a stored thread, and puts both together in the requested order.
    private func update(
        _ post: Post.ID, _ stored: StoredThread?, sort: CommentSort?, origin: DataOrigin = .database,
        error: DataError? = nil, issues: [DecodeIssue]? = nil
    ) async throws -> ThreadUpdate {
        try await update(
            post, try await item(post), stored, sort: sort, origin: origin, error: error, issues: issues)
    }

    /// Puts a stored thread and its post together in the requested order.
    private func update(
        _ post: Post.ID, _ item: FeedItem?, _ stored: StoredThread?, sort: CommentSort?,
        origin: DataOrigin = .database, error: DataError? = nil, issues: [DecodeIssue]? = nil
    ) async throws -> ThreadUpdate {
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
            thread.entries = stored.entries(sortedBy: sort)
            (update.sort, update.isApproximate) = (sort, true)
        }
        update.thread = thread
        if stored.isFetched { update.fetched = stored.fetched }
        update.marks = stored.marks
        update.statuses = stored.statuses
        update.own = stored.own
        return update
    }
}
