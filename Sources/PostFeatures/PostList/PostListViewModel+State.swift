public import Core
public import Foundation

extension PostListViewModel {
    /// What the list is doing.
    public typealias Phase = ListProgress

    /// What there is to draw.
    public struct State: Equatable, Sendable {
        /// The posts in order, with the gaps between them: without the posts that were dismissed or hidden, that the
        /// settings leave out, and that are held back.
        public internal(set) var rows = Rows()
        /// What the settings leave out, in the feed's order, and why; ``PostListViewModel/reveal(_:)`` shows one all the
        /// same.
        public internal(set) var filtered: [FilteredPost] = []
        /// How many posts are held back in front of what is shown; ``PostListViewModel/showNew()`` takes them in.
        public internal(set) var newCount = 0
        /// What to put at the top edge so that the person is where they were; `nil` before anybody scrolled.
        ///
        /// It is as it was told last, or as an earlier run left it; where that post is gone, the nearest that is there.
        public internal(set) var anchor: ReadingAnchor?
        /// Which posts are covered until the person asks to see them.
        public internal(set) var cover = ContentCover()
        /// What is on this device of the posts that ``PostListViewModel/showAvailability(of:)`` was told of last.
        public internal(set) var availability: [Post.ID: PostAvailability] = [:]
        /// What the list is doing.
        public internal(set) var phase = Phase.initial
        /// The gap that is being filled; its row shows progress.
        public internal(set) var fillingGap: FeedGap?
        /// How many posts are stored, dismissed, hidden and left out ones included.
        public internal(set) var storedCount = 0
        /// When the first page was last fetched; `nil` for never.
        public internal(set) var refreshedAt: Date?
        /// Whether that is long ago.
        public internal(set) var isStale = false
        /// Whether the server has nothing behind the last post.
        public internal(set) var isEnd = false
        /// What brought the items.
        public internal(set) var origin = DataOrigin.database
        /// The page that the last request committed; `nil` when it committed none.
        public internal(set) var page: PageReceipt?
        /// How many pages the last request committed.
        public internal(set) var fetchedPages = 0
        /// Whether the last request ended because it had fetched as many pages as one may, with too little to see: a
        /// front end can offer to go on.
        public internal(set) var reachedPageLimit = false
        /// Why the last request did not ask the network; `nil` where it did.
        public internal(set) var skip: FetchSkip?
        /// What could not be read in the last answer.
        public internal(set) var issues: [DecodeIssue] = []
        /// What could not be done, until the next success.
        public internal(set) var banner: Banner?
        /// Since when no server answers; `nil` where one does, or nothing is known.
        public internal(set) var offlineSince: Date?
        /// Whether there is a dismissal to undo, made in this list, in another one or in an earlier run of the app.
        public internal(set) var canUndo = false

        /// The last double-tap that saved a post, for its animation.
        public internal(set) var saveEvent: SaveEvent?

        /// Creates a state, for a preview or a snapshot test; by default that of what was not loaded yet.
        ///
        /// - Parameters:
        ///   - items: The posts, in their order.
        ///   - filtered: What the settings leave out, in the feed's order, and why.
        ///   - newCount: How many posts are held back in front of what is shown.
        ///   - anchor: What to put at the top edge so that the person is where they were.
        ///   - cover: Which posts are covered until the person asks to see them.
        ///   - availability: What is on this device of the posts that `showAvailability(of:)` was told of last.
        ///   - phase: What the list is doing.
        ///   - fillingGap: The gap that is being filled.
        ///   - storedCount: How many posts are stored, dismissed, hidden and left out ones included.
        ///   - refreshedAt: When the first page was last fetched.
        ///   - isStale: Whether that is long ago.
        ///   - isEnd: Whether the server has nothing behind the last post.
        ///   - origin: What brought the items.
        ///   - page: The page that the last request committed.
        ///   - fetchedPages: How many pages the last request committed.
        ///   - reachedPageLimit: Whether the last request ended because it had fetched as many pages as one may, with
        ///     too little to see: a front end can offer to go on.
        ///   - skip: Why the last request did not ask the network.
        ///   - issues: What could not be read in the last answer.
        ///   - banner: What could not be done, until the next success.
        ///   - offlineSince: Since when no server answers.
        ///   - canUndo: Whether there is a dismissal to undo, made in this list, in another one or in an earlier run.
        ///   - saveEvent: The last double-tap that saved a post, for its animation.
        public init(
            items: [FeedItem] = [], filtered: [FilteredPost] = [], newCount: Int = 0, anchor: ReadingAnchor? = nil,
            cover: ContentCover = ContentCover(), availability: [Post.ID: PostAvailability] = [:],
            phase: Phase = .initial, fillingGap: FeedGap? = nil, storedCount: Int = 0, refreshedAt: Date? = nil,
            isStale: Bool = false, isEnd: Bool = false, origin: DataOrigin = .database, page: PageReceipt? = nil,
            fetchedPages: Int = 0, reachedPageLimit: Bool = false, skip: FetchSkip? = nil, issues: [DecodeIssue] = [],
            banner: Banner? = nil, offlineSince: Date? = nil, canUndo: Bool = false, saveEvent: SaveEvent? = nil
        ) {
            rows = Rows(items: items)
            self.filtered = filtered
            self.newCount = newCount
            self.anchor = anchor
            self.cover = cover
            self.availability = availability
            self.phase = phase
            self.fillingGap = fillingGap
            self.storedCount = storedCount
            self.refreshedAt = refreshedAt
            self.isStale = isStale
            self.isEnd = isEnd
            self.origin = origin
            self.page = page
            self.fetchedPages = fetchedPages
            self.reachedPageLimit = reachedPageLimit
            self.skip = skip
            self.issues = issues
            self.banner = banner
            self.offlineSince = offlineSince
            self.canUndo = canUndo
            self.saveEvent = saveEvent
        }

        /// The posts among the ``rows``.
        public var items: [FeedItem] { rows.items }

        /// The gaps among the ``rows``: where posts are missing.
        ///
        /// One behind posts that are held back waits with them.
        public var gaps: [FeedGap] { rows.gaps }

        /// How many posts the settings leave out, by rule.
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
