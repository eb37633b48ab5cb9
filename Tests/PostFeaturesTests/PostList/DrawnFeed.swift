import Core
import Foundation
import Mocks
import PostFeatures

extension FeedUpdate {
    /// An update as it is drawn: `a b! c~ |c1 d` are four posts, the second one NSFW, the third one read, and a gap
    /// with the cursor `c1` behind the third.
    ///
    /// - Parameters:
    ///   - text: The feed.
    ///   - feed: Which feed.
    ///   - version: The number of the store's commit.
    ///   - page: The posts of the page that it committed; none by default.
    ///   - inserted: How many of them were new; all by default.
    ///   - next: Where the next page begins.
    ///   - isEnd: Whether the server has nothing behind the last post.
    ///   - putAwayCount: How many posts are stored that are dismissed or hidden.
    /// - Returns: The update.
    static func drawn(
        _ text: String, of feed: Feed = .mock(), version: UInt64 = 1, page: String? = nil, inserted: Int? = nil,
        next: String? = nil, isEnd: Bool = false, putAwayCount: Int = 0
    ) -> FeedUpdate {
        var items: [FeedItem] = []
        var gaps: [FeedGap] = []
        for word in text.split(separator: " ") {
            if word.hasPrefix("|") {
                let after = items.last?.id ?? .mock("put-away")
                gaps.append(FeedGap(after: after, cursor: .mock(String(word.dropFirst()))))
            } else {
                var item = FeedItem.mock(word.filter { $0.isLetter || $0.isNumber }, isRead: word.hasSuffix("~"))
                item.post.isNSFW = word.contains("!")
                items.append(item)
            }
        }
        var update = FeedUpdate(
            stored: StoredFeed(feed: feed, items: items, isEnd: isEnd, refreshedAt: .distantPast, version: version))
        update.gaps = gaps
        update.storedCount += putAwayCount
        if let page {
            let ids = page.split(separator: " ").map { Post.ID.mock(String($0)) }
            update.outcome.page = PageReceipt(
                ids: ids, insertedCount: inserted ?? ids.count, next: next.map { .mock($0) })
            update.outcome.origin = .network(source: "mock", completeness: .full)
        }
        return update
    }
}

extension PostListViewModel.State {
    /// The rows as they are drawn: `a b |c1 c`.
    var drawn: String {
        rows.map { row in
            switch row {
            case .post(let item): item.id.native
            case .gap(let gap): "|\(gap.cursor.rawValue)"
            }
        }.joined(separator: " ")
    }
}
