import Core
import Foundation

extension OfflinePostProviderContract {
    /// Checks of posts that are put into feeds and taken out of them without a page.
    static let moveChecks: [Check] = [
        Check("A post at the head hides nothing that the server has behind it: the next page leaves a gap") { probe in
            try await probe.refresh(.mock("5", "4", next: "c4"))
            try await probe.commit(.mock("3", "2", next: "c2"), after: "c4")
            try await probe.move("9", to: .head)
            try await probe.expectFeed("9 5 4 3 2", "the post in front")
            try await probe.reopen()
            let stored = try await probe.stored()
            probe.expect(stored.refreshedAt, equals: probe.start, "the date of the last refresh")
            probe.expect(stored.cursor, equals: .mock("c2"), "the cursor")
            probe.expect(stored.head, equals: nil, "the first page")
            try await probe.refresh(.mock("9", "8", next: "c8"), at: 1)
            try await probe.expectFeed("9 8 [c8] 5 4 3 2", "after a page that has it")
            try await probe.commit(.mock("7", "5", next: "c5"), after: "c8", at: 2)
            try await probe.expectFeed("9 8 7 5 4 3 2", "after the gap was filled")
        },
        Check("A post at the head that the next page does not have stays behind it") { probe in
            try await probe.refresh(.mock("5", "4", next: "c4"))
            try await probe.move("9", to: .head)
            try await probe.move("8", to: .head)
            try await probe.expectFeed("8 9 5 4", "two in front")
            try await probe.refresh(.mock("6", "5", next: "c5"), at: 1)
            try await probe.expectFeed("6 5 8 9 4", "after a page without them")
        },
        Check("A post that a feed has stays where it is, and one that is not stored has no place") { probe in
            try await probe.refresh(.mock("5", "4", next: "c4"))
            let before = try await probe.stored()
            for place in [FeedMove.Place.head, .byDate] {
                try await probe.provider.store(
                    [], extras: [:], completeness: .full,
                    moving: [
                        FeedMove(.mock("4"), in: probe.feed, to: place),
                        FeedMove(.mock("x"), in: probe.feed, to: place),
                    ])
            }
            probe.expect(try await probe.stored(), equals: before, "the feed")
        },
        Check("A feed of which nothing is stored begins with a post at its head, and with no other") { probe in
            try await probe.move("3", from: 3, to: .byDate)
            try await probe.expectFeed("", "by its date")
            try await probe.move("4", to: .out)
            try await probe.move("9", to: .head)
            try await probe.expectFeed("9", "at the head")
            let stored = try await probe.stored()
            probe.expect(stored.refreshedAt, equals: nil, "the date of the last refresh")
            try await probe.refresh(.mock("5", "4", next: "c4"))
            try await probe.expectFeed("5 4 [c4] 9", "after a page without it")
        },
        Check("A post by its date stands between the newer and the older, as the server has it") { probe in
            try await probe.refresh(probe.dated("9", "7", next: "c7"))
            try await probe.commit(probe.dated("5", "3", next: "c3"), after: "c7")
            try await probe.move("4", from: 4, to: .byDate)
            try await probe.move("6", from: 6, to: .byDate)
            try await probe.expectFeed("9 7 6 5 4 3", "in a run")
            try await probe.reopen()
            try await probe.move("2", from: 2, to: .byDate)
            try await probe.expectFeed("9 7 6 5 4 3", "behind the last that is stored")
            probe.expect(try await probe.stored().head?.ids, equals: [.mock("9"), .mock("7")], "the first page")
            try await probe.move("8", from: 8, to: .byDate)
            try await probe.expectFeed("9 8 7 6 5 4 3", "in the first page")
            try await probe.refresh(probe.dated("9", "8", next: "c8"), at: 1)
            try await probe.expectFeed("9 8 7 6 5 4 3", "after a page that has it")
        },
        Check("A post by its date is the last one at the end of the feed") { probe in
            try await probe.refresh(probe.dated("9", "7"))
            try await probe.move("5", from: 5, to: .byDate)
            try await probe.expectFeed("9 7 5", "the end")
            probe.expect(try await probe.stored().isEnd, equals: true, "whether it ends")
        },
        Check("A post by its date in a gap does not close it") { probe in
            try await probe.refresh(probe.dated("3", "2", next: "c2"))
            try await probe.refresh(probe.dated("9", "8", next: "c8"), at: 1)
            try await probe.move("5", from: 5, to: .byDate)
            try await probe.expectFeed("9 8 [c8] 5 3 2", "behind the gap")
            try await probe.commit(probe.dated("7", "5", next: "c5"), after: "c8", at: 2)
            try await probe.expectFeed("9 8 7 5 [c5] 3 2", "after a page that has it")
            try await probe.commit(probe.dated("4", "3", next: "c3"), after: "c5", at: 3)
            try await probe.expectFeed("9 8 7 5 4 3 2", "after the rest")
        },
        Check("What is taken out leaves nothing behind, and the feed goes on as before") { probe in
            try await probe.refresh(.mock("5", "4", next: "c4"))
            try await probe.commit(.mock("3", "2", next: "c2"), after: "c4")
            try await probe.move("4", to: .out)
            try await probe.move("3", to: .out)
            try await probe.move("x", to: .out)
            try await probe.expectFeed("5 2", "the feed")
            try await probe.reopen()
            let stored = try await probe.stored()
            probe.expect(stored.head?.ids, equals: [.mock("5")], "the first page")
            probe.expect(stored.refreshedAt, equals: probe.start, "the date of the last refresh")
            probe.expect(stored.cursor, equals: .mock("c2"), "the cursor")
            try await probe.commit(.mock("1", next: "c1"), after: "c2", at: 1)
            try await probe.expectFeed("5 2 1", "after the next page")
        },
        Check("The only post that is taken out leaves an empty feed: ended, or to be fetched anew") { probe in
            try await probe.refresh(.mock("5"))
            try await probe.move("5", to: .out)
            var stored = try await probe.stored()
            probe.expect(stored.items.map(\.id), equals: [], "the posts")
            probe.expect(stored.isEnd, equals: true, "whether it ends")
            probe.expect(stored.refreshedAt, equals: probe.start, "the date of the last refresh")
            try await probe.refresh(.mock("4", next: "c4"), at: 1)
            try await probe.move("4", to: .out)
            stored = try await probe.stored()
            probe.expect(stored.isEnd, equals: false, "whether it ends")
            probe.expect(stored.refreshedAt, equals: nil, "the date of the last refresh")
            probe.expect(stored.cursor, equals: nil, "the cursor")
        },
        Check("Gaps on both sides of what is taken out are one, and one in front of all is found by the next page") {
            probe in
            try await probe.refresh(.mock("1", next: "c1"))
            try await probe.refresh(.mock("5", next: "c5"), at: 1)
            try await probe.refresh(.mock("9", next: "c9"), at: 2)
            try await probe.expectFeed("9 [c9] 5 [c5] 1", "before")
            try await probe.move("5", to: .out)
            try await probe.expectFeed("9 [c9] 1", "one gap")
            try await probe.move("9", to: .out)
            try await probe.expectFeed("1", "no gap in front")
            probe.expect(try await probe.stored().refreshedAt, equals: nil, "the date of the last refresh")
        },
        Check("Posts, fields and moves are one commit, which is announced") { probe in
            let other = Feed(site: .demo, source: .user("ann"), sort: .new)
            try await probe.refresh(probe.dated("5", "4", next: "c4"))
            _ = try await probe.provider.commit(probe.dated("4"), to: other, at: .head, date: probe.start)
            var changes = probe.provider.changes().makeAsyncIterator()
            var post = Post(id: .mock("9"), title: "new")
            post.created = probe.start + 9
            try await probe.provider.store(
                [post], extras: [post.id: try RawJSON("[1]")], completeness: .full,
                moving: [
                    FeedMove(.mock("4"), in: probe.feed, to: .out), FeedMove(post.id, in: probe.feed, to: .byDate),
                    FeedMove(post.id, in: other, to: .byDate),
                ])
            let change = await changes.next()
            probe.expect(change?.feeds, equals: [probe.feed.key, other.key], "the feeds")
            probe.expect(change?.posts, equals: [post.id], "the posts")
            probe.expect(try await probe.stored().version, equals: change?.version, "the commit")
            try await probe.expectFeed("9 5", "the first feed")
            let stored = try await probe.provider.storedFeed(other)
            probe.expect(stored.items.map(\.id.native), equals: ["9", "4"], "the other feed")
            let extras = try await probe.provider.extras(of: [post.id])
            probe.expect(extras[post.id]?.text, equals: "[1]", "the fields")
        },
        Check("Nothing is moved in a feed that is made of statuses") { probe in
            try await probe.refresh(.mock("5"))
            await probe.expectRefusal(.invalidInput, "a local feed") {
                try await probe.provider.store(
                    [], extras: [:], completeness: .full,
                    moving: [FeedMove(.mock("5"), in: Feed(site: .demo, source: .saved, sort: .hot), to: .head)])
            }
        },
    ]
}

extension PostContractProbe {
    /// A page of posts whose dates are their numbers, in seconds after the start.
    fileprivate func dated(_ numbers: String..., next: String? = nil) -> Page {
        let posts = numbers.map { number in
            var post = Post(id: .mock(number), title: number)
            post.created = start + (Double(number) ?? 0)
            return post
        }
        return .mock(posts, next: next)
    }

    /// Stores a post, unless it is to be taken out, and moves it in the feed.
    fileprivate func move(_ native: String, from seconds: Double? = nil, to place: FeedMove.Place) async throws {
        var post = Post(id: .mock(native), title: native)
        post.created = seconds.map { start + $0 }
        try await provider.store(
            place == .out ? [] : [post], extras: [:], completeness: .full,
            moving: [FeedMove(post.id, in: feed, to: place)])
    }
}
