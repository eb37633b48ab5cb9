import Core

extension OfflinePostProviderContract {
    /// Checks of a page behind the tail, or behind the head's end.
    static let placementChecks: [Check] = [
        Check("A page behind the tail is appended and moves the cursor") { probe in
            try await probe.refresh(.mock("a", "b", next: "c1"))
            let receipt = try await probe.commit(.mock("c", "d", next: "c2"), after: "c1", at: 9)
            probe.expect(receipt.insertedCount, equals: 2, "insertedCount")
            try await probe.expectFeed("a b c d", "the order")
            let stored = try await probe.stored()
            probe.expect(stored.cursor, equals: .mock("c2"), "cursor")
            probe.expect(stored.isEnd, equals: false, "isEnd")
            probe.expect(stored.refreshedAt, equals: probe.start, "only a page at the head is a refresh: refreshedAt")
        },
        Check("A page behind the tail leaves posts that are in the feed already where they are") { probe in
            try await probe.refresh(.mock("a", "b", "c", next: "c1"))
            let receipt = try await probe.commit(.mock("c", "a", "d", next: "c2"), after: "c1")
            probe.expect(receipt.insertedCount, equals: 1, "insertedCount")
            probe.expect(receipt.ids, equals: [.mock("c"), .mock("a"), .mock("d")], "the receipt's ids")
            probe.expect(receipt.repeatedIDs, equals: [.mock("c"), .mock("a")], "repeatedIDs")
            try await probe.expectFeed("a b c d", "the order")
        },
        Check("A page behind the tail with no next page ends the feed") { probe in
            try await probe.refresh(.mock("a", next: "c1"))
            try await probe.commit(.mock("b"), after: "c1")
            let stored = try await probe.stored()
            probe.expect(stored.isEnd, equals: true, "isEnd")
            probe.expect(stored.cursor, equals: nil, "cursor")
        },
        Check("An empty page behind the tail only moves the cursor") { probe in
            try await probe.refresh(.mock("a", next: "c1"))
            try await probe.commit(.mock([], next: "c2"), after: "c1")
            try await probe.expectFeed("a", "the order")
            let stored = try await probe.stored()
            probe.expect(stored.cursor, equals: .mock("c2"), "cursor")
            probe.expect(stored.isEnd, equals: false, "isEnd")
        },
        Check("A cursor that no place of the feed has is refused, and nothing is changed") { probe in
            await probe.expectSuperseded(.mock("a"), after: "c1", "a feed that was never fetched")
            try await probe.refresh(.mock("a", next: "c1"))
            try await probe.commit(.mock("b", next: "c2"), after: "c1")
            try await probe.commit(.mock("c", next: "c3"), after: "c2")
            let before = try await probe.stored()
            await probe.expectSuperseded(.mock("x", next: "c9"), after: "c2", "a cursor that was used up")
            await probe.expectSuperseded(.mock("x", next: "c9"), after: "c0", "a cursor that never was")
            probe.expect(try await probe.stored(), equals: before, "the feed after a refusal")
            let items = try await probe.provider.items([.mock("x")])
            probe.expect(items, equals: [], "the posts of a refused page")
        },
        Check("Where the head met the rest, its own cursor stays a place right behind it") { probe in
            try await probe.refresh(.mock("a", "b", "c", "d", next: "c1"))
            try await probe.refresh(.mock("x", "a", next: "c2"))
            try await probe.expectFeed("x a b c d", "before")
            try await probe.commit(.mock("d", "e", "b", next: "c3"), after: "c2")
            try await probe.expectFeed("x a d e b c", "known posts move behind the head")
            let stored = try await probe.stored()
            probe.expect(stored.cursor, equals: .mock("c1"), "the rest keeps its own cursor")
        },
        Check("What was fetched behind the head's end can be continued in its turn") { probe in
            try await probe.refresh(.mock("a", "b", "c", "d", next: "c1"))
            try await probe.refresh(.mock("x", "a", next: "c2"))
            try await probe.commit(.mock("b", "e", next: "c3"), after: "c2")
            try await probe.commit(.mock("f", "d", next: "c4"), after: "c3")
            try await probe.expectFeed("x a b e f d c", "the order")
            await probe.expectSuperseded(.mock("z", next: "c9"), after: "c3", "a head's end that was used up")
        },
        Check("A new page at the head takes the place of the earlier head's end") { probe in
            try await probe.refresh(.mock("a", "b", "c", next: "c1"))
            try await probe.refresh(.mock("x", "a", next: "c2"))
            try await probe.refresh(.mock("y", "x", next: "c3"))
            await probe.expectSuperseded(.mock("z", next: "c9"), after: "c2", "an earlier head's end")
            try await probe.commit(.mock("z", "b", next: "c9"), after: "c3")
            try await probe.expectFeed("y x z b a c", "the order")
        },
        Check("A page behind the head that meets nothing leaves a gap") { probe in
            try await probe.refresh(.mock("a", "b", "c", next: "c1"))
            try await probe.refresh(.mock("x", "a", next: "c2"))
            try await probe.commit(.mock("y", "z", next: "c3"), after: "c2")
            try await probe.expectFeed("x a y z [c3] b c", "the order")
        },
    ]

