public import Core
public import Foundation

extension PostListViewModel {
    /// What the list is doing.
    public enum Phase: Hashable, Sendable {
        /// Nothing was asked for yet.
        case initial
        /// It looks for something to show.
        case loading
        /// It fetches the first page again; what is stored shows meanwhile.
        case refreshing
        /// It fetches a further page.
        case loadingMore
        /// It waits for the person.
        case idle
        /// There is nothing to show, for the reason in the banner.
        case failed
        /// It waits, and the server has nothing behind the last post.
        case end

        /// Whether something is under way.
        public var isBusy: Bool {
            switch self {
            case .loading, .refreshing, .loadingMore: true
            case .initial, .idle, .failed, .end: false
            }
        }
    }

    /// What there is to draw.
    public struct State: Equatable, Sendable {
        /// The posts in order, without those that were dismissed or hidden.
        public internal(set) var items: [FeedItem] = []
        /// What the list is doing.
        public internal(set) var phase = Phase.initial
        /// Where posts are missing between the items.
        public internal(set) var gaps: [FeedGap] = []
        /// How many posts are stored, dismissed and hidden ones included.
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
        /// What could not be read in the last answer.
        public internal(set) var issues: [DecodeIssue] = []
        /// What could not be done, until the next success.
        public internal(set) var banner: Banner?
        /// Since when no server answers; `nil` where one does, or nothing is known.
        public internal(set) var offlineSince: Date?
        /// Whether a dismissal that was made here can be undone.
        public internal(set) var canUndo = false

        /// Creates the state of a list that was not loaded yet.
        public init() {}
    }
}
