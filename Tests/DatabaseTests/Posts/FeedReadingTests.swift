import Core
import Foundation
import Mocks
import Testing

@testable import Database

/// Feeds that are read piece by piece, beside the same feeds read record by record.
struct FeedReadingTests {
    private let files = InMemoryFileSystem()

    private func open(_ files: InMemoryFileSystem? = nil) throws -> JSONStore {
        try JSONStore(
            directory: "/tmp/store", collections: DatabasePostProvider.collections, files: files ?? self.files,
            time: ManualClock())
    }

    /// A store that moves its records to other files all the time.
    private func openRestless(_ files: InMemoryFileSystem? = nil) throws -> JSONStore {
        var limits = StoreLimits()
        limits.freezeCount = 64
        limits.segmentBytes = 4 << 10
        limits.compactionBytes = 1 << 10
        limits.idleTime = .zero
        return try JSONStore(
            directory: "/tmp/store", collections: DatabasePostProvider.collections, files: files ?? self.files,
            time: ManualClock(), limits: limits)
    }

    // MARK: The oracle

    /// A feed as the records say it, one after the other, without a cache or a shortcut.
    private static func plainly(_ feed: Feed, _ snapshot: StoreSnapshot) throws -> StoredFeed {
        var stored = try withoutUndo(feed, snapshot)
        stored.canUndo = try !snapshot.records(in: StatusSchemas.dismissals) { _ in true }.isEmpty
        return stored
    }

    private static func withoutUndo(_ feed: Feed, _ snapshot: StoreSnapshot) throws -> StoredFeed {
        func items(_ ids: [Post.ID]) throws -> [FeedItem] {
            try ids.compactMap { id in
                guard let post = try snapshot.record(id, in: PostSchemas.posts) else { return nil }
                return FeedItem(post: post, status: try snapshot.record(id, in: StatusSchemas.statuses))
            }
        }
        if feed.source.isLocal {
            let statuses = try snapshot.records(in: StatusSchemas.statuses) { status in
                status.id.site == feed.site && (feed.source == .saved ? status.isSaved : status.isFavourite)
            }
            let sorted = statuses.sorted { left, right in
                let (a, b) =
                    feed.source == .saved ? (left.savedAt, right.savedAt) : (left.favouritedAt, right.favouritedAt)
                let (first, second) = (a ?? .distantPast, b ?? .distantPast)
                return first == second ? left.id < right.id : first > second
            }
            return StoredFeed(feed: feed, items: try items(sorted.map(\.id)), isEnd: true, version: snapshot.version)
        }
        let entries = try snapshot.records(in: PostSchemas.entries) { $0.feed == feed.key }.sorted { $0.rank < $1.rank }
        let record = try snapshot.record(feed.key, in: PostSchemas.feeds)
        let items = try items(entries.compactMap(\.post))
        let known = Set(items.map(\.id))
        var gaps: [FeedGap] = []
        var last = entries.first?.post
        for entry in entries {
            if let post = entry.post, known.contains(post) { last = post }
            if let gap = entry.gap, let last { gaps.append(FeedGap(after: last, cursor: gap)) }
        }
        var head: FeedHead?
        if let count = record?.firstCount, count > 0, count <= entries.count {
            let first = entries.prefix(count).compactMap(\.post)
            if first.count == count, first.last == record?.firstLast, items.prefix(count).map(\.id) == first {
                head = FeedHead(ids: first, next: record?.firstNext, revision: record?.revision)
            }
        }
        var stored = StoredFeed(
            feed: feed, items: items, isEnd: record?.isEnd ?? false,
            refreshedAt: record?.firstCount != nil && head == nil ? nil : record?.refreshed, version: snapshot.version)
        stored.gaps = gaps
        stored.cursor = record?.cursor
        stored.head = head
        return stored
    }

    private static let feeds = [
        Feed(site: .demo, source: .subreddits(["Harbour"])),
        Feed(site: .demo, source: .subreddits(["harbour", "sea"])),
        // Its key begins as another one's does.
        Feed(site: .demo, source: .subreddits(["harbour2"])), Feed(site: .lemmy("example.org"), source: .home),
        Feed(site: .demo, source: .saved), Feed(site: .demo, source: .favourites),
    ]

