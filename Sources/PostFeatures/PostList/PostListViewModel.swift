public import Core
import Foundation

/// A list of posts: shows a feed, refreshes it, pages through it, and keeps what the person does with its posts.
///
/// ```swift
/// let list = PostListViewModel(feed: Feed(site: .reddit, source: .subreddits(["swift"])))
/// let token = list.state.observe { draw($0) }
/// await list.load()
/// ```
///
/// It starts nothing by itself: call ``load()``. From then on it also follows what else changes its feed, until
/// ``stop()`` or until it is released. What a method does is in ``state`` when it returns. Nothing throws: a failure
/// becomes ``State/banner`` and never removes an item, and a cancelled task leaves the list idle.
@MainActor
public final class PostListViewModel {
    /// The feed that it shows.
    public let feed: Feed
    /// How many posts a page should have.
    public let pageSize: Int
    /// What showing the feed may cost.
    public let policy: ReadPolicy
    /// How close to the end an item has to be for ``itemAppeared(_:)`` to load more.
    public let threshold: Int
    /// What there is to draw.
    public let state = ObservableValue(State())

    let provider: any PostProvider
    private let connectivity: any ConnectivityProvider
    private let time: any TimeProvider
    /// Statuses that were committed here and that no update has shown yet, with the version that will.
    var pending: [Post.ID: (status: PostStatus, version: UInt64)] = [:]
    /// How many dismissals were made here and not undone.
    var undoDepth = 0
    private var follower: Task<Void, Never>?
    private var connectivityToken: ObservationToken?
    private(set) var shownVersion: UInt64 = 0
    /// Grows with every request: the results of an earlier one are void.
    private var generation = 0
    /// Whether ``itemAppeared(_:)`` may ask for the next page: not again before the last one has come.
    private var isArmed = true

