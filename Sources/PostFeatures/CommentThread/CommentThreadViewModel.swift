public import Core

/// The comments of a post: shows them, sorts them, fetches what was left out, and folds away what a person does not want
/// to read.
///
/// It starts nothing by itself: call ``load()``. What a method does is in ``state`` when it returns; a failure becomes
/// ``State/banner`` and takes nothing away.
///
/// What is stored shows at once, and what the server says takes its place. What the person folds is remembered with the
/// thread. What came since their last visit is marked, as long as the view model lives. What blocked people wrote is
/// folded with all that is below it, and follows the settings.
@MainActor
public final class CommentThreadViewModel {
    /// Whose comments.
    public let id: Post.ID
    /// What reading the thread may cost.
    public let policy: ReadPolicy
    /// What there is to draw.
    public let state = ObservableValue(State())

    let provider: any CommentProvider
    private let settings: any SettingsProvider
    private let limit: Int?
    private let foldsLikeServer: Bool
    private var filter: CommentFilter
    private var blockedAuthors: [String]
    private var settingsToken: ObservationToken?
    private(set) var shown: ShownThread?
    /// Grows with every thread that is shown.
    private(set) var revision = 0
    /// The marks from before this visit: what they do not know is new.
    private var marksBefore: ThreadMarks?
    var folds = ThreadFolds()
    /// Stores what was folded, while something is to be stored.
    var saving: Task<Void, Never>?
    /// The placeholders that are being expanded.
    var expanding: Set<MoreComments> = []
    /// Grows with every load: the results of an earlier one are void.
    private var generation = 0
    /// What the screen was doing before the load that is under way.
    private var phaseBefore = Phase.initial

    /// Creates a thread; resolves `CommentProvider`, and `SettingsProvider` where it is registered, and starts nothing.
    ///
    /// - Parameters:
    ///   - id: Whose comments.
    ///   - sort: In which order; the server's own by default.
    ///   - limit: How many comments at most; as many as the server gives by default.
    ///   - foldsLikeServer: Whether what the server shows folded (low scores, deleted comments) begins folded here; true
    ///     by default.
    ///   - policy: What reading the thread may cost: by default what is stored, at once, and then the network. With
    ///     ``ReadPolicy/storedOnly`` the network is never asked, ``reload()`` and ``sort(by:)`` included.
    public init(
        id: Post.ID, sort: CommentSort? = nil, limit: Int? = nil, foldsLikeServer: Bool = true,
        policy: ReadPolicy = .networkElseStored
    ) {
        self.id = id
        self.limit = limit
        self.foldsLikeServer = foldsLikeServer
        self.policy = policy
        provider = Dependency.resolve((any CommentProvider).self)
        settings = Dependency.resolve((any SettingsProvider).self, default: InMemorySettingsProvider())
        let current = settings.settings.value
        filter = CommentFilter(current)
        blockedAuthors = current.blockedAuthors
        state.update { $0.wantedSort = sort }
    }

    /// Every comment and placeholder, seen or folded away; `nil` until there is something to show.
    public var thread: CommentThread? { shown?.thread }

    /// Shows what is stored, then fetches the thread, in the order that the person wants; notes their visit.
    ///
    /// Calling it again fetches it again and makes the earlier call void; what is there stays until the answer comes.
    public func load() async { await load(policy) }

    /// Fetches the thread again.
    public func reload() async { await load(policy == .storedThenNetwork ? .networkElseStored : policy) }

    /// Fetches the thread in another order; the rows keep theirs until it is there.
    ///
    /// Where it cannot be fetched what is stored is sorted here: ``State/isApproximate``.
    ///
    /// - Parameter sort: In which order; `nil` for the server's own. The one that the rows have already fetches nothing,
    ///   and takes back a wish for another one.
    public func sort(by sort: CommentSort?) async {
        let isNew = sort != state.value.wantedSort
        state.update { $0.wantedSort = sort }
        guard shown != nil, sort == state.value.sort else { return await reload() }
        guard isNew else { return }
        // Another order is on its way, or failed to come; neither matters any more.
        generation += 1
        state.update { state in
            // Not what it was before that: there is a thread since then, it may be from what is stored.
            if state.phase.isBusy { state.phase = .idle }
            state.banner = nil
        }
    }

    /// Puts the banner away, if it can be.
    public func dismissBanner() {
        state.update { $0.banner.dismiss() }
    }

    // MARK: Loading

