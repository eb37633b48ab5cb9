import Core
import Mocks
import Testing

@testable import Database

/// Giving back what was set aside: nothing newer is lost, and nothing comes back unasked.
struct RestoreTests {
    private static let aside = "/tmp/aside.jsonl"

    private func shoe(_ id: Int, _ name: String) -> String {
        ShoeStore.put("{\"id\":\(id),\"name\":\"\(name)\",\"size\":1}")
    }

    /// A store of ten, of which five were deleted and nothing says so any more; a file set aside has all ten.
    private func deletedAndCompacted() async throws -> ShoeStore {
        let world = ShoeStore.small
        try await world.fill(10) { _ in true }
        world.files.put(
            try #require(world.files.bytes(at: Journal.path(ShoeStore.directory, 1))), at: Self.aside)
        let store = try world.open(NewShoe.schema)
        try await store.write(.synced) { batch in
            for id in 1...5 { try batch.delete(id, from: NewShoe.schema) }
        }
        try await world.compact(store)
        try await store.close()
        #expect(world.lines(containing: "\"delete\"").isEmpty)
        return world
    }

    @Test func afterACompactionRecordsThatMayHaveBeenDeletedAreRestoredOnlyOnRequest() async throws {
        let world = try await deletedAndCompacted()
        let reopened = try world.open(NewShoe.schema)
        let unasked = try await reopened.restore(from: Self.aside)
        #expect(unasked.restored == 0 && unasked.maybeDeleted == 5 && unasked.known == 5)
        #expect(!unasked.isComplete)
        #expect(try reopened.snapshot().window(of: NewShoe.schema).map(\.id) == Array(6...10))
        let asked = try await reopened.restore(from: Self.aside, includesMaybeDeleted: true)
        #expect(asked.restored == 5 && asked.maybeDeleted == 0 && asked.known == 5)
        #expect(asked.isComplete)
        #expect(try reopened.snapshot().count(of: NewShoe.schema) == 10)
        #expect(try await reopened.restore(from: Self.aside).isComplete)
    }

    // MARK: After a migration

    @Test func recordsSetAsideBeforeAMigrationAreRestoredAfterIt() async throws {
        let world = ShoeStore()
        // An older version has set aside all that did not fit, and went on without it.
        let lost = (1...5).map { ShoeStore.put("{\"id\":\($0),\"name\":\"lost\"}") }
        world.files.put(ShoeStore.journal([ShoeStore.naming] + lost), at: Self.aside)
        let kept = ShoeStore.put("{\"id\":6,\"name\":\"kept\"}")
        world.files.put(
            ShoeStore.journal([ShoeStore.naming, kept], ["{\"delete\":\"shoes\",\"id\":5}"]),
            at: Journal.path(ShoeStore.directory, 1))
        let store = try world.open(NewShoe.migrated)
        let report = try await store.restore(from: Self.aside)
        // The file that a migration has written says of a deletion only between which batches it was.
        #expect(report.restored == 4 && report.maybeDeleted == 1)
        #expect(try store.snapshot().window(of: NewShoe.migrated).map(\.id) == [1, 2, 3, 4, 6])
        #expect(try store.snapshot().record(1, in: NewShoe.migrated)?.size == 42)
    }

    @Test func restoringAfterAMigrationBringsBackNothingThatACompactionDropped() async throws {
        let world = try await deletedAndCompacted()
        let migrated = try world.open(NewShoe.migrated)
        let report = try await migrated.restore(from: Self.aside)
        #expect(report.restored == 0 && report.maybeDeleted == 5 && report.known == 5)
    }

    // MARK: Meanwhile

    @Test func recordsDeletedWhileAFileIsReadStayDeleted() async throws {
        let world = ShoeStore()
        let store = try world.open(NewShoe.schema)
        try await store.write(.synced) { batch in
            for id in 1...2 { try batch.upsert(NewShoe(id: id, name: "shoe", size: 1), in: NewShoe.schema) }
        }
        world.files.put(
            try #require(world.files.bytes(at: Journal.path(ShoeStore.directory, 1))), at: Self.aside)
        let aside = try await store.readSetAside(Self.aside)
        try await store.write(.synced) { try $0.delete(1, from: NewShoe.schema) }
        let report = try await store.restore(aside, Self.aside, includesMaybeDeleted: false)
        #expect(report.restored == 0 && report.maybeDeleted == 1 && report.known == 1)
        #expect(!report.isComplete)
        #expect(try store.snapshot().window(of: NewShoe.schema).map(\.id) == [2])
        let again = try await store.restore(from: Self.aside)
        #expect(again.restored == 0 && again.isComplete)
    }

    @Test func recordsMovedWhileAFileIsReadMayHaveBeenDeleted() async throws {
        let world = ShoeStore()
        let store = try world.open(NewShoe.schema)
        try await store.write(.synced) { try $0.upsert(NewShoe(id: 1, name: "first", size: 1), in: NewShoe.schema) }
        world.files.put(
            ShoeStore.journal([ShoeStore.naming, shoe(1, "first")], [shoe(1, "second")]), at: Self.aside)
        let aside = try await store.readSetAside(Self.aside)
        // The files get other ids, as by a compaction.
        try store.writer.reloadSoon(unlessReloadedSince: 0)
        let report = try await store.restore(aside, Self.aside, includesMaybeDeleted: false)
        #expect(report.restored == 0 && report.maybeDeleted == 1)
        #expect(!report.isComplete)
        let again = try await store.restore(from: Self.aside)
        #expect(again.restored == 1 && again.isComplete)
    }

    @Test func batchesOfTheRestorationItselfAreNotTakenForOtherWrites() async throws {
        let world = ShoeStore()
        world.files.put(
            ShoeStore.journal([ShoeStore.naming] + (1...1_500).map { shoe($0, "shoe") }), at: Self.aside)
        let store = try world.open(NewShoe.schema)
        let report = try await store.restore(from: Self.aside)
        #expect(report.restored == 1_500 && report.isComplete)
    }

    @Test(arguments: [false, true])
    func recordsWrittenAgainAsBeforeStay(isWrittenAgain: Bool) async throws {
        let world = ShoeStore()
        let store = try world.open(NewShoe.schema)
        let first = NewShoe(id: 1, name: "first", size: 1)
        try await store.write(.synced) { try $0.upsert(first, in: NewShoe.schema) }
        try await store.write(.synced) { try $0.upsert(Tag(id: "a"), in: Tag.schema) }
        if isWrittenAgain {
            try await store.write(.synced) { try $0.upsert(first, in: NewShoe.schema) }
        }
        // The second state was set aside.
        world.files.put(
            ShoeStore.journal([ShoeStore.naming, shoe(1, "first")], [shoe(1, "second")]), at: Self.aside)
        let report = try await store.restore(from: Self.aside)
        #expect(report.restored == (isWrittenAgain ? 0 : 1))
        #expect(report.known == (isWrittenAgain ? 1 : 0))
        let name = try store.snapshot().record(1, in: NewShoe.schema)?.name
        #expect(name == (isWrittenAgain ? "first" : "second"))
    }

    @Test func entriesOfAFeedAreRestoredTogetherOrNotAtAll() async throws {
        let files = InMemoryFileSystem()
        let clock = ManualClock()
        let feed = Feed.mock()
        func open(_ name: String) throws -> (store: JSONStore, posts: DatabasePostProvider) {
            let store = try JSONStore(directory: "/tmp/\(name)", files: files, time: clock)
            return (store, DatabasePostProvider(store: store, time: clock))
        }
        let lost = try open("lost")
        _ = try await lost.posts.commit(.mock("x", "y"), to: feed, at: .head, date: clock.now)
        try await lost.store.close()
        files.put(try #require(files.bytes(at: Journal.path("/tmp/lost", 1))), at: Self.aside)

        let used = try open("used")
        _ = try await used.posts.commit(.mock("a", "b"), to: feed, at: .head, date: clock.now)
        let report = try await used.store.restore(from: Self.aside)
        #expect(report.restored >= 2 && report.isComplete)
        #expect(try await used.posts.storedFeed(feed).items.map(\.id.native) == ["a", "b"])
        #expect(try used.store.snapshot().count(of: PostSchemas.posts) == 4)

        let empty = try open("empty")
        _ = try await empty.store.restore(from: Self.aside)
        #expect(try await empty.posts.storedFeed(feed).items.map(\.id.native) == ["x", "y"])
    }
}