    @Test(arguments: (0..<8).map { UInt64.random(in: .min ... .max) & ~1 | $0 % 2 })
    func whateverIsCommittedAFeedIsReadAsItsRecordsAre(seed: UInt64) async throws {
        print("whateverIsCommittedAFeedIsReadAsItsRecordsAre: seed \(seed)")
        let open = seed % 2 == 0 ? openRestless : self.open
        var disk = files
        var store = try open(disk)
        var provider = DatabasePostProvider(store: store)
        var world = RandomCommits(seed: seed)
        for step in 0..<120 {
            try await world.commit(to: Self.feeds, provider)
            if world.below(25) == 0 {
                // What was in memory is in files now, and nothing is remembered.
                if world.below(2) == 0 { try await store.close() } else { disk = disk.diskAfterKill() }
                store = try open(disk)
                provider = DatabasePostProvider(store: store)
            }
            for feed in Self.feeds where world.below(3) == 0 {
                let expected = try Self.plainly(feed, store.snapshot())
                #expect(try await provider.storedFeed(feed) == expected, "seed \(seed), step \(step), \(feed)")
            }
        }
    }

    // MARK: Many posts

    private func page(_ numbers: Range<Int>, next: String?, title: String = "A title") -> Page {
        .mock(numbers.map { .mock("t3_\($0)", title: "\(title) \($0)\n") }, next: next)
    }

    /// A feed of 1,400 posts, which more than one thread read.
    private func fill(_ provider: DatabasePostProvider, _ feed: Feed) async throws {
        for number in 0..<14 {
            let page = page(number * 100..<(number + 1) * 100, next: "c\(number + 1)")
            _ = try await provider.commit(
                page, to: feed, at: number == 0 ? .head : .after(.mock("c\(number)")),
                date: Date(timeIntervalSince1970: 5))
        }
    }

    @Test func thousandsOfPostsAreReadAsTheirRecordsAre() async throws {
        let feed = Self.feeds[0]
        let first = try open()
        try await fill(DatabasePostProvider(store: first), feed)
        try await first.close()
        let store = try open()
        let provider = DatabasePostProvider(store: store)
        #expect(try await provider.storedFeed(feed) == Self.plainly(feed, store.snapshot()))
        #expect(try await provider.storedFeed(feed).items.count == 1400)
        // All of them are written anew, and some marked.
        _ = try await provider.store(
            (0..<1400).map { .mock("t3_\($0)", title: "Another title \($0)") }, completeness: .full)
        _ = try await provider.apply(.set(.read(true), (0..<600).map { .mock("t3_\($0 * 2)") }), at: .now)
        #expect(try await provider.storedFeed(feed) == Self.plainly(feed, store.snapshot()))
        let ids = (0..<2500).map { Post.ID.mock("t3_\($0 * 7919 % 2500)") }
        #expect(try await provider.items(ids).map(\.id) == ids.filter { Int($0.native.dropFirst(3)) ?? 0 < 1400 })
    }