    /// Creates a list; resolves `PostProvider`, and `ConnectivityProvider` and `TimeProvider` where they are registered,
    /// and starts nothing.
    ///
    /// - Parameters:
    ///   - feed: The feed to show.
    ///   - pageSize: How many posts a page should have, 25 by default.
    ///   - policy: What showing the feed may cost.
    ///   - threshold: How close to the end an item has to be to load more: 5 by default, that is the last five.
    public init(
        feed: Feed, pageSize: Int = 25, policy: ReadPolicy = .storedThenNetwork, threshold: Int = 5
    ) {
        self.feed = feed
        self.pageSize = pageSize
        self.policy = policy
        self.threshold = threshold
        provider = Dependency.resolve((any PostProvider).self)
        time = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider())
        connectivity = Dependency.resolve((any ConnectivityProvider).self, default: ConnectivityTracker(time: time))
    }

    deinit {
        follower?.cancel()
    }

    /// Shows the feed by its policy, and follows it from then on.
    ///
    /// Calling it again makes what was under way void.
    public func load() async {
        follow()
        await run(.load(policy), as: state.value.items.isEmpty ? .loading : .refreshing)
    }

    /// Fetches the first page again.
    ///
    /// It wins over a page that is being loaded.
    public func refresh() async {
        await run(.refresh, as: .refreshing)
    }

    /// Fetches the next page; does nothing at the end of the feed, or while something is under way.
    public func loadMore() async {
        guard state.value.phase == .idle else { return }
        await run(.loadMore, as: .loadingMore)
    }

    /// Fetches the posts that are missing in a gap; does nothing while something is under way.
    ///
    /// - Parameter gap: One of ``State/gaps``.
    public func fill(_ gap: FeedGap) async {
        guard state.value.gaps.contains(gap) else { return }
        await loadPage(after: gap.cursor)
    }

    /// Fetches the page behind a cursor, and places it there; does nothing while something is under way.
    ///
    /// ``loadMore()`` goes on behind the last stored post. This goes on behind the page that has just come, in the
    /// server's order, also where the feed was stored before: `State.page` names the cursor.
    ///
    /// - Parameter cursor: A cursor that a page or a gap gave.
    public func loadPage(after cursor: PageCursor) async {
        guard !state.value.phase.isBusy else { return }
        await run(.page(after: cursor), as: .loadingMore)
    }

    /// Loads more when an item near the end appears; once for each page.
    ///
    /// After a failure it waits for ``loadMore()`` or ``refresh()``, so that scrolling does not hammer a server that
    /// cannot be reached.
    ///
    /// - Parameter id: The post that appeared.
    public func itemAppeared(_ id: Post.ID) async {
        guard isArmed, state.value.phase == .idle,
            state.value.items.suffix(threshold).contains(where: { $0.id == id })
        else { return }
        isArmed = false
        await loadMore()
    }

    /// Puts the banner away, if it can be.
    public func dismissBanner() {
        state.update { state in
            if state.banner?.isDismissible == true { state.banner = nil }
        }
    }

    /// Ends following the feed and makes what is under way void; ``load()`` begins anew.
    public func stop() {
        follower?.cancel()
        follower = nil
        connectivityToken = nil
        generation += 1
        if state.value.phase.isBusy { settle() }
    }

    // MARK: Requests

    /// Reads the feed again as it is stored, for changes that receipts do not carry whole.
    func reread() async throws {
        show(try await provider.perform(.load(.storedOnly), on: feed, limit: pageSize))
    }

    private func run(_ request: FeedRequest, as phase: Phase) async {
        generation += 1
        let mine = generation
        state.update { $0.phase = phase }
        do {
            let update = try await provider.perform(request, on: feed, limit: pageSize)
            guard mine == generation else { return }
            show(update)
            finish(update)
        } catch {
            guard mine == generation else { return }
            if error is CancellationError || Task.isCancelled {
                giveWay()
            } else {
                fail(DataError(error))
            }
        }
    }

    private func finish(_ update: FeedUpdate) {
        state.update { state in
            state.issues = update.issues
            state.origin = update.origin
            state.page = update.page
        }
        if let error = update.error {
            fail(error)
        } else {
            isArmed = true
            state.update { $0.banner = nil }
            settle()
        }
    }

    /// Ends a request that is no longer wanted: that is nobody's failure.
    private func giveWay() {
        isArmed = true
        settle()
    }

    private func fail(_ error: DataError) {
        // A refresh came between, and what it brought is shown: the person has nothing to do about that.
        guard error.code != .superseded else { return giveWay() }
        state.update { state in
            let isEmpty = state.items.isEmpty && state.storedCount == 0
            let retryAt = error.retryAfter.map { time.now + $0 / .seconds(1) }
            state.banner = Banner(error, cause: .content, isDismissible: !isEmpty, retryAt: retryAt)
            state.phase = isEmpty ? .failed : state.isEnd ? .end : .idle
        }
    }

    private func settle() {
        state.update { $0.phase = $0.isEnd ? .end : .idle }
    }

    // MARK: Updates

    private func follow() {
        guard follower == nil else { return }
        connectivityToken = connectivity.connectivity.observe { [weak self] connectivity in
            self?.state.update { $0.offlineSince = connectivity.offlineSince }
        }
        // Asked for here and not in the task, so that nothing is missed between this call and the task's start.
        let updates = provider.updates(of: feed)
        follower = Task { [weak self] in
            for await update in updates {
                guard let self, !Task.isCancelled else { return }
                self.receive(update)
            }
        }
    }

    private func receive(_ update: FeedUpdate) {
        guard show(update) else { return }
        if update.page != nil {
            state.update { state in
                state.issues = update.issues
                state.origin = update.origin
                state.page = update.page
            }
        }
        switch state.value.phase {
        case .loading where !state.value.items.isEmpty: state.update { $0.phase = .refreshing }
        case .idle, .end: settle()
        case .failed where update.storedCount > 0:
            state.update { $0.banner?.isDismissible = true }
            settle()
        default: break
        }
    }

    /// Takes over what an update says of the feed, unless something newer was shown already.
    @discardableResult
    private func show(_ update: FeedUpdate) -> Bool {
        guard update.version >= shownVersion else { return false }
        shownVersion = update.version
        // By version and not by date: a clock can be set back.
        pending = pending.filter { $0.value.version > update.version }
        let items = merged(update.items)
        state.update { state in
            state.items = items
            state.gaps = update.gaps
            state.storedCount = update.storedCount
            state.refreshedAt = update.refreshedAt
            state.isStale = update.isStale
            state.isEnd = update.isEnd
        }
        return true
    }
}
