import Core
import Foundation

extension OfflinePostProviderContract {
    /// Checks of the list of stored feeds.
    static let listedFeedChecks: [Check] = [
        Check("Each feed that was fetched is told of with its date, whatever its source and site") { probe in
            probe.expect(try await probe.provider.storedFeeds(), equals: [], "before the first page")
            let feeds = [
                Feed(site: .demo), Feed(site: .demo, sort: .top, period: .week),
                Feed(site: .demo, source: .subreddits(["Swift", "memes"])),
                Feed(site: .demo, source: .user("oksana-reads"), sort: .new, account: "ann"),
                Feed(site: .demo, source: .search("r/ two + words | 50% “ї”")),
                Feed(site: Site(rawValue: "lemmy:example.org"), source: .subreddits(["news@example.net"])),
            ]
            for (index, feed) in feeds.enumerated() {
                _ = try await probe.provider.commit(
                    .mock("a\(index)", next: "c"), to: feed, at: .head, date: probe.start + Double(index))
            }
            try await probe.apply(.set(.saved(true), [.mock("a0")]))
            try await probe.reopen()
            let stored = try await probe.provider.storedFeeds()
            let expected = feeds.enumerated().map { index, feed in
                StoredFeedSummary(feed: feed, refreshedAt: probe.start + Double(index))
            }
            probe.expect(stored.count, equals: feeds.count, "how many feeds")
            probe.expect(Set(stored), equals: Set(expected), "the feeds")
            let sources = Dictionary(stored.map { ($0.feed, $0.feed.source) }, uniquingKeysWith: { first, _ in first })
            for feed in feeds where feed.source != .subreddits(["Swift", "memes"]) {
                probe.expect(sources[feed], equals: feed.source, "the source of \(feed)")
            }
            try await probe.refresh(.mock("b", next: "c"), at: 9)
            _ = try await probe.provider.commit(
                .mock("c", "b", next: "c"), to: probe.feed, at: .head, date: probe.start + 10)
            let date = try await probe.provider.storedFeeds().first { $0.feed == probe.feed }?.refreshedAt
            probe.expect(date, equals: probe.start + 10, "the date of the last refresh")
        },
        Check("A feed that the server has nothing for was fetched, and one that lost its last post was not") { probe in
            try await probe.refresh(.mock([]), at: 3)
            let empty = StoredFeedSummary(feed: probe.feed, refreshedAt: probe.start + 3)
            probe.expect(try await probe.provider.storedFeeds(), equals: [empty], "an empty feed")
            let other = Feed.mock("memes")
            _ = try await probe.provider.commit(
                .mock("a", "b", next: "c1"), to: other, at: .head, date: probe.start)
            _ = try await probe.provider.evict([.mock("a")])
            let bereft = Set([empty, StoredFeedSummary(feed: other)])
            probe.expect(Set(try await probe.provider.storedFeeds()), equals: bereft, "a feed that lost its beginning")
            _ = try await probe.provider.evict([.mock("b")])
            probe.expect(try await probe.provider.storedFeeds(), equals: [empty], "a feed that lost everything")
        },
    ]
}
