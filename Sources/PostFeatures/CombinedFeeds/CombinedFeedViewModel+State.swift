public import Core
public import Foundation

extension CombinedFeedViewModel {
    /// The phase of the list; at its end when no source has anything behind the last post.
    public typealias Phase = ListProgress

    /// One of the feeds that are combined.
    public struct Source: Equatable, Sendable {
        /// The phase of the feed.
        public enum Phase: Hashable, Sendable {
            /// Idle.
            case idle
            /// The feed is being fetched.
            case loading
            /// The fetch failed; the list continues without the feed until the next attempt.
            case failed
            /// The end: the server has no posts after the last one.
            case end
        }

        /// The feed.
        public let feed: Feed
        /// The phase of the feed.
        public internal(set) var phase = Phase.idle
        /// The failure of its last request, until the next success.
        public internal(set) var error: DataError?
        /// The date it is worth another try, where somebody said so.
        public internal(set) var retryAt: Date?
        /// The date its first page was last fetched; `nil` for never.
        public internal(set) var refreshedAt: Date?
        /// Whether that is long ago.
        public internal(set) var isStale = false
        /// The reason why the network was not asked when it might have been.
        public internal(set) var skip: FetchSkip?
    }

    /// The state of the list, to draw.
    public struct State: Equatable, Sendable {
        /// The posts in order, without those that were dismissed or hidden, or that the settings leave out.
        public internal(set) var items: [CombinedFeedItem] = []
        /// The phase of the list.
        public internal(set) var phase = Phase.initial
        /// The feeds that are combined, in the order of ``Core/CombinedFeed/sources``.
        public internal(set) var sources: [Source] = []
        /// The number of posts that have arrived in front of those that are listed; ``CombinedFeedViewModel/showNew()``
        /// lists them.
        public var newCount = 0
        /// The number of posts that the settings leave out.
        public var filteredCount = 0
        /// The failure to show, until the next success; of several sources that failed, the first.
        public internal(set) var banner: Banner?
        /// Whether there is a dismissal to undo, made in this list, in another one or in an earlier run of the app.
        public var canUndo = false
        /// The site to sign in to for the last vote to reach its server; `nil` where it does, and after anything else.
        ///
        /// Without that it stays on this device.
        public internal(set) var signInSite: Site?

        /// Creates a state, for a preview or a snapshot test; by default that of what was not loaded yet.
        ///
        /// - Parameters:
        ///   - items: The posts in order, without those that were dismissed or hidden, or that the settings leave out.
        ///   - phase: The phase of the list.
        ///   - sources: The feeds that are combined, in the order of `sources`.
        ///   - banner: The failure to show, until the next success.
        public init(
            items: [CombinedFeedItem] = [], phase: Phase = .initial, sources: [Source] = [], banner: Banner? = nil
        ) {
            self.items = items
            self.phase = phase
            self.sources = sources
            self.banner = banner
        }
    }
}
