import Core
import Foundation
import Mocks
import Testing

@testable import Database

/// Unique indexes: what is refused, what is not, and stores that hold a key twice already.
struct UniqueIndexTests {
    struct Person: StoredRecord, Equatable {
        let id: String
        var email: String?
        var team: String?
        var number: Int = 0

        static let byEmail = TypedIndex<Person, String?>("email", \.email)
        static let byNumber = CompoundIndex<Person, String?, Int>("number", \.team, \.number)
        static let schema = CollectionSchema<Person>(
            name: "people", indexes: [byEmail.unique().index, byNumber.unique().index])
        /// As it was before anything was unique.
        static let earlier = CollectionSchema<Person>(name: "people", indexes: [byEmail.index, byNumber.index])
    }

    private let files = InMemoryFileSystem()

    private func open(
        _ schema: CollectionSchema<Person> = Person.schema, _ limits: StoreLimits = StoreLimits(),
        on disk: (any FileSystem)? = nil
    ) throws -> JSONStore {
        try JSONStore(
            directory: "/tmp/store", collections: [AnyCollectionSchema(schema)], files: disk ?? files,
            time: ManualClock(), limits: limits)
    }

    private func put(_ people: Person..., to store: JSONStore) async throws {
        try await store.write { batch in
            for person in people { try batch.upsert(person, in: Person.schema) }
        }
    }

    private func people(_ store: JSONStore) throws -> [Person] { try store.snapshot().window(of: Person.schema) }

