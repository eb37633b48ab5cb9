import Core
import Foundation

extension OfflinePostProviderContract {
    /// Checks of posts after an eviction.
    static let evictionChecks: [Check] = [
        Check("An evicted post is gone from every feed, and every id that was named is in the receipt once") { probe in
            let other = Feed.mock("memes")
            try await probe.refresh(.mock("a", "b", "c", next: "c1"))
            _ = try await probe.provider.commit(.mock("b", "z", next: "c2"), to: other, at: .head, date: probe.start)
            let receipt = try await probe.provider.evict([.mock("b"), .mock("nobody"), .mock("b")])
            let version = try await probe.stored().version
            probe.expect(
                receipt, equals: EvictionReceipt(evicted: [.mock("b")], unknown: [.mock("nobody")], version: version),
                "the receipt")
            probe.expect(try await probe.provider.items([.mock("b")]), equals: [], "the post")
            try await probe.expectFeed("a c", "the first feed")
            let second = try await probe.provider.storedFeed(other)
            probe.expect(second.items.map(\.id.native), equals: ["z"], "the second feed")
            try await probe.reopen()
            try await probe.expectFeed("a c", "the first feed after a new start")
            let unknown = try await probe.provider.evict([.mock("b")]).unknown
            probe.expect(unknown, equals: [.mock("b")], "what is unknown afterwards")
        },
        Check("Saved posts and favourites are never evicted, and unmarked they are") { probe in
            try await probe.refresh(.mock("a", "b", "c", "d", next: "c1"))
            try await probe.apply(.set(.saved(true), [.mock("a"), .mock("b")]), at: 1)
            try await probe.apply(.set(.favourite(true), [.mock("b"), .mock("c")]), at: 2)
            let before = try await probe.stored()
            let names = ["c", "a", "b"]
            let kept = try await probe.provider.evict(names.map { .mock($0) })
            probe.expect(kept.evicted, equals: [], "what is evicted of those that are kept")
            probe.expect(
                kept.kept,
                equals: [
                    .init(.mock("c"), reason: .favourite), .init(.mock("a"), reason: .saved),
                    .init(.mock("b"), reason: .saved),
                ], "why they stay")
            probe.expect(try await probe.stored(), equals: before, "nothing was committed: the feed")
            try await probe.apply(.set(.favourite(false), [.mock("c")]), at: 3)
            let receipt = try await probe.provider.evict(names.map { .mock($0) } + [.mock("d")])
            probe.expect(receipt.evicted, equals: [.mock("c"), .mock("d")], "what is evicted")
            try await probe.expectFeed("a b", "what is left")
        },
        Check("An eviction is announced with its posts and the feeds that lost them, and without any it is not") {
            probe in
            let other = Feed.mock("memes")
            try await probe.refresh(.mock("a", "b", next: "c1"))
            _ = try await probe.provider.commit(.mock("z", next: "c2"), to: other, at: .head, date: probe.start)
            let changes = probe.provider.changes()
            _ = try await probe.provider.evict([.mock("nobody")])
            _ = try await probe.provider.evict([])
            let receipt = try await probe.provider.evict([.mock("b"), .mock("nobody")])
            guard let found = try await probe.first(1, of: changes) else { return }
            probe.expect(found[0].posts, equals: [.mock("b")], "the posts")
            probe.expect(found[0].feeds, equals: [probe.feed.key], "the feeds")
            probe.expect(found[0].version, equals: receipt.version, "the version")
        },
        Check("A feed that lost every post is as if it had never been fetched") { probe in
            try await probe.refresh(.mock("a", next: "c1", revision: "r1"))
            try await probe.refresh(.mock("b", next: "c2", revision: "r2"))
            _ = try await probe.provider.evict([.mock("a"), .mock("b")])
            var stored = try await probe.stored()
            stored.version = 0
            probe.expect(stored, equals: StoredFeed(feed: probe.feed), "the feed")
            for cursor in ["c1", "c2"] {
                await probe.expectSuperseded(.mock("x"), after: cursor, "a cursor of the feed that is gone")
            }
            try await probe.refresh(.mock("a", next: "c1"), at: 3)
            try await probe.expectFeed("a", "fetched again")
            try await probe.expectTail("c1", "fetched again")
        },
        Check("Many posts are evicted at once") { probe in
            let names = (0..<1_000).map { "p\($0)" }
            try await probe.refresh(.mock(names.map { .mock($0) }, next: "c1"))
            let receipt = try await probe.provider.evict(names.indices.filter { $0 % 3 > 0 }.map { .mock(names[$0]) })
            probe.expect(receipt.evicted.count, equals: 666, "how many")
            let left = try await probe.stored().items.map(\.id.native)
            probe.expect(left, equals: names.indices.filter { $0 % 3 == 0 }.map { names[$0] }, "what is left")
        },
    ]

