import Core
import Foundation
import Mocks
import Synchronization
import Testing

@testable import Database

/// Deleting and updating many records in one batch.
struct BulkChangeTests {
    struct Deal: StoredRecord, Equatable {
        let id: Int
        var price: Double
        var shop: String?

        static let byPrice = TypedIndex<Deal, Double>("price", \.price)
        static let byShop = TypedIndex<Deal, String?>("shop", \.shop)
        static let schema = CollectionSchema<Deal>(
            name: "deals", indexes: [byPrice.index, byShop.index], search: [SearchField("shop") { $0.shop }])
    }

    private struct ChangedMind: Error {}

    private let files = InMemoryFileSystem()

    private func open(_ limits: StoreLimits = StoreLimits()) throws -> JSONStore {
        try JSONStore(
            directory: "/tmp/store", collections: [AnyCollectionSchema(Deal.schema), AnyCollectionSchema(Tag.schema)],
            files: files, time: ManualClock(), limits: limits)
    }

    private func fill(_ store: JSONStore, _ ids: Range<Int>) async throws {
        try await store.write { batch in
            for id in ids {
                try batch.upsert(Deal(id: id, price: Double(id), shop: id % 2 == 0 ? "even" : nil), in: Deal.schema)
            }
        }
    }

    private func ids(_ store: JSONStore) throws -> [Int] { try store.snapshot().window(of: Deal.schema).map(\.id) }

    private var journal: String {
        files.paths.filter { $0.contains("journal-") }.sorted()
            .map { String(decoding: files.bytes(at: $0) ?? [], as: UTF8.self) }.joined()
    }

