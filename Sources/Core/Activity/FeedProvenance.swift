public import Foundation

/// Where a feed's last page came from, how complete it is, and which roads were passed over for it.
public struct FeedProvenance: Hashable, Sendable {
    /// A road that was asked before the one that answered, or not asked at all.
    public struct Skipped: Hashable, Sendable {
        /// Its name.
        public var road: String
        /// Why: `remembered` and `offline` for a road that was not asked, `failure` for one that was.
        public var reason: ActivityEvent.Reason
        /// What was wrong with it.
        public var code: ErrorCode?
        /// When it is asked again; `nil` for the next time.
        public var until: Date?

        /// Creates a value.
        ///
        /// - Parameters:
        ///   - road: Its name.
        ///   - reason: Why.
        ///   - code: What was wrong with it.
        ///   - until: When it is asked again.
        public init(road: String, reason: ActivityEvent.Reason, code: ErrorCode? = nil, until: Date? = nil) {
            self.road = road
            self.reason = reason
            self.code = code
            self.until = until
        }
    }

    /// The name of the road that answered.
    public var source: String
    /// When it did.
    public var fetchedAt: Date
    /// How much that road knows of a post.
    public var completeness: Completeness
    /// The roads that come before it, in their order.
    public var skipped: [Skipped]

    /// Creates a value.
    ///
    /// - Parameters:
    ///   - source: The name of the road that answered.
    ///   - fetchedAt: When it did.
    ///   - completeness: How much that road knows of a post.
    ///   - skipped: The roads that come before it, in their order.
    public init(source: String, fetchedAt: Date, completeness: Completeness, skipped: [Skipped] = []) {
        self.source = source
        self.fetchedAt = fetchedAt
        self.completeness = completeness
        self.skipped = skipped
    }
}
