public import Core

/// The comments of a post: shows them, sorts them, fetches what was left out, and collapses what a person does not
/// want to read.
///
/// It starts nothing by itself: call ``load()``. What a method does is in ``state`` when it returns; a failure becomes
/// ``State/banner`` and takes nothing away.
///
/// What is stored shows at once, and what the server says takes its place. What the person collapses is remembered with
/// the thread. What came since their last visit is marked, as long as the view model lives. What blocked people wrote
/// is collapsed with all that is below it, and follows the settings.
///
/// A commit is one publication: a reload publishes its phase and its result, collapsing a comment publishes once.
@MainActor
public final class CommentThreadViewModel {
    /// The post whose comments are shown.
    public let id: Post.ID
    /// The sources that are read: the database, the network or both.
    package let policy: ReadPolicy
    /// The state to draw.
    public let state = ObservableValue(State())

    /// The provider of threads, for the other parts of this type.
    let provider: any CommentProvider
    /// What is queued about the comments, and its fate awaited.
    let queued = QueuedItems()
    private let settings: any SettingsProvider
    private let limit: Int?
    private var settingsToken: ObservationToken?
    let writing = ThreadWriting()
    private let outages = OutageRetry()
    private let viewers = Dependency.viewers
    private var viewersToken: ObservationToken?
    private let collapsed: CollapsedComments
    /// The rows, for the other parts of this type.
    let rows: CommentRows
    /// Grows with every load: the results of an earlier one are void.
    private var generation = 0
    /// What the screen was doing before the load that is under way.
    private var phaseBefore = Phase.initial

    /// Creates a thread; resolves `CommentProvider`, and `SettingsProvider` where it is registered, and starts nothing.
    ///
    /// - Parameters:
    ///   - id: The post whose comments are shown.
    ///   - sort: The order of the comments; the server's own by default.
    ///   - limit: The largest number of comments to fetch; as many as the server gives by default.
    ///   - collapsesLikeServer: Whether what the server shows collapsed (low scores, deleted comments) begins collapsed
    ///     here; true by default.
    ///   - policy: What reading the thread may cost: by default what is stored, at once, and then the network. With
    ///     ``ReadPolicy/storedOnly`` the network is never asked, ``reload()`` and ``sort(by:)`` included.
    public init(
        id: Post.ID, sort: CommentSort? = nil, limit: Int? = nil, collapsesLikeServer: Bool = true,
        policy: ReadPolicy = .networkElseStored
    ) {
        self.id = id
        self.limit = limit
        self.policy = policy
        provider = Dependency.resolve((any CommentProvider).self)
        collapsed = CollapsedComments(of: id, provider: provider)
        settings = Dependency.settings
        rows = CommentRows(
            collapsed: collapsed, collapsesLikeServer: collapsesLikeServer, settings: settings.settings.value)
        state.update { $0.wantedSort = sort }
    }

    /// Every comment and placeholder, seen or collapsed; `nil` until there is something to show.
    public var thread: CommentThread? { rows.shown?.thread }

    /// Shows what is stored, then fetches the thread, in the order that the person wants; notes their visit.
    ///
    /// Calling it again fetches it again and makes the earlier call void; what is there stays until the answer comes.
    public func load() async { await load(policy, sort: state.value.wantedSort) }

    /// Fetches the thread again.
    public func reload() async { await reload(sort: state.value.wantedSort) }

    /// Fetches the thread in another order; the rows keep theirs until it is there.
    ///
    /// Where it cannot be fetched what is stored is sorted here: ``State/isApproximate``.
    ///
    /// - Parameter sort: In which order; `nil` for the server's own. The one that the rows have already fetches
    ///   nothing, and takes back a wish for another one.
    public func sort(by sort: CommentSort?) async {
        guard rows.shown != nil, sort == state.value.sort else { return await reload(sort: sort) }
        guard sort != state.value.wantedSort else { return }
        // Another order is on its way, or failed to come; neither matters any more.
        generation += 1
        state.update { state in
            state.wantedSort = sort
            // Not what it was before that: there is a thread since then, it may be from what is stored.
            if state.phase.isBusy { state.phase = .idle }
            state.banner = nil
        }
    }