    /// Checks of a page in a gap.
    static let gapChecks: [Check] = [
        Check("A page in a gap that does not reach across moves the gap behind it") { probe in
            try await probe.refresh(.mock("a", "b", next: "c1"))
            try await probe.refresh(.mock("x", next: "c2"))
            try await probe.commit(.mock("y", "z", next: "c3"), after: "c2")
            try await probe.expectFeed("x y z [c3] a b", "the order")
            let stored = try await probe.stored()
            probe.expect(stored.cursor, equals: .mock("c1"), "the feed's own cursor")
        },
        Check("A page in a gap that meets the posts behind it closes the gap") { probe in
            try await probe.refresh(.mock("a", "b", next: "c1"))
            try await probe.refresh(.mock("x", next: "c2"))
            try await probe.commit(.mock("y", "a", next: "c3"), after: "c2")
            try await probe.expectFeed("x y a b", "the order")
            let stored = try await probe.stored()
            probe.expect(stored.cursor, equals: .mock("c1"), "the feed's own cursor")
        },
        Check("A page in a gap with no next page closes the gap") { probe in
            try await probe.refresh(.mock("a", "b", next: "c1"))
            try await probe.refresh(.mock("x", next: "c2"))
            try await probe.commit(.mock("y"), after: "c2")
            try await probe.expectFeed("x y a b", "the order")
        },
        Check("A page in a gap does not repeat the posts before it") { probe in
            try await probe.refresh(.mock("a", "b", next: "c1"))
            try await probe.refresh(.mock("x", "y", next: "c2"))
            try await probe.commit(.mock("y", "z", next: "c3"), after: "c2")
            try await probe.expectFeed("x y z [c3] a b", "the order")
        },
        Check("Each of several gaps is filled in its own place") { probe in
            try await probe.refresh(.mock("a", next: "c1"))
            try await probe.refresh(.mock("m", next: "c2"))
            try await probe.refresh(.mock("x", next: "c3"))
            try await probe.commit(.mock("n", next: "c4"), after: "c2")
            try await probe.expectFeed("x [c3] m n [c4] a", "after filling the lower one")
            try await probe.commit(.mock("y", "m", next: "c5"), after: "c3")
            try await probe.expectFeed("x y m n [c4] a", "after closing the upper one")
        },
        Check("The tail is reached across a gap") { probe in
            try await probe.refresh(.mock("a", next: "c1"))
            try await probe.refresh(.mock("x", next: "c2"))
            try await probe.commit(.mock("b", next: "c3"), after: "c1")
            try await probe.expectFeed("x [c2] a b", "the order")
        },
    ]

    /// Checks of posts that come again because the server's order moved between two requests.
    static let driftChecks: [Check] = [
        Check("Posts in front of the place that come again are counted, and those behind it are not") { probe in
            let head = try await probe.refresh(.mock("a", "b", "c", "d", next: "c1"))
            probe.expect(head.repeatedIDs, equals: [], "the first page")
            let second = try await probe.refresh(.mock("x", "a", next: "c2"))
            probe.expect(second.repeatedIDs, equals: [], "a page at the head that meets the rest")
            let behind = try await probe.commit(.mock("x", "d", "e", "x", next: "c3"), after: "c2")
            probe.expect(behind.repeatedIDs, equals: [.mock("x")], "a page behind the head")
            probe.expect(behind.insertedCount, equals: 1, "insertedCount behind the head")
            try await probe.expectFeed("x a d e b c", "the order")
        },
        Check("Posts that come again in a gap are counted") { probe in
            try await probe.refresh(.mock("a", "b", next: "c1"))
            try await probe.refresh(.mock("x", "y", next: "c2"))
            let receipt = try await probe.commit(.mock("y", "x", "z", "a", next: "c3"), after: "c2")
            probe.expect(receipt.repeatedIDs, equals: [.mock("y"), .mock("x")], "repeatedIDs")
            probe.expect(receipt.insertedCount, equals: 1, "insertedCount")
        },
        Check("A cursor that the head and the tail share is the head's first") { probe in
            try await probe.refresh(.mock("a", "b", "x", next: "x"))
            try await probe.refresh(.mock("p", "x", next: "x"))
            try await probe.commit(.mock("q", "a", next: "a"), after: "x")
            try await probe.expectFeed("p x q a b", "what came behind the head")
            try await probe.expectTail("x", "after a page behind the head")
            try await probe.commit(.mock("a", "y", next: "y"), after: "x")
            try await probe.expectFeed("p x q a b y", "what came behind the tail")
            try await probe.expectTail("y", "after a page behind the tail")
        },
    ]
}