    @Test func aDamagedPostIsAnErrorAndTheOthersAreStillThere() async throws {
        let feed = Self.feeds[0]
        let store = try open()
        let provider = DatabasePostProvider(store: store)
        try await fill(provider, feed)
        let path = "/tmp/store/journal-00000001.jsonl"
        let bytes = try #require(files.bytes(at: path))
        let text = Array("A title 1234".utf8)
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: text) })
        var damaged = bytes
        damaged[place] = UInt8(ascii: "a")
        files.put(damaged, at: path)
        let error = try await #require(throws: StoreError.self) { try await provider.storedFeed(feed) }
        #expect(error.code == .storeDamaged)
        #expect(try await provider.items([.mock("t3_1")]).count == 1)
        files.put(bytes, at: path)
        #expect(try await provider.storedFeed(feed).items.count == 1400)
    }

    @Test func onlyWhatChangedIsReadAgain() async throws {
        let feed = Self.feeds[0]
        let store = try open()
        let provider = DatabasePostProvider(store: store)
        try await fill(provider, feed)
        _ = try await provider.storedFeed(feed)
        _ = try await provider.apply(.set(.read(true), [.mock("t3_7")]), at: .now)
        // No post can be read any more, and none has to be.
        let path = "/tmp/store/journal-00000001.jsonl"
        let bytes = try #require(files.bytes(at: path))
        let statusStart = try #require(bytes.lastRange(of: Array(#"{"put":"statuses""#.utf8)))
        files.put(Array(repeating: UInt8(ascii: " "), count: statusStart) + bytes[statusStart...], at: path)
        let items = try await provider.storedFeed(feed).items
        #expect(items.count == 1400)
        #expect(items.filter(\.status.isRead).map(\.id) == [.mock("t3_7")])
        // Who remembers nothing finds the damage.
        await #expect(throws: StoreError.self) { try await DatabasePostProvider(store: store).storedFeed(feed) }
    }

    @Test func aMarkThatWasMovedBeforeItsPostCameIsFound() async throws {
        let store = try openRestless()
        let provider = DatabasePostProvider(store: store)
        let saved = Feed(site: .demo, source: .saved)
        _ = try await provider.apply(.set(.saved(true), [.mock("t3_a")]), at: .now)
        #expect(try await provider.storedFeed(saved).items.isEmpty)
        // Until the file that the mark was written to has been compacted away.
        var count = 0
        while files.bytes(at: "/tmp/store/journal-00000001.jsonl") != nil, count < 100_000 {
            count += 1
            try await provider.store([.mock("t3_b", title: "Title \(count)")], completeness: .full)
        }
        try #require(files.bytes(at: "/tmp/store/journal-00000001.jsonl") == nil)
        try await provider.store([.mock("t3_a")], completeness: .full)
        let items = try await provider.storedFeed(saved).items
        #expect(items.map(\.id) == [.mock("t3_a")])
        #expect(items.first?.status.isSaved == true)
    }

    /// Posts that were damaged on the disk are gone once that was mended, and their places in feeds are still there.
    @Test func aFeedWhoseBeginningWasLostLeadsBackToIt() async throws {
        let feed = Self.feeds[0]
        let store = try open()
        let provider = DatabasePostProvider(store: store)
        let date = Date(timeIntervalSince1970: 5)
        _ = try await provider.commit(.mock("y", "z", next: "end"), to: feed, at: .head, date: date)
        _ = try await provider.commit(.mock("a", "b", next: "gap"), to: feed, at: .head, date: date)
        _ = try await store.write { transaction in
            for id in ["a", "b"] { try transaction.delete(Post.ID.mock(id), from: PostSchemas.posts) }
        }
        let stored = try await provider.storedFeed(feed)
        #expect(stored.items.map(\.id.native) == ["y", "z"])
        #expect(stored.gaps == [FeedGap(after: .mock("a"), cursor: .mock("gap"))])
        #expect(FeedUpdate(stored: stored).gaps == stored.gaps)
        // It does not pass for whole, so that the first page is fetched when it is opened next.
        #expect(stored.head == nil)
        #expect(stored.refreshedAt == nil)
        #expect(try Self.plainly(feed, store.snapshot()) == stored)
        _ = try await provider.commit(.mock("c", next: "more"), to: feed, at: .after(.mock("gap")), date: date)
        #expect(try await provider.storedFeed(feed).items.map(\.id.native) == ["c", "y", "z"])
        _ = try await provider.commit(.mock("a", "b", next: "gap"), to: feed, at: .head, date: date)
        #expect(try await provider.storedFeed(feed).items.map(\.id.native) == ["a", "b", "c", "y", "z"])
        #expect(try await provider.storedFeed(feed).refreshedAt == date)
    }

    @Test(arguments: [false, true])
    func whoFollowsAFeedHearsWhatIsLeftOfItWhenDamageWasMended(wasPublished: Bool) async throws {
        let feed = Self.feeds[0]
        let store = try open()
        let offline = DatabasePostProvider(store: store)
        let date = Date(timeIntervalSince1970: 5)
        _ = try await offline.commit(.mock("first", next: "c1"), to: feed, at: .head, date: date)
        let provider = DefaultPostProvider(offline: offline, online: nil, time: ManualClock())
        var updates = provider.updates(of: feed).makeAsyncIterator()
        if wasPublished { #expect(await updates.next()?.items.map(\.id.native) == ["first"]) }
        _ = try await offline.commit(.mock("second", next: "c2"), to: feed, at: .after(.mock("c1")), date: date)
        var seen = await updates.next()?.items.map(\.id.native)
        // What nobody asked for yet may be read before or after the commit.
        if !wasPublished, seen == ["first"] { seen = await updates.next()?.items.map(\.id.native) }
        #expect(seen == ["first", "second"])
        let path = "/tmp/store/journal-00000001.jsonl"
        var bytes = try #require(files.bytes(at: path))
        let place = try #require(bytes.lastRange(of: Array("second".utf8)))
        bytes[place] ^= 1
        files.put(bytes, at: path)
        #expect(try await !store.verify().isWhole)
        #expect(await updates.next()?.items.map(\.id.native) == ["first"])
        // Then the number of the lost commit is given away again, and that commit is told of, too
        _ = try await offline.commit(.mock("third", next: "c3"), to: feed, at: .after(.mock("c1")), date: date)
        #expect(await updates.next()?.items.map(\.id.native) == ["first", "third"])
    }

    @Test func aFeedThatIsAskedForByAnotherNameSaysThatName() async throws {
        let provider = DatabasePostProvider(store: try open())
        let (first, second) = (Feed.mock("Harbour"), Feed.mock("harbour"))
        _ = try await provider.commit(.mock("t3_a"), to: first, at: .head, date: .now)
        #expect(try await provider.storedFeed(first).feed.description == first.description)
        #expect(try await provider.storedFeed(second).feed.description == second.description)
    }

    @Test func postsWhoseIDsHaveControlCharactersKeepTheirPlace() async throws {
        let store = try open()
        let provider = DatabasePostProvider(store: store)
        let feed = Self.feeds[0]
        let ids = ["b", "\u{0}a", "\u{1}", "ї/\u{2}", "gap|1"]
        _ = try await provider.commit(.mock(ids.map { .mock($0) }, next: "c"), to: feed, at: .head, date: .now)
        _ = try await provider.commit(.mock("later", next: "d"), to: feed, at: .head, date: .now)
        #expect(try await provider.storedFeed(feed).items.map(\.id.native) == ["later"] + ids)
        #expect(try await provider.storedFeed(feed).gaps == [FeedGap(after: .mock("later"), cursor: .mock("d"))])
        _ = try await provider.apply(.set(.saved(true), ids.map { .mock($0) }), at: .now)
        let saved = try await provider.storedFeed(Feed(site: .demo, source: .saved))
        #expect(Set(saved.items.map(\.id.native)) == Set(ids))
    }
}

