import Core
import Foundation
import Mocks
import Testing

@testable import Database

/// Syncs that fail, each with what may not come of it: the system reports a failure once, and the next sync succeeds.
struct FailedSyncTests {
    private let world = JournalFixture()
    private var files: InMemoryFileSystem { world.files }

    private func open(_ directory: String = "/tmp/store") throws -> JSONStore {
        try JSONStore.open(directory, files: files, time: ManualClock())
    }

    /// A journal of three segments, the first two of which a compaction has written anew: as the second, in a rename whose
    /// sync failed.
    private func journalWithANameInDoubt() throws -> Journal {
        let journal = try world.open().journal
        for id in 1...2 {
            _ = try journal.append([JournalFixture.batch(id)], isSynced: true)
            try journal.roll()
        }
        _ = try journal.append([JournalFixture.batch(3)], isSynced: true)
        let rewriter = try JournalRewriter(
            folder: journal.folder, covering: try #require(journal.sealed), id: journal.makeFileID())
        for id in 1...2 {
            try rewriter.append(put: "notes", version: 1, value: Array(JournalFixture.json(id).utf8))
        }
        files.fail(.syncDirectory, with: .diskFailure)
        #expect(throws: FileError.self) { try rewriter.finish() }
        return journal
    }

    @Test func aFailedSyncOfTheFolderIsAboutAllNewNames() throws {
        let journal = try world.open().journal
        _ = try journal.append([JournalFixture.batch(1)], isSynced: true)
        for id in 2...3 {
            try journal.roll()
            _ = try journal.append([JournalFixture.batch(id)], isSynced: false)
        }
        files.fail(.sync, on: "journal-00000002.jsonl", with: .diskFailure)
        #expect(throws: FileError.self) { try journal.sync() }
        // The second segment is written anew, and the folder's sync about that fails: the third has no name either.
        files.fail(.syncDirectory, with: .diskFailure)
        #expect(throws: FileError.self) { try journal.sync() }
        try journal.sync()
        files.crash()
        #expect(try world.open().notes == JournalFixture.notes(1...3))
    }

    @Test func aFailedSyncOfTheFolderByACompactionIsAboutTheWritersNewNames() throws {
        let journal = try world.open().journal
        _ = try journal.append([JournalFixture.batch(1)], isSynced: true)
        try journal.roll()
        _ = try journal.append([JournalFixture.batch(2)], isSynced: true)
        let span = try #require(journal.sealed)
        let rewriter = try JournalRewriter(folder: journal.folder, covering: span, id: journal.makeFileID())
        try rewriter.append(put: "notes", version: 1, value: Array(JournalFixture.json(1).utf8))
        try journal.roll()
        _ = try journal.append([JournalFixture.batch(3)], isSynced: false)
        files.fail(.syncDirectory, with: .diskFailure)
        #expect(throws: FileError.self) { try rewriter.finish() }
        try journal.sync()
        files.crash()
        #expect(try world.open().notes == JournalFixture.notes(1...3))
    }

    @Test func aSegmentIsNotBegunUnderANameThatAFailedSyncOfTheFolderWasAbout() throws {
        let journal = try world.open().journal
        _ = try journal.append([JournalFixture.batch(1)], isSynced: true)
        // A full disk: the second segment cannot be begun, and what there is of it cannot be removed.
        files.fail(.write, on: "journal-00000002.jsonl", with: .noSpace)
        files.fail(.remove, on: "journal-00000002.jsonl", with: .diskFailure)
        #expect(throws: FileError.self) { try journal.roll() }
        files.fail(.syncDirectory, with: .diskFailure)
        #expect(throws: FileError.self) { try files.syncDirectory(JournalFixture.directory) }
        try journal.roll()
        _ = try journal.append([JournalFixture.batch(2)], isSynced: true)
        files.crash()
        #expect(try world.open().notes == JournalFixture.notes(1...2))
    }

    @Test func whatARenamedFileCoversIsKeptUntilItsNameIsDurable() throws {
        _ = try journalWithANameInDoubt()
        files.killProcess()
        // The next process removes what is covered.
        #expect(try world.open().notes == JournalFixture.notes(1...3))
        #expect(world.segments == [2, 3])
        files.crash()
        #expect(try world.open().notes == JournalFixture.notes(1...3))
    }

    @Test func aCleanCloseDoesNotVouchForANameThatACompactionLeftInDoubt() throws {
        let journal = try journalWithANameInDoubt()
        #expect(!journal.isDurable)
        try journal.sync()
        #expect(journal.isDurable)
        files.killProcess()
        // The name was given back to the file that had it, so that nothing is covered.
        var recovery = JournalRecovery(folder: journal.folder, schemas: world.schemas, now: .distantPast)
        recovery.durable = .all
        var shelf = Shelf()
        _ = try recovery.run(visitor: &shelf)
        #expect(world.segments == [1, 2, 3])
        files.crash()
        #expect(try world.open().notes == JournalFixture.notes(1...3))
    }

    @Test func aNewProcessDoesNotTrustWhatItReadsAfterAFailedSync() async throws {
        let store = try open()
        try await store.put(Note(1), durability: .synced)
        try await store.put(Note(2))
        files.fail(.sync, with: .diskFailure)
        await #expect(throws: StoreError.self) { try await store.flush() }
        files.killProcess()
        let second = try open()
        #expect(try second.notes.map(\.id) == [1, 2])
        try await second.flush()
        files.crash()
        #expect(try open().notes.map(\.id) == [1, 2])
    }

    @Test func closingWritesAnewWhatItCouldNotSync() async throws {
        let store = try open()
        try await store.put(Note(1), durability: .synced)
        try await store.put(Note(2))
        files.fail(.sync, with: .diskFailure)
        try await store.close()
        files.crash()
        #expect(try open().notes.map(\.id) == [1, 2])
    }

    @Test(arguments: 0..<40)
    func aRefusedGroupStaysAway(seed: UInt64) async throws {
        let files = InMemoryFileSystem()
        let store = try JSONStore.open("/tmp/store", files: files, time: ManualClock())
        // The file's own sync succeeds, the folder's fails.
        files.fail(.syncDirectory, with: .diskFailure)
        let error = try await #require(throws: StoreError.self) { try await store.put(Note(1), durability: .synced) }
        #expect(error.code == .diskFailure)
        if seed.isMultiple(of: 2) { try await store.close() }
        files.crash(scattering: SeededRandomSource(seed: seed))
        #expect(try JSONStore.open("/tmp/store", files: files, time: ManualClock()).notes == [])
    }

    @Test(arguments: 0..<40)
    func aRefusedWriteStaysAwayHoweverMuchOfItWasWritten(seed: UInt64) async throws {
        let files = InMemoryFileSystem()
        let store = try JSONStore.open("/tmp/store", files: files, time: ManualClock())
        try await store.put(Note(1), durability: .synced)
        files.fail(.write, on: "journal-00000001.jsonl", with: .noSpace, afterBytes: .max)
        let error = try await #require(throws: StoreError.self) { try await store.put(Note(2)) }
        #expect(error.code == .noSpace)
        files.crash(scattering: SeededRandomSource(seed: seed))
        #expect(try JSONStore.open("/tmp/store", files: files, time: ManualClock()).notes.map(\.id) == [1])
    }

    @Test func whatCannotBeTakenBackIsSaidToBeUnknown() async throws {
        let store = try open()
        try await store.put(Note(1), durability: .synced)
        // The batch's own sync, and that of the file that is to be without it.
        files.fail(.sync, with: .diskFailure, calls: 0..<2)
        let error = try await #require(throws: StoreError.self) { try await store.put(Note(2), durability: .synced) }
        #expect(error.code == .outcomeUnknown)
        #expect(error.path.hasPrefix("/tmp/store/journal-00000001.jsonl"))
        #expect(!error.isRetryable)
        #expect(try store.notes.map(\.id) == [1])
        // What is written next takes it back for good.
        try await store.put(Note(3), durability: .synced)
        for seed in 0..<20 {
            files.crash(scattering: SeededRandomSource(seed: UInt64(seed)))
            #expect(try open().notes.map(\.id) == [1, 3])
        }
    }

    @Test(arguments: 0..<60)
    func aBufferedWriteTakesAnUnknownBatchBackForGood(seed: UInt64) async throws {
        let files = InMemoryFileSystem()
        let store = try JSONStore.open("/tmp/store", files: files, time: ManualClock())
        try await store.put(Note(1), durability: .synced)
        files.fail(.write, on: "journal-00000001.jsonl", with: .diskFailure, afterBytes: .max)
        files.fail(.truncate, with: .diskFailure)
        let error = try await #require(throws: StoreError.self) { try await store.put(Note(2)) }
        #expect(error.code == .outcomeUnknown)
        try await store.put(Note(3))
        files.crash(scattering: SeededRandomSource(seed: seed))
        let ids = try JSONStore.open("/tmp/store", files: files, time: ManualClock()).notes.map(\.id)
        #expect(ids == [1] || ids == [1, 3])
    }

    @Test func anUnknownBatchIsThereOrNotWhenTheStoreIsReadAgainAndStaysSo() async throws {
        var outcomes: Set<[Int]> = []
        for seed in 0..<40 {
            let files = InMemoryFileSystem()
            let store = try JSONStore.open("/tmp/store", files: files, time: ManualClock())
            try await store.put(Note(1), durability: .synced)
            files.fail(.sync, with: .diskFailure, calls: 0..<2)
            await #expect(throws: StoreError.self) { try await store.put(Note(2), durability: .synced) }
            files.crash(scattering: SeededRandomSource(seed: UInt64(seed)))
            let ids = try JSONStore.open("/tmp/store", files: files, time: ManualClock()).notes.map(\.id)
            outcomes.insert(ids)
            files.crash(scattering: SeededRandomSource(seed: UInt64(seed + 100)))
            #expect(try JSONStore.open("/tmp/store", files: files, time: ManualClock()).notes.map(\.id) == ids)
        }
        #expect(outcomes == [[1], [1, 2]])
    }

    @Test(arguments: [false, true])
    func whatANewProcessReadsOfAnUnknownBatchStaysSo(isClosed: Bool) async throws {
        for seed in 0..<40 {
            let files = InMemoryFileSystem()
            let disk = CrashTestDisk(files)
            let store = try JSONStore.open("/tmp/store", files: disk, time: ManualClock())
            try await store.put(Note(1), durability: .synced)
            // The cut is in the system's memory, and the batch may be on the disk.
            files.fail(.sync, with: .diskFailure, calls: 0..<(isClosed ? 4 : 2))
            let error = try await #require(throws: StoreError.self) {
                try await store.put(Note(2), durability: .synced)
            }
            #expect(error.code == .outcomeUnknown)
            if isClosed { await #expect(throws: StoreError.self) { try await store.close() } }
            disk.kill()
            let ids = try JSONStore.open("/tmp/store", files: files, time: ManualClock()).notes.map(\.id)
            files.crash(scattering: SeededRandomSource(seed: UInt64(seed)))
            let reopened = try JSONStore.open("/tmp/store", files: files, time: ManualClock())
            #expect(try reopened.notes.map(\.id) == ids, "seed \(seed)")
            #expect(reopened.damages.isEmpty)
            #expect(!files.paths.contains { $0.hasSuffix("journal-unknown") })
        }
    }

    @Test func anOpeningThatCannotSettleAnUnknownBatchLeavesItToTheNextWrite() async throws {
        let disk = CrashTestDisk(files)
        let store = try JSONStore.open("/tmp/store", files: disk, time: ManualClock())
        try await store.put(Note(1), durability: .synced)
        files.fail(.sync, with: .diskFailure, calls: 0..<3)
        await #expect(throws: StoreError.self) { try await store.put(Note(2), durability: .synced) }
        disk.kill()
        let reopened = try open()
        let ids = try reopened.notes.map(\.id)
        #expect(files.paths.contains { $0.hasSuffix("journal-unknown") })
        try await reopened.put(Note(3), durability: .synced)
        #expect(!files.paths.contains { $0.hasSuffix("journal-unknown") })
        files.crash()
        #expect(try open().notes.map(\.id) == ids + [3])
    }

    @Test func aSegmentThatCouldNotBeBegunIsNoDamage() throws {
        let journal = try world.open().journal
        _ = try journal.append([JournalFixture.batch(1)], isSynced: true)
        // All of its head is written, and it can be neither begun nor removed.
        files.fail(.write, on: "journal-00000002.jsonl", with: .diskFailure, afterBytes: .max)
        files.fail(.remove, with: .diskFailure)
        #expect(throws: FileError.self) { try journal.roll() }
        #expect(world.segments == [1, 2])
        _ = try journal.append([JournalFixture.batch(2)], isSynced: true, canRoll: false)
        files.killProcess()
        let opened = try world.open()
        #expect(opened.damages.isEmpty)
        #expect(opened.notes == JournalFixture.notes(1...2))
        _ = try opened.journal.append([JournalFixture.batch(3)], isSynced: true)
        files.crash()
        let last = try world.open()
        #expect(last.damages.isEmpty)
        #expect(last.notes == JournalFixture.notes(1...3))
    }

    @Test func damageInAFileThatIsToBeWrittenAnewIsSalvaged() async throws {
        var limits = StoreLimits()
        limits.freezeCount = 3
        limits.checkedBytes = 0
        func open() throws -> JSONStore {
            try JSONStore(
                directory: "/tmp/store", collections: [AnyCollectionSchema(Note.schema)], files: files,
                time: ManualClock(), limits: limits)
        }
        let store = try open()
        for id in 1...4 { try await store.put(Note(id), durability: .synced) }
        try await store.close()
        let second = try open()
        try await second.put(Note(5))
        files.killProcess()
        let path = "/tmp/store/journal-00000001.jsonl"
        var bytes = try #require(files.bytes(at: path))
        bytes[200] ^= 1
        files.put(bytes, at: path)
        let third = try open()
        // The first write finds the damage where it would write the file anew, or the opening has found it.
        do {
            try await third.put(Note(6))
        } catch {
            #expect((error as? StoreError)?.code == .diskFailure)
            try await third.put(Note(6))
        }
        #expect(files.paths.contains { $0.contains("damaged-") })
        #expect(try third.notes.map(\.id).suffix(2) == [5, 6])
        #expect(try third.notes.count >= 5)
        try await third.close()
    }

    @Test func afterARestartNothingIsWrittenAnew() async throws {
        let store = try open()
        for id in 1...3 { try await store.put(Note(id), durability: .synced) }
        files.crash()
        let reopened = try open()
        files.clearOperations()
        try await reopened.put(Note(4), durability: .synced)
        #expect(!files.operations.contains { $0.kind == .move && $0.path.contains("journal-") })
    }

    @Test func afterACleanCloseNothingIsWrittenAnew() async throws {
        let store = try open()
        for id in 1...3 { try await store.put(Note(id)) }
        try await store.close()
        let reopened = try open()
        files.clearOperations()
        try await reopened.put(Note(4), durability: .synced)
        #expect(!files.operations.contains { $0.kind == .move && $0.path.contains("journal-") })
        files.crash()
        #expect(try open().notes.map(\.id) == [1, 2, 3, 4])
    }

    @Test func aLargeFileIsWrittenAnewInPieces() throws {
        var world = world
        world.segmentBytes = 64 << 20
        let journal = try world.open().journal
        let text = String(repeating: "x", count: 600_000)
        for id in 1...20 { _ = try journal.append([JournalFixture.batch(id, text: text)], isSynced: false) }
        files.killProcess()
        let reopened = try world.open()
        files.clearOperations()
        _ = try reopened.journal.append([JournalFixture.batch(21, text: text)], isSynced: true)
        let pieces = files.operations.filter { $0.kind == .write && $0.path.hasSuffix(".new") }
        #expect(pieces.reduce(0) { $0 + ($1.count ?? 0) } > 12_000_000)
        #expect(pieces.allSatisfy { ($0.count ?? 0) <= 4 << 20 })
        #expect(files.operations.filter { $0.kind == .read }.allSatisfy { ($0.count ?? 0) <= 4 << 20 })
        files.crash()
        #expect(try world.open().notes == JournalFixture.notes(1...21, text: text))
    }

    @Test func aDraftThatDoesNotFitLeavesTheDisk() throws {
        let journal = try world.open().journal
        _ = try journal.append([JournalFixture.batch(1)], isSynced: false)
        files.killProcess()
        let reopened = try world.open()
        files.fail(.write, on: "journal-00000001.jsonl.new", with: .noSpace)
        #expect(throws: FileError.self) {
            try reopened.journal.append([JournalFixture.batch(2)], isSynced: false)
        }
        #expect(!files.paths.contains { $0.hasSuffix(".new") })
        _ = try reopened.journal.append([JournalFixture.batch(2)], isSynced: false)
        #expect(try world.open().notes == JournalFixture.notes(1...2))
    }

