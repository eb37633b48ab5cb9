import Core
import Foundation
import Mocks
import Synchronization
import Testing

@testable import Database

/// Batches that share a sync which fails: those that were judged by others which do not count are judged again.
struct GroupCommitTests {
    struct Person: StoredRecord, Equatable {
        let id: Int
        var email: String

        static let byEmail = TypedIndex<Person, String>("email", \.email).unique()
        static let schema = CollectionSchema<Person>(name: "people", indexes: [byEmail.index])
    }

    private struct IsThere: Error {}

    private let files = InMemoryFileSystem()

    private func open() throws -> JSONStore {
        try JSONStore(
            directory: "/tmp/store", collections: [AnyCollectionSchema(Person.schema)], files: files,
            time: ManualClock())
    }

    /// Commits batches as one group; returns what each was told.
    private func commit(
        _ store: JSONStore, _ bodies: [@Sendable (inout WriteTransaction) throws -> Void]
    ) async throws -> [(any Error)?] {
        let writer = try store.writer
        let outcomes = Mutex<[Int: (any Error)?]>([:])
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let gate = DispatchSemaphore(value: 0)
            writer.queue.async { gate.wait() }
            for (position, body) in bodies.enumerated() {
                let write = PendingWrite(durability: .synced, body: body) { error in
                    let isDone = outcomes.withLock { outcomes in
                        outcomes[position] = .some(error)
                        return outcomes.count == bodies.count
                    }
                    if isDone { continuation.resume() }
                }
                writer.enqueue(write)
            }
            gate.signal()
        }
        return outcomes.withLock { outcomes in bodies.indices.map { outcomes[$0] ?? nil } }
    }

    private func ids(_ store: JSONStore) throws -> [Int] { try store.snapshot().window(of: Person.schema).map(\.id) }

    private let putFirst: @Sendable (inout WriteTransaction) throws -> Void = {
        try $0.upsert(Person(id: 1, email: "a@x"), in: Person.schema)
    }

    /// Fails the sync of the next group; with `also`, what would make the undo durable as well.
    private func failSync(alsoUndo: Bool = false) {
        files.fail(.sync, on: "journal-00000001.jsonl", with: .diskFailure)
        if alsoUndo { files.fail(.sync, on: "journal-00000001.jsonl.new", with: .diskFailure) }
    }

    @Test(arguments: [false, true])
    func aBatchThatWasRefusedForOneThatDoesNotCountIsCommitted(isUnknown: Bool) async throws {
        let store = try open()
        try await store.write(.synced) { try $0.upsert(Person(id: 9, email: "z@x"), in: Person.schema) }
        failSync(alsoUndo: isUnknown)
        let outcomes = try await commit(
            store,
            [
                putFirst,
                { try $0.upsert(Person(id: 2, email: "a@x"), in: Person.schema) },
                { if try $0.snapshot.record(1, in: Person.schema) != nil { throw IsThere() } },
                { try $0.upsert(Person(id: 3, email: "z@x"), in: Person.schema) },
            ])
        #expect((outcomes[0] as? StoreError)?.code == (isUnknown ? .outcomeUnknown : .diskFailure))
        #expect(outcomes[1] == nil && outcomes[2] == nil)
        // What a batch says that counts is said still.
        #expect((outcomes[3] as? StoreError)?.code == .notUnique)
        #expect(try ids(store) == [2, 9])
        files.crash()
        #expect(try ids(try open()) == [2, 9])
    }

    /// Its bytes may be in the journal, whatever a second attempt says: found by the strict disk, where one came back.
    @Test func aBatchOfWhichNobodyKnowsIsNotRefusedInTheEnd() async throws {
        let store = try open()
        try await store.write(.synced) { try $0.upsert(Person(id: 9, email: "z@x"), in: Person.schema) }
        files.fail(.write, on: "journal-00000001.jsonl", with: .noSpace, calls: 1..<2)
        files.fail(.truncate, on: "journal-00000001.jsonl", with: .diskFailure, calls: 0..<100)
        let outcomes = try await commit(
            store,
            [
                putFirst,
                { try $0.upsert(Person(id: 2, email: "b@x"), in: Person.schema) },
                // Refused by what does not count: judged again, and nothing of it was ever written.
                { try $0.upsert(Person(id: 3, email: "a@x"), in: Person.schema) },
            ])
        #expect(outcomes.map { ($0 as? StoreError)?.code } == [.outcomeUnknown, .outcomeUnknown, .diskFailure])
        files.stopFailing()
        try await store.write(.synced) { try $0.upsert(Person(id: 4, email: "d@x"), in: Person.schema) }
        #expect(try ids(store) == [4, 9])
        files.crash()
        #expect(try ids(try open()) == [4, 9])
    }

    @Test func aBatchThatHadNothingToChangeIsJudgedAgain() async throws {
        let store = try open()
        try await store.write(.synced) { try $0.upsert(Person(id: 1, email: "a@x"), in: Person.schema) }
        failSync()
        let outcomes = try await commit(
            store,
            [
                { try $0.delete(1, from: Person.schema) },
                // It finds nothing to delete, as long as the first one counts.
                { try $0.delete(1, from: Person.schema) },
            ])
        #expect((outcomes[0] as? StoreError)?.code == .diskFailure)
        #expect(outcomes[1] == nil)
        #expect(try ids(store) == [])
        files.crash()
        #expect(try ids(try open()) == [])
    }

    @Test func aBatchThatMetDamageIsToldOfItsOwnOutcome() async throws {
        let store = try open()
        try await store.write(.synced) { try $0.upsert(Person(id: 9, email: "z@x"), in: Person.schema) }
        failSync(alsoUndo: true)
        let isDamaged = Mutex(true)
        let outcomes = try await commit(
            store,
            [
                putFirst,
                { batch in
                    let isFirst = isDamaged.withLock { isDamaged in
                        defer { isDamaged = false }
                        return isDamaged
                    }
                    if isFirst { throw RunFailure.damaged("/tmp/store") }
                    try batch.upsert(Person(id: 2, email: "b@x"), in: Person.schema)
                },
            ])
        #expect((outcomes[0] as? StoreError)?.code == .outcomeUnknown)
        #expect(outcomes[1] == nil)
        #expect(try ids(store) == [2, 9])
        files.crash()
        #expect(try ids(try open()) == [2, 9])
    }

    @Test(arguments: 0..<6)
    func aStoreThatIsLoadedAnewForABatchOfAGroupLosesNothing(failedSync: Int) async throws {
        let store = try open()
        for id in 1...3 {
            try await store.write(.synced) { try $0.upsert(Person(id: id, email: "\(id)@x"), in: Person.schema) }
        }
        failSync(alsoUndo: true)
        await #expect(throws: StoreError.self) { try await store.write(.synced, putFirst) }
        // What is to be written anew cannot be read back: the first batch is refused, and the store is loaded anew.
        let path = "/tmp/store/journal-00000001.jsonl"
        let bytes = try #require(files.bytes(at: path))
        let place = try #require(bytes.firstRange(of: Array("2@x".utf8))?.lowerBound)
        let file = try files.open(path, .readWrite)
        try file.write(Array("7".utf8), at: place)
        try file.sync()
        file.close()
        files.fail(.sync, with: .diskFailure, calls: failedSync..<failedSync + 1)
        let outcomes = try await commit(
            store, (10...12).map { id in { try $0.upsert(Person(id: id, email: "\(id)@x"), in: Person.schema) } })
        files.stopFailing()
        #expect(outcomes[0] != nil)
        for (id, outcome) in zip(10..., outcomes) {
            #expect(try ids(store).contains(id) == (outcome == nil), "\(id)")
        }
        try await store.write(.synced) { try $0.upsert(Person(id: 20, email: "20@x"), in: Person.schema) }
        let kept = try ids(store)
        #expect(kept.contains(1) && kept.contains(3))
        files.crash()
        #expect(try ids(try open()) == kept)
    }

    @Test func aDiskThatStaysBrokenRefusesThemAll() async throws {
        let store = try open()
        try await store.write(.synced) { try $0.upsert(Person(id: 9, email: "z@x"), in: Person.schema) }
        for path in ["journal-00000001.jsonl", "journal-00000001.jsonl.new"] {
            files.fail(.sync, on: path, with: .diskFailure, calls: 0..<100)
        }
        let outcomes = try await commit(
            store, (0..<5).map { id in { try $0.upsert(Person(id: id, email: "a@x"), in: Person.schema) } })
        #expect(outcomes.allSatisfy { $0 is StoreError })
        #expect(try ids(store) == [9])
    }
}
