public import Core
public import Foundation

extension CombinedFeedViewModel {
    /// What the list is doing; at its end when no source has anything behind the last post.
    public typealias Phase = ListProgress

    /// One of the feeds that are combined.
    public struct Source: Equatable, Sendable {
        /// What it is doing.
        public enum Phase: Hashable, Sendable {
            /// It waits.
            case idle
            /// It is being asked.
            case loading
            /// It could not be fetched, and nobody waits for it until it is asked again.
            case failed
            /// It has nothing behind its last post.
            case end
        }

        /// Which feed.
        public let feed: Feed
        /// What it is doing.
        public internal(set) var phase = Phase.idle
        /// Why it could not be fetched, until the next success.
        public internal(set) var error: DataError?
        /// When it is worth another try, where somebody said so.
        public internal(set) var retryAt: Date?
        /// When its first page was last fetched; `nil` for never.
        public internal(set) var refreshedAt: Date?
        /// Whether that is long ago.
        public internal(set) var isStale = false
        /// Why the network was not asked when it might have been.
        public internal(set) var skip: FetchSkip?
    }

    /// What there is to draw.
    public struct State: Equatable, Sendable {
        /// The posts in order, without those that were dismissed or hidden, or that the settings leave out.
        public internal(set) var items: [CombinedFeedItem] = []
        /// What the list is doing.
        public internal(set) var phase = Phase.initial
        /// The feeds that are combined, in the order of ``Core/CombinedFeed/sources``.
        public internal(set) var sources: [Source] = []
        /// How many posts have arrived in front of those that are listed; ``CombinedFeedViewModel/showNew()`` lists them.
        public internal(set) var newCount = 0
        /// How many posts the settings leave out.
        public internal(set) var filteredCount = 0
        /// What could not be done, until the next success; of several sources that failed, the first.
        public internal(set) var banner: Banner?
        /// Whether there is a dismissal to undo, made in this list, in another one or in an earlier run of the app.
        public internal(set) var canUndo = false

        /// Creates a state, for a preview or a snapshot test; by default that of what was not loaded yet.
        ///
        /// - Parameters:
        ///   - items: The posts in order, without those that were dismissed or hidden, or that the settings leave out.
        ///   - phase: What the list is doing.
        ///   - sources: The feeds that are combined, in the order of `sources`.
        ///   - newCount: How many posts have arrived in front of those that are listed.
        ///   - filteredCount: How many posts the settings leave out.
        ///   - banner: What could not be done, until the next success.
        ///   - canUndo: Whether there is a dismissal to undo, made in this list, in another one or in an earlier run.
        public init(
            items: [CombinedFeedItem] = [], phase: Phase = .initial, sources: [Source] = [], newCount: Int = 0,
            filteredCount: Int = 0, banner: Banner? = nil, canUndo: Bool = false
        ) {
            self.items = items
            self.phase = phase
            self.sources = sources
            self.newCount = newCount
            self.filteredCount = filteredCount
            self.banner = banner
            self.canUndo = canUndo
        }
    }
}
