import Core
import Foundation
import Mocks
import Testing

@testable import Database

/// Records that are whole in the journal and do not fit their type.
struct UnreadableRecordTests {
    /// The type as it was released first.
    private struct Shoe: StoredRecord {
        let id: Int
        var name: String

        static let schema = CollectionSchema<Shoe>(name: "shoes")
    }

    /// The second release: a property and an index more, and a version that was left as it was.
    private struct SizedShoe: StoredRecord, Equatable {
        let id: Int
        var name: String
        var size: Int

        static let forgotten = CollectionSchema<SizedShoe>(name: "shoes", indexes: [Index("size", \.size)])
        static let migrated = CollectionSchema<SizedShoe>(
            name: "shoes",
            migrations: [
                Migration(from: Shoe.self, to: SizedShoe.self) { SizedShoe(id: $0.id, name: $0.name, size: 42) }
            ], indexes: [Index("size", \.size)])
        static let unindexed = CollectionSchema<SizedShoe>(name: "shoes")
    }

    private let files = InMemoryFileSystem()

    private func open(
        _ schema: CollectionSchema<some StoredRecord>, on disk: (any FileSystem)? = nil,
        limits: StoreLimits = StoreLimits()
    ) throws -> JSONStore {
        try JSONStore(
            directory: "/tmp/store", collections: [AnyCollectionSchema(schema), AnyCollectionSchema(Tag.schema)],
            files: disk ?? files, time: ManualClock(), limits: limits)
    }

    private func fill(_ count: Int) async throws {
        let store = try open(Shoe.schema)
        try await store.write(.synced) { batch in
            for id in 1...count { try batch.upsert(Shoe(id: id, name: "shoe \(id)"), in: Shoe.schema) }
            try batch.upsert(Tag(id: "kept"), in: Tag.schema)
        }
        try await store.close()
    }

    private var contents: [String: [UInt8]] {
        Dictionary(uniqueKeysWithValues: files.paths.map { ($0, files.bytes(at: $0) ?? []) })
    }

    @Test(arguments: [1, 2, 3, 200]) func aForgottenMigrationIsRefusedAndTheRightOneBringsEverythingBack(
        count: Int
    ) async throws {
        try await fill(count)
        let before = contents
        for _ in 1...2 {
            let error = #expect(throws: StoreError.self) { try open(SizedShoe.forgotten) }
            #expect(error?.code == .migrationFailed)
            #expect(error?.message.contains("'shoes'") == true)
            #expect(contents == before)
        }
        let store = try open(SizedShoe.migrated)
        #expect(store.damages.isEmpty)
        let snapshot = store.snapshot()
        #expect(try snapshot.count(of: SizedShoe.migrated) == count)
        #expect(try snapshot.window(of: SizedShoe.migrated, by: SizedShoe.migrated.indexes[0]).count == count)
        #expect(snapshot.unreadableRecordCounts.isEmpty)
        #expect(try snapshot.record(1, in: SizedShoe.migrated) == SizedShoe(id: 1, name: "shoe 1", size: 42))
        #expect(!files.paths.contains { $0.contains("damaged") })
    }

    @Test func aForgottenMigrationIsRefusedBeforeADamagedFileIsTouched() async throws {
        try await fill(100)
        let journal = Journal.path("/tmp/store", 1)
        let bytes = try #require(files.bytes(at: journal))
        // Another batch, cut in its middle by somebody and followed by one that is whole.
        let lost = Array("{\"put\":\"tags\",\"value\":{\"id\":\"lost\"}}\n".utf8)
        let kept = Array("{\"put\":\"tags\",\"value\":{\"id\":\"late\"}}\n".utf8)
        files.put(bytes + lost + [0x7B, 0x0A] + kept + JournalLine.makeTrailer(number: 3, records: kept), at: journal)
        let before = contents
        let error = #expect(throws: StoreError.self) { try open(SizedShoe.forgotten) }
        #expect(error?.code == .migrationFailed)
        #expect(contents == before)
        let store = try open(SizedShoe.migrated)
        #expect(store.damages.count == 1)
        #expect(try store.snapshot().count(of: SizedShoe.migrated) == 100)
    }

