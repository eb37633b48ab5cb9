public import Core

/// The comments of a post: shows them, sorts them, and folds away what a person does not want to read.
///
/// It starts nothing by itself: call ``load()``. What a method does is in ``state`` when it returns; a failure becomes
/// ``State/banner`` and takes nothing away.
///
/// What is folded away stays so when the thread is loaded again or sorted otherwise, for as long as this view model
/// lives.
@MainActor
public final class CommentThreadViewModel {
    /// Whose comments.
    public let id: Post.ID
    /// What there is to draw.
    public let state = ObservableValue(State())

    private let provider: any CommentProvider
    private let limit: Int?
    private let foldsLikeServer: Bool
    private var shown: ShownThread?
    /// What the person folded away, and what they unfolded against the server's advice.
    private var folds: [Comment.ID: Bool] = [:]
    /// Grows with every load: the results of an earlier one are void.
    private var generation = 0
    /// What the screen was doing before the load that is under way.
    private var phaseBefore = Phase.initial

    /// Creates a thread; resolves `CommentProvider` and starts nothing.
    ///
    /// - Parameters:
    ///   - id: Whose comments.
    ///   - sort: In which order; the server's own by default.
    ///   - limit: How many comments at most; as many as the server gives by default.
    ///   - foldsLikeServer: Whether what the server shows folded (low scores, blocked writers, deleted comments) begins
    ///     folded here; true by default.
    public init(id: Post.ID, sort: CommentSort? = nil, limit: Int? = nil, foldsLikeServer: Bool = true) {
        self.id = id
        self.limit = limit
        self.foldsLikeServer = foldsLikeServer
        provider = Dependency.resolve((any CommentProvider).self)
        state.update { $0.wantedSort = sort }
    }

    /// Fetches the thread, in the order that the person wants.
    ///
    /// Calling it again fetches it again and makes the earlier call void; what is there stays until the answer comes.
    public func load() async {
        generation += 1
        let mine = generation
        let sort = state.value.wantedSort
        state.update { state in
            if !state.phase.isBusy { phaseBefore = state.phase }
            state.phase = shown == nil ? .loading : .reloading
        }
        do {
            let update = try await provider.thread(ThreadRequest(post: id, sort: sort, limit: limit))
            guard mine == generation else { return }
            finish(update, sort: sort)
        } catch {
            guard mine == generation else { return }
            if error is CancellationError || Task.isCancelled {
                giveUp()
            } else {
                fail(DataError(error))
            }
        }
    }

    /// Fetches the thread again.
    public func reload() async { await load() }

    /// Fetches the thread in another order; the rows keep theirs until it is there.
    ///
    /// - Parameter sort: In which order; `nil` for the server's own. The one that the rows have already fetches nothing,
    ///   and takes back a wish for another one.
    public func sort(by sort: CommentSort?) async {
        let isNew = sort != state.value.wantedSort
        state.update { $0.wantedSort = sort }
        guard shown != nil, sort == state.value.sort else { return await load() }
        guard isNew else { return }
        // Another order is on its way, or failed to come; neither matters any more.
        generation += 1
        state.update { state in
            if state.phase.isBusy { state.phase = phaseBefore }
            state.banner = nil
        }
    }

    // MARK: Folding

    /// Folds a comment away with the replies to it, or unfolds it.
    ///
    /// - Parameters:
    ///   - isCollapsed: Whether to fold it.
    ///   - id: Which comment; one that is not here is folded once it comes.
    public func setCollapsed(_ isCollapsed: Bool, for id: Comment.ID) {
        folds[id] = isCollapsed
        fold()
    }

    /// Folds a comment away with the replies to it when it is not, else unfolds it.
    ///
    /// - Parameter id: Which comment; nothing happens when no row shows it.
    public func toggleCollapsed(_ id: Comment.ID) {
        guard let row = state.value.rows.first(where: { $0.id == .comment(id) }) else { return }
        setCollapsed(!row.isCollapsed, for: id)
    }

    /// Folds every comment on the post itself away, so that only those are left.
    public func collapseAll() {
        for comment in shown?.thread.comments ?? [] where comment.depth == 0 { folds[comment.id] = true }
        fold()
    }

    /// Unfolds everything, what the server shows folded too.
    public func expandAll() {
        for comment in shown?.thread.comments ?? [] { folds[comment.id] = false }
        fold()
    }

    /// Puts the banner away, if it can be.
    public func dismissBanner() {
        state.update { state in
            if state.banner?.isDismissible == true { state.banner = nil }
        }
    }

    // MARK: Results

    private func finish(_ update: ThreadUpdate, sort: CommentSort?) {
        if let item = update.post { state.update { $0.item = item } }
        guard let thread = update.thread else {
            fail(update.error ?? DataError(.notFound))
            return
        }
        let shown = ShownThread(thread)
        self.shown = shown
        let rows = rows(of: shown)
        state.update { state in
            state.rows = rows
            state.commentCount = thread.comments.count
            state.missingCount = thread.missingCount
            state.sort = sort
            state.origin = update.origin
            state.issues = thread.issues
            state.phase = .idle
            state.banner = update.error.map { Banner($0, cause: .content) }
        }
    }

    /// Ends a load that nobody waits for any more: that is nobody's failure.
    private func giveUp() {
        state.update { state in
            state.phase = phaseBefore
            if shown != nil { state.wantedSort = state.sort }
        }
    }

    private func fail(_ error: DataError) {
        state.update { state in
            let isMissing = error.code == .notFound && state.item == nil
            state.phase = shown != nil ? .idle : isMissing ? .missing : .failed
            state.banner = Banner(error, cause: .content, isDismissible: shown != nil)
        }
    }

    private func fold() {
        guard let shown else { return }
        let rows = rows(of: shown)
        state.update { $0.rows = rows }
    }

    private func rows(of shown: ShownThread) -> [CommentRow] {
        shown.rows { folds[$0.id] ?? (foldsLikeServer && $0.isCollapsed == true) }
    }
}
