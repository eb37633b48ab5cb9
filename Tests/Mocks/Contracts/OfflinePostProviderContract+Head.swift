import Core
import Foundation

extension OfflinePostProviderContract {
    /// Checks of a page at the head.
    static let headChecks: [Check] = [
        Check("A feed that was never fetched is empty, without a date, a cursor or an end") { probe in
            let stored = try await probe.stored()
            probe.expect(stored.items, equals: [], "items")
            probe.expect(stored.gaps, equals: [], "gaps")
            probe.expect(stored.cursor, equals: nil, "cursor")
            probe.expect(stored.isEnd, equals: false, "isEnd")
            probe.expect(stored.refreshedAt, equals: nil, "refreshedAt")
        },
        Check("The first page is stored in the server's order with its cursor and date") { probe in
            let receipt = try await probe.refresh(.mock("b", "c", "a", next: "c1"), at: 5)
            probe.expect(receipt.ids, equals: [.mock("b"), .mock("c"), .mock("a")], "the receipt's ids")
            probe.expect(receipt.insertedCount, equals: 3, "insertedCount")
            probe.expect(receipt.next, equals: .mock("c1"), "the receipt's next")
            try await probe.expectFeed("b c a", "the order")
            let stored = try await probe.stored()
            probe.expect(stored.cursor, equals: .mock("c1"), "cursor")
            probe.expect(stored.isEnd, equals: false, "isEnd")
            probe.expect(stored.refreshedAt, equals: probe.start + 5, "refreshedAt")
        },
        Check("A page at the head that meets what is stored moves known posts into it") { probe in
            try await probe.refresh(.mock("a", "b", "c", "d", next: "c1"))
            let receipt = try await probe.refresh(.mock("x", "c", "a", next: "c2"), at: 9)
            probe.expect(receipt.insertedCount, equals: 1, "insertedCount")
            try await probe.expectFeed("x c a b d", "the order")
            let stored = try await probe.stored()
            probe.expect(stored.cursor, equals: .mock("c1"), "the rest keeps its own cursor")
            probe.expect(stored.refreshedAt, equals: probe.start + 9, "refreshedAt")
        },
        Check("A page at the head that does not meet what is stored leaves a gap with its cursor") { probe in
            try await probe.refresh(.mock("a", "b", next: "c1"))
            try await probe.refresh(.mock("x", "y", next: "c2"))
            try await probe.expectFeed("x y [c2] a b", "the order")
            let stored = try await probe.stored()
            probe.expect(stored.cursor, equals: .mock("c1"), "the rest keeps its own cursor")
        },
        Check("A page at the head removes the gaps before the last post that it shares, and no others") { probe in
            try await probe.refresh(.mock("a", "b", next: "c1"))
            try await probe.refresh(.mock("m", "n", next: "c2"))
            try await probe.refresh(.mock("x", "y", next: "c3"))
            try await probe.expectFeed("x y [c3] m n [c2] a b", "before")
            try await probe.refresh(.mock("z", "x", "m", next: "c4"))
            try await probe.expectFeed("z x m y n [c2] a b", "after")
        },
        Check("A page at the head with no next page ends the feed, without a gap") { probe in
            try await probe.refresh(.mock("a", "b", next: "c1"))
            try await probe.refresh(.mock("x", "y"))
            try await probe.expectFeed("x y a b", "the order")
            let stored = try await probe.stored()
            probe.expect(stored.isEnd, equals: true, "isEnd")
            probe.expect(stored.cursor, equals: nil, "cursor")
        },
        Check("An empty page over an empty feed is its end, and counts as a refresh") { probe in
            let receipt = try await probe.refresh(.mock([]), at: 3)
            probe.expect(receipt.ids, equals: [], "the receipt's ids")
            let stored = try await probe.stored()
            probe.expect(stored.isEnd, equals: true, "isEnd")
            probe.expect(stored.cursor, equals: nil, "cursor")
            probe.expect(stored.refreshedAt, equals: probe.start + 3, "refreshedAt")
        },
        Check("An empty page over a stored feed changes nothing, not even the refresh date") { probe in
            try await probe.refresh(.mock("a", "b", next: "c1"))
            try await probe.refresh(.mock("x", next: "c2"), at: 1)
            let before = try await probe.stored()
            for (page, name) in [(Page.mock([]), "without"), (.mock([], next: "c3"), "with")] {
                let receipt = try await probe.refresh(page, at: 9)
                probe.expect(receipt.ids, equals: [], "the receipt's ids")
                var after = try await probe.stored()
                // Whether an empty commit is counted is the store's own business.
                after.version = before.version
                probe.expect(after, equals: before, "after an empty page \(name) a cursor")
            }
            try await probe.commit(.mock("y", "a", next: "c4"), after: "c2")
            try await probe.expectFeed("x y a b", "the head goes on where it did")
        },
        Check("A feed that is made from statuses takes no page") { probe in
            try await probe.refresh(.mock("a", next: "c1"))
            for source in [FeedSource.saved, .favourites] {
                let feed = Feed(site: .demo, source: source)
                for placement in [PagePlacement.head, .after(.mock("c1"))] {
                    await probe.expectRefusal(.invalidInput, "a page for '\(source)'") {
                        _ = try await probe.provider.commit(.mock("b"), to: feed, at: placement, date: probe.start)
                    }
                }
            }
            let items = try await probe.provider.items([.mock("b")])
            probe.expect(items, equals: [], "what is stored of the page")
        },
        Check("A post that a page holds twice counts once, where it stands first") { probe in
            let receipt = try await probe.refresh(.mock("a", "b", "a", next: "c1"))
            probe.expect(receipt.ids, equals: [.mock("a"), .mock("b")], "the receipt's ids")
            probe.expect(receipt.insertedCount, equals: 2, "insertedCount")
            try await probe.expectFeed("a b", "the order")
        },
        Check("Feeds have an order of their own and share their posts") { probe in
            let other = Feed.mock("memes")
            try await probe.refresh(.mock("a", "b", next: "c1"))
            _ = try await probe.provider.commit(
                .mock("b", "a", next: "c2"), to: other, at: .head, date: probe.start)
            try await probe.expectFeed("a b", "the first feed")
            let stored = try await probe.provider.storedFeed(other)
            probe.expect(stored.items.map(\.id.native), equals: ["b", "a"], "the second feed")
            probe.expect(stored.cursor, equals: .mock("c2"), "the second feed's cursor")
        },
    ]
}
