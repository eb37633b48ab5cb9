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
        // Only the second store is to be waited for behind the end of this one.
        try await clock.waitForSleepers(1)
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

    @Test func expiryGoesOnAfterASuspension() async throws {
        let store = try open()
        try await put(store, [1: 0, 2: nil])
        // While the store waits for the commits to end.
        try await store.suspend()
        clock.advance(by: .seconds(200))
        try await store.resume()
        var changes = store.observe(windowOf: Reading.schema, limit: 10).makeAsyncIterator()
        var rows = try await changes.next()?.rows.map(\.id)
        // What waited before the suspension may look as soon as the store is back; another one waits in any case.
        try await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(250))
        if rows?.count == 2 { rows = try await changes.next()?.rows.map(\.id) }
        #expect(rows == [2])
        try await store.close()
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

    /// Commits that delete, until so many records are gone.
    private func waitForExpiry(of count: Int, _ commits: inout AsyncStream<StoreCommit>.AsyncIterator) async throws {
        var left = count
        while left > 0 { left -= try #require(await commits.next()).ids(in: Reading.schema).count }
        #expect(left == 0)
    }

    @Test func aBacklogIsWalkedOverOnce() async throws {
        var limits = StoreLimits()
        limits.expiryCount = 10
        let store = try open(limits)
        try await clock.waitForSleepers(1)
        let count = 2_000
        try await put(store, Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, 200 + Double($0)) }))
        var commits = store.commits().makeAsyncIterator()
        clock.advance(by: .milliseconds(250))
        try await waitForExpiry(of: count, &commits)
        try await store.writer.run { _ in }
        #expect(try ids(store) == [])
        // Each batch begins where the one before it has ended.
        #expect(try await store.writer.run { $0.expiry.deadCount } < count)
    }

    @Test func whatComesWithAnOlderDateGoesToo() async throws {
        var limits = StoreLimits()
        limits.expiryCount = 2
        let store = try open(limits)
        try await clock.waitForSleepers(1)
        try await put(store, [1: 200, 2: 300, 3: 50])
        var commits = store.commits().makeAsyncIterator()
        clock.advance(by: .milliseconds(250))
        try await waitForExpiry(of: 2, &commits)
        try await put(store, [4: 1_000, 5: 250, 6: 99, 7: nil])
        _ = await commits.next()
        try await clock.waitForSleepers(2)
        clock.advance(by: .milliseconds(250))
        try await waitForExpiry(of: 2, &commits)
        try await store.writer.run { _ in }
        #expect(try ids(store) == [3, 6, 7])
    }

    struct Later: StoredRecord {
        let id: Int
        var date: Date

        static let byDate = TypedIndex<Later, Date>("date", \.date)
        static let schema = CollectionSchema<Later>(name: "zeitgeist", indexes: [byDate.index])
            .expiring(by: byDate, after: .seconds(100))
    }

    @Test func recordsThatCannotBeReadKeepNoOthers() async throws {
        func open() throws -> JSONStore {
            try JSONStore(
                directory: "/tmp/store",
                collections: [AnyCollectionSchema(Reading.schema), AnyCollectionSchema(Later.schema)], files: files,
                time: clock)
        }
        let store = try open()
        try await clock.waitForSleepers(1)
        try await put(store, Dictionary(uniqueKeysWithValues: (0..<50).map { ($0, 500 - Double($0)) }))
        let date = clock.now - 300
        try await store.write { batch in
            for id in 0..<5 { try batch.upsert(Later(id: id, date: date), in: Later.schema) }
        }
        // Two of them are damaged on the disk while the store is open.
        let path = "/tmp/store/journal-00000001.jsonl"
        var bytes = try #require(files.bytes(at: path))
        for id in [7, 31] {
            let record = Array("\"id\":\(id),".utf8)
            let start = try #require(bytes.firstRange(of: record)?.lowerBound)
            bytes[start + 5] = UInt8(ascii: "9")
        }
        let file = try files.open(path, .readWrite)
        try file.write(bytes, at: 0)
        file.close()
        var commits = store.commits().makeAsyncIterator()
        clock.advance(by: .milliseconds(250))
        var (readings, later) = (0, 0)
        while readings < 48 || later < 5 {
            let commit = try #require(await commits.next())
            readings += commit.ids(in: Reading.schema).count
            later += commit.ids(in: Later.schema).count
        }
        try await store.writer.run { _ in }
        #expect(try store.snapshot().count(of: Reading.schema) == 2)
        #expect(try store.snapshot().count(of: Later.schema) == 0)
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
