import Core

extension OfflinePostProviderContract {
    /// Checks of pinned posts, which stand at the top whatever their rank.
    static let pinnedChecks: [Check] = [
        Check("A pinned post on both pages does not hide what is missing between them") { probe in
            try await probe.refresh(.mock([.pinned("s"), .mock("a"), .mock("b")], next: "c1"))
            try await probe.refresh(.mock([.pinned("s"), .mock("x"), .mock("y")], next: "c2"))
            try await probe.expectFeed("s x y [c2] a b", "pages that share only a pinned post")
            try await probe.refresh(.mock([.pinned("s"), .mock("y"), .mock("z")], next: "c3"))
            try await probe.expectFeed("s y z x [c2] a b", "pages that share another one too")
            try await probe.expectTail("c1", "after three pages")
        },
        Check("A pinned post says nothing of the feed's order, by a backend that reports pins and by one that does not")
        {
            probe in
            try await probe.refresh(.mock([.pinned("s"), .mock("a"), .mock("b")], next: "c1"))
            var poor = Page.mock("x", "s", next: "c2")
            poor.completeness = .partial
            try await probe.refresh(poor)
            try await probe.expectFeed("x s [c2] a b", "a backend that does not report pinned posts")
            try await probe.refresh(.mock([.mock("y"), .unpinned("s")], next: "c3"))
            try await probe.expectFeed("y s [c3] x [c2] a b", "unpinned since")
            try await probe.refresh(.mock([.mock("z"), .unpinned("s")], next: "c4"))
            try await probe.expectFeed("z s y [c3] x [c2] a b", "unpinned on both pages")
        },
        Check("A post that is pinned now says nothing of what it ranked in front of") { probe in
            try await probe.refresh(.mock("a", "s", "b", next: "c1"))
            try await probe.refresh(.mock([.pinned("s"), .mock("x")], next: "c2"))
            try await probe.expectFeed("s x [c2] a b", "the order")
        },
        Check("A pinned post at the end of the page keeps its place, unpinned or gone") { probe in
            try await probe.refresh(.mock([.mock("a"), .pinned("s")], next: "c1"))
            try await probe.commit(.mock([.mock("b"), .unpinned("s"), .mock("c")], next: "c2"), after: "c1")
            try await probe.expectFeed("a s b c", "unpinned while going on")
            try await probe.refresh(.mock("x", "a", next: "c3"))
            try await probe.commit(.mock("b", "e", next: "c4"), after: "c3")
            try await probe.expectFeed("x a b e s c", "gone from the page at the head")
            try await probe.refresh(.mock([.mock("m"), .pinned("s")], next: "c5"))
            try await probe.expectFeed("m s [c5] x a b e c", "at the end again")
            let head = try await probe.stored().head
            probe.expect(head?.ids, equals: [.mock("m"), .mock("s")], "the first page")
            try await probe.commit(.mock([.unpinned("s"), .mock("n"), .mock("x")], next: "c6"), after: "c5")
            try await probe.expectFeed("m s n x a b e c", "the gap behind it")
            try await probe.expectTail("c2", "after all that")
        },
        Check("A pinned post in a gap's page does not close the gap") { probe in
            try await probe.refresh(.mock([.pinned("s"), .mock("a"), .mock("b")], next: "c1"))
            try await probe.refresh(.mock("x", next: "c2"))
            try await probe.commit(.mock([.mock("y"), .unpinned("s")], next: "c3"), after: "c2")
            try await probe.expectFeed("x y s [c3] a b", "the order")
        },
        Check("Where a pinned post stood alone between gaps, the first one leads on") { probe in
            try await probe.refresh(.mock("b", next: "c1"))
            try await probe.refresh(.mock([.pinned("s")], next: "c2"))
            try await probe.refresh(.mock("a", next: "c3"))
            try await probe.refresh(.mock([.mock("x"), .pinned("s")], next: "c4"))
            try await probe.expectFeed("x s [c4] a [c3] b", "the order")
            try await probe.expectTail("c1", "in front of a post")
        },
        Check("Where a pinned post stood alone at the end, the gap in front of it is where the feed goes on") { probe in
            try await probe.refresh(.mock([.pinned("s")], next: "c1"))
            try await probe.refresh(.mock("a", next: "c2"))
            try await probe.refresh(.mock([.pinned("s"), .mock("x")], next: "c3"))
            try await probe.expectFeed("s x [c3] a", "the order")
            try await probe.expectTail("c2", "behind the last post")
        },
        Check("A page of pinned posts alone takes the feed over when nothing else is left") { probe in
            try await probe.refresh(.mock([.pinned("s"), .pinned("t")], next: "c1"))
            try await probe.refresh(.mock([.pinned("t"), .pinned("s")], next: "c2"))
            try await probe.expectFeed("t s", "the order")
            try await probe.expectTail("c2", "after both pages")
        },
        Check("A page that is longer than what was asked for is stored whole") { probe in
            let posts = [Post.pinned("s"), .pinned("t")] + (1...100).map { Post.mock("p\($0)") }
            let receipt = try await probe.refresh(.mock(posts, next: "p100"))
            probe.expect(receipt.insertedCount, equals: 102, "insertedCount")
            probe.expect(try await probe.stored().items.map(\.post), equals: posts, "the posts")
            try await probe.commit(.mock("p101", next: "p101"), after: "p100")
            probe.expect(try await probe.stored().items.last?.id, equals: .mock("p101"), "what comes behind it")
        },
    ]
}

extension Post {
    /// A post that moderators keep at the top.
    fileprivate static func pinned(_ native: String) -> Post {
        var post = Post.mock(native)
        post.isStickied = true
        return post
    }

    /// A post of which the server says that nobody keeps it at the top.
    fileprivate static func unpinned(_ native: String) -> Post {
        var post = Post.mock(native)
        post.isStickied = false
        return post
    }
}
