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
    private let bad = Post.ID(site: .demo, native: "")

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

    /// A feed and a thread as they were committed before such ids were refused.
    private func fill() async throws {
        let world = try open()
        _ = try await world.posts.commit(.mock("a", "b", "c", next: "n"), to: feed, at: .head, date: clock.now)
        _ = try await world.posts.apply(.set(.saved(true), [.mock("b")]), at: clock.now)
        let (bad, key, now) = (bad, feed.key, clock.now)
        try await world.store.write(.synced) { batch in
            let post = Post(id: bad, title: "Nobody", media: Media(kind: .text))
            try batch.upsert(post, in: PostSchemas.posts)
            try batch.upsert(ArrivalRecord(id: bad, date: now), in: PostSchemas.arrivals)
            try batch.upsert(PostStatus(id: bad), in: PostSchemas.statuses)
            let element = FeedOrder.Element(rank: 1 << 40, content: .post(bad))
            try batch.upsert(FeedEntry(feed: key, element: element), in: PostSchemas.entries)
        }
        try await world.store.close()
    }

    private func expectTheRest(_ world: World) async throws {
        #expect(try await world.posts.storedFeed(feed).items.map(\.id.native) == ["a", "b", "c"])
        #expect(try await world.posts.storedFeed(Feed(site: .demo, source: .saved)).items.map(\.id.native) == ["b"])
        #expect(try await world.posts.items([.mock("a"), bad, .mock("c")]).map(\.id.native) == ["a", "c"])
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
            #expect(found.misfits.contains { $0.collection == "posts" && $0.id == "\"demo/\"" })
            #expect(world.store.snapshot().misfitCount(of: PostSchemas.posts) == 1)
            try await world.store.close()
        }
    }

    @Test func itIsNamedBeforeAnythingWasRead() async throws {
        try await fill()
        let found = try await open().store.verify()
        #expect(found.misfits.contains { $0.collection == "posts" })
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
        #expect(try await reopened.store.verify().misfits.contains { $0.collection == "posts" })
    }

    @Test func itCanBeDeleted() async throws {
        try await fill()
        let world = try open()
        let bad = bad
        for _ in 1...2 {
            try await world.store.write { batch in
                try batch.delete(bad, from: PostSchemas.posts)
                try batch.delete(bad, from: PostSchemas.arrivals)
                try batch.delete(bad, from: PostSchemas.statuses)
            }
        }
        #expect(world.store.snapshot().misfitCount(of: PostSchemas.posts) == 0)
        try await world.store.close()
        try files.remove("/tmp/store/manifest")
        #expect(try open().store.snapshot().misfitCounts.keys.sorted() == ["entries"])
    }

    @Test func aThreadLeavesOutACommentThatCannotBeRead() async throws {
        let world = try open()
        let thread = CommentThread.mock("a", "b")
        _ = try await world.comments.commit(thread, of: .mock("t3_a"), sort: nil, date: clock.now)
        let stored = try await world.comments.storedThread(of: .mock("t3_a"))
        let count = stored?.thread.comments.count ?? 0
        try await world.store.write { batch in
            let comment = Comment(
                id: Comment.ID(site: .demo, native: ""), parent: .post(.mock("t3_a")), depth: 0)
            try batch.upsert(CommentRecord(comment, of: .mock("t3_a")), in: CommentSchemas.comments)
        }
        #expect(try await world.comments.storedThread(of: .mock("t3_a"))?.thread.comments.count == count)
        #expect(try await world.store.verify().misfits.map(\.collection) == ["comments"])
    }
}
