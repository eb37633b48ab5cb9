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
        let disk = ReopenedStore()
        await OfflinePostProviderContract {
            try await disk.open()
        } reopening: { _ in
            try await disk.open()
        }.run(check)
    }

    /// Ten thousand operations; see ``OfflinePostProviderOracle`` for more of them.
    @Test(arguments: OfflinePostProviderOracle.seeds(4))
    func agreesWithTheOracle(seed: UInt64) async {
        let disk = ReopenedStore()
        await OfflinePostProviderOracle {
            try await disk.open()
        } reopening: { _ in
            try await disk.open()
        }.run(seed: seed, operations: 1_000)
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

    @Test func aRefreshThatFindsNothingNewWritesNotOneByte() async throws {
        let (store, provider) = try open()
        let (online, clock) = (MockOnlinePostProvider(), ManualClock())
        let posts = DefaultPostProvider(offline: provider, online: online, time: clock)
        online.onFetchPage.returns(.mock("t3_a", "t3_b", next: "c1", revision: "r1"), .mockUnchanged())
        _ = try await posts.perform(.refresh, on: feed, limit: 25)
        let before = files.bytes(at: "/tmp/store/journal-00000001.jsonl")
        let number = store.snapshot().version
        clock.advance(by: .seconds(60))
        let update = try await posts.perform(.refresh, on: feed, limit: 25)
        #expect(update.origin == .network(source: "mock", completeness: .full))
        #expect(update.page?.ids == [.mock("t3_a"), .mock("t3_b")])
        #expect(await posts.stored(feed)?.refreshedAt == clock.now)
        #expect(before?.isEmpty == false)
        #expect(files.bytes(at: "/tmp/store/journal-00000001.jsonl") == before)
        #expect(store.snapshot().version == number)
    }

    @Test func theFirstPageIsKnownAgainAfterAReopen() async throws {
        let (store, provider) = try open()
        let page = Page.mock("t3_a", "t3_b", next: "c1", revision: "etag=%22x%22&v=1")
        _ = try await provider.commit(page, to: feed, at: .head, date: .now)
        let before = try await provider.storedFeed(feed).head
        try await store.close()
        let (_, reopened) = try open()
        #expect(before?.revision == page.revision)
        #expect(try await reopened.storedFeed(feed).head == before)
    }

    /// The record of a feed as it was before first pages were recognised.
    private struct EarlierFeedRecord: StoredRecord {
        let id: String
        let site: String
        let account: String?
        let source: String
        let sort: String
        let period: String?
        var cursor: PageCursor?
        var isEnd: Bool
        var headCursor: PageCursor?
        var headLast: Post.ID?
        var refreshed: Date?
    }

    @Test func aFeedOfAnEarlierVersionOpensAndHasNoFirstPage() async throws {
        let schema = CollectionSchema<EarlierFeedRecord>(name: "feeds")
        let earlier = try JSONStore(
            directory: "/tmp/store", collections: [AnyCollectionSchema(schema)], files: files, time: ManualClock())
        let date = Date(timeIntervalSince1970: 5)
        try await earlier.write { transaction in
            try transaction.upsert(
                EarlierFeedRecord(
                    id: feed.key, site: "demo", account: nil, source: "home", sort: "hot", period: nil,
                    cursor: .mock("c1"), isEnd: false, headCursor: .mock("c1"), headLast: .mock("t3_a"),
                    refreshed: date),
                in: schema)
        }
        try await earlier.close()

        let (store, provider) = try open()
        #expect(store.damages.isEmpty)
        let stored = try await provider.storedFeed(feed)
        #expect(stored.refreshedAt == date && stored.cursor == .mock("c1") && stored.head == nil)
        let page = Page.mock("t3_b", next: "c2", revision: "r2")
        _ = try await provider.commit(page, to: feed, at: .head, date: date)
        #expect(try await provider.storedFeed(feed).head?.revision == page.revision)
    }

    /// What takes posts out of a feed knows nothing of first pages, and need not.
    @Test func aFirstPageThatLostAPostIsNoneAnyMore() async throws {
        for lost in ["t3_a", "t3_b", "t3_c"] {
            let store = try JSONStore(
                directory: "/tmp/store-\(lost)", collections: DatabasePostProvider.collections, files: files,
                time: ManualClock())
            let provider = DatabasePostProvider(store: store)
            _ = try await provider.commit(
                .mock("t3_a", "t3_b", "t3_c", next: "c1", revision: "r1"), to: feed, at: .head, date: .now)
            _ = try await provider.commit(.mock("t3_d", next: "c2"), to: feed, at: .after(.mock("c1")), date: .now)
            #expect(try await provider.storedFeed(feed).head?.ids.count == 3)
            try await store.write { try $0.delete(Post.ID.mock(lost), from: Self.posts) }
            #expect(try await provider.storedFeed(feed).head == nil, "\(lost)")
        }
    }

    private static let posts = CollectionSchema<Post>(name: "posts")

    @Test func everyWordOfAPostComesBackFromTheDisk() async throws {
        let (store, provider) = try open()
        let site = Site.lemmy("Example.ORG")
        var post = Post(
            id: Post.ID(site: site, native: "7"), title: "A \"title\"\u{1B}[31m with \\ and 🏮")
        post.author = "[deleted]"
        post.authorFullname = "t2_x"
        post.subreddit = "swift"
        post.created = Date(timeIntervalSince1970: 1_525_553_837)
        post.commentCount = 0
        post.score = -3
        post.domain = "example.org"
        post.permalink = "/r/swift/comments/7/"
        post.url = ResourceLink("https://example.org/?a=b&c=%20d", on: site)
        post.thumbnail = ResourceLink("/thumbnails/7.png", on: site)
        post.text = "line\nline"
        post.flair = "flair"
        post.isNSFW = true
        post.isSpoiler = false
        post.isStickied = true
        post.edited = .at(Date(timeIntervalSince1970: 1_525_553_900))
        post.crosspostParent = Post.ID(site: site, native: "6")
        post.removal = .removed(by: "moderator")
        let picture = MediaSource(link: ResourceLink("/media/7.png", on: site), width: 640, height: 480)
        post.media = Media(
            kind: .gallery, source: picture, previews: [picture],
            gallery: [GalleryItem(id: "a", source: picture, caption: "c"), GalleryItem(id: "b")],
            video: VideoStreams(hls: ResourceLink("/v.m3u8", on: site), duration: 1.5, hasAudio: false))
        var plain = Post(id: Post.ID(site: .demo, native: "t3_b"), title: "b")
        plain.edited = .atUnknownTime
        // A feed has posts of its own site only.
        for (post, feed) in [(post, Feed(site: site)), (plain, feed)] {
            _ = try await provider.commit(
                Page(posts: [post], source: "test"), to: feed, at: .head, date: Date(timeIntervalSince1970: 1))
        }
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
                var page = Page(posts: names.map { .mock($0) }, next: next, source: "test")
                if number(2) == 0 { page.revision = PageRevision(rawValue: "r\(step)") }
                let fetched = page
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
                        await outcome { try await ours.commit(fetched, to: feed, at: placement, date: date) },
                        await outcome { try await fake.commit(fetched, to: feed, at: placement, date: date) }
                    )
                    #expect(results.0 == results.1, "round \(round), step \(step)")
                    if let next { heads.append(next) }
                default:
                    if names.isEmpty, !stored.items.isEmpty { continue }
                    let receipts = (
                        try await ours.commit(fetched, to: feed, at: .head, date: date),
                        try await fake.commit(fetched, to: feed, at: .head, date: date)
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
