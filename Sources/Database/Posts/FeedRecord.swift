import Core
import Foundation

/// What is known of a feed as a whole.
struct FeedRecord: StoredRecord {
    /// The feed's key.
    let id: String
    let site: String
    let account: String?
    let source: String
    let sort: String?
    let period: String?
    /// Where the server goes on behind the last entry.
    var cursor: PageCursor?
    var isEnd: Bool
    /// Where it goes on behind the head, once the head has met the rest.
    var headCursor: PageCursor?
    var headLast: Post.ID?
    var refreshed: Date?
    /// How many entries the first page has, as long as the feed begins with it.
    var firstCount: Int?
    /// Its last post, by which it shows when one of its entries is gone.
    var firstLast: Post.ID?
    /// Where the server goes on behind it.
    var firstNext: PageCursor?
    /// What it looked like when it was fetched.
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

    /// Which feed it is and when it was refreshed; nil where its source has no kind.
    var summary: StoredFeedSummary? {
        guard let source = FeedSource(source) else { return nil }
        let feed = Feed(
            storedKey: id, site: Site(rawValue: site), source: source, sort: sort.map(FeedSort.init(rawValue:)),
            period: period.map(FeedPeriod.init(rawValue:)), account: account)
        return StoredFeedSummary(feed: feed, refreshedAt: refreshed)
    }

    var head: FeedOrder.Head? {
        headCursor.flatMap { cursor in headLast.map { FeedOrder.Head(cursor: cursor, last: $0) } }
    }

    var first: FeedOrder.First? {
        firstCount.flatMap { count in firstLast.map { FeedOrder.First(count: count, last: $0, next: firstNext) } }
    }

    /// Takes over what the order knows of itself beside its entries.
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
