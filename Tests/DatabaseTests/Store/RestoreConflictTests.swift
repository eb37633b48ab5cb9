import Core
import Mocks
import Testing

@testable import Database

/// Restoring records whose unique keys others have by now: those are named, and the rest is put back.
struct RestoreConflictTests {
    struct Person: StoredRecord, Equatable {
        let id: Int
        var email: String

        static let byEmail = TypedIndex<Person, String>("email", \.email).unique()
        static let schema = CollectionSchema<Person>(name: "people", indexes: [byEmail.index])
    }

    private static let aside = "/tmp/aside.jsonl"
    private let files = InMemoryFileSystem()

    private func open() throws -> JSONStore {
        try JSONStore(
            directory: "/tmp/store", collections: [AnyCollectionSchema(Person.schema)], files: files,
            time: ManualClock())
    }

    private func put(_ people: [Person], to store: JSONStore) async throws {
        try await store.write(.synced) { batch in
            for person in people { try batch.upsert(person, in: Person.schema) }
        }
    }

    /// Sets a journal aside that says these, and begins a store without them.
    private func setAside(_ people: [Person]...) async throws {
        let store = try open()
        for people in people { try await put(people, to: store) }
        try await store.close()
        let journal = try #require(files.bytes(at: "/tmp/store/journal-00000001.jsonl"))
        for path in files.paths { try files.remove(path) }
        files.put(journal, at: Self.aside)
    }

    private func people(_ store: JSONStore) throws -> [Person] { try store.snapshot().window(of: Person.schema) }

    @Test func whatConflictsIsNamedAndTheRestIsPutBack() async throws {
        try await setAside((0..<2_500).map { Person(id: $0, email: "m\($0)@x") })
        let store = try open()
        let taken = [3, 4, 1_700, 2_499]
        try await put(taken.map { Person(id: 10_000 + $0, email: "m\($0)@x") }, to: store)
        let report = try await store.restore(from: Self.aside)
        #expect(report.restored == 2_500 - taken.count)
        #expect(report.known == 0 && report.maybeDeleted == 0)
        #expect(!report.isComplete)
        let conflicts = taken.map {
            StoreRestoration.Conflict(
                collection: "people", index: "email", key: "m\($0)@x", id: "\($0)", otherID: "\(10_000 + $0)")
        }
        #expect(report.conflicts.sorted { $0.otherID < $1.otherID } == conflicts.sorted { $0.otherID < $1.otherID })
        #expect(try people(store).count == 2_500)
        // The file has them still, and gives them back when the others are gone.
        try await store.write(.synced) { batch in
            for id in taken { try batch.delete(10_000 + id, from: Person.schema) }
        }
        let second = try await store.restore(from: Self.aside)
        #expect(second.restored == taken.count && second.isComplete)
        #expect(try people(store) == (0..<2_500).map { Person(id: $0, email: "m\($0)@x") })
    }

    @Test func recordsThatGiveTheirKeysToEachOtherAreNoConflict() async throws {
        // A ring of keys, which only goes as a whole, beside one that another record has.
        let count = 1_000
        let old = (0..<count).map { Person(id: $0, email: "m\($0)@x") }
        let new = (0..<count).map { Person(id: $0, email: "m\(($0 + 1) % count)@x") }
        try await setAside(old, new + [Person(id: 5_000, email: "z@x")])
        let store = try open()
        // The first half of the file is there already, in a store that knows nothing of the rest.
        try await put(old, to: store)
        try await put([Person(id: 6_000, email: "z@x")], to: store)
        let report = try await store.restore(from: Self.aside)
        #expect(report.conflicts.map(\.id) == ["5000"])
        #expect(report.restored + report.known + report.maybeDeleted + report.conflicts.count == count + 1)
    }
}
