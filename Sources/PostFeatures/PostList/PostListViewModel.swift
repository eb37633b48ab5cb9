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
/// It starts nothing by itself: call ``load()``. From then on it also follows what else changes its feed and what the
/// person sets, until ``stop()`` or until it is released. What a method does is in ``state`` when it returns. Nothing
/// throws: a failure becomes ``State/banner`` and never removes an item, and a cancelled task leaves the list idle.
///
/// What the settings leave out is left out here, from what is stored: a change of them asks nobody and reads nothing.
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
    /// How close to the end the screen has to be for ``didScroll(remaining:pageHeight:)`` to load more.
    public let prefetchDistance: PrefetchDistance
    /// How many posts a request has to bring that can be seen, or else it goes on with the next page; 0 for one page.
    public let minimumVisible: Int
    /// How many pages one request fetches at most.
    public let maximumPages: Int
    /// Whether posts that come in front of what is shown wait for ``showNew()``.
    public let holdsBackNew: Bool
    /// What there is to draw.
    public let state = ObservableValue(State())

    let provider: any PostProvider
    let settingsProvider: any SettingsProvider
    let positions: any ReadingPositionProvider
    let connectivity: any ConnectivityProvider
    let path: any NetworkPathProvider
    let time: any TimeProvider
    let sharing = PostSharing()
    let availabilityReader = AvailabilityReader()

    /// The posts of the last update, before statuses that are newer, and before anything is left out.
    var stored: [FeedItem] = []
    var storedGaps: [FeedGap] = []
    var shownVersion: UInt64 = 0
    /// Statuses that were committed here and that no update has shown yet, with the version that will.
    var pending: [Post.ID: (status: PostStatus, version: UInt64)] = [:]
    /// Whether there was a dismissal to undo after a change that was made here and that no update has shown yet.
    var newerUndo: (canUndo: Bool, version: UInt64)?
    /// How many double-taps there were.
    var saveCount = 0

    var settings = ReadingSettings()
    var filter: PostFilter
    /// Posts that the person asked to see although the settings leave them out.
    var revealed: Set<Post.ID> = []
    var uncovered: Set<Post.ID> = []

    /// The posts that were shown, or could have been, so that they are no news; kept where news are held back.
    var taken: Set<Post.ID> = []
    /// What is held back, in order.
    var held: [Post.ID] = []
    /// Whether the person is at the top, where news are shown at once.
    var isAtTop = true

    /// Where the person is; the neighbours may be those of an earlier list.
    var position: ReadingPosition?
    var lacksNeighbours = false
    /// Whether the position was read, or the person has scrolled since.
    var isPositionKnown = false
    /// Whether it has to be seen yet if the position that was read is the top.
    var isRestoring = false
    var isPositionUnsaved = false
    var positionTimer: Task<Void, Never>?
    var lastPositionWrite: Task<Void, Never>?

    var follower: Task<Void, Never>?
    var tokens: [ObservationToken] = []
    /// Grows with every request: the results of an earlier one are void.
    var generation = 0
    /// Whether scrolling may ask for the next page: not again before the last one has come.
    var isArmed = true
    /// What is being fetched into the middle of the list, and so is no news.
    var fill: Fill?

    /// Creates a list; resolves `PostProvider`, and what else it needs where that is registered, and starts nothing.
    ///
    /// Where they are registered it uses `SettingsProvider` (else the default settings), `ReadingPositionProvider` (else
    /// positions last as long as the list), `ConnectivityProvider`, `TimeProvider`, `EndpointProvider` (else nothing can
    /// be shared) and `AvailabilityProvider` (else there are no badges).
    ///
    /// - Parameters:
    ///   - feed: The feed to show.
    ///   - pageSize: How many posts a page should have, 25 by default.
    ///   - policy: What showing the feed may cost.
    ///   - threshold: How close to the end an item has to be to load more: 5 by default, that is the last five.
    ///   - prefetchDistance: The same for who knows points and not rows: 200 points or one page of the screen by default.
    ///   - minimumVisible: How many posts that can be seen ``load()``, ``refresh()`` and ``loadMore()`` have to bring,
    ///     5 by default and at most the page size, or else they go on with the next page; 0 for one page and no more.
    ///   - maximumPages: How many pages that may be, 5 by default.
    ///   - holdsBackNew: Whether posts that come in front of what is shown wait for ``showNew()`` while the person is not
    ///     at the top; false by default. It needs ``didScroll(to:offset:)`` to know where they are.
    public init(
        feed: Feed, pageSize: Int = 25, policy: ReadPolicy = .storedThenNetwork, threshold: Int = 5,
        prefetchDistance: PrefetchDistance = PrefetchDistance(), minimumVisible: Int = 5, maximumPages: Int = 5,
        holdsBackNew: Bool = false
    ) {
        self.feed = feed
        self.pageSize = pageSize
        self.policy = policy
        self.threshold = threshold
        self.prefetchDistance = prefetchDistance
        self.minimumVisible = min(max(0, minimumVisible), pageSize)
        self.maximumPages = max(1, maximumPages)
        self.holdsBackNew = holdsBackNew
        filter = PostFilter(settings, for: feed.source)
        provider = Dependency.resolve((any PostProvider).self)
        settingsProvider = Dependency.resolve((any SettingsProvider).self, default: InMemorySettingsProvider())
        positions = Dependency.resolve(
            (any ReadingPositionProvider).self, default: InMemoryReadingPositionProvider())
        time = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider())
        connectivity = Dependency.resolve((any ConnectivityProvider).self, default: ConnectivityTracker())
        path = Dependency.resolve((any NetworkPathProvider).self, default: ManualNetworkPathProvider())
    }

    deinit {
        follower?.cancel()
        positionTimer?.cancel()
        guard isPositionUnsaved, var position else { return }
        if lacksNeighbours { position.takeNeighbours(from: state.value.items.lazy.map(\.id)) }
        _ = Self.write(position, for: feed, to: positions, after: lastPositionWrite)
    }

    /// Shows the feed by its policy, and follows it from then on.
    ///
    /// The first time, it finds out where the person was: ``State/anchor``. Calling it again makes what was under way
    /// void.
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
    /// Meanwhile ``State/fillingGap`` says which one.
    ///
    /// - Parameter gap: One of ``State/gaps``.
    public func fill(_ gap: FeedGap) async {
        guard !state.value.phase.isBusy,
            let shown = state.value.gaps.first(where: { $0.cursor == gap.cursor })
        else { return }
        await run(.page(after: shown.cursor), as: .loadingMore, filling: Fill(gap: shown))
    }

    /// Fetches the page behind a cursor, and places it there; does nothing while something is under way.
    ///
    /// ``loadMore()`` goes on behind the last stored post. This goes on behind the page that has just come, in the
    /// server's order, also where the feed was stored before: `State.page` names the cursor. It fetches one page.
    ///
    /// - Parameter cursor: A cursor that a page or a gap gave.
    public func loadPage(after cursor: PageCursor) async {
        guard !state.value.phase.isBusy else { return }
        await run(.page(after: cursor), as: .loadingMore, filling: Fill(gap: nil))
    }

    /// Puts the banner away, if it can be.
    public func dismissBanner() {
        state.update { $0.banner.dismiss() }
    }

    /// Ends following the feed and makes what is under way void; ``load()`` begins anew.
    ///
    /// Where the person is is written down, and is in ``State/anchor`` for when the list is shown again. The last
    /// ``State/saveEvent`` is over.
    public func stop() {
        follower?.cancel()
        follower = nil
        tokens = []
        generation += 1
        availabilityReader.stop()
        if state.value.phase.isBusy { settle() }
        positionTimer?.cancel()
        positionTimer = nil
        writePosition()
        let anchor = position?.anchor(among: state.value.items.lazy.map(\.id))
        state.update { state in
            state.anchor = anchor
            // Whoever shows the list again shall not play an animation that was played.
            state.saveEvent = nil
        }
    }
}

extension PostListViewModel {
    /// A page that was asked for in a certain place.
    struct Fill {
        /// The gap; `nil` for a place that is no gap of the list.
        var gap: FeedGap?
    }
}