    private func load(_ policy: ReadPolicy) async {
        follow()
        generation += 1
        let mine = generation
        let sort = state.value.wantedSort
        state.update { state in
            if !state.phase.isBusy { phaseBefore = state.phase }
            if state.expansion?.phase != .running { state.expansion = nil }
            state.phase = shown == nil ? .loading : .reloading
        }
        do {
            if shown == nil, policy == .networkElseStored {
                guard try await showStored(sort, mine) else { return }
            }
            let since = revision
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
        if let item = stored.post { state.update { $0.item = item } }
        guard stored.thread != nil else { return true }
        show(stored, sort: sort)
        state.update { $0.phase = .reloading }
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
    func newest(_ answer: ThreadUpdate, since: Int, sort: CommentSort?) async throws -> ThreadUpdate {
        var (newest, since) = (answer, since)
        var isCurrent = since == revision && (sort == nil || answer.sort == nil || answer.sort == sort)
        while !isCurrent, newest.thread != nil {
            since = revision
            let stored = try await provider.thread(request(sort, .storedOnly))
            guard var thread = stored.thread else { break }
            thread.issues = answer.thread?.issues ?? []
            newest.thread = thread
            (newest.sort, newest.isApproximate) = (stored.sort, stored.isApproximate)
            (newest.fetched, newest.marks) = (stored.fetched, stored.marks)
            isCurrent = since == revision
        }
        return newest
    }

    /// Notes that the person has seen what is there.
    func visit() async throws {
        guard shown != nil else { return }
        // What is new at this visit was decided when the thread was shown first.
        _ = try await provider.visit(id)
    }

    // MARK: Results

    private func finish(_ update: ThreadUpdate, sort: CommentSort?, isStored: Bool) {
        if let item = update.post { state.update { $0.item = item } }
        guard update.thread != nil else {
            fail(update.error ?? DataError(isStored ? .offline : .notFound))
            return
        }
        show(update, sort: sort)
        state.update { state in
            state.phase = .idle
            state.banner = update.error.map { Banner($0, cause: .content) }
        }
    }

    /// Shows a thread; what the screen is doing stays as it is.
    func show(_ update: ThreadUpdate, sort: CommentSort?) {
        guard let thread = update.thread else { return }
        let marks = marksBefore ?? update.marks
        if marksBefore == nil {
            marksBefore = marks
            folds.restore(marks.folds)
        }
        let shown = ShownThread(thread, isNew: marks.isNew)
        self.shown = shown
        revision += 1
        let rows = rows(of: shown)
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
        }
    }

    /// Ends a load that nobody waits for any more: that is nobody's failure.
    private func giveUp() {
        state.update { state in
            state.phase = shown == nil ? phaseBefore : .idle
            if shown != nil { state.wantedSort = state.sort }
        }
    }

    func fail(_ error: DataError) {
        state.update { state in
            let isMissing = error.code == .notFound && state.item == nil
            state.phase = shown != nil ? .idle : isMissing ? .missing : .failed
            state.banner = Banner(error, cause: .content, isDismissible: shown != nil)
        }
    }

    // MARK: Rows

    /// Works out the rows anew from what is there: no reading.
    func showRows() {
        guard let shown else { return }
        let rows = rows(of: shown)
        state.update { $0.rows = rows }
    }

    private func rows(of shown: ShownThread) -> [CommentRow] {
        shown.rows(expanding: expanding) { comment in
            let isBlocked = filter.blocks(comment)
            return ShownThread.Marks(
                isCollapsed: folds[comment.id] ?? isFoldedAtFirst(comment, isBlocked: isBlocked), isBlocked: isBlocked)
        }
    }

    /// Whether a comment begins folded.
    func isFoldedAtFirst(_ comment: Comment) -> Bool {
        isFoldedAtFirst(comment, isBlocked: filter.blocks(comment))
    }

    private func isFoldedAtFirst(_ comment: Comment, isBlocked: Bool) -> Bool {
        isBlocked || (foldsLikeServer && comment.isCollapsed == true)
    }

    /// Follows whom the person blocks.
    private func follow() {
        guard settingsToken == nil else { return }
        settingsToken = settings.settings.observe { [weak self] settings in
            // Most settings change no row, and there may be thousands.
            guard let self, settings.blockedAuthors != blockedAuthors else { return }
            blockedAuthors = settings.blockedAuthors
            filter = CommentFilter(settings)
            showRows()
        }
    }
}
