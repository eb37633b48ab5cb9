import Core
import Database
import Mocks
import Synchronization
import Testing

/// What observers promise, rule by rule.
@Suite(.timeLimit(.minutes(5)))
struct ObservationTests {
    private let store: JSONStore

    init() throws {
        store = try JSONStore.open("/store", files: InMemoryFileSystem(), time: ManualClock())
    }

    private func put(_ ids: Int...) async throws {
        try await store.write { batch in
            for id in ids { try batch.upsert(Note(id, "n\(id)", weight: Double(id)), in: Note.schema) }
        }
    }

    private func delete(_ ids: Int...) async throws {
        try await store.write { batch in
            for id in ids { try batch.delete(id, from: Note.schema) }
        }
    }

    // MARK: One record

    @Test func aRecordComesAtOnceAndThenWheneverItHasChanged() async throws {
        try await put(1)
        var observer = store.observe(1, in: Note.schema).makeAsyncIterator()
        #expect(try await observer.next() == Note(1, "n1", weight: 1))
        try await store.put(Note(1, "second"))
        #expect(try await observer.next() == Note(1, "second"))
    }

    @Test func aRecordThatIsDeletedIsNilAndTheObserverGoesOn() async throws {
        var observer = store.observe(1, in: Note.schema).makeAsyncIterator()
        #expect(try await observer.next() == .some(nil))
        try await put(1)
        #expect(try await observer.next() == Note(1, "n1", weight: 1))
        try await delete(1)
        #expect(try await observer.next() == .some(nil))
        try await put(1)
        #expect(try await observer.next() == Note(1, "n1", weight: 1))
    }

    @Test func commitsThatDoNotChangeTheRecordAreNotDelivered() async throws {
        try await put(1)
        var observer = store.observe(1, in: Note.schema).makeAsyncIterator()
        _ = try await observer.next()
        try await put(2)
        try await put(1)
        try await store.write { try $0.upsert(Tag(id: "a"), in: Tag.schema) }
        try await store.put(Note(1, "third"))
        #expect(try await observer.next() == Note(1, "third"))
    }

    // MARK: Windows

    @Test func rowsInsertedAboveMoveTheOffsetAndNothingElse() async throws {
        try await put(10, 11, 12, 13)
        var observer = store.observe(windowOf: Note.schema, by: Note.byWeight, from: .offset(1), limit: 2)
            .makeAsyncIterator()
        let first = try #require(try await observer.next())
        #expect(first.rows.map(\.id) == [11, 12])
        #expect(first.diff.inserted.map(\.position) == [0, 1])
        try await put(1, 2, 3)
        let second = try #require(try await observer.next())
        #expect(second.rows == first.rows)
        #expect(second.diff.isEmpty)
        #expect((second.offset, second.total) == (4, 7))
    }

    @Test func aWindowIsAnchoredAtThePlaceOfADeletedFirstRow() async throws {
        try await put(10, 11, 12, 13)
        var observer = store.observe(windowOf: Note.schema, by: Note.byWeight, from: .offset(1), limit: 2)
            .makeAsyncIterator()
        _ = try await observer.next()
        try await delete(11)
        let change = try #require(try await observer.next())
        #expect(change.rows.map(\.id) == [12, 13])
        #expect(change.offset == 1)
        #expect(change.diff.removed == [0])
        #expect(change.diff.inserted.map(\.position) == [1])
    }

    @Test func aWindowStaysWhereItIsWhenItsFirstRowIsSortedAway() async throws {
        try await put(10, 11, 12, 13)
        var observer = store.observe(windowOf: Note.schema, by: Note.byWeight, from: .offset(1), limit: 2)
            .makeAsyncIterator()
        _ = try await observer.next()
        try await store.put(Note(11, "n11", weight: 99))
        let change = try #require(try await observer.next())
        #expect(change.rows.map(\.id) == [12, 13])
        #expect(change.offset == 1)
    }

    @Test func aMoveWithinAWindowIsDelivered() async throws {
        try await put(1, 2, 3, 4)
        var observer = store.observe(windowOf: Note.schema, by: Note.byWeight, limit: 5).makeAsyncIterator()
        _ = try await observer.next()
        try await store.put(Note(2, "n2", weight: 9))
        let change = try #require(try await observer.next())
        #expect(change.diff.moved == [.init(from: 1, to: 3)])
        #expect(change.diff.changed.map(\.position) == [3])
        #expect(change.diff.removed.isEmpty && change.diff.inserted.isEmpty)
    }