extension [UInt8] {
    fileprivate func lastRange(of part: [UInt8]) -> Int? {
        indices.reversed().first { self[$0...].starts(with: part) }
    }
}

/// Commits of every kind, from a seed.
private struct RandomCommits {
    private let random: SeededRandomSource
    private var cursors: [Feed: [String]] = [:]
    private var date = Date(timeIntervalSince1970: 1_700_000_000)

    init(seed: UInt64) { random = SeededRandomSource(seed: seed) }

    func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }

    private func ids(_ count: Int, _ site: Site) -> [Post.ID] {
        (0..<1 + below(count)).map { _ in .mock("t3_\(below(60))", site: site) }
    }

    mutating func commit(to feeds: [Feed], _ provider: DatabasePostProvider) async throws {
        date += Double(below(100))
        let feed = feeds[below(4)]
        switch below(12) {
        case 10: _ = try await provider.evict(ids(6, feed.site))
        case 11: _ = try await provider.forgetMarks(before: date - Double(below(2_000)))
        case 0..<5:
            let posts = ids(12, feed.site).map { Post.mock($0.native, title: "Title \(below(4))", site: $0.site) }
            let next = below(8) == 0 ? nil : "c\(below(1000))"
            let known = cursors[feed] ?? []
            let placement: PagePlacement =
                known.isEmpty || below(2) == 0 ? .head : .after(.mock(known[below(known.count)]))
            do {
                _ = try await provider.commit(.mock(posts, next: next), to: feed, at: placement, date: date)
                if let next { cursors[feed, default: []].append(next) }
            } catch let error as DataError where error.code == .superseded {
                // The feed has gone on.
            }
        case 5:
            let posts = ids(5, feed.site).map { Post.mock($0.native, title: "Title \(below(4))", site: $0.site) }
            try await provider.store(posts, completeness: .full)
        case 6: _ = try await provider.apply(.dismiss(ids(6, feed.site)), at: date)
        case 7: _ = try await provider.apply(below(4) == 0 ? .dismissAll(feed) : .undoDismiss, at: date)
        default:
            let changes: [StatusChange] = [
                .read(true), .read(false), .saved(true), .saved(false), .favourite(true), .favourite(false),
                .hidden(true),
            ]
            _ = try await provider.apply(.set(changes[below(changes.count)], ids(6, feed.site)), at: date)
        }
    }
}
