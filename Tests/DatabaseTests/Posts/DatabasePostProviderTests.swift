import Core
import Database
import Foundation
import Mocks
import Testing

struct DatabasePostProviderTests {
    private let files = InMemoryFileSystem()
    private let feed = Feed(site: .demo)

    private func open() throws -> (JSONStore, DatabasePostProvider) {
        let store = try JSONStore(
            directory: "/tmp/store", collections: DatabasePostProvider.collections, files: files, time: ManualClock())
        return (store, DatabasePostProvider(store: store))
    }

    @Test(arguments: OfflinePostProviderContract.checks)
    func keepsTheContract(_ check: OfflinePostProviderContract.Check) async {
        await OfflinePostProviderContract { try open().1 }.run(check)
    }

    @Test func aPageAndItsOrderAreThereAfterKillingTheProcess() async throws {
        let (_, provider) = try open()
        let page = Page.mock("t3_a", "t3_b", next: "c1")
        _ = try await provider.commit(page, to: feed, at: .head, date: Date(timeIntervalSince1970: 5))
        let before = try await provider.storedFeed(feed)
        files.killProcess()

        let (_, reopened) = try open()
        #expect(try await reopened.storedFeed(feed) == before)
    }

    @Test func aStatusSurvivesPowerLossWithTheInstantItIsAcknowledged() async throws {
        let (_, provider) = try open()
        let page = Page.mock("t3_a", "t3_b")
        _ = try await provider.commit(page, to: feed, at: .head, date: .now)
        let id = page.posts[0].id
        _ = try await provider.apply(.set(.saved(true), [id]), at: .now)
        files.crash()

        let (store, reopened) = try open()
        #expect(store.damages.isEmpty)
        #expect(try await reopened.items([id]).first?.status.isSaved == true)
    }

    @Test func aDismissalCanBeUndoneByAnotherProcess() async throws {
        let (store, provider) = try open()
        let page = Page.mock("t3_a", "t3_b", "t3_c")
        _ = try await provider.commit(page, to: feed, at: .head, date: .now)
        _ = try await provider.apply(.dismissAll(feed), at: .now)
        try await store.close()

        let (_, reopened) = try open()
        let receipt = try await reopened.apply(.undoDismiss, at: .now)
        #expect(Set(receipt.changed) == Set(page.posts.map(\.id)))
        #expect(try await reopened.storedFeed(feed).items.map(\.id) == page.posts.map(\.id))
    }

    @Test func aPageThatSaysNothingNewWritesNoPost() async throws {
        let (_, provider) = try open()
        let page = Page.mock("t3_a", "t3_b", next: "c1")
        _ = try await provider.commit(page, to: feed, at: .head, date: .now)
        let size = try #require(files.bytes(at: "/tmp/store/journal-00000001.jsonl")).count
        _ = try await provider.commit(page, to: feed, at: .head, date: .now)
        let bytes = try #require(files.bytes(at: "/tmp/store/journal-00000001.jsonl"))
        #expect(!String(decoding: bytes[size...], as: UTF8.self).contains(#"{"put":"posts""#))
    }

    @Test func everyWordOfAPostComesBackFromTheDisk() async throws {
        let (store, provider) = try open()
        var post = Post(
            id: Post.ID(site: .lemmy("Example.ORG"), native: "7"), title: "A \"title\"\u{1B}[31m with \\ and 🏮")
        post.author = "[deleted]"
        post.authorFullname = "t2_x"
        post.subreddit = "swift"
        post.created = Date(timeIntervalSince1970: 1_525_553_837)
        post.commentCount = 0
        post.score = -3
        post.domain = "example.org"
        post.permalink = "/r/swift/comments/7/"
        post.url = ResourceLink("https://example.org/?a=b&c=%20d")
        post.thumbnail = ResourceLink("/thumbnails/7.png")
        post.text = "line\nline"
        post.flair = "flair"
        post.isNSFW = true
        post.isSpoiler = false
        post.isStickied = true
        post.edited = .at(Date(timeIntervalSince1970: 1_525_553_900))
        let picture = MediaSource(link: ResourceLink("/media/7.png"), width: 640, height: 480)
        post.media = Media(
            kind: .gallery, source: picture, previews: [picture],
            gallery: [GalleryItem(id: "a", source: picture, caption: "c"), GalleryItem(id: "b")],
            video: VideoStreams(hls: ResourceLink("/v.m3u8"), duration: 1.5, hasAudio: false))
        var plain = Post(id: Post.ID(site: .demo, native: "t3_b"), title: "b")
        plain.edited = .atUnknownTime
        _ = try await provider.commit(
            Page(posts: [post, plain], source: "test"), to: feed, at: .head, date: Date(timeIntervalSince1970: 1))
        try await store.close()

        let (_, reopened) = try open()
        #expect(try await reopened.items([post.id, plain.id]).map(\.post) == [post, plain])
    }

