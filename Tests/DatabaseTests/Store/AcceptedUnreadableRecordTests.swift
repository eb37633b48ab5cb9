import Core
import Mocks
import Testing

@testable import Database

/// Records that do not fit their type and were there when the store was opened before.
struct AcceptedUnreadableRecordTests {
    /// A store with two records that fit and three that do not: there were seven that fit, when it was opened first.
    private func makeShrunk(_ world: ShoeStore) async throws {
        try await world.fill(10) { $0 > 3 }
        let store = try world.open(NewShoe.schema)
        #expect(store.snapshot().unreadableRecordCount(of: NewShoe.schema) == 3)
        try await store.write(.synced) { batch in
            for id in 6...10 { try batch.delete(id, from: NewShoe.schema) }
        }
        try await store.close()
    }

    private func expectTheRest(_ schema: CollectionSchema<NewShoe>, in world: ShoeStore) async throws {
        let store = try world.open(schema)
        #expect(try store.snapshot().window(of: schema).map(\.id) == [4, 5])
        #expect(store.snapshot().unreadableRecordCount(of: schema) == 3)
        #expect(store.damages.isEmpty)
        try await store.close()
    }

    @Test func aShrunkenCollectionOpensWithoutItsDerivedFiles() async throws {
        let world = ShoeStore()
        try await makeShrunk(world)
        for _ in 1...2 {
            try world.loseManifest()
            try await expectTheRest(NewShoe.schema, in: world)
        }
        let mended = try world.open(NewShoe.migrated)
        #expect(try mended.snapshot().window(of: NewShoe.migrated).map(\.id) == Array(1...5))
    }

    // MARK: What fits by now

    /// A store of which four records of nine do not fit, and that was written to like this.
    private func makeUsed(_ world: ShoeStore) async throws {
        try await world.fill(10) { $0 > 4 }
        let store = try world.open(NewShoe.schema)
        try await store.write(.synced) { try $0.delete(10, from: NewShoe.schema) }
        try await store.close()
        #expect(world.lines(containing: "shoes/misfits").count == 1)
    }

    @Test(arguments: [false, true])
    func recordsThatFitAgainDoNotAllowOthersToBeUnreadable(isOpenedTwice: Bool) async throws {
        let world = ShoeStore()
        try await makeUsed(world)
        // The second time by what is derived, without the journal.
        if isOpenedTwice { try await world.open(AnyShoe.schema).close() }
        let mended = try world.open(AnyShoe.schema)
        #expect(try mended.snapshot().count(of: AnyShoe.schema) == 9)
        try await mended.write(.synced) { batch in
            for id in 4...9 { try batch.delete(id, from: AnyShoe.schema) }
        }
        try await mended.close()
        let before = world.contents
        let error = #expect(throws: StoreError.self) { try world.open(NewShoe.schema) }
        #expect(error?.code == .migrationFailed)
        #expect(world.contents == before)
    }

    @Test func recordsThatAMigrationMendedDoNotAllowOthersToBeUnreadable() async throws {
        let world = ShoeStore()
        try await makeUsed(world)
        let mended = try world.open(NewShoe.migrated)
        #expect(try mended.snapshot().count(of: NewShoe.migrated) == 9)
        try await mended.write(.synced) { batch in
            for id in 4...9 { try batch.delete(id, from: NewShoe.migrated) }
        }
        try await mended.close()
        let forgotten = CollectionSchema<ColouredShoe>(name: "shoes", migrations: [.unchanged])
        let error = #expect(throws: StoreError.self) { try world.open(forgotten) }
        #expect(error?.code == .migrationFailed)
    }

    // MARK: Damage

