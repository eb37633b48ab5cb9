public import Foundation

/// A feed that something is stored of, without its posts.
public struct StoredFeedSummary: Hashable, Sendable {
    /// Which feed.
    public var feed: Feed
    /// When its first page was last fetched; `nil` for never, and where some of it was lost.
    public var refreshedAt: Date?

    /// Creates a summary.
    ///
    /// - Parameters:
    ///   - feed: Which feed.
    ///   - refreshedAt: When its first page was last fetched.
    public init(feed: Feed, refreshedAt: Date? = nil) {
        self.feed = feed
        self.refreshedAt = refreshedAt
    }
}
