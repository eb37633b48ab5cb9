import Core
import Foundation
import Mocks
import Testing

@testable import Database

/// A store with a post whose id could be written and cannot be read, as older versions took them from a server.
struct UnreadablePostTests {
    private let files = InMemoryFileSystem()
    private let clock = ManualClock()
    private let feed = Feed(site: .demo)

    private struct World {
        let store: JSONStore
        let posts: DatabasePostProvider
        let comments: DatabaseCommentProvider
        let storage: DatabaseStorageProvider
    }

    private func open() throws -> World {
        let store = try JSONStore(directory: "/tmp/store", files: files, time: clock)
        return World(
            store: store, posts: DatabasePostProvider(store: store, time: clock),
            comments: DatabaseCommentProvider(store: store), storage: DatabaseStorageProvider(store: store))
    }

    /// Records as an older version wrote them, in collections that look as those of posts do.
    private struct Raw: StoredRecord {
        var id: String
        var title: String?
        var date: Date?
        var feed: String?
        var rank: Int64?
        var post: String?
        var gap: String?

        var position: String { "\(feed ?? "")\u{1}8000010000000000" }
        var none: Double? { nil }

        static let posts = CollectionSchema<Raw>(
            name: "posts", search: [SearchField("words", inOrderOf: Index("newest", \.none)) { $0.title }])
        static let statuses = CollectionSchema<Raw>(
            name: "statuses", indexes: [Index("saved", \.none), Index("favourite", \.none)])
        static let entries = CollectionSchema<Raw>(name: "entries", indexes: [Index("position", \.position)])
        static let arrivals = CollectionSchema<Raw>(name: "arrivals")
        static let comments = CollectionSchema<Raw>(
            name: "comments", search: [SearchField("words", inOrderOf: Index("newest", \.none)) { $0.title }])

        static let all = [
            AnyCollectionSchema(posts), AnyCollectionSchema(statuses), AnyCollectionSchema(entries),
            AnyCollectionSchema(arrivals), AnyCollectionSchema(comments),
        ]
    }

    private func openRaw() throws -> JSONStore {
        let names = Set(Raw.all.map(\.name))
        return try JSONStore(
            directory: "/tmp/store",
            collections: JSONStore.builtInCollections.filter { !names.contains($0.name) } + Raw.all, files: files,
            time: clock)
    }

    /// A feed as it was committed before such ids were refused.
    private func fill() async throws {
        let world = try open()
        _ = try await world.posts.commit(.mock("a", "b", "c", next: "n"), to: feed, at: .head, date: clock.now)
        _ = try await world.posts.apply(.set(.saved(true), [.mock("b")]), at: clock.now)
        try await world.store.close()
        let raw = try openRaw()
        let (key, now) = (feed.key, clock.now)
        try await raw.write(.synced) { batch in
            try batch.upsert(Raw(id: "demo/", title: "Nobody"), in: Raw.posts)
            try batch.upsert(Raw(id: "demo/", date: now), in: Raw.arrivals)
            try batch.upsert(Raw(id: "demo/"), in: Raw.statuses)
            try batch.upsert(
                Raw(id: "\(key)|demo/", feed: key, rank: 1 << 40, post: "demo/"), in: Raw.entries)
        }
        try await raw.close()
    }

    private func expectTheRest(_ world: World) async throws {
        #expect(try await world.posts.storedFeed(feed).items.map(\.id.native) == ["a", "b", "c"])
        #expect(try await world.posts.storedFeed(Feed(site: .demo, source: .saved)).items.map(\.id.native) == ["b"])
        #expect(try await world.posts.items([.mock("a"), .mock("c")]).map(\.id.native) == ["a", "c"])
        #expect(try await world.storage.posts().count == 3)
        #expect(
            try await DatabasePostSearchProvider(store: world.store).search(PostSearchRequest(SearchQuery("Post")))
                .items.count == 3)
        #expect(try await DatabaseArchiveProvider(store: world.store, time: clock).export().statuses.count == 1)
    }

    @Test(arguments: [true, false]) func everythingElseIsReadAndItIsNamed(keepsIndexes: Bool) async throws {
        try await fill()
        if !keepsIndexes { try files.remove("/tmp/store/manifest") }
        for _ in 1...2 {
            let world = try open()
            #expect(world.store.damages.isEmpty)
            try await expectTheRest(world)
            let found = try await world.store.verify()
            #expect(found.damages.isEmpty)
            #expect(found.unreadableRecords.contains { $0.collection == "posts" && $0.id == "\"demo/\"" })
            #expect(world.store.snapshot().unreadableRecordCount(of: PostSchemas.posts) == 1)
            try await world.store.close()
        }
    }

    @Test func itIsNamedBeforeAnythingWasRead() async throws {
        try await fill()
        let found = try await open().store.verify()
        #expect(found.unreadableRecords.contains { $0.collection == "posts" })
    }

    @Test func feedsGoOnAndPostsAreLetGoOf() async throws {
        try await fill()
        let world = try open()
        _ = try await world.posts.commit(.mock("d", "a", next: "m"), to: feed, at: .head, date: clock.now)
        #expect(try await world.posts.evict([.mock("a"), .mock("c")]).evicted == [.mock("a"), .mock("c")])
        #expect(try await world.posts.storedFeed(feed).items.map(\.id.native) == ["d", "b"])
        _ = try await world.posts.forgetMarks(before: clock.now.addingTimeInterval(60))
        try await world.store.close()
        let reopened = try open()
        #expect(try await reopened.posts.storedFeed(feed).items.map(\.id.native) == ["d", "b"])
        #expect(try await reopened.store.verify().unreadableRecords.contains { $0.collection == "posts" })
    }

    @Test func aThreadLeavesOutACommentThatCannotBeRead() async throws {
        let world = try open()
        let thread = CommentThread.mock("a", "b")
        _ = try await world.comments.commit(thread, of: .mock("t3_a"), sort: nil, date: clock.now)
        let count = try await world.comments.storedThread(of: .mock("t3_a"))?.thread.comments.count
        try await world.store.close()
        let raw = try openRaw()
        try await raw.write { try $0.upsert(Raw(id: "demo/", post: "demo/t3_a"), in: Raw.comments) }
        try await raw.close()
        let reopened = try open()
        #expect(try await reopened.comments.storedThread(of: .mock("t3_a"))?.thread.comments.count == count)
        #expect(try await reopened.comments.search("a", limit: 5).isEmpty == false)
        #expect(try await reopened.store.verify().unreadableRecords.map(\.collection) == ["comments"])
    }
}