    @Test func afterAKillBehindAnUpdateOnlyTheLastFileIsWrittenAnew() async throws {
        var limits = StoreLimits()
        limits.segmentBytes = 200
        let updated = CollectionSchema<Note>(name: "notes", indexes: Note.schema.indexes + [Index("text", \.text)])
        func open(_ schema: CollectionSchema<Note>, on disk: any FileSystem) throws -> JSONStore {
            try JSONStore(
                directory: "/tmp/store", collections: [AnyCollectionSchema(schema)], files: disk, time: ManualClock(),
                limits: limits)
        }
        let store = try open(Note.schema, on: files)
        for id in 1...20 { try await store.put(Note(id)) }
        try await store.close()
        // An update of the app declares one more index, so that all is read anew, and ends before its manifest.
        let disk = CrashTestDisk(files)
        let killed = try open(updated, on: disk)
        try await killed.write { try $0.upsert(Note(21), in: updated) }
        disk.kill()
        let reopened = try open(updated, on: files)
        files.clearOperations()
        try await reopened.write(.synced) { try $0.upsert(Note(22), in: updated) }
        let moves = files.operations.filter { $0.kind == .move && $0.path.contains("journal-") }
        #expect(moves.count <= 2, "\(moves)")
        files.crash()
        #expect(try open(updated, on: files).snapshot().count(of: updated) == 22)
    }
}
