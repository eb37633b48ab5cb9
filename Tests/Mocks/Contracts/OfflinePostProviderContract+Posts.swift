import Core

extension OfflinePostProviderContract {
    /// Checks of posts that come without a page of a feed.
    static let loosePostChecks: [Check] = [
        Check("A post can be stored without a feed, and takes statuses then") { probe in
            try await probe.provider.store([.mock("a"), .mock("b"), .mock("a", title: "Twice")], completeness: .full)
            try await probe.apply(.set(.saved(true), [.mock("a")]), at: 1)
            let items = try await probe.provider.items([.mock("a"), .mock("b")])
            probe.expect(
                items.map(\.post), equals: [.mock("a"), .mock("b")], "the posts; of two with one id the first")
            probe.expect(items.map(\.status.isSaved), equals: [true, false], "isSaved")
        },
        Check("Posts that are stored without a feed change no feed and no status") { probe in
            try await probe.refresh(.mock("a", "b", next: "c1"))
            try await probe.apply(.set(.read(true), [.mock("a")]), at: 1)
            try await probe.provider.store([.mock("a") { $0.commentCount = 99 }, .mock("x")], completeness: .full)
            let stored = try await probe.stored()
            try await probe.expectFeed("a b", "the order")
            probe.expect(stored.cursor, equals: .mock("c1"), "cursor")
            probe.expect(stored.refreshedAt, equals: probe.start, "refreshedAt")
            probe.expect(stored.items.first?.post.commentCount, equals: 99, "commentCount")
            probe.expect(stored.items.first?.status.isRead, equals: true, "isRead")
        },
        Check("What a post does not know never takes the place of what is known, whatever brought it") { probe in
            let picture = Media(kind: .image, source: MediaSource(link: ResourceLink.mock("/i.png")))
            try await probe.refresh(.mock([.mock("a", media: picture) { $0.score = 70 }], next: "c1"))
            try await probe.provider.store(
                [
                    .mock("a") {
                        $0.commentCount = nil
                        $0.score = nil
                    }
                ], completeness: .partial)
            let post = try await probe.provider.items([.mock("a")]).first?.post
            probe.expect(post?.score, equals: 70, "score")
            probe.expect(post?.commentCount, equals: 12, "commentCount")
            probe.expect(post?.media, equals: picture, "media that a partial backend does not know")
        },
        Check("What a person saved or made a favourite keeps its contents when the server takes it down") { probe in
            let picture = Media(kind: .image, source: MediaSource(link: ResourceLink.mock("/i.png")))
            var mine = ["a", "b", "c"].map { Post.mock($0, title: "Mine", media: picture) { $0.score = 7 } }
            for index in mine.indices {
                (mine[index].author, mine[index].text) = ("maria", "Mine to read")
                mine[index].thumbnail = ResourceLink.mock("/t.png")
            }
            try await probe.refresh(.mock(mine, next: "c1"))
            try await probe.apply(.set(.saved(true), [.mock("a")]), at: 1)
            try await probe.apply(.set(.favourite(true), [.mock("b")]), at: 1)
            let gone = ["a", "b", "c"].map { native in
                var post = Post.mock(native, title: "[deleted by user]", media: Media(kind: .removed)) { $0.score = 9 }
                (post.author, post.text, post.removal) = ("[deleted]", "[removed]", .removed(by: "moderator"))
                return post
            }
            // By a page, and by a thread.
            try await probe.refresh(.mock(gone, next: "c1"), at: 2)
            try await probe.provider.store(gone, completeness: .full)
            let kept = mine[0...1].map { post in
                var post = post
                (post.score, post.removal) = (9, .removed(by: "moderator"))
                return post
            }
            let stored = try await probe.provider.items([.mock("a"), .mock("b"), .mock("c")]).map(\.post)
            probe.expect(Array(stored.prefix(2)), equals: kept, "what is kept, with the new score and who did it")
            probe.expect(stored.last?.text, equals: "[removed]", "the text of the one that nobody keeps")
            probe.expect(stored.last?.media.kind, equals: .removed, "its kind")
            // Given back, it is as its server says, and then up to the server again.
            try await probe.apply(.set(.saved(false), [.mock("a")]), at: 3)
            try await probe.provider.store(gone, completeness: .full)
            let items = try await probe.provider.items([.mock("a"), .mock("b")])
            probe.expect(items.map(\.post.media.kind), equals: [.removed, .image], "the kinds once a is not saved")
            try await probe.provider.store([.mock("b", title: "Put up again")], completeness: .full)
            let back = try await probe.provider.items([.mock("b")]).first?.post
            probe.expect(back?.title, equals: "Put up again", "the title of one that is put up again")
            probe.expect(back?.removal, equals: nil, "who took it down then")
        },
        Check("The posts that a page's posts show are stored with it, in no feed") { probe in
            try await probe.refresh(.mock("a", "b", next: "c1"))
            var page = Page.mock("a", "x", next: "c1")
            page.posts[0].crosspostParent = .mock("p")
            // One of another site, one that is a post of the page, and one whose id is none.
            let foreign = Post.mock("f", site: .reddit)
            page.related = [.mock("p"), .mock("x", title: "Otherwise"), foreign, .mock("")]
            try await probe.refresh(page, at: 2)
            let ids: [Post.ID] = [.mock("a"), .mock("p"), .mock("x"), foreign.id]
            let stored = try await probe.provider.items(ids).map(\.post)
            probe.expect(stored.map(\.id.native), equals: ["a", "p", "x"], "what is stored")
            probe.expect(stored.first?.crosspostParent, equals: .mock("p"), "what a shows")
            probe.expect(stored.last?.title, equals: "Post x", "the page's own post")
            try await probe.expectFeed("a x b", "the order")
        },
        Check("Only posts that say something new are announced") { probe in
            try await probe.refresh(.mock("a", next: "c1"))
            let changes = probe.provider.changes()
            let before = try await probe.stored().version
            try await probe.provider.store([.mock("a")], completeness: .full)
            try await probe.provider.store([], completeness: .full)
            probe.expect(try await probe.stored().version, equals: before, "the version after nothing new")
            try await probe.provider.store([.mock("a"), .mock("x")], completeness: .full)
            guard let found = try await probe.first(1, of: changes) else { return }
            probe.expect(found[0].posts, equals: [.mock("x")], "the posts")
            probe.expect(found[0].feeds, equals: [], "the feeds")
            probe.expect(found[0].version, equals: try await probe.stored().version, "the version")
        },
    ]
}