    /// Two implementations of one contract, written apart from each other, have to agree.
    @Test func randomWorkAgreesWithTheFakeInMemory() async throws {
        let seed = UInt64.random(in: .min ... .max)
        print("randomWorkAgreesWithTheFakeInMemory: seed \(seed)")
        let random = SeededRandomSource(seed: seed)
        func number(_ upper: Int) -> Int { Int(random.next() % UInt64(upper)) }

        for round in 0..<20 {
            let store = try JSONStore(
                directory: "/tmp/store-\(round)", collections: DatabasePostProvider.collections, files: files,
                time: ManualClock())
            let (ours, fake) = (DatabasePostProvider(store: store), InMemoryOfflinePostProvider())
            var heads: [PageCursor] = []
            var log = ""
            for step in 0..<30 {
                let date = Date(timeIntervalSince1970: Double(step))
                let names = (0..<number(6)).map { _ in "t3_\(number(24))" }
                let next = number(5) == 0 ? nil : PageCursor(rawValue: "c\(step)")
                let page = Page(posts: names.map { .mock($0) }, next: next, source: "test")
                let stored = try await ours.storedFeed(feed)
                let places = stored.gaps.map(\.cursor) + [stored.cursor].compactMap { $0 } + heads.suffix(2)
                switch number(6) {
                case 0:
                    let mutation = StatusMutation.dismiss(names.map { Post.ID(site: .demo, native: $0) })
                    let receipts = (try await ours.apply(mutation, at: date), try await fake.apply(mutation, at: date))
                    #expect(receipts.0 == receipts.1, "round \(round), step \(step)")
                case 1:
                    let receipts = (
                        try await ours.apply(.undoDismiss, at: date), try await fake.apply(.undoDismiss, at: date)
                    )
                    #expect(Set(receipts.0.changed) == Set(receipts.1.changed), "round \(round), step \(step)")
                case 2...3 where !places.isEmpty:
                    let placement = PagePlacement.after(places[number(places.count)])
                    log += "\n\(placement)"
                    let results = (
                        await outcome { try await ours.commit(page, to: feed, at: placement, date: date) },
                        await outcome { try await fake.commit(page, to: feed, at: placement, date: date) }
                    )
                    #expect(results.0 == results.1, "round \(round), step \(step)")
                    if let next { heads.append(next) }
                default:
                    if names.isEmpty, !stored.items.isEmpty { continue }
                    let receipts = (
                        try await ours.commit(page, to: feed, at: .head, date: date),
                        try await fake.commit(page, to: feed, at: .head, date: date)
                    )
                    #expect(receipts.0 == receipts.1, "round \(round), step \(step)")
                    if let next { heads.append(next) }
                }
                var mine = try await ours.storedFeed(feed)
                var theirs = try await fake.storedFeed(feed)
                (mine.version, theirs.version) = (0, 0)
                log += "\n\(names.map { $0.dropFirst(3) }) next \(next?.rawValue ?? "-"): \(summary(mine))"
                try #require(summary(mine) == summary(theirs), "round \(round): \(log)")
                try #require(mine == theirs, "round \(round): \(log)")
            }
        }
    }

    private func summary(_ feed: StoredFeed) -> String {
        let items = feed.items.map { item in
            let gap = feed.gaps.first { $0.after == item.id }
            return item.id.native.dropFirst(3) + (gap.map { " [\($0.cursor)]" } ?? "")
        }
        return "\(items.joined(separator: " ")), then \(feed.cursor?.rawValue ?? "-"), end \(feed.isEnd)"
    }

    private func outcome(_ work: () async throws -> PageReceipt) async -> String {
        do { return "\(try await work())" } catch { return DataError(error).code.rawValue }
    }
}