    @Test func recordsThatStayAsTheyAreTakeNoMemory() async throws {
        let store = try open()
        try await fill(store, 0..<3_000)
        try await store.write { batch in
            let count = try batch.update(in: Deal.schema) { if $0.id == 1_500 { $0.price = -1 } }
            #expect(count == 1)
            #expect(batch.staged["deals"]?.stored.slots.count == 1)
            #expect(batch.staged["deals"]?.stored.keys.count == 1)
            // Nor do those of a change that failed.
            #expect(throws: ChangedMind.self) {
                try batch.update(in: Deal.schema) { deal in
                    deal.price += 1
                    if deal.id == 2_000 { throw ChangedMind() }
                }
            }
            #expect(batch.staged["deals"]?.stored.slots.count == 1)
        }
        #expect(try store.snapshot().record(1_500, in: Deal.schema)?.price == -1)
        #expect(try store.snapshot().record(1, in: Deal.schema)?.price == 1)
    }

    @Test func aRangeIsDeletedInOneBatch() async throws {
        let store = try open()
        try await fill(store, 0..<10)
        let count = try await store.write { try $0.delete(from: Deal.schema, in: Deal.byPrice.range(3..<7)) }
        #expect(count == 4)
        #expect(try ids(store) == [0, 1, 2, 7, 8, 9])
        #expect(try store.snapshot().count(of: Deal.schema, in: Deal.byShop == nil) == 3)
        #expect(try store.snapshot().search("even", in: Deal.schema.search[0], of: Deal.schema).map(\.id) == [0, 2, 8])
        // A line for each, which any version reads.
        for id in 3..<7 { #expect(journal.contains("{\"delete\":\"deals\",\"id\":\(id)}\n")) }
        try await store.close()
        #expect(try ids(open()) == [0, 1, 2, 7, 8, 9])
    }

    @Test func aConditionChoosesAmongARangeOrAll() async throws {
        let store = try open()
        try await fill(store, 0..<10)
        let counts = try await store.write { batch in
            [
                try batch.delete(from: Deal.schema, in: Deal.byPrice >= 5) { $0.shop == nil },
                try batch.delete(from: Deal.schema) { $0.id == 2 || $0.id == 7 },
                try batch.delete(from: Deal.schema, in: Deal.byPrice > 100),
            ]
        }
        #expect(counts == [3, 1, 0])
        #expect(try ids(store) == [0, 1, 3, 4, 6, 8])
    }

    @Test func anUpdateChangesEachRecordOnceAndCountsWhatChanged() async throws {
        let store = try open()
        try await fill(store, 0..<10)
        let count = try await store.write { batch in
            // Each of them moves into the rest of the range.
            try batch.update(in: Deal.schema, range: Deal.byPrice >= 5) { $0.price += 3 }
        }
        #expect(count == 5)
        #expect(try store.snapshot().window(of: Deal.schema, in: Deal.byPrice >= 5).map(\.price) == [8, 9, 10, 11, 12])
        let before = journal
        let unchanged = try await store.write { batch in
            try batch.update(in: Deal.schema) { $0.shop = $0.shop }
        }
        #expect(unchanged == 0)
        #expect(journal == before)
        let some = try await store.write { batch in
            try batch.update(in: Deal.schema, where: { $0.shop != nil }) { $0.shop = "odd" }
        }
        #expect(some == 5)
        #expect(try store.snapshot().search("odd", in: Deal.schema.search[0], of: Deal.schema).count == 5)
        #expect(try store.snapshot().count(of: Deal.schema, in: Deal.byShop == "even") == 0)
    }

    @Test func whatTheBatchHasStagedCounts() async throws {
        let store = try open()
        try await fill(store, 0..<6)
        let counts = try await store.write { batch in
            try batch.upsert(Deal(id: 1, price: 50), in: Deal.schema)
            try batch.upsert(Deal(id: 20, price: 3.5), in: Deal.schema)
            try batch.delete(4, from: Deal.schema)
            let deleted = try batch.delete(from: Deal.schema, in: Deal.byPrice < 4)
            let updated = try batch.update(in: Deal.schema, range: Deal.byPrice >= 5) { $0.price += 1 }
            let again = try batch.update(in: Deal.schema, range: Deal.byPrice == 51) { $0.price += 1 }
            return [deleted, updated, again, try batch.record(1, in: Deal.schema).map { Int($0.price) } ?? -1]
        }
        #expect(counts == [4, 2, 1, 52])
        #expect(try ids(store) == [1, 5])
        #expect(try store.snapshot().window(of: Deal.schema, by: Deal.byPrice.index).map(\.price) == [6, 52])
        try await store.close()
        #expect(try open().snapshot().window(of: Deal.schema, by: Deal.byPrice.index).map(\.price) == [6, 52])
    }

    @Test func aChangeThatFailsLeavesNothingInTheBatch() async throws {
        let store = try open()
        try await fill(store, 0..<6)
        let kept = try await store.write { batch in
            try batch.upsert(Deal(id: 30, price: 30), in: Deal.schema)
            for number in 0..<3 {
                do {
                    switch number {
                    case 0:
                        try batch.update(in: Deal.schema) { deal in
                            if deal.id == 4 { throw ChangedMind() }
                            deal.price = -1
                        }
                    case 1:
                        try batch.delete(from: Deal.schema) { deal in
                            if deal.id == 30 { throw ChangedMind() }
                            return true
                        }
                    default: try batch.update(in: Deal.schema, range: Deal.byPrice > 2) { $0.price = .nan }
                    }
                    Issue.record("It did not fail.")
                } catch is ChangedMind {
                    #expect(number < 2)
                } catch let error as StoreError {
                    #expect(number == 2 && error.code == .invalidInput)
                }
            }
            return try batch.record(0, in: Deal.schema)
        }
        #expect(kept == Deal(id: 0, price: 0, shop: "even"))
        #expect(
            try store.snapshot().window(of: Deal.schema, by: Deal.byPrice.index).map(\.price) == [0, 1, 2, 3, 4, 5, 30])
        #expect(!journal.contains("-1"))
    }

    @Test(arguments: [false, true])
    func truncatingDeletesEverythingBeforeIt(isInFiles: Bool) async throws {
        var store = try open()
        try await fill(store, 0..<500)
        try await store.write { try $0.upsert(Tag(id: "kept"), in: Tag.schema) }
        if isInFiles {
            try await store.close()
            store = try open()
            // Some of it is in files, and some in memory.
            try await fill(store, 490..<510)
        }
        let held = store.snapshot()
        let stored = try ids(store).count
        let counts = try await store.write { batch in
            try batch.upsert(Deal(id: 1_000, price: 1), in: Deal.schema)
            try batch.upsert(Deal(id: 7, price: 70), in: Deal.schema)
            try batch.delete(8, from: Deal.schema)
            let first = try batch.truncate(Deal.schema)
            #expect(try batch.record(7, in: Deal.schema) == nil)
            try batch.delete(9, from: Deal.schema)
            try batch.upsert(Deal(id: 3, price: 33), in: Deal.schema)
            try batch.upsert(Deal(id: 2_000, price: 20), in: Deal.schema)
            let second = try batch.truncate(Deal.schema)
            try batch.upsert(Deal(id: 5, price: 55), in: Deal.schema)
            return [first, second]
        }
        #expect(counts == [stored, 2])
        #expect(try ids(store) == [5])
        #expect(try held.count(of: Deal.schema) == stored && held.window(of: Deal.schema).count == stored)
        #expect(try store.snapshot().window(of: Deal.schema, by: Deal.byPrice.index).map(\.price) == [55])
        #expect(try store.snapshot().contains("kept", in: Tag.schema))
        #expect(try await store.verify().isWhole)
        try await fill(store, 100..<110)
        #expect(try ids(store) == [5] + Array(100..<110))
        try await store.close()
        let reopened = try open()
        #expect(try ids(reopened) == [5] + Array(100..<110))
        try await reopened.close()
        for path in files.paths where path.hasSuffix("manifest") || path.hasSuffix(".runs") { try files.remove(path) }
        #expect(try ids(open()) == [5] + Array(100..<110))
    }

    @Test func truncatingNothingWritesNothing() async throws {
        let store = try open()
        #expect(try await store.write { try $0.truncate(Deal.schema) } == 0)
        #expect(!journal.contains("commit"))
    }

    @Test func anIDThatIsWrittenInItsOwnWayIsTruncatedToo() async throws {
        let schema = CollectionSchema<Place>(name: "places")
        func open() throws -> JSONStore {
            try JSONStore(
                directory: "/tmp/places", collections: [AnyCollectionSchema(schema)], files: files, time: ManualClock())
        }
        let store = try open()
        try await store.write { batch in
            for row in 0..<4 { try batch.upsert(Place(id: Place.ID(row: row, seat: "s")), in: schema) }
        }
        #expect(try await store.write { try $0.truncate(schema) } == 4)
        try await store.write { try $0.upsert(Place(id: Place.ID(row: 9, seat: "s")), in: schema) }
        try await store.close()
        for path in files.paths where path.hasSuffix("manifest") || path.hasSuffix(".runs") { try files.remove(path) }
        #expect(try open().snapshot().window(of: schema).map(\.id.row) == [9])
    }

    struct Place: StoredRecord {
        struct ID: Codable, Hashable, Comparable, IndexValue {
            let row: Int
            let seat: String

            var indexKey: IndexKey { .text("\(row)\(seat)") }
            static func < (left: ID, right: ID) -> Bool { left.indexKey < right.indexKey }
        }

        let id: ID
    }

    @Test func observersAndCommitsHearOfEveryRecord() async throws {
        let store = try open()
        try await fill(store, 0..<10)
        var changes = store.observe(windowOf: Deal.schema, in: Deal.byPrice < 5, limit: 10).makeAsyncIterator()
        #expect(try await changes.next()?.rows.count == 5)
        var commits = store.commits().makeAsyncIterator()
        try await store.write { try $0.delete(from: Deal.schema, in: Deal.byPrice < 3) }
        #expect(await Set(commits.next()?.ids(in: Deal.schema) ?? []) == [0, 1, 2])
        #expect(try await changes.next()?.rows.map(\.id) == [3, 4])
        try await store.write { try $0.update(in: Deal.schema, range: Deal.byPrice < 5) { $0.price += 10 } }
        #expect(await Set(commits.next()?.ids(in: Deal.schema) ?? []) == [3, 4])
        #expect(try await changes.next()?.rows == [])
        try await store.write { try $0.truncate(Deal.schema) }
        #expect(await Set(commits.next()?.ids(in: Deal.schema) ?? []) == Set(3..<10))
    }

    @Test func aDamagedDerivedFileIsMendedAndTheBatchBeginsAgain() async throws {
        let first = try open()
        try await fill(first, 0..<3_000)
        try await first.close()
        for path in files.paths where path.hasSuffix(".runs") {
            var bytes = try #require(files.bytes(at: path))
            for position in stride(from: 0, to: bytes.count / 2, by: 97) { bytes[position] ^= 0x55 }
            files.put(bytes, at: path)
        }
        var limits = StoreLimits()
        limits.checkedBytes = 0
        let store = try open(limits)
        let runs = Mutex(0)
        let counts = try await store.write { batch in
            runs.withLock { $0 += 1 }
            return [
                try batch.delete(from: Deal.schema, in: Deal.byPrice < 1_000),
                try batch.update(in: Deal.schema, range: Deal.byPrice >= 2_000) { $0.shop = "new" },
            ]
        }
        #expect(counts == [1_000, 1_000])
        #expect(runs.withLock { $0 } == 2, "The first met the damage.")
        #expect(try ids(store) == Array(1_000..<3_000))
        #expect(try store.snapshot().count(of: Deal.schema, in: Deal.byShop == "new") == 1_000)
        #expect(try await store.verify().isWhole)
    }

    @Test func aCollectionThatIsNotOpenedIsRefused() async throws {
        let store = try open()
        let error = await #expect(throws: StoreError.self) {
            try await store.write { try $0.truncate(CollectionSchema<Tag>(name: "others")) }
        }
        #expect(error?.code == .invalidInput)
    }
}
