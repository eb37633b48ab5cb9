import Core
import Foundation

/// The stored facts about a feed as a whole.
struct FeedRecord: StoredRecord {
    /// The feed's key.
    let id: String
    let site: String
    let account: String?
    let source: String
    let sort: String?
    let period: String?
    /// The cursor behind the last entry.
    var cursor: PageCursor?
    var isEnd: Bool
    /// The cursor behind the head, once the head has met the rest.
    var headCursor: PageCursor?
    var headLast: Post.ID?
    var refreshed: Date?
    /// The number of entries of the first page, as long as the feed begins with it.
    var firstCount: Int?
    /// Its last post, by which it shows when one of its entries is gone.
    var firstLast: Post.ID?
    /// The cursor behind it.
    var firstNext: PageCursor?
    /// Its revision when it was fetched.
    var revision: PageRevision?

    init(feed: Feed) {
        id = feed.key
        site = feed.site.rawValue
        account = feed.account
        source = feed.source.description
        sort = feed.sort?.rawValue
        period = feed.period?.rawValue
        isEnd = false
    }

    /// Creates what another record says, for another feed.
    init(_ other: FeedRecord, of feed: Feed) {
        self.init(feed: feed)
        (cursor, isEnd, refreshed, revision) = (other.cursor, other.isEnd, other.refreshed, other.revision)
        (headCursor, headLast) = (other.headCursor, other.headLast)
        (firstCount, firstLast, firstNext) = (other.firstCount, other.firstLast, other.firstNext)
    }

    /// The feed and the time of its refresh; nil where its source has no kind.
    var summary: StoredFeedSummary? {
        guard let source = FeedSource(source) else { return nil }
        let feed = Feed(
            site: Site(rawValue: site), source: source, storedSort: sort, storedPeriod: period, account: account)
        return StoredFeedSummary(feed: Feed(feed, storedKey: id), refreshedAt: refreshed)
    }

    var head: FeedOrder.Head? {
        headCursor.flatMap { cursor in headLast.map { FeedOrder.Head(cursor: cursor, last: $0) } }
    }

    var first: FeedOrder.First? {
        firstCount.flatMap { count in firstLast.map { FeedOrder.First(count: count, last: $0, next: firstNext) } }
    }

    /// Copies the cursors and the first page of an order.
    mutating func take(_ order: FeedOrder) {
        cursor = order.cursor
        isEnd = order.isEnd
        headCursor = order.head?.cursor
        headLast = order.head?.last
        firstCount = order.first?.count
        firstLast = order.first?.last
        firstNext = order.first?.next
    }
}
