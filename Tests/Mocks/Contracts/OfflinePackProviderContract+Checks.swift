import Core
import Foundation

extension OfflinePackProviderContract {
    /// All rules.
    public static let checks: [Check] = packChecks + postChecks

    private static let packChecks: [Check] = [
        Check("A pack reads as it was stored, whatever is in it") { probe in
            probe.expect(try await probe.packs.packs(), equals: [], "a new store")
            var pack = probe.pack("swift")
            pack.request.feed = Feed(
                site: .reddit, source: .subreddits(["swift", "linux"]), sort: .top, period: .week, account: "t2_ann")
            pack.request.includesComments = true
            pack.request.includesMedia = true
            pack.request.maximumBytes = 12_345
            pack.request.maximumTime = .seconds(90)
            pack.request.needsFreeNetwork = true
            pack.posts = ["t3_b", "t3_a"].map { Post.ID(site: .reddit, native: $0) }
            pack.isListed = true
            pack.missing = ["/media/a.png", "https://example.com/b?c=1"].map { ResourceLink($0, on: .reddit) }
            pack.stop = .bytes
            try await probe.packs.store(pack)
            probe.expect(try await probe.packs.packs(), equals: [pack], "what was stored")
            pack.stop = nil
            try await probe.packs.store(pack)
            probe.expect(try await probe.packs.packs(), equals: [pack], "what was stored over it")
        },
        Check("Packs of every kind of feed are kept apart, the newest first") { probe in
            let sources: [FeedSource] = [.home, .subreddits(["swift"]), .user("ann"), .search("power cut / r/x")]
            var packs = sources.enumerated().map { offset, source in
                StoredPack(
                    request: PackRequest(feed: Feed(site: .demo, source: source), posts: 1),
                    date: probe.start + Double(offset))
            }
            packs.append(probe.pack("swift", at: 9, isAutomatic: true))
            for pack in packs { try await probe.packs.store(pack) }
            probe.expect(try await probe.packs.packs(), equals: packs.reversed(), "the packs")
        },
        Check("A pack that is forgotten leaves its posts packed") { probe in
            let (first, second) = (probe.pack("a1"), probe.pack("b1", at: 1))
            try await probe.packs.store(first)
            try await probe.packs.store(second)
            try await probe.add("t3_1", to: first.id)
            try await probe.packs.forget([first.id, "no such pack"])
            probe.expect(try await probe.packs.packs(), equals: [second], "the packs")
            try await probe.expectDownloads("t3_1", "after forgetting")
        },
    ]

    private static let postChecks: [Check] = [
        Check("The feed of downloads has the newest pack first, each in its feed's order") { probe in
            try await probe.expectDownloads("", "a new store")
            try await probe.add("t3_z", "t3_a", "t3_m", to: "one")
            try await probe.add("t3_y", "t3_b", to: "two", at: 60)
            try await probe.expectDownloads("t3_y t3_b t3_z t3_a t3_m", "two packs")
            let stored = try await probe.posts.storedFeed(probe.downloads)
            probe.expect(stored.isEnd, equals: true, "isEnd")
        },
        Check("What is packed keeps its contents when the server takes it down, and no longer than it is packed") {
            probe in
            try await probe.add("t3_a", to: "one")
            guard var mine = try await probe.posts.items([.mock("t3_a")]).first?.post else {
                return probe.fail("the post is not stored")
            }
            var gone = Post(id: .mock("t3_a"), title: "[deleted by user]", media: Media(kind: .removed))
            (gone.author, gone.text, gone.score) = ("[deleted]", "[removed]", 99)
            for completeness in [Completeness.full, .partial] {
                try await probe.posts.store([gone], completeness: completeness)
                mine.score = 99
                let stored = try await probe.posts.items([.mock("t3_a")]).first?.post
                probe.expect(stored, equals: mine, "the post, \(completeness)")
            }
            _ = try await probe.packs.remove([.mock("t3_a")])
            try await probe.posts.store([gone], completeness: .full)
            let kind = try await probe.posts.items([.mock("t3_a")]).first?.post.media.kind
            probe.expect(kind, equals: .removed, "its kind, not packed any more")
        },
        Check("More than ten posts stay in their order") { probe in
            let names = (0..<120).map { "t3_\(999 - $0)" }
            let posts = names.map { Post(id: Post.ID(site: .demo, native: $0), title: $0) }
            try await probe.posts.store(posts, completeness: .full)
            try await probe.packs.add(
                posts.enumerated().map { position, post in
                    PackedPost(id: post.id, feed: "feed", date: probe.start, position: position)
                })
            try await probe.expectDownloads(names.joined(separator: " "), "a long pack")
        },
        Check("A post that is packed again moves to the new pack") { probe in
            try await probe.add("t3_1", "t3_2", to: "one")
            try await probe.add("t3_3", "t3_2", to: "one", at: 60)
            try await probe.expectDownloads("t3_3 t3_2 t3_1", "packed again")
        },
        Check("What a person packed stays theirs when an automatic pack finds it too") { probe in
            try await probe.add("t3_1", to: "one")
            try await probe.add("t3_2", "t3_1", to: "two", at: 60, isAutomatic: true)
            try await probe.expectDownloads("t3_2 t3_1", "found twice")
            let automatic = try await probe.packs.packedPosts().map(\.isAutomatic)
            probe.expect(automatic, equals: [true, false], "isAutomatic")
            try await probe.add("t3_2", to: "three", at: 90)
            let asked = try await probe.packs.packedPosts().map(\.isAutomatic)
            probe.expect(asked, equals: [false, false], "isAutomatic of one that a person asked for later")
        },
        Check("What is taken out is packed no longer, and stays stored") { probe in
            try await probe.add("t3_1", "t3_2", "t3_3", to: "one")
            let ids = ["t3_2", "t3_9"].map { Post.ID(site: .demo, native: $0) }
            probe.expect(try await probe.packs.remove(ids), equals: [ids[0]], "what was packed")
            try await probe.expectDownloads("t3_1 t3_3", "taken out")
            probe.expect(try await probe.posts.items([ids[0]]).count, equals: 1, "the posts that are stored")
            probe.expect(try await probe.packs.remove(ids), equals: [], "what was packed, the second time")
        },
        Check("The feed of downloads has the posts of its own site") { probe in
            try await probe.add("t3_1", to: "one")
            let other = Feed(site: .reddit, source: .downloads)
            probe.expect(try await probe.posts.storedFeed(other).items.count, equals: 0, "another site's posts")
        },
        Check("What is packed and taken out is announced by its posts") { probe in
            let id = Post.ID(site: .demo, native: "t3_1")
            try await probe.posts.store([Post(id: id, title: "One")], completeness: .full)
            var changes = probe.posts.changes().makeAsyncIterator()
            try await probe.packs.add([PackedPost(id: id, feed: "one", date: probe.start, position: 0)])
            probe.expect(await changes.next()?.posts, equals: [id], "packed")
            _ = try await probe.packs.remove([id])
            probe.expect(await changes.next()?.posts, equals: [id], "taken out")
        },
    ]
}