    // MARK: Collapsing

    /// Collapses a comment with the replies to it, or expands it; remembered with the thread.
    ///
    /// It shows before this suspends. When it cannot be stored it is taken back, and the banner says why.
    ///
    /// - Parameters:
    ///   - isCollapsed: Whether to collapse it.
    ///   - id: Which comment; one that is not here is collapsed once it comes.
    public func setCollapsed(_ isCollapsed: Bool, for id: Comment.ID) async {
        await collapse([id: isCollapsed])
    }

    /// Collapses a comment with the replies to it when it is not, else expands it.
    ///
    /// - Parameter id: Which comment; nothing happens when no row shows it.
    public func toggleCollapsed(_ id: Comment.ID) async {
        guard let row = state.value.rows.first(where: { $0.id == .comment(id) || $0.comment?.id == id }) else { return }
        await setCollapsed(!row.isCollapsed, for: id)
    }

    /// Collapses every comment on the post itself, so that only those are left.
    public func collapseAll() async {
        await collapse(rows.changesToCollapseAll)
    }

    /// Expands everything, what the server shows collapsed and what blocked people wrote too.
    public func expandAll() async {
        await collapse(rows.changesToExpandAll)
    }

    private func collapse(_ changes: [Comment.ID: Bool?]) async {
        guard !changes.isEmpty else { return }
        collapsed.change(changes)
        showRows()
        await collapsed.save { [self] error in
            showRows { state in
                if !(error is CancellationError) { state.banner = Banner(DataError(error), cause: .action) }
            }
        }
    }

    // MARK: Expanding

    /// Fetches what a placeholder stands for, and puts it into the thread, whose order stays.
    ///
    /// The row says ``CommentRow/isExpanding`` meanwhile; a failure is in the banner, and the row stays to be tried
    /// again. Several are fetched one after the other.
    ///
    /// - Parameter row: The placeholder's row; nothing happens for another one, and while it is being expanded.
    public func expand(_ row: CommentRow.ID) async {
        guard let more = rows.shown?.more(of: row), rows.beginExpanding(more) else { return }
        showRows()
        await fetch(more, of: more)
    }

    /// Fetches what every placeholder of the thread stands for, one request after the other, new ones included.
    ///
    /// ``State/expansion`` says how far it is and how it ended; each row says ``CommentRow/isExpanding`` while it is
    /// asked for. No placeholder is asked for twice in one call. It ends with the first failure, which is in the
    /// banner, when its task is cancelled, and after so many requests: calling it again goes on with what is left.
    /// What came stays.
    ///
    /// - Parameter maximumRequests: How many placeholders are asked for at most, 100 by default; one may take several
    ///   requests, as Lemmy's does for a thread that was cut. Nothing happens while an earlier call is under way,
    ///   and before there is a thread.
    public func expandAllPlaceholders(maximumRequests: Int = 100) async {
        guard rows.shown != nil, state.value.expansion?.phase != .running else { return }
        var run = ExpansionRun(maximumRequests: maximumRequests)
        var step = run.next(in: thread, isCancelled: Task.isCancelled)
        while case .ask(let more) = step {
            // Somebody may have asked for it already; then the row is theirs.
            let row = rows.placeholder(for: more).flatMap { rows.beginExpanding($0) ? $0 : nil }
            showRows { $0.expansion = run.progress(before: step, in: thread) }
            run.countRequest()
            await fetch(more, of: row) { state, came in
                step =
                    came
                    ? run.next(in: thread, isCancelled: Task.isCancelled) : .end(Task.isCancelled ? .stopped : .failed)
                state.expansion = run.progress(before: step, in: thread)
            }
        }
        state.update { $0.expansion = run.progress(before: step, in: thread) }
    }