    /// Checks of a feed that lost posts.
    static let evictedFeedChecks: [Check] = [
        Check("A loss behind the first page leaves a gap there that is filled until nothing is missing") { probe in
            try await probe.fetchThreePages()
            let before = try await probe.stored()
            _ = try await probe.provider.evict([.mock("d")])
            try await probe.expectFeed("a b [c1] c e f", "what is left")
            try await probe.expectTail("c3", "with the last post there")
            let after = try await probe.stored()
            probe.expect(after.head, equals: before.head, "the first page")
            probe.expect(after.refreshedAt, equals: before.refreshedAt, "refreshedAt")
            try await probe.commit(.mock("x", "c", next: "k1"), after: "c1")
            try await probe.expectFeed("a b x c [k1] e f", "a page that reaches the loss")
            try await probe.commit(.mock("d", "e", next: "k2"), after: "k1")
            try await probe.expectFeed("a b x c d e f", "a page that reaches over the loss")
            try await probe.expectTail("c3", "filled")
        },
        Check("A gap stays in front of what ends in a loss, whatever meets it") { probe in
            try await probe.fetchThreePages()
            try await probe.commit(.mock("g", "h", next: "c4"), after: "c3")
            _ = try await probe.provider.evict([.mock("f")])
            try await probe.expectFeed("a b [c1] c d e g h", "what is left")
            try await probe.commit(.mock("x", "d", next: "k1"), after: "c1")
            try await probe.expectFeed("a b x d [k1] c e g h", "a page that meets it")
            try await probe.refresh(.mock("m", "c", next: "k2"))
            try await probe.expectFeed("m c [k2] a b x d e g h", "a page at the head that meets it")
            try await probe.commit(.mock("x", "g", next: "k3"), after: "k2")
            try await probe.expectFeed("m c x g a b d e h", "a page that reaches beyond it")
            try await probe.expectTail("c4", "reached over")
        },
        Check("Where the last posts are gone, the feed has no cursor until it was filled that far") { probe in
            try await probe.fetchThreePages()
            _ = try await probe.provider.evict([.mock("e"), .mock("f")])
            try await probe.expectFeed("a b [c1] c d", "what is left")
            try await probe.expectTail(nil, "with the last posts gone")
            await probe.expectSuperseded(.mock("x"), after: "c3", "the cursor behind what is gone")
            try await probe.commit(.mock("c", next: "k1"), after: "c1")
            try await probe.expectFeed("a b c [k1] d", "filled in part")
            try await probe.refresh(.mock("b", "x", next: "k2"), at: 3)
            try await probe.expectFeed("b x a c [k1] d", "a page at the head in front of the gap")
            try await probe.commit(.mock("y", "d", next: "k3"), after: "k1")
            try await probe.expectFeed("b x a c y d", "filled")
            try await probe.expectTail("k3", "filled")
        },
        Check("Where nothing is left behind the first page, the feed goes on from there") { probe in
            try await probe.fetchThreePages()
            _ = try await probe.provider.evict(["c", "d", "e", "f"].map { .mock($0) })
            try await probe.expectFeed("a b", "what is left")
            try await probe.expectTail("c1", "with the first page left")
            try await probe.commit(.mock("c", next: "k1"), after: "c1")
            try await probe.expectFeed("a b c", "gone on")
        },
        Check("A feed that lost a post of its first page counts as never refreshed, and keeps its posts") { probe in
            try await probe.fetchThreePages()
            _ = try await probe.provider.evict([.mock("b")])
            try await probe.expectFeed("a c d e f", "what is left")
            let stored = try await probe.stored()
            probe.expect(stored.head, equals: nil, "the first page")
            probe.expect(stored.refreshedAt, equals: nil, "refreshedAt")
            try await probe.expectTail("c3", "with the last post there")
            await probe.expectSuperseded(.mock("x"), after: "c1", "the cursor of the first page")
            try await probe.refresh(.mock("x", "a", next: "k1"), at: 5)
            try await probe.expectFeed("x a [k1] c d e f", "a page that reaches the loss")
            probe.expect(try await probe.stored().refreshedAt, equals: probe.start + 5, "refreshedAt afterwards")
            _ = try await probe.provider.evict([.mock("x")])
            try await probe.expectFeed("a [k1] c d e f", "what is left without the first post")
            probe.expect(try await probe.stored().head, equals: nil, "the first page without its first post")
            try await probe.refresh(.mock("x", "c", next: "k2"), at: 6)
            try await probe.expectFeed("x c a d e f", "a page that reaches over the loss")
            try await probe.expectTail("c3", "reached over")
        },
        Check("A feed without first page and last post waits for a page at the head") { probe in
            try await probe.fetchThreePages()
            _ = try await probe.provider.evict([.mock("a"), .mock("d"), .mock("f")])
            try await probe.expectFeed("b c e", "what is left")
            try await probe.expectTail(nil, "without a first page")
            try await probe.refresh(.mock("a", "b", next: "k1"), at: 5)
            try await probe.expectFeed("a b [k1] c e", "a page that meets what ends in a loss")
            try await probe.commit(.mock("c", "d", next: "k2"), after: "k1")
            try await probe.expectFeed("a b c d [k2] e", "a page that meets what ends in a loss, and more is left")
            try await probe.commit(.mock("e"), after: "k2")
            try await probe.expectFeed("a b c d e", "the last page")
            try await probe.expectTail(nil, isEnd: true, "the last page")
        },
        Check("An older gap leads to what was lost behind it, and a loss next to it needs no other") { probe in
            try await probe.refresh(.mock("a", "b", "c", "d", next: "c1"))
            try await probe.refresh(.mock("x", "y", next: "c2", revision: "r2"))
            let head = try await probe.stored().head
            _ = try await probe.provider.evict([.mock("a")])
            try await probe.expectFeed("x y [c2] b c d", "a loss right behind the gap")
            _ = try await probe.provider.evict([.mock("c")])
            try await probe.expectFeed("x y [c2] b d", "a loss further behind")
            try await probe.expectTail("c1", "with the last post there")
            probe.expect(try await probe.stored().head, equals: head, "the first page")
            _ = try await probe.provider.evict([.mock("b"), .mock("d")])
            try await probe.expectFeed("x y", "nothing left behind the gap")
            try await probe.expectTail("c2", "nothing left behind the gap")
        },
        Check("A loss behind what was fetched behind the head leaves the gap there") { probe in
            try await probe.refresh(.mock("a", "b", "c", "d", "e", next: "c1"))
            try await probe.refresh(.mock("x", "a", next: "c2"))
            try await probe.commit(.mock("b", "y", next: "c3"), after: "c2")
            _ = try await probe.provider.evict([.mock("d")])
            try await probe.expectFeed("x a b y [c3] c e", "what is left")
            _ = try await probe.provider.evict([.mock("b")])
            try await probe.expectFeed("x a [c2] y [c3] c e", "a loss in front of that gap")
            try await probe.commit(.mock("b", "y", next: "k1"), after: "c2")
            try await probe.expectFeed("x a b y [c3] c e", "filled up to the older gap")
        },
        Check("A feed at its end that lost its last post is not at its end") { probe in
            try await probe.refresh(.mock("a", "b", next: "c1"))
            try await probe.commit(.mock("c", "d"), after: "c1")
            _ = try await probe.provider.evict([.mock("d")])
            try await probe.expectFeed("a b [c1] c", "what is left")
            try await probe.expectTail(nil, "what is left")
            try await probe.commit(.mock("c", "d"), after: "c1")
            try await probe.expectFeed("a b c d", "filled")
            try await probe.expectTail(nil, isEnd: true, "filled")
        },
        Check("Where the server says that nothing follows, nothing is missing up to the next gap") { probe in
            try await probe.fetchThreePages()
            _ = try await probe.provider.evict([.mock("d"), .mock("f")])
            try await probe.commit(.mock("x"), after: "c1")
            try await probe.expectFeed("a b x c e", "the gap's page was the last one")
            try await probe.expectTail(nil, isEnd: true, "the gap's page was the last one")
            try await probe.refresh(.mock("m", "n"))
            _ = try await probe.provider.evict([.mock("x"), .mock("e")])
            try await probe.expectFeed("m n a b c", "behind a first page that is the whole list")
            try await probe.expectTail(nil, isEnd: true, "behind a first page that is the whole list")
        },
    ]
}

extension PostContractProbe {
    /// The feed `a b c d e f`, whose pages end in `c1`, `c2` and `c3`.
    fileprivate func fetchThreePages() async throws {
        try await refresh(.mock("a", "b", next: "c1", revision: "r1"))
        try await commit(.mock("c", "d", next: "c2"), after: "c1", at: 1)
        try await commit(.mock("e", "f", next: "c3"), after: "c2", at: 2)
    }
}
