import Core
import Foundation

/// What is known of a feed as a whole.
struct FeedRecord: StoredRecord {
    /// The feed's key.
    let id: String
    let site: String
    let account: String?
    let source: String
    let sort: String
    let period: String?
    /// Where the server goes on behind the last entry.
    var cursor: PageCursor?
    var isEnd: Bool
    /// Where it goes on behind the head, once the head has met the rest.
    var headCursor: PageCursor?
    var headLast: Post.ID?
    var refreshed: Date?

    init(feed: Feed) {
        id = feed.key
        site = feed.site.rawValue
        account = feed.account
        source = feed.source.description
        sort = feed.sort.rawValue
        period = feed.period?.rawValue
        isEnd = false
    }
}
