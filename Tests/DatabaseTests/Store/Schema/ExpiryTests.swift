import Core
import Foundation
import Mocks
import Testing

@testable import Database

/// Records that are deleted when they have reached an age.
@Suite(.timeLimit(.minutes(5)))
struct ExpiryTests {
    struct Reading: StoredRecord, Equatable {
        let id: Int
        var date: Date?

        static let byDate = TypedIndex<Reading, Date?>("date", \.date)
        static let schema = CollectionSchema<Reading>(name: "readings", indexes: [byDate.index])
            .expiring(by: byDate, after: .seconds(100))
    }

    private let files = InMemoryFileSystem()
    private let clock = ManualClock()

    private func open(_ limits: StoreLimits = StoreLimits()) throws -> JSONStore {
        try JSONStore(
            directory: "/tmp/store", collections: [AnyCollectionSchema(Reading.schema)], files: files, time: clock,
            limits: limits)
    }

    private func put(_ store: JSONStore, _ ages: [Int: Double?]) async throws {
        let now = clock.now
        try await store.write { batch in
            for (id, age) in ages { try batch.upsert(Reading(id: id, date: age.map { now - $0 }), in: Reading.schema) }
        }
    }

    private func ids(_ store: JSONStore) throws -> [Int] { try store.snapshot().window(of: Reading.schema).map(\.id) }

    @Test func whatHasReachedItsAgeIsDeletedSoonAfterACommit() async throws {
        let store = try open()
        try await clock.waitForSleepers(1)
        var changes = store.observe(windowOf: Reading.schema, limit: 10).makeAsyncIterator()
        #expect(try await changes.next()?.rows == [])
        try await put(store, [1: 100, 2: 99, 3: nil, 4: 500, 5: -1_000])
        #expect(try await changes.next()?.rows.map(\.id) == [1, 2, 3, 4, 5])
        clock.advance(by: .milliseconds(250))
        #expect(try await changes.next()?.rows.map(\.id) == [2, 3, 5])
    }

    @Test func nothingElseHasToHappenForTheNextOne() async throws {
        let store = try open()
        try await clock.waitForSleepers(1)
        try await put(store, [1: 0, 2: -20])
        var changes = store.observe(windowOf: Reading.schema, limit: 10).makeAsyncIterator()
        #expect(try await changes.next()?.rows.map(\.id) == [1, 2])
        clock.advance(by: .milliseconds(250))
        // One waits for the first of them to expire, and one for a pause in the commits.
        try await clock.waitForSleepers(2)
        clock.advance(by: .seconds(100))
        #expect(try await changes.next()?.rows.map(\.id) == [2])
    }

    @Test func whatExpiredWhileTheStoreWasClosedGoesAfterOpening() async throws {
        let first = try open()
        try await put(first, [1: 0, 2: nil, 3: -500])
        try await first.close()
        clock.advance(by: .seconds(200))
        let store = try open()
        #expect(try ids(store) == [1, 2, 3])
        var changes = store.observe(windowOf: Reading.schema, limit: 10).makeAsyncIterator()
        #expect(try await changes.next()?.rows.count == 3)
        try await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(250))
        #expect(try await changes.next()?.rows.map(\.id) == [2, 3])
        try await store.close()
        #expect(try ids(open()) == [2, 3])
    }

    @Test func manyAreDeletedInBoundedCommits() async throws {
        var limits = StoreLimits()
        limits.expiryCount = 10
        let store = try open(limits)
        try await clock.waitForSleepers(1)
        try await put(store, Dictionary(uniqueKeysWithValues: (0..<35).map { ($0, 200 + Double($0)) }))
        var commits = store.commits().makeAsyncIterator()
        clock.advance(by: .milliseconds(250))
        var sizes: [Int] = []
        while sizes.reduce(0, +) < 35 {
            sizes.append(try #require(await commits.next()).ids(in: Reading.schema).count)
        }
        #expect(sizes == [10, 10, 10, 5])
        #expect(try ids(store) == [])
    }

    @Test func aFullDiskLeavesThemForTheNextCommit() async throws {
        let store = try open()
        try await clock.waitForSleepers(1)
        try await put(store, [1: 200, 2: nil])
        files.fail(.write, on: "journal-00000001.jsonl", with: .noSpace)
        clock.advance(by: .milliseconds(250))
        // The attempt is on its way by then.
        try await clock.waitForSleepers(1)
        var changes = store.observe(windowOf: Reading.schema, limit: 10).makeAsyncIterator()
        #expect(try await changes.next()?.rows.map(\.id) == [1, 2])
        try await put(store, [3: nil])
        #expect(try await changes.next()?.rows.map(\.id) == [1, 2, 3])
        try await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(250))
        #expect(try await changes.next()?.rows.map(\.id) == [2, 3])
    }

    @Test func aCollectionWithoutExpiryWaitsForNothing() async throws {
        let store = try JSONStore.open("/tmp/notes", files: files, time: clock)
        try await store.put(Note(1, date: Date(timeIntervalSince1970: 0)))
        try await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1_000_000))
        try await store.close()
        #expect(try store.notes.count == 1)
    }
}