    @Test func aWindowAtTheTopStaysThereWhenAskedTo() async throws {
        try await put(10, 11)
        var held = store.observe(windowOf: Note.schema, by: Note.byWeight, limit: 2).makeAsyncIterator()
        var stuck = store.observe(windowOf: Note.schema, by: Note.byWeight, from: .top, limit: 2)
            .makeAsyncIterator()
        _ = try await held.next()
        _ = try await stuck.next()
        try await put(1)
        #expect(try await held.next()?.rows.map(\.id) == [10, 11])
        #expect(try await stuck.next()?.rows.map(\.id) == [1, 10])
    }

    @Test func aWindowAtTheTopStaysThereThroughAnEmptyTable() async throws {
        try await put(10)
        var stuck = store.observe(windowOf: Note.schema, by: Note.byWeight, from: .top, limit: 2)
            .makeAsyncIterator()
        _ = try await stuck.next()
        try await delete(10)
        #expect(try await stuck.next()?.rows.isEmpty == true)
        try await put(1, 2, 20)
        let change = try #require(try await stuck.next())
        #expect(change.rows.map(\.id) == [1, 2])
        #expect(change.offset == 0)
    }

    @Test func aSlowObserverGetsOneDifferenceForManyCommits() async throws {
        try await put(1)
        var observer = store.observe(windowOf: Note.schema, limit: 10).makeAsyncIterator()
        _ = try await observer.next()
        for id in 2...6 { try await put(id) }
        try await delete(3)
        let change = try #require(try await observer.next())
        #expect(change.rows.map(\.id) == [1, 2, 4, 5, 6])
        #expect(change.diff.inserted.count == 4)
        #expect(change.version == store.snapshot().version)
    }

    @Test func twoLoopsOverOneObservationAreTwoObservers() async throws {
        try await put(1)
        let observation = store.observe(windowOf: Note.schema, limit: 10)
        var first = observation.makeAsyncIterator()
        _ = try await first.next()
        try await put(2)
        _ = try await first.next()
        var second = observation.makeAsyncIterator()
        #expect(try await second.next()?.diff.inserted.count == 2)
    }

    // MARK: Ends

    @Test func cancellationEndsAnObservation() async throws {
        try await put(1)
        let hasBegun = AsyncStream.makeStream(of: Void.self)
        let observer = Task { [store] in
            var count = 0
            for try await _ in store.observe(windowOf: Note.schema, limit: 10) {
                count += 1
                hasBegun.continuation.yield()
            }
            return count
        }
        for await _ in hasBegun.stream { break }
        observer.cancel()
        #expect(try await observer.value == 1)
    }

    @Test func closingTheStoreEndsAllObservations() async throws {
        try await put(1)
        var record = store.observe(1, in: Note.schema).makeAsyncIterator()
        var window = store.observe(windowOf: Note.schema, limit: 10).makeAsyncIterator()
        var query = store.observe(in: Note.schema) { $0.id > 0 }.makeAsyncIterator()
        _ = try await record.next()
        _ = try await window.next()
        _ = try await query.next()
        try await store.close()
        #expect(try await record.next() == .none)
        #expect(try await window.next() == nil)
        #expect(try await query.next() == nil)
    }

    @Test func anObserverThatGoesAwayLeavesTheStoreAlone() async throws {
        for _ in 0..<20 {
            var observer = store.observe(windowOf: Note.schema, limit: 10).makeAsyncIterator()
            _ = try await observer.next()
        }
        try await put(1)
        #expect(try store.snapshot().count(of: Note.schema) == 1)
    }

    // MARK: Queries

    @Test func aQueryIsFilteredSortedAndLimited() async throws {
        try await put(1, 2, 3, 4, 5, 6)
        var observer = store.observe(in: Note.schema, by: Note.byWeight, .descending, limit: 2) {
            $0.id.isMultiple(of: 2)
        }.makeAsyncIterator()
        #expect(try await observer.next()?.rows.map(\.id) == [6, 4])
        try await put(7)
        try await delete(6)
        let change = try #require(try await observer.next())
        #expect(change.rows.map(\.id) == [4, 2])
        #expect(change.diff.removed == [0])
        #expect(change.diff.inserted.map(\.position) == [1])
    }

    @Test func aLargeQueryIsReadWhole() async throws {
        try await store.write { batch in
            for id in 0..<1300 { try batch.upsert(Note(id), in: Note.schema) }
        }
        var observer = store.observe(in: Note.schema) { $0.id.isMultiple(of: 100) }.makeAsyncIterator()
        #expect(try await observer.next()?.rows.map(\.id) == Array(stride(from: 0, to: 1300, by: 100)))
    }
}