    @Test func aTypeThatChangedWithoutAnIndexIsRefusedWhenTheStoreIsOpened() async throws {
        try await fill(10)
        let before = contents
        for _ in 1...2 {
            let error = #expect(throws: StoreError.self) { try open(SizedShoe.unindexed) }
            #expect(error?.code == .migrationFailed)
            #expect(contents == before)
        }
        #expect(try open(SizedShoe.migrated).snapshot().count(of: SizedShoe.migrated) == 10)
    }

    // MARK: A few among many

    /// A store with records of the second release, and some of the first between them.
    private func fillMixed(_ limits: StoreLimits = StoreLimits()) async throws {
        let store = try open(SizedShoe.forgotten, limits: limits)
        try await store.write(.synced) { batch in
            for id in 1...20 { try batch.upsert(SizedShoe(id: id, name: "new", size: id), in: SizedShoe.forgotten) }
        }
        try await store.close()
        let old = try open(Shoe.schema, limits: limits)
        try await old.write(.synced) { batch in
            for id in 16...25 { try batch.upsert(Shoe(id: id, name: "old"), in: Shoe.schema) }
        }
        try await old.close()
    }

    private func lines(containing text: String) -> [String] {
        files.paths.filter { $0.contains("journal-") && $0.hasSuffix(".jsonl") }.sorted().flatMap { path in
            String(decoding: files.bytes(at: path) ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
        }.filter { $0.contains(text) }
    }

    @Test func unreadableRecordsStayInTheJournalAreCountedAndNamed() async throws {
        try await fillMixed()
        for _ in 1...3 {
            let store = try open(SizedShoe.forgotten)
            #expect(store.damages.isEmpty)
            let snapshot = store.snapshot()
            // An unreadable record takes the place of what had its id.
            #expect(try snapshot.window(of: SizedShoe.forgotten).map(\.id) == Array(1...15))
            #expect(snapshot.unreadableRecordCount(of: SizedShoe.forgotten) == 10)
            #expect(snapshot.unreadableRecordCounts == ["shoes": 10])
            let found = try await store.verify()
            #expect(found.damages.isEmpty)
            #expect(found.unreadableRecords.map(\.id) == (16...25).map { "\($0)" })
            #expect(found.unreadableRecords.allSatisfy { $0.collection == "shoes" && $0.reason.contains("size") })
            try await store.close()
        }
        #expect(!files.paths.contains { $0.contains("damaged") })
        let mended = try open(SizedShoe.migrated)
        #expect(try mended.snapshot().window(of: SizedShoe.migrated).map(\.id) == Array(1...25))
        #expect(try mended.snapshot().record(20, in: SizedShoe.migrated)?.name == "old")
        #expect(mended.snapshot().unreadableRecordCounts.isEmpty)
    }

    @Test func aPutAndADeleteReplaceAnUnreadableRecord() async throws {
        try await fillMixed()
        let store = try open(SizedShoe.forgotten)
        try await store.write(.synced) { batch in
            try batch.upsert(SizedShoe(id: 16, name: "newest", size: 9), in: SizedShoe.forgotten)
            try batch.delete(17, from: SizedShoe.forgotten)
        }
        #expect(store.snapshot().unreadableRecordCount(of: SizedShoe.forgotten) == 8)
        try await store.close()
        let reopened = try open(SizedShoe.forgotten)
        #expect(reopened.snapshot().unreadableRecordCount(of: SizedShoe.forgotten) == 8)
        #expect(try reopened.snapshot().record(16, in: SizedShoe.forgotten)?.name == "newest")
        try await reopened.close()
        let mended = try open(SizedShoe.migrated)
        #expect(try mended.snapshot().window(of: SizedShoe.migrated).map(\.id) == Array(1...16) + Array(18...25))
        #expect(try mended.snapshot().record(17, in: SizedShoe.migrated) == nil)
    }

    @Test func aTypeThatIsMendedFindsItsRecordsWithoutAMigration() async throws {
        try await fillMixed()
        try await open(SizedShoe.forgotten).close()
        struct LooseShoe: StoredRecord {
            let id: Int
            var name: String
            var size: Int?

            var sorted: Int { size ?? 0 }
        }
        // The same definition, so that what was derived is taken as it is; only the type can read more.
        let loose = CollectionSchema<LooseShoe>(name: "shoes", indexes: [Index("size", \.sorted)])
        let store = try open(loose)
        #expect(try store.snapshot().count(of: loose) == 25)
        #expect(store.snapshot().unreadableRecordCounts.isEmpty)
    }

    @Test(arguments: [false, true])
    func compactionCarriesUnreadableRecordsOverByteForByte(losesPower: Bool) async throws {
        var limits = StoreLimits()
        limits.compactionBytes = 256
        limits.freezeCount = 8
        limits.segmentBytes = 1_024
        try await fillMixed(limits)
        let before = lines(containing: "\"old\"").filter { !$0.contains("commit") }
        #expect(before.count == 10)
        let store = try open(SizedShoe.forgotten, limits: limits)
        for round in 1...200 {
            try await store.write { batch in
                try batch.upsert(SizedShoe(id: 1, name: "round \(round)", size: round), in: SizedShoe.forgotten)
            }
        }
        try await store.close()
        // What was not synced is gone then: derived files, and the names of files that are no more.
        if losesPower { files.crash() }
        #expect(lines(containing: "\"old\"").sorted() == before.sorted())
        // Most rounds are gone, so it was compacted.
        #expect(lines(containing: "round").count < 100)
        let reopened = try open(SizedShoe.forgotten, limits: limits)
        #expect(reopened.damages.isEmpty)
        #expect(reopened.snapshot().unreadableRecordCount(of: SizedShoe.forgotten) == 10)
        #expect(try await reopened.verify().unreadableRecords.count == 10)
        try await reopened.close()
        let mended = try open(SizedShoe.migrated, limits: limits)
        #expect(try mended.snapshot().count(of: SizedShoe.migrated) == 25)
    }

    /// A store with unreadable records, opened, written to, compacted and closed: the disk before, and each change of
    /// it.
    private struct Life: Sendable {
        let limits: StoreLimits
        let start: CrashImage
        let changes: [CrashTestDisk.Change]
    }

    /// Lived once for all: what is left at each step is put together of what was changed before it.
    private static let life: Task<Life, any Error> = Task {
        var limits = StoreLimits()
        limits.compactionBytes = 128
        limits.freezeCount = 4
        limits.segmentBytes = 512
        let world = UnreadableRecordTests()
        try await world.fillMixed(limits)
        world.files.crash()
        var start = CrashImage()
        for path in world.files.paths { start.add(durable: world.files.bytes(at: path) ?? [], at: path) }
        let disk = CrashTestDisk(world.files, isRecording: true)
        disk.adopt()
        let store = try world.open(SizedShoe.forgotten, on: disk, limits: limits)
        for round in 1...30 {
            try await store.write(.synced) { batch in
                try batch.upsert(SizedShoe(id: 1, name: "r\(round)", size: round), in: SizedShoe.forgotten)
            }
        }
        try await store.close()
        return Life(limits: limits, start: start, changes: disk.changes)
    }

    private static let parts = 4

    @Test(arguments: 0..<parts) func unreadableRecordsSurviveAKillAtAnyStep(part: Int) async throws {
        let life = try await Self.life.value
        // Each of thirty synced batches is a write and a sync at least.
        #expect(life.changes.count >= 60)
        var image = life.start
        for step in 0...life.changes.count {
            if step > 0 { image.add(life.changes[step - 1]) }
            guard step % Self.parts == part else { continue }
            let comment: Testing.Comment = "Died at step \(step) of \(life.changes.count)"
            let disk = image.disk(.forgotten, SeededRandomSource(seed: 1))
            let reopened = try open(SizedShoe.forgotten, on: disk, limits: life.limits)
            #expect(reopened.snapshot().unreadableRecordCount(of: SizedShoe.forgotten) == 10, comment)
            #expect(reopened.damages.isEmpty, comment)
            try await reopened.close()
            let mended = try open(SizedShoe.migrated, on: disk, limits: life.limits)
            #expect(try mended.snapshot().count(of: SizedShoe.migrated) == 25, comment)
        }
    }

    // MARK: Giving back

    @Test func setAsideRecordsAreRestored() async throws {
        try await fill(10)
        let journal = Journal.path("/tmp/store", 1)
        let aside = "/tmp/store/damaged-20260101T000000-1.jsonl"
        files.put(try #require(files.bytes(at: journal)), at: aside)
        let store = try open(SizedShoe.migrated)
        try await store.write(.synced) { batch in
            for id in 1...5 { try batch.delete(id, from: SizedShoe.migrated) }
            try batch.upsert(SizedShoe(id: 6, name: "newer", size: 1), in: SizedShoe.migrated)
        }
        let kept = try await store.restore(from: aside)
        // All was there when the file was set aside: what is missing was deleted since.
        #expect(kept.restored == 0)
        #expect(kept.known == 11)
        #expect(kept.isComplete)
        try await store.close()

        // A store that never had them, as one that lost them when they were taken for damage.
        let other = try JSONStore(
            directory: "/tmp/other", collections: [AnyCollectionSchema(SizedShoe.migrated)], files: files,
            time: ManualClock())
        try await other.write { batch in
            try batch.upsert(SizedShoe(id: 3, name: "newer", size: 1), in: SizedShoe.migrated)
        }
        let first = try await other.restore(from: aside)
        #expect(first.restored == 9)
        #expect(first.known == 1)
        // A tag, whose collection this store was opened without.
        #expect(first.unreadableRecords == 1)
        #expect(!first.isComplete)
        #expect(try other.snapshot().count(of: SizedShoe.migrated) == 10)
        #expect(try other.snapshot().record(3, in: SizedShoe.migrated)?.name == "newer")
        #expect(try other.snapshot().record(4, in: SizedShoe.migrated)?.size == 42)
        let second = try await other.restore(from: aside)
        #expect(second.restored == 0)
        #expect(second.known == 10)
        #expect(files.bytes(at: aside) != nil)
    }

    @Test func aStateThatTheFileItselfReplacedIsOlderThanItsLastOne() async throws {
        let schema = SizedShoe.forgotten
        let first = Array("{\"id\":1,\"name\":\"first\",\"size\":1}".utf8)
        let store = try open(schema)
        try await store.write { try $0.upsert(SizedShoe(id: 1, name: "first", size: 1), in: schema) }
        var lines = Array("{\"collection\":\"shoes\",\"version\":1}\n{\"put\":\"shoes\",\"value\":".utf8) + first
        lines += Array("}\n{\"put\":\"shoes\",\"value\":{\"id\":1,\"name\":\"second\",\"size\":2}}\n".utf8)
        files.put(
            JournalLine.makeHead(segment: 1, next: 1) + lines + JournalLine.makeTrailer(number: 1, records: lines)
                + Array("{\"put\":\"sh".utf8), at: "/tmp/aside.jsonl")
        let report = try await store.restore(from: "/tmp/aside.jsonl")
        #expect(report.restored == 1)
        #expect(report.unreadableBytes == 10)
        #expect(!report.isComplete)
        #expect(try store.snapshot().record(1, in: schema)?.name == "second")
    }

    @Test func restoringFromAFileThatIsNoJournalIsRefused() async throws {
        let store = try open(Shoe.schema)
        files.put(Array("hello\n".utf8), at: "/tmp/letter.txt")
        let malformed = await #expect(throws: StoreError.self) { try await store.restore(from: "/tmp/letter.txt") }
        #expect(malformed?.code == .malformed)
        let missing = await #expect(throws: StoreError.self) { try await store.restore(from: "/tmp/nothing.txt") }
        #expect(missing?.code == .fileMissing)
    }
}