    /// Fetches what a placeholder stands for, and publishes it in one State.
    ///
    /// - Parameters:
    ///   - more: The placeholder, with the names to ask for.
    ///   - row: The placeholder whose row says that it is being expanded; `nil` for none.
    ///   - note: What else to publish; it is told whether the placeholder's comments came, the last
    ///     time with false where the visit cannot be noted.
    private func fetch(
        _ more: MoreComments, of row: MoreComments?, _ note: (inout State, Bool) -> Void = { _, _ in }
    ) async {
        let since = rows.revision
        do {
            let request = MoreRequest(post: id, more: more, sort: state.value.sort)
            let answer = try await provider.expand(request)
            let update = try await newest(answer, since: since, sort: state.value.sort)
            rows.endExpanding(row)
            let end = { (state: inout State) in
                state.banner = update.error.map { Banner($0, cause: .content) }
                note(&state, update.error == nil)
            }
            if update.thread == nil { showRows(end) } else { show(update, sort: state.value.sort, end) }
            // What came is seen now.
            if update.error == nil { try await visit() }
        } catch {
            rows.endExpanding(row)
            let isCancelled = error is CancellationError || Task.isCancelled
            showRows { state in
                // Nobody waits any more: that is nobody's failure.
                if !isCancelled { state.banner = Banner(DataError(error), cause: .content) }
                note(&state, false)
            }
        }
    }

    // MARK: Loading

    private func reload(sort: CommentSort?) async {
        await load(policy == .storedThenNetwork ? .networkElseStored : policy, sort: sort)
    }

    private func load(_ policy: ReadPolicy, sort: CommentSort?) async {
        follow()
        generation += 1
        let mine = generation
        state.update { state in
            state.wantedSort = sort
            if !state.phase.isBusy { phaseBefore = state.phase }
            if state.expansion?.phase != .running { state.expansion = nil }
            state.phase = rows.shown == nil ? .loading : .reloading
        }
        do {
            if rows.shown == nil, policy == .networkElseStored {
                guard try await showStored(sort, mine) else { return }
            }
            let since = rows.revision
            let answer = try await provider.thread(request(sort, policy))
            let update = try await newest(answer, since: since, sort: sort)
            guard mine == generation else { return }
            finish(update, sort: sort, isStored: policy == .storedOnly)
            try await visit()
        } catch {
            guard mine == generation else { return }
            if error is CancellationError || Task.isCancelled {
                giveUp()
            } else {
                fail(DataError(error))
            }
        }
    }

    /// Shows what is stored while the network is asked.
    ///
    /// - Returns: False when another load has begun meanwhile.
    private func showStored(_ sort: CommentSort?, _ mine: Int) async throws -> Bool {
        let stored = try await provider.thread(request(sort, .storedOnly))
        guard mine == generation else { return false }
        guard stored.thread != nil else {
            if let item = stored.post { state.update { $0.item = item } }
            return true
        }
        show(stored, sort: sort) { $0.phase = .reloading }
        // Whoever leaves before the network answers has seen this.
        try await visit()
        return mine == generation
    }

    private func request(_ sort: CommentSort?, _ policy: ReadPolicy) -> ThreadRequest {
        var request = ThreadRequest(post: id, sort: sort, limit: limit)
        request.policy = policy
        return request
    }

    /// What is stored now in place of an answer that something else was shown after, or that is in another order.
    private func newest(_ answer: ThreadUpdate, since: Int, sort: CommentSort?) async throws -> ThreadUpdate {
        var (newest, since) = (answer, since)
        var isCurrent = since == rows.revision && (sort == nil || answer.sort == nil || answer.sort == sort)
        while !isCurrent, newest.thread != nil {
            since = rows.revision
            let stored = try await provider.thread(request(sort, .storedOnly))
            guard var thread = stored.thread else { break }
            thread.issues = answer.thread?.issues ?? []
            newest.thread = thread
            newest.post = stored.post ?? newest.post
            (newest.sort, newest.isApproximate) = (stored.sort, stored.isApproximate)
            (newest.fetched, newest.marks, newest.statuses) = (stored.fetched, stored.marks, stored.statuses)
            newest.own = stored.own
            isCurrent = since == rows.revision
        }
        return newest
    }

