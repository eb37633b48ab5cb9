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

        /// Creates the state of a list that was not loaded yet.
        public init() {}

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
