import Core

extension OfflinePostProviderContract {
    /// Checks of unread posts.
    static let unreadChecks: [Check] = [
        Check("Unread is what was neither read, dismissed nor hidden, in the order of the feed") { probe in
            try await probe.refresh(.mock("a", "b", "c", "d", "e"))
            try await probe.apply(.set(.read(true), [.mock("b")]))
            try await probe.apply(.set(.hidden(true), [.mock("c")]))
            try await probe.apply(.dismiss([.mock("d")]))
            try await probe.apply(.set(.saved(true), [.mock("e")]))
            var found = try await probe.unread()
            probe.expect(found.unread, equals: [.mock("a"), .mock("e")], "the unread posts")
            let all = ["a", "b", "c", "d", "e"].map { Post.ID.mock($0) }
            probe.expect(found.posts, equals: all, "the posts of the feed")
            try await probe.apply(.undo)
            try await probe.apply(.set(.read(false), [.mock("b")]))
            found = try await probe.unread()
            probe.expect(
                found.unread, equals: [.mock("a"), .mock("b"), .mock("d"), .mock("e")], "after the dismissal's undo")
            try await probe.reopen()
            probe.expect(try await probe.unread(), equals: found, "after a new start")
        },
        Check("What is left out by a filter does not count, and is only asked for unread posts") { probe in
            try await probe.refresh(.mock("a", "b", "c"))
            try await probe.apply(.set(.read(true), [.mock("a")]))
            let found = try await probe.provider.unread(in: probe.feed, limit: 9) { item in
                item.id != .mock("b") && !item.status.isRead
            }
            probe.expect(found.unread, equals: [.mock("c")], "the unread posts")
        },
        Check("Counting ends at the limit, however far back the unread posts stand") { probe in
            let names = (0..<300).map { "t3_\($0)" }
            try await probe.refresh(Page(posts: names.map { .mock($0) }, source: "test"))
            try await probe.apply(.set(.read(true), names[1..<200].map { .mock($0) }))
            let expected = [Post.ID.mock("t3_0")] + names[200..<209].map { .mock($0) }
            let found = try await probe.unread(limit: 10)
            probe.expect(found.unread, equals: expected, "the first ten")
            probe.expect(found.posts.count, equals: 300, "the number of posts")
            probe.expect(try await probe.unread(limit: 1000).unread.count, equals: 101, "the number of all")
        },
        Check("A feed that was never fetched has nothing unread, and what is kept counts too") { probe in
            probe.expect(try await probe.unread(), equals: StoredUnread(), "before the first page")
            try await probe.refresh(.mock("a", "b"))
            try await probe.apply(.set(.saved(true), [.mock("a"), .mock("b")]))
            try await probe.apply(.set(.read(true), [.mock("b")]), at: 1)
            let saved = Feed(site: probe.feed.site, source: .saved, sort: nil)
            let found = try await probe.provider.unread(in: saved, limit: 9) { _ in true }
            probe.expect(found.unread, equals: [.mock("a")], "the unread ones among the saved")
        },
        Check("What is evicted is not unread any more") { probe in
            try await probe.refresh(.mock("a", "b", "c", next: "c1"))
            _ = try await probe.provider.evict([.mock("b")])
            probe.expect(try await probe.unread().unread, equals: [.mock("a"), .mock("c")], "the unread posts")
        },
    ]
}

extension PostContractProbe {
    /// The unread posts of the feed.
    fileprivate func unread(limit: Int = 100) async throws -> StoredUnread {
        try await provider.unread(in: feed, limit: limit) { _ in true }
    }
}
