public import Core
public import Foundation

extension CommentThreadViewModel {
    /// What the screen is doing.
    public enum Phase: Hashable, Sendable {
        /// Nothing was asked for yet.
        case initial
        /// It fetches the thread, and has nothing to show but perhaps the post.
        case loading
        /// It fetches the thread, and what is stored or was fetched before shows meanwhile.
        case reloading
        /// The thread is there.
        case idle
        /// The server knows no such post, and none is stored.
        case missing
        /// There are no comments to show, for the reason in the banner.
        case failed

        /// Whether something is under way.
        public var isBusy: Bool { self == .loading || self == .reloading }
    }

    /// What there is to draw.
    public struct State: Equatable, Sendable {
        /// The post as it is stored; `nil` until it is there.
        public internal(set) var item: FeedItem?
        /// The rows that can be seen, in display order: those that are folded away are not among them.
        public internal(set) var rows: [CommentRow] = []
        /// How many comments there are, seen or folded away.
        public internal(set) var commentCount = 0
        /// How many of them came after the person's last visit; none at the first one.
        public internal(set) var newCount = 0
        /// How many comments it left out, as far as it says.
        public internal(set) var missingCount = 0
        /// In which order the rows are; `nil` for the server's own.
        public internal(set) var sort: CommentSort?
        /// In which order the person wants them: another one while they are being fetched, and after a failure.
        public internal(set) var wantedSort: CommentSort?
        /// Whether that order was made here, from what is stored, and not by the server.
        public internal(set) var isApproximate = false
        /// When the whole thread was fetched last; `nil` where nobody knows.
        public internal(set) var fetched: Date?
        /// What the screen is doing.
        public internal(set) var phase = Phase.initial
        /// What brought the rows.
        public internal(set) var origin = DataOrigin.database
        /// What could not be read in the last answer.
        public internal(set) var issues: [DecodeIssue] = []
        /// What could not be done, until the next success.
        public internal(set) var banner: Banner?
        /// Progress and outcome of ``CommentThreadViewModel/expandAllPlaceholders(maximumRequests:)``; `nil` where
        /// nobody asked for that since the last load.
        public internal(set) var expansion: Expansion?

        /// Creates a state, for a preview or a snapshot test; by default that of what was not loaded yet.
        ///
        /// - Parameters:
        ///   - item: The post as it is stored.
        ///   - rows: The rows that can be seen, in display order: those that are folded away are not among them.
        ///   - commentCount: How many comments there are, seen or folded away.
        ///   - newCount: How many of them came after the person's last visit.
        ///   - missingCount: How many comments it left out, as far as it says.
        ///   - sort: In which order the rows are.
        ///   - wantedSort: In which order the person wants them: another one while they are being fetched, and after
        ///     a failure.
        ///   - isApproximate: Whether that order was made here, from what is stored, and not by the server.
        ///   - fetched: When the whole thread was fetched last.
        ///   - phase: What the screen is doing.
        ///   - origin: What brought the rows.
        ///   - issues: What could not be read in the last answer.
        ///   - banner: What could not be done, until the next success.
        ///   - expansion: Progress and outcome of fetching everything that was left out.
        public init(
            item: FeedItem? = nil, rows: [CommentRow] = [], commentCount: Int = 0, newCount: Int = 0,
            missingCount: Int = 0, sort: CommentSort? = nil, wantedSort: CommentSort? = nil,
            isApproximate: Bool = false, fetched: Date? = nil, phase: Phase = .initial, origin: DataOrigin = .database,
            issues: [DecodeIssue] = [], banner: Banner? = nil, expansion: Expansion? = nil
        ) {
            self.item = item
            self.rows = rows
            self.commentCount = commentCount
            self.newCount = newCount
            self.missingCount = missingCount
            self.sort = sort
            self.wantedSort = wantedSort
            self.isApproximate = isApproximate
            self.fetched = fetched
            self.phase = phase
            self.origin = origin
            self.issues = issues
            self.banner = banner
            self.expansion = expansion
        }
    }
}
