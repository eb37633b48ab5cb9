import Core
import Foundation

extension OfflinePostProviderContract {
    /// Checks of the stored content of posts.
    static let contentChecks: [Check] = [
        Check("Posts come by id in the order that was asked for, without those that are not known") { probe in
            try await probe.refresh(.mock("a", "b", "c", next: "c1"))
            let items = try await probe.provider.items([.mock("c"), .mock("nobody"), .mock("a")])
            probe.expect(items.map(\.id.native), equals: ["c", "a"], "the ids")
            probe.expect(items.first?.post, equals: .mock("c"), "the post")
        },
        Check("A post that is stored already is updated") { probe in
            try await probe.refresh(.mock([.mock("a") { $0.commentCount = 1 }], next: "c1"))
            try await probe.refresh(.mock([.mock("a", title: "New") { $0.commentCount = 2 }], next: "c1"))
            let post = try await probe.provider.items([.mock("a")]).first?.post
            probe.expect(post?.commentCount, equals: 2, "commentCount")
            probe.expect(post?.title, equals: "New", "title")
        },
        Check("A value that a page does not know never takes the place of a known one") { probe in
            try await probe.refresh(
                .mock(
                    [
                        .mock("a") {
                            $0.commentCount = 7
                            $0.score = 70
                        }
                    ], next: "c1"))
            let poor = Page.mock(
                [
                    .mock("a") {
                        $0.author = nil
                        $0.commentCount = nil
                        $0.score = nil
                    }
                ], next: "c1")
            try await probe.refresh(poor)
            let post = try await probe.provider.items([.mock("a")]).first?.post
            probe.expect(post?.commentCount, equals: 7, "commentCount")
            probe.expect(post?.score, equals: 70, "score")
            probe.expect(post?.author, equals: "author", "author")
        },
    ]

