public import Core
public import Foundation

extension PostListViewModel {
    /// The phase of a list of posts.
    public typealias Phase = ListProgress

    /// The state of a list of posts: what is drawn, and what the last request reported.
    public struct State: Equatable, Sendable {
        /// The posts in order, with the gaps between them: without the posts that were dismissed or hidden, that the
        /// settings leave out, and that are held back.
        public internal(set) var rows = Rows()
        /// The posts that the settings leave out, in the feed's order, and why.
        ///
        /// ``PostListViewModel/reveal(_:)`` shows one all the same.
        public var filtered: [FilteredPost] = []
        /// The number of posts that are held back in front of what is shown; ``PostListViewModel/showNew()`` shows
        /// them.
        public var newCount = 0
        /// The post to put at the top edge, so that the person is where they were; `nil` before anybody scrolled.
        ///
        /// It is as it was told last, or as an earlier run left it; where that post is gone, the nearest that is there.
        public var anchor: ReadingAnchor?
        /// The rule for which posts are covered until the person asks to see them.
        package var cover = ContentCover()
        /// The availability on this device of the posts that ``PostListViewModel/showAvailability(of:)`` was asked for
        /// last.
        public var availability: [Post.ID: PostAvailability] = [:]
        /// The list's phase.
        public var phase = Phase.initial
        /// The gap that is being filled; its row shows progress.
        package var fillingGap: FeedGap?
        /// The number of posts that are stored, dismissed, hidden and left out ones included.
        public var storedCount = 0
        /// The date when the first page was last fetched; `nil` for never.
        public var refreshedAt: Date?
        /// Whether the first page was fetched longer ago than the refresh age.
        public var isStale = false
        /// Whether the server has nothing behind the last post.
        public var isEnd = false
        /// The origin of the last answer.
        public var origin = DataOrigin.database
        /// The page that the last request committed; `nil` when it committed none.
        public var page: PageReceipt?
        /// The number of pages that the last request committed.
        package var fetchedPages = 0
        /// Whether the last request ended because it had fetched as many pages as one may, with too little to see: a
        /// front end can offer to go on.
        public var reachedPageLimit = false
        /// The reason for which the last request did not ask the network; `nil` where it did.
        public var skip: FetchSkip?
        /// The parts of the last answer that could not be read.
        public var issues: [DecodeIssue] = []
        /// The failure to show, until the next success.
        public var banner: Banner?
        /// The date since when no server answers; `nil` where one does, or nothing is known.
        public var offlineSince: Date?
        /// Whether there is an act to undo, made in this list, in another one or in an earlier run of the app.
        public var canUndo = false

        /// The site to sign in to for the last vote to reach its server; `nil` where it does, and after anything else.
        ///
        /// Without that it stays on this device.
        public var signInSite: Site?
        /// The last double-tap that saved a post, for its animation.
        public var saveEvent: SaveEvent?

        /// Creates a state, for a preview or a snapshot test; by default that of what was not loaded yet.
        ///
        /// - Parameters:
        ///   - items: The posts, in their order.
        ///   - phase: The list's phase.
        ///   - banner: The failure to show.
        public init(items: [FeedItem] = [], phase: Phase = .initial, banner: Banner? = nil) {
            rows = Rows(items: items)
            self.phase = phase
            self.banner = banner
        }

        /// The posts among the ``rows``.
        public var items: [FeedItem] { rows.items }

        /// The gaps among the ``rows``: where posts are missing.
        ///
        /// One behind posts that are held back waits with them.
        public var gaps: [FeedGap] { rows.gaps }

        /// The number of posts that the settings leave out, by rule.
        public var filteredCounts: [FilterReason: Int] {
            filtered.reduce(into: [:]) { $0[$1.reason, default: 0] += 1 }
        }

        /// Whether a post's pictures are covered until the person asks to see them.
        ///
        /// - Parameter item: The post.
        /// - Returns: True for one that is marked, as the settings say, and was not uncovered.
        public func isCovered(_ item: FeedItem) -> Bool { cover.isCovered(item) }

        /// Whether a gap is being filled.
        ///
        /// - Parameter gap: One of ``gaps``.
        /// - Returns: True while its posts are on their way.
        public func isFilling(_ gap: FeedGap) -> Bool { fillingGap?.cursor == gap.cursor }
    }
}

// MARK: - How requests and updates change it

extension PostListViewModel.State {
    /// Begins a request.
    mutating func begin(_ phase: PostListViewModel.Phase, filling gap: FeedGap?) {
        self.phase = phase
        fillingGap = gap
        leaveEmptyPhase()
    }

    /// Takes over how a page of a request came.
    mutating func take(_ page: FeedPager.Page) {
        let outcome = page.outcome
        if page.isFirst { skip = outcome.skip }
        if page.isFirst || outcome.page != nil {
            origin = outcome.origin
            self.page = outcome.page
        }
        issues = page.goal.issues
        fetchedPages = page.goal.pageCount
        reachedPageLimit = page.goal.reachedLimit
    }

    /// Takes over where a commit of somebody else came from, where it has a page.
    mutating func takeOrigin(of outcome: FeedOutcome) {
        guard let page = outcome.page else { return }
        issues = outcome.issues
        origin = outcome.origin
        self.page = page
    }

    /// Takes over what an update says of the feed beside its posts.
    mutating func take(_ update: FeedUpdate) {
        storedCount = update.storedCount
        refreshedAt = update.refreshedAt
        isStale = update.isStale
        isEnd = update.isEnd
        canUndo = update.canUndo
    }

    /// Takes over the rows.
    mutating func take(_ content: PostListContent, anchor: ReadingAnchor?, cover: ContentCover) {
        rows = content.rows
        filtered = content.filtered
        newCount = content.held.count
        self.anchor = anchor
        self.cover = cover
        leaveEmptyPhase()
    }

    /// Ends a request that has failed.
    mutating func fail(_ error: DataError, retryAt: Date?) {
        let isEmpty = items.isEmpty && storedCount == 0
        banner = Banner(error, cause: .content, isDismissible: !isEmpty, retryAt: retryAt)
        phase = isEmpty ? .failed : isEnd ? .end : .idle
        fillingGap = nil
    }

    /// Ends a request that has not failed.
    mutating func settle() {
        phase = isEnd ? .end : .idle
        fillingGap = nil
    }

    /// Leaves the phases that there are for lists with nothing to show, in the moment in which there is something.
    private mutating func leaveEmptyPhase() {
        guard !items.isEmpty else { return }
        switch phase {
        case .loading: phase = .refreshing
        case .failed:
            phase = isEnd ? .end : .idle
            banner?.isDismissible = true
        case .initial, .refreshing, .loadingMore, .idle, .end: break
        }
    }
}