    /// Notes that the person has seen what is there.
    private func visit() async throws {
        guard rows.shown != nil else { return }
        // What is new at this visit was decided when the thread was shown first.
        _ = try await provider.visit(id)
    }

    // MARK: Results

    private func finish(_ update: ThreadUpdate, sort: CommentSort?, isStored: Bool) {
        guard update.thread != nil else {
            return fail(update.error ?? DataError(isStored ? .offline : .notFound), with: update.post)
        }
        outages.failure = update.error
        show(update, sort: sort) { state in
            state.phase = .idle
            state.banner = update.error.map { Banner($0, cause: .content) }
        }
    }

    /// Publishes a thread, and what else has changed, in one State.
    private func show(_ update: ThreadUpdate, sort: CommentSort?, _ change: (inout State) -> Void) {
        guard let thread = update.thread else { return }
        awaitAnswers(to: update.statuses)
        let shown = self.rows.show(thread, marks: update.marks, statuses: update.statuses, own: update.own)
        let rows = self.rows.visible ?? []
        state.update { state in
            if let item = update.post { state.item = item }
            state.rows = rows
            state.commentCount = shown.commentCount
            state.newCount = shown.newCount
            state.missingCount = thread.missingCount
            state.sort = update.sort ?? sort
            state.isApproximate = update.isApproximate
            state.fetched = update.fetched
            state.origin = update.origin
            state.issues = thread.issues
            change(&state)
        }
    }

    /// Ends a load that nobody waits for any more: that is nobody's failure.
    private func giveUp() {
        state.update { state in
            state.phase = rows.shown == nil ? phaseBefore : .idle
            if rows.shown != nil { state.wantedSort = state.sort }
        }
    }

    private func fail(_ error: DataError, with item: FeedItem? = nil) {
        outages.failure = error
        state.update { state in
            if let item { state.item = item }
            let isMissing = error.code == .notFound && state.item == nil
            state.phase = rows.shown != nil ? .idle : isMissing ? .missing : .failed
            state.banner = Banner(error, cause: .content, isDismissible: rows.shown != nil)
        }
    }

    // MARK: Rows

    /// Works out the rows anew from what is there, and publishes them with what else has changed: no reading.
    func showRows(_ change: (inout State) -> Void = { _ in }) {
        let rows = rows.visible
        state.update { state in
            if let rows { state.rows = rows }
            change(&state)
        }
    }

    /// Shows the thread as it is stored now.
    ///
    /// - Parameter isVisit: Whether somebody else looks now, who sees it for the first time.
    func showStoredAnew(isVisit: Bool = false) async {
        let (since, sort, old) = (rows.revision, state.value.sort, state.value)
        do {
            let stored = try await provider.thread(request(sort, .storedOnly))
            var update = try await newest(stored, since: since, sort: sort)
            // What was shown was all unsent, and is given up.
            if update.thread == nil, old.fetched == nil, rows.shown != nil { update.thread = CommentThread(source: "") }
            show(update, sort: sort) { ($0.origin, $0.issues) = (old.origin, old.issues) }
            if isVisit { try await visit() }
        } catch {
            if error is CancellationError || Task.isCancelled { return }
            state.update { $0.banner = Banner(DataError(error), cause: .content) }
        }
    }

    /// Follows whom the person blocks, and who looks.
    private func follow() {
        guard settingsToken == nil else { return }
        viewersToken = viewers.observe { [weak self] in
            self?.rows.forgetMarks()
            Task { [weak self] in
                // What they see for the first time is new to them.
                if let self, rows.shown != nil { await showStoredAnew(isVisit: true) }
            }
        }
        writing.follow(id.site) { [weak self] in
            Task { [weak self] in await self?.showStoredAnew() }
        }
        outages.follow { [weak self] in await self?.reloadAfterOutage() }
        settingsToken = settings.settings.observe { [weak self] settings in
            if let self, rows.take(settings) { showRows() }
        }
    }
}