    /// Checks of a person's marks on posts.
    static let statusChecks: [Check] = [
        Check("Every change sets what it names and nothing else") { probe in
            try await probe.refresh(.mock("a", "b", next: "c1"))
            try await probe.apply(.set(.read(true), [.mock("a")]), at: 1)
            try await probe.apply(.set(.saved(true), [.mock("a")]), at: 2)
            try await probe.apply(.set(.favourite(true), [.mock("a")]), at: 3)
            try await probe.apply(.set(.hidden(true), [.mock("a")]), at: 4)
            try await probe.apply(.set(.vote(.up), [.mock("a")]), at: 5)
            let receipt = try await probe.apply(.set(.read(false), [.mock("a")]), at: 6)
            var expected = PostStatus(id: .mock("a"))
            (expected.isSaved, expected.isFavourite, expected.isHidden) = (true, true, true)
            expected.vote = .up
            expected.savedAt = probe.start + 2
            expected.favouritedAt = probe.start + 3
            expected.firstSeen = probe.start + 1
            expected.changed = probe.start + 6
            let marks: [StatusMark] = [.saved, .favourite, .hidden, .vote, .read]
            for (mark, offset) in zip(marks, 2...6) { expected.dates[mark] = probe.start + Double(offset) }
            probe.expect(receipt.statuses, equals: [expected], "the receipt")
            let items = try await probe.provider.items([.mock("a"), .mock("b")])
            probe.expect(items.first?.status, equals: expected, "the stored status")
            probe.expect(items.last?.status, equals: PostStatus(id: .mock("b")), "the other post's status")
        },
        Check("A receipt has every known post in the order of naming, whether or not it changed") { probe in
            try await probe.refresh(.mock("a", "b", next: "c1"))
            try await probe.apply(.set(.read(true), [.mock("a")]), at: 1)
            let receipt = try await probe.apply(
                .set(.read(true), [.mock("b"), .mock("nobody"), .mock("a")]), at: 2)
            probe.expect(receipt.changed.map(\.native), equals: ["b", "a"], "changed")
            probe.expect(receipt.unknown.map(\.native), equals: ["nobody"], "unknown")
            probe.expect(receipt.statuses.last?.changed, equals: probe.start + 1, "the date of what did not change")
        },
        Check("A receipt has the version from which on its statuses are read") { probe in
            try await probe.refresh(.mock("a", "b", next: "c1"))
            let mutations: [StatusMutation] = [
                .set(.read(true), [.mock("a")]), .dismiss([.mock("a")]), .undoDismiss, .dismissAll(probe.feed),
                // The rest changes nothing.
                .dismiss([.mock("b")]), .set(.read(true), [.mock("a")]), .set(.read(false), [.mock("nobody")]),
            ]
            var last = try await probe.stored().version
            for (index, mutation) in mutations.enumerated() {
                let receipt = try await probe.apply(mutation, at: Double(index))
                let stored = try await probe.stored()
                probe.expect(receipt.version, equals: stored.version, "the version after \(mutation)")
                if index < 4 { probe.expect(receipt.version > last, "\(mutation) is a commit with a version") }
                last = receipt.version
            }
        },
        Check("A page never touches a status") { probe in
            try await probe.refresh(.mock("a", "b", next: "c1"))
            let receipt = try await probe.apply(.set(.read(true), [.mock("a")]), at: 1)
            try await probe.refresh(.mock("a", "b", next: "c1"), at: 2)
            let item = try await probe.stored().items.first
            probe.expect(item?.status, equals: receipt.statuses.first, "the status")
        },
        Check("A status never rewrites a post") { probe in
            try await probe.refresh(.mock([.mock("a") { $0.score = 5 }], next: "c1"))
            try await probe.apply(.set(.vote(.up), [.mock("a")]))
            let post = try await probe.stored().items.first?.post
            probe.expect(post, equals: .mock("a") { $0.score = 5 }, "the post")
        },
        Check("A page shows what was saved before, whatever feed it comes in") { probe in
            try await probe.refresh(.mock([.mock("a") { $0.score = 5 }], next: "c1"))
            let receipt = try await probe.apply(.set(.saved(true), [.mock("a")]), at: 1)
            let other = Feed.mock("memes")
            _ = try await probe.provider.commit(
                .mock(
                    [
                        .mock("x"),
                        .mock("a") {
                            $0.score = 6
                        },
                    ], next: "c2"), to: other, at: .head, date: probe.start + 2)
            let items = try await probe.provider.storedFeed(other).items
            probe.expect(items.map(\.status.isSaved), equals: [false, true], "isSaved")
            probe.expect(items.last?.status, equals: receipt.statuses.first, "the status")
            try await probe.apply(.set(.saved(false), [.mock("a")]), at: 3)
            let post = try await probe.provider.items([.mock("a")]).first?.post
            probe.expect(post, equals: .mock("a") { $0.score = 6 }, "the post, saved and un-saved")
        },
        Check("Hidden and dismissed posts stay in the stored feed") { probe in
            try await probe.refresh(.mock("a", "b", "c", next: "c1"))
            try await probe.apply(.set(.hidden(true), [.mock("a")]))
            try await probe.apply(.dismiss([.mock("b")]))
            try await probe.expectFeed("a b c", "the order")
        },
        Check("Saved and favourites are made from statuses, latest kept first") { probe in
            try await probe.refresh(.mock("a", "b", "c", next: "c1"))
            try await probe.apply(.set(.saved(true), [.mock("a")]), at: 1)
            try await probe.apply(.set(.saved(true), [.mock("c")]), at: 2)
            try await probe.apply(.set(.favourite(true), [.mock("b")]), at: 3)
            let saved = try await probe.provider.storedFeed(Feed(site: .demo, source: .saved))
            probe.expect(saved.items.map(\.id.native), equals: ["c", "a"], "saved")
            probe.expect(saved.items.first?.status.isSaved, equals: true, "the item's status")
            let favourites = try await probe.provider.storedFeed(Feed(site: .demo, source: .favourites))
            probe.expect(favourites.items.map(\.id.native), equals: ["b"], "favourites")
            try await probe.apply(.set(.saved(false), [.mock("c")]), at: 4)
            let fewer = try await probe.provider.storedFeed(Feed(site: .demo, source: .saved))
            probe.expect(fewer.items.map(\.id.native), equals: ["a"], "saved, after one was taken out")
        },
        Check("What is kept stays in its place whatever else is done with it") { probe in
            let saved = Feed(site: .demo, source: .saved)
            let favourites = Feed(site: .demo, source: .favourites)
            try await probe.refresh(.mock("a", "b", "c", next: "c1"))
            for (index, name) in ["a", "b", "c"].enumerated() {
                try await probe.apply(.set(.saved(true), [.mock(name)]), at: Double(index))
                // In the other order, so that neither date can stand in for the other.
                try await probe.apply(.set(.favourite(true), [.mock(name)]), at: Double(9 - index))
            }
            let changes: [StatusChange] = [.read(true), .vote(.up), .saved(true), .favourite(true)]
            for (index, change) in changes.enumerated() {
                try await probe.apply(.set(change, [.mock("b")]), at: Double(10 + index))
            }
            let kept = try await probe.provider.storedFeed(saved).items
            probe.expect(kept.map(\.id.native), equals: ["c", "b", "a"], "saved")
            let loved = try await probe.provider.storedFeed(favourites).items
            probe.expect(loved.map(\.id.native), equals: ["a", "b", "c"], "favourites")
            probe.expect(kept.first { $0.id == .mock("b") }?.status.savedAt, equals: probe.start + 1, "savedAt")
            try await probe.apply(.set(.saved(false), [.mock("a")]), at: 20)
            let status = try await probe.apply(.set(.saved(true), [.mock("a")]), at: 21).statuses.first
            probe.expect(status?.savedAt, equals: probe.start + 21, "savedAt, when it is saved anew")
            let again = try await probe.provider.storedFeed(saved).items
            probe.expect(again.map(\.id.native), equals: ["a", "c", "b"], "saved, when one is saved anew")
        },
    ]
}
