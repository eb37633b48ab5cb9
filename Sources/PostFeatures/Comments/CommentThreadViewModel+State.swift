public import Core
public import Foundation

extension CommentThreadViewModel {
    /// The phase of the screen.
    public enum Phase: Hashable, Sendable {
        /// Nothing was asked for yet.
        case initial
        /// The thread is being fetched, with nothing to show meanwhile but perhaps the post.
        case loading
        /// The thread is being fetched, while what is stored or was fetched before is shown.
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

    /// The state of the screen, to draw.
    public struct State: Equatable, Sendable {
        /// The post as it is stored; `nil` until it is there.
        public internal(set) var item: FeedItem?
        /// The number of comments, seen or collapsed.
        public var commentCount = 0
        /// The number of them that came after the person's last visit; none at the first one.
        public var newCount = 0
        /// The number of comments that the server left out, as far as it says.
        public var missingCount = 0
        /// The order of the rows; `nil` for the server's own.
        public var sort: CommentSort?
        /// The order that the person wants: another one while they are being fetched, and after a failure.
        public var wantedSort: CommentSort?
        /// Whether that order was made here, from what is stored, and not by the server.
        public var isApproximate = false
        /// The date the whole thread was last fetched; `nil` where nobody knows.
        public var fetched: Date?
        /// The phase of the screen.
        public internal(set) var phase = Phase.initial
        /// The origin of the rows.
        public var origin = DataOrigin.database
        /// The parts of the last answer that could not be read.
        public var issues: [DecodeIssue] = []
        /// The failure to show, until the next success.
        public internal(set) var banner: Banner?
        /// The site to sign in to for the last vote to reach its server; `nil` where it does, and after another action.
        ///
        /// Without that it stays on this device.
        public internal(set) var signInSite: Site?
        /// Progress and outcome of ``CommentThreadViewModel/expandAllPlaceholders(maximumRequests:)``; `nil` where
        /// nobody asked for that since the last load.
        public var expansion: Expansion?
        // The last property, for states are compared in this order, and thousands of rows are compared row by row.
        /// The rows that can be seen, in display order: those that are collapsed are not among them.
        public internal(set) var rows: [CommentRow] = []

        /// Creates a state, for a preview or a snapshot test; by default that of what was not loaded yet.
        ///
        /// - Parameters:
        ///   - item: The post as it is stored.
        ///   - rows: The rows that can be seen, in display order: those that are collapsed are not among them.
        ///   - phase: The phase of the screen.
        ///   - banner: The failure to show, until the next success.
        public init(
            item: FeedItem? = nil, rows: [CommentRow] = [], phase: Phase = .initial, banner: Banner? = nil
        ) {
            self.item = item
            self.rows = rows
            self.phase = phase
            self.banner = banner
        }
    }

    /// Progress and outcome of fetching everything that was left out of a thread.
    public struct Expansion: Hashable, Sendable {
        /// State of the run, or the reason why it ended.
        public enum Phase: Hashable, Sendable {
            /// Asking for one placeholder after the other.
            case running
            /// Ended with nothing left that was not asked for.
            case finished
            /// Ended after as many requests as it may make, with something left; the next call goes on.
            case limit
            /// Ended as its task was cancelled; what came stays.
            case stopped
            /// Ended by a request that failed, for the reason in the banner; what came stays.
            case failed
        }

        /// State of the run, or the reason why it ended.
        public var phase: Phase
        /// Number of requests that have ended or failed.
        package var requests: Int
        /// Number of places where comments are still missing.
        package var placeholders: Int

        /// Creates a value, for a preview or a snapshot test.
        ///
        /// - Parameters:
        ///   - phase: State of the run, or the reason why it ended.
        ///   - requests: Number of requests that have ended or failed.
        ///   - placeholders: Number of places where comments are still missing.
        package init(phase: Phase, requests: Int, placeholders: Int) {
            self.phase = phase
            self.requests = requests
            self.placeholders = placeholders
        }
    }
}