    @Test func aSecondRecordWithAKeyIsRefusedAndNamesBoth() async throws {
        let store = try open()
        let ann = Person(id: "ann", email: "a@x")
        try await put(ann, to: store)
        let before = files.bytes(at: "/tmp/store/journal-00000001.jsonl")
        let error = await #expect(throws: StoreError.self) {
            try await put(Person(id: "zoe", email: "z@x"), Person(id: "ben", email: "a@x"), to: store)
        }
        #expect(error?.code == .notUnique)
        #expect(error?.names("ann", "ben") == true, "\(String(describing: error))")
        #expect(error?.message.contains("'email'") == true && error?.message.contains("'a@x'") == true)
        #expect(try people(store) == [ann])
        #expect(files.bytes(at: "/tmp/store/journal-00000001.jsonl") == before)
        // The store goes on.
        try await put(Person(id: "ben", email: "b@x"), to: store)
        #expect(try people(store).count == 2)
    }

    @Test func twoRecordsOfOneBatchAreRefused() async throws {
        let store = try open()
        let error = await #expect(throws: StoreError.self) {
            try await put(Person(id: "ann", email: "a@x"), Person(id: "ben", email: "a@x"), to: store)
        }
        #expect(error?.code == .notUnique && error?.names("ann", "ben") == true)
        #expect(try people(store).isEmpty)
    }

    @Test func recordsWithoutAValueAreNotCompared() async throws {
        let store = try open()
        try await put(
            Person(id: "ann"), Person(id: "ben"), Person(id: "cat", team: "red", number: 1), Person(id: "dan"),
            to: store)
        #expect(try people(store).count == 4)
    }

    @Test func aCompoundKeyIsRefusedOnlyAsAWhole() async throws {
        let store = try open()
        try await put(
            Person(id: "ann", team: "red", number: 1), Person(id: "ben", team: "red", number: 2),
            Person(id: "cat", team: "blue", number: 1), to: store)
        let error = await #expect(throws: StoreError.self) {
            try await put(Person(id: "dan", team: "red", number: 2), to: store)
        }
        #expect(error?.code == .notUnique && error?.names("ben", "dan") == true)
        #expect(error?.message.contains("'red, 2'") == true)
    }

    @Test func onlyTheEndOfABatchCounts() async throws {
        let store = try open()
        try await put(Person(id: "ann", email: "a@x"), Person(id: "ben", email: "b@x"), to: store)
        // Two swap what they have.
        try await put(Person(id: "ann", email: "b@x"), Person(id: "ben", email: "a@x"), to: store)
        #expect(try people(store).map(\.email) == ["b@x", "a@x"])
        // One goes, and another one takes its key; in either order.
        try await store.write { batch in
            try batch.upsert(Person(id: "cat", email: "a@x"), in: Person.schema)
            try batch.delete("ben", from: Person.schema)
        }
        try await store.write { batch in
            try batch.delete("cat", from: Person.schema)
            try batch.upsert(Person(id: "dan", email: "a@x"), in: Person.schema)
        }
        // What a later step of the batch mends is no matter.
        try await put(
            Person(id: "eva", email: "a@x"), Person(id: "eva", email: "e@x"), Person(id: "dan", email: "a@x"), to: store
        )
        #expect(try people(store).map(\.id) == ["ann", "dan", "eva"])
        // A record that is deleted and put again keeps its key.
        try await store.write { batch in
            try batch.delete("ann", from: Person.schema)
            try batch.upsert(Person(id: "ann", email: "b@x"), in: Person.schema)
        }
    }

    @Test func keysInDerivedFilesAreRefusedToo() async throws {
        let first = try open()
        try await first.write { batch in
            for id in 0..<3_000 { try batch.upsert(Person(id: "p\(id)", email: "m\(id)@x"), in: Person.schema) }
        }
        try await first.close()
        let store = try open()
        for id in [0, 1, 1_500, 2_998, 2_999] {
            let error = await #expect(throws: StoreError.self) {
                try await put(Person(id: "new", email: "m\(id)@x"), to: store)
            }
            #expect(error?.names("p\(id)", "new") == true)
        }
        // Many at once, all of them new but one.
        let error = await #expect(throws: StoreError.self) {
            try await store.write { batch in
                for id in 3_000..<6_000 { try batch.upsert(Person(id: "p\(id)", email: "m\(id)@x"), in: Person.schema) }
                try batch.upsert(Person(id: "last", email: "m77@x"), in: Person.schema)
            }
        }
        #expect(error?.names("p77", "last") == true)
        #expect(try store.snapshot().count(of: Person.schema) == 3_000)
        // One that was deleted gives its key free.
        try await store.write { try $0.delete("p77", from: Person.schema) }
        try await put(Person(id: "last", email: "m77@x"), to: store)
    }

    @Test func aStoreThatHoldsAKeyTwiceIsNotOpenedAndNothingIsLost() async throws {
        let earlier = try open(Person.earlier)
        try await earlier.write { batch in
            for id in ["ann", "ben", "cat"] {
                try batch.upsert(Person(id: id, email: id == "cat" ? "c@x" : "a@x"), in: Person.earlier)
            }
        }
        try await earlier.close()
        let journal = files.bytes(at: "/tmp/store/journal-00000001.jsonl")
        for _ in 0..<2 {
            let error = #expect(throws: StoreError.self) { try open() }
            #expect(error?.code == .notUnique && error?.names("ann", "ben") == true)
            #expect(error?.message.contains("'email'") == true)
            #expect(files.bytes(at: "/tmp/store/journal-00000001.jsonl") == journal)
        }
        // As it was before it opens, and can be mended.
        let mended = try open(Person.earlier)
        #expect(try mended.snapshot().count(of: Person.earlier) == 3)
        try await mended.write { try $0.delete("ann", from: Person.earlier) }
        try await mended.close()
        let store = try open()
        #expect(try people(store).map(\.id) == ["ben", "cat"])
    }

    @Test func damageThatBringsAKeyBackKeepsNoStoreFromOpening() async throws {
        let store = try open()
        try await put(Person(id: "ann", email: "a@x"), to: store)
        try await store.write { try $0.delete("ann", from: Person.schema) }
        try await put(Person(id: "ben", email: "a@x"), to: store)
        try await store.close()
        // The batch that deletes Ann cannot be read any more.
        try bringAnnBack()
        let reopened = try open()
        #expect(reopened.damages.count == 1)
        #expect(try people(reopened).map(\.id) == ["ann", "ben"])
        // Either can be changed, and no third one comes in.
        try await put(Person(id: "ben", email: "a@x", number: 5), to: reopened)
        let error = await #expect(throws: StoreError.self) {
            try await put(Person(id: "cat", email: "a@x"), to: reopened)
        }
        #expect(error?.code == .notUnique)
        try await reopened.close()
        #expect(try people(try open()).count == 2)
    }

    private let journal = "/tmp/store/journal-00000001.jsonl"

    /// Damages the batch that deletes Ann.
    private func bringAnnBack() throws {
        let text = String(decoding: try #require(files.bytes(at: journal)), as: UTF8.self)
        let damaged = text.replacingOccurrences(
            of: "\"delete\":\"people\",\"id\":\"ann\"", with: "\"delete\":\"people\",\"id\":\"xnn\"")
        try #require(damaged != text)
        files.put(Array(damaged.utf8), at: journal)
    }

    /// A store in which damage has brought a key back, and whose process was killed right after it was salvaged.
    private func killAfterSalvage() async throws {
        let store = try open()
        try await put(Person(id: "ann", email: "a@x"), to: store)
        try await store.write { try $0.delete("ann", from: Person.schema) }
        try await put(Person(id: "ben", email: "a@x"), to: store)
        try await store.close()
        try bringAnnBack()
        let disk = CrashTestDisk(files)
        #expect(try open(on: disk).damages.count == 1)
        disk.kill()
    }

    @Test func aKillBehindASalvageKeepsNoStoreFromOpening() async throws {
        try await killAfterSalvage()
        let store = try open()
        #expect(store.damages.isEmpty)
        #expect(try people(store).map(\.id) == ["ann", "ben"])
    }

    @Test(arguments: [false, true]) func noManifestIsNeededToKnowOfEarlierDamage(hasCopy: Bool) async throws {
        try await killAfterSalvage()
        for path in files.paths where path.hasSuffix("manifest") || (!hasCopy && path.contains("damaged-")) {
            try files.remove(path)
        }
        let store = try open()
        #expect(try people(store).map(\.id) == ["ann", "ben"])
    }

    @Test func anIndexThatIsUniqueFromNowOnIsCheckedInADamagedStoreToo() async throws {
        let earlier = try open(Person.earlier)
        for id in ["ann", "ben"] {
            try await earlier.write { try $0.upsert(Person(id: id, email: "a@x"), in: Person.earlier) }
        }
        try await earlier.write { batch in
            try batch.upsert(Person(id: "cat", email: "c@x"), in: Person.earlier)
            try batch.delete("ann", from: Person.earlier)
        }
        try await earlier.write { try $0.upsert(Person(id: "ann", email: "a@x"), in: Person.earlier) }
        try await earlier.close()
        try bringAnnBack()
        // The first finds the damage, the second what became of it.
        for attempt in 0..<2 {
            let error = #expect(throws: StoreError.self) { try open() }
            #expect(error?.code == .notUnique && error?.names("ann", "ben") == true)
            // Whoever opened it hears of the damage nowhere else.
            #expect(error?.message.contains("damaged-") == (attempt == 0), "\(String(describing: error))")
        }
        let mended = try open(Person.earlier)
        try await mended.write { try $0.delete("ann", from: Person.earlier) }
        try await mended.close()
        #expect(try people(try open()).map(\.id) == ["ben"])
    }

    @Test func aSalvagedStoreSoonHasAManifest() async throws {
        try await killAfterSalvage()
        try bringBatchesToDamage()
        let disk = CrashTestDisk(files)
        let store = try open(on: disk)
        #expect(store.damages.count == 1)
        try await store.writer.run { _ in }
        try await store.writer.maintenance.drain(for: store.writer)
        let manifest = try #require(try Manifest.read(files, "/tmp/store"))
        #expect(manifest.journal.position == store.publisher.view.position)
        disk.kill()
    }

    private func bringBatchesToDamage() throws {
        var bytes = try #require(files.bytes(at: journal))
        let text = String(decoding: bytes, as: UTF8.self)
        let offset = try #require(text.utf8.firstRange(of: Array("\"id\":\"ben\"".utf8)))
        bytes[text.utf8.distance(from: text.utf8.startIndex, to: offset.lowerBound) + 6] = UInt8(ascii: "c")
        files.put(bytes, at: journal)
    }

    @Test func aStoreThatIsNotOpenedLeavesNoDerivedFiles() async throws {
        var limits = StoreLimits()
        limits.spillCount = 100
        let earlier = try open(Person.earlier)
        for start in stride(from: 0, to: 20_000, by: 5_000) {
            try await earlier.write { batch in
                for id in start..<start + 5_000 {
                    try batch.upsert(Person(id: "p\(id)", email: "m\(id % 19_999)@x"), in: Person.earlier)
                }
            }
        }
        try await earlier.close()
        for path in files.paths where path.hasSuffix(".runs") { try files.remove(path) }
        let error = #expect(throws: StoreError.self) { try open(Person.schema, limits) }
        #expect(error?.code == .notUnique)
        #expect(files.paths.filter { $0.hasSuffix(".runs") } == [])
    }

    @Test func batchesThatWaitTogetherAreCheckedOneAfterTheOther() async throws {
        let store = try open()
        let codes = await withTaskGroup(of: ErrorCode?.self) { group in
            for number in 0..<8 {
                group.addTask {
                    do {
                        try await store.write(.synced) {
                            try $0.upsert(Person(id: "p\(number)", email: "same@x"), in: Person.schema)
                        }
                        return nil
                    } catch {
                        return (error as? StoreError)?.code
                    }
                }
            }
            return await group.reduce(into: [ErrorCode?]()) { $0.append($1) }
        }
        #expect(codes.filter { $0 == nil }.count == 1)
        #expect(codes.filter { $0 == .notUnique }.count == 7)
        #expect(try people(store).count == 1)
    }
}

extension StoreError {
    /// Whether the message names two records.
    func names(_ one: some CustomStringConvertible, _ other: some CustomStringConvertible) -> Bool {
        message.contains("'\(one)' and '\(other)'") || message.contains("'\(other)' and '\(one)'")
    }
}