    @Test func aMarkOfUnreadableRecordsInADamagedBatchStillCounts() async throws {
        let world = ShoeStore()
        try await world.fill(10) { $0 > 3 }
        let store = try world.open(NewShoe.schema)
        try await store.write(.synced) { try $0.upsert(NewShoe(id: 10, name: "again", size: 1), in: NewShoe.schema) }
        try await store.write(.synced) { batch in
            for id in 5...10 { try batch.delete(id, from: NewShoe.schema) }
        }
        try await store.close()
        #expect(world.lines(containing: "shoes/misfits").count == 1)
        let path = Journal.path(ShoeStore.directory, 1)
        let text = String(decoding: try #require(world.files.bytes(at: path)), as: UTF8.self)
        world.files.put(Array(text.replacing("again", with: "agaim").utf8), at: path)
        for damages in [1, 0] {
            let opened = try world.open(NewShoe.schema)
            #expect(opened.damages.count == damages)
            #expect(try opened.snapshot().window(of: NewShoe.schema).map(\.id) == [4])
            #expect(opened.snapshot().unreadableRecordCount(of: NewShoe.schema) == 3)
            try await opened.close()
            try world.loseManifest()
        }
    }

    // MARK: Other indexes and types

    @Test func aShrunkenCollectionOpensWithOtherIndexes() async throws {
        let world = ShoeStore()
        try await makeShrunk(world)
        try await expectTheRest(NewShoe.indexed, in: world)
    }

    @Test func newUnreadableRecordsAreStillRefused() async throws {
        let world = ShoeStore()
        try await makeShrunk(world)
        let before = world.contents
        let error = #expect(throws: StoreError.self) { try world.open(ColouredShoe.schema) }
        #expect(error?.code == .migrationFailed)
        #expect(world.contents == before)
    }

    @Test func compactionKeepsTheNumberOfAcceptedUnreadableRecords() async throws {
        let world = ShoeStore.small
        try await makeShrunk(world)
        let store = try world.open(NewShoe.schema)
        try await world.compact(store)
        try await store.close()
        #expect(world.lines(containing: "{\"put\":\"tags\"").count < 100)
        #expect(!world.lines(containing: "\"delete\"").contains { $0.contains("shoes") })
        try world.loseManifest()
        try await expectTheRest(NewShoe.schema, in: world)
    }

    @Test func aStoreOpenedWithoutTheCollectionKeepsTheNumberOfAcceptedUnreadableRecords() async throws {
        let world = ShoeStore.small
        try await makeShrunk(world)
        let store = try JSONStore(
            directory: ShoeStore.directory, collections: [AnyCollectionSchema(Tag.schema)], files: world.files,
            time: ManualClock(), limits: world.limits)
        try await world.compact(store)
        try await store.close()
        #expect(world.lines(containing: "{\"put\":\"tags\"").count < 100)
        try await expectTheRest(NewShoe.schema, in: world)
    }

    // MARK: Without an id

    @Test func recordsWithoutAnIDAreNamedCountOnceAndAreCarriedOver() async throws {
        let world = ShoeStore.small
        let nobody = ShoeStore.put("{\"name\":\"nobody\"}")
        let fitting = (1...2).map { ShoeStore.put("{\"id\":\($0),\"name\":\"a\",\"size\":1}") }
        world.files.put(
            ShoeStore.journal([ShoeStore.naming] + fitting + [nobody, nobody, nobody]),
            at: Journal.path(ShoeStore.directory, 1))
        let store = try world.open(NewShoe.schema)
        let found = try await store.verify()
        #expect(found.unreadableRecords.map(\.id) == [nil, nil, nil])
        #expect(found.unreadableRecords.allSatisfy { $0.collection == "shoes" && !$0.reason.isEmpty })
        try await world.compact(store)
        try await store.close()
        #expect(world.lines(containing: "{\"put\":\"tags\"").count < 100)
        #expect(world.lines(containing: "nobody") == [nobody, nobody, nobody])
        try world.loseManifest()
        let reopened = try world.open(NewShoe.schema)
        #expect(try reopened.snapshot().count(of: NewShoe.schema) == 2)
        #expect(reopened.snapshot().unreadableRecordCount(of: NewShoe.schema) == 3)
        #expect(try await reopened.verify().unreadableRecords.count == 3)
    }

    // MARK: What can be fetched again

    @Test(arguments: ["extras", "entries", "arrivals", "feeds", "mediaPlaces", "threads", "threadParts"])
    func unreadableRecordsThatCanBeFetchedAgainNeverKeepAStoreFromOpening(collection: String) async throws {
        let files = InMemoryFileSystem()
        let lines = [
            "{\"collection\":\"\(collection)\",\"version\":1}",
            "{\"put\":\"\(collection)\",\"value\":{\"unknown\":1}}",
        ]
        files.put(ShoeStore.journal(lines), at: Journal.path(ShoeStore.directory, 1))
        let store = try JSONStore(directory: ShoeStore.directory, files: files, time: ManualClock())
        #expect(store.snapshot().unreadableRecordCounts == [collection: 1])
        try await store.close()
    }
}
