public import Core
import Foundation

extension FeedUpdate {
    /// Makes an update as a ``Core/PostProvider`` sends it, of a feed that was refreshed when a ``ManualClock`` begins.
    ///
    /// It says that the feed is not stale, whatever a clock says: only a ``Core/DefaultPostProvider`` looks at its
    /// date.
    ///
    /// - Parameters:
    ///   - ids: The native ids of the feed's posts.
    ///   - feed: The feed.
    ///   - version: The number of the store's commit.
    ///   - isEnd: Whether the server has nothing after the last post.
    ///   - error: The error of the request.
    /// - Returns: The update.
    public static func mock(
        _ ids: [String], of feed: Feed = .mock(), version: UInt64 = 1, isEnd: Bool = false, error: DataError? = nil
    ) -> FeedUpdate {
        var stored = StoredFeed(
            feed: feed, items: ids.map { .mock($0) }, isEnd: isEnd,
            refreshedAt: Date(timeIntervalSince1970: 1_700_000_000), version: version)
        stored.cursor = isEnd ? nil : ids.last.map(PageCursor.init(rawValue:))
        return FeedUpdate(stored: stored, isStale: false, outcome: FeedOutcome(error: error, issues: []))
    }
}
