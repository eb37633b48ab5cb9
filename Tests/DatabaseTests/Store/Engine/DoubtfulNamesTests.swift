import Core
import Foundation
import Mocks
import Synchronization
import Testing

@testable import Database

/// Names and bytes of which a failed sync, or a process that ended, leaves nobody certain: nobody vouches for them.
@Suite(.timeLimit(.minutes(5)))
struct DoubtfulNamesTests {
    private let files = InMemoryFileSystem()

    private func open(
        on disk: (any FileSystem)? = nil, handovers: [AnyHandoverKind] = [],
        _ change: (inout StoreLimits) -> Void = { _ in }
    ) throws -> JSONStore {
        var limits = StoreLimits()
        limits.checkedBytes = 0
        // Nothing is joined or compacted, where a test does not ask for it.
        (limits.joinCount, limits.busyJoinCount, limits.compactionBytes) = (1_000, 1_000, 1 << 30)
        change(&limits)
        return try JSONStore(
            directory: "/tmp/store", collections: [AnyCollectionSchema(Note.schema)], handovers: handovers,
            files: disk ?? files, time: ManualClock(), limits: limits)
    }

    private func ids(_ store: JSONStore) throws -> [Int] { try store.notes.map(\.id) }

    @Test func aRenameUnderWayIsNotInDoubt() throws {
        let disk = WatchedFolder(files)
        try disk.makeDirectory(JournalFixture.directory)
        func open(on disk: any FileSystem) throws -> (journal: Journal, shelf: Shelf) {
            var recovery = JournalRecovery(
                folder: JournalFolder(files: disk, path: JournalFixture.directory), schemas: ["notes": 1],
                now: .distantPast)
            var shelf = Shelf()
            return (try recovery.run(visitor: &shelf), shelf)
        }
        let journal = try open(on: disk).journal
        for id in 1...3 {
            _ = try journal.append([JournalFixture.batch(id)], isSynced: true)
            try journal.roll()
        }
        let span = try #require(journal.sealed)
        let joiner = try JournalJoiner(
            folder: journal.folder, covering: span, id: journal.makeFileID(), chunkSize: 1 << 10)
        copying: while true {
            switch try joiner.step() {
            case .more: continue
            case .copied: break copying
            case .refused(let id): throw FileError(.diskFailure, path: "\(id)", operation: "join")
            }
        }
        // A sync fails that nobody looks at, and then a sync of another thread is under way.
        _ = try journal.append([JournalFixture.batch(4)], isSynced: false)
        files.fail(.syncDirectory, with: .diskFailure)
        #expect(throws: FileError.self) { try journal.sync() }
        nonisolated(unsafe) let writer = journal
        disk.onSync.withLock { $0 = { _ = writer.isInDoubt } }
        let joined = try joiner.finish()
        disk.onSync.withLock { $0 = nil }
        _ = try journal.append([JournalFixture.batch(5)], isSynced: true)
        journal.replace(span.files, by: joined)
        try joiner.removeCovered()
        files.killProcess()
        #expect(try open(on: files).shelf["notes"] == JournalFixture.notes(1...5))
    }

    @Test func whatIsLeftOfAWriteInFrontOfASegmentThatCouldNotBeBegunIsNoDamage() throws {
        var world = JournalFixture()
        world.files = files
        let journal = try world.open().journal
        _ = try journal.append([JournalFixture.batch(1)], isSynced: true)
        // All of the next segment's head is written, and it can be neither begun nor removed.
        files.fail(.write, on: "journal-00000002.jsonl", with: .noSpace, afterBytes: .max)
        files.fail(.remove, on: "journal-00000002.jsonl", with: .diskFailure)
        #expect(throws: FileError.self) { try journal.roll() }
        // A part of a batch is written, and cannot be cut off.
        files.fail(.write, on: "journal-00000001.jsonl", with: .diskFailure, afterBytes: 20)
        files.fail(.truncate, with: .diskFailure)
        #expect(throws: FileError.self) {
            try journal.append([JournalFixture.batch(2)], isSynced: false, canRoll: false)
        }
        files.killProcess()
        let opened = try world.open()
        #expect(opened.damages.isEmpty)
        #expect(opened.notes == JournalFixture.notes(1...1))
        #expect(world.segments == [1])
        _ = try opened.journal.append([JournalFixture.batch(3)], isSynced: true)
        files.crash()
        #expect(try world.open().notes == JournalFixture.notes([1, 3]))
    }

    @Test func aNameThatAnIdleStoreLeavesInDoubtIsNotBelievedAfterACleanClose() async throws {
        let store = try open { $0.segmentBytes = 200 }
        for id in 1...8 { try await store.put(Note(id), durability: .synced) }
        try await store.close()
        // The next process writes nothing, and ends in the midst of a join.
        let disk = CrashTestDisk(files)
        files.clearOperations()
        files.fail(.syncDirectory, with: .diskFailure)
        let joining = try open(on: disk) { ($0.joinCount, $0.busyJoinCount) = (2, 2) }
        while !files.operations.contains(where: { $0.kind == .syncDirectory }) { await Task.yield() }
        disk.kill()
        _ = consume joining
        let next = CrashTestDisk(files)
        #expect(try ids(open(on: next)) == Array(1...8))
        next.kill()
        files.crash()
        let last = try open()
        #expect(try ids(last) == Array(1...8))
        #expect(last.damages.isEmpty)
    }

    @Test func aReloadDoesNotVouchForASegmentThatCouldNotBeBegun() async throws {
        let store = try open { $0.segmentBytes = 1 }
        try await store.put(Note(1), durability: .synced)
        // All of the head is written, and yet the segment can be neither begun nor removed.
        files.fail(.write, on: "journal-00000002.jsonl", with: .noSpace, afterBytes: .max)
        files.fail(.remove, on: "journal-00000002.jsonl", with: .diskFailure)
        await #expect(throws: StoreError.self) { try await store.put(Note(2), durability: .synced) }
        let writer = try store.writer
        writer.reloadSoon(unlessReloadedSince: 0)
        while try await writer.run({ $0.reloadCount }) == 0 { await Task.yield() }
        try await store.put(Note(3), durability: .synced)
        files.crash()
        #expect(try ids(open()) == [1, 3])
    }

    @Test func aTailThatWasCutAfterARestartIsNotBelievedToBeCutByTheNextProcess() async throws {
        let store = try open()
        try await store.put(Note(1), durability: .synced)
        // What a power loss left of a second batch.
        let path = "/tmp/store/journal-00000001.jsonl"
        let whole = try #require(files.bytes(at: path))
        files.put(whole + Array("{\"put\":\"notes\",\"value\":{\"id\":2}}\n".utf8), at: path)
        files.crash()
        let disk = CrashTestDisk(files)
        #expect(try ids(open(on: disk)) == [1])
        disk.kill()
        let next = try open { $0.segmentBytes = 1 }
        try await next.put(Note(3), durability: .synced)
        files.crash()
        let last = try open()
        #expect(try ids(last) == [1, 3])
        #expect(last.damages.isEmpty)
    }

    /// Makes a store of two files, of which a power loss has left the first.
    ///
    /// The second has lost its content, and the manifest that lists both as they were is still there.
    private func loseTheLastFile() async throws {
        let store = try open { ($0.segmentBytes, $0.freezeCount) = (1, 1) }
        try await store.put(Note(1), durability: .synced)
        try await store.put(Note(2))
        let path = Manifest.path("/tmp/store")
        while try Manifest.read(files, "/tmp/store")?.journal.files.count != 2 { await Task.yield() }
        files.put(try #require(files.bytes(at: path)), at: path)
        files.crash()
        #expect(files.bytes(at: "/tmp/store/journal-00000002.jsonl") == [])
    }

    /// The name under which the same bytes were written anew is not the one that the manifest means.
    @Test(arguments: [false, true])
    func anOldListSaysNothingOfAFileThatBecameTheLastAgain(closes: Bool) async throws {
        try await loseTheLastFile()
        let failing = CrashTestDisk(files)
        let store = try open(on: failing)
        files.fail(.sync, on: "journal-00000001.jsonl", with: .diskFailure)
        files.fail(.syncDirectory, with: .diskFailure)
        let error = await #expect(throws: StoreError.self) { try await store.put(Note(3), durability: .synced) }
        #expect(error?.code == .outcomeUnknown)
        failing.kill()
        let disk = CrashTestDisk(files)
        let next = try open(on: disk)
        #expect(try ids(next) == [1])
        if closes {
            try await next.put(Note(4))
            try await next.close()
            disk.kill()
            try await open().put(Note(5), durability: .synced)
        } else {
            try await next.put(Note(4), durability: .synced)
        }
        files.crash()
        let last = try open()
        #expect(try ids(last) == (closes ? [1, 4, 5] : [1, 4]))
        #expect(last.damages.isEmpty)
    }

    /// Nor of what was cut off it by a process whose sync of that failed.
    @Test func anOldListSaysNothingOfACutThatMayNotBeOnTheDisk() async throws {
        for seed in 0..<16 {
            let world = DoubtfulNamesTests()
            try await world.loseTheLastFile()
            let failing = CrashTestDisk(world.files)
            let store = try world.open(on: failing)
            world.files.fail(.write, on: "journal-00000001.jsonl", with: .diskFailure, afterBytes: .max)
            world.files.fail(.sync, on: "journal-00000001.jsonl", with: .diskFailure)
            let error = await #expect(throws: StoreError.self) { try await store.put(Note(3)) }
            #expect(error?.code == .outcomeUnknown)
            failing.kill()
            let disk = CrashTestDisk(world.files)
            let next = try world.open(on: disk)
            #expect(try world.ids(next) == [1])
            try await next.flush()
            disk.kill()
            world.files.crash(scattering: SeededRandomSource(seed: UInt64(seed)))
            let last = try world.open()
            #expect(try world.ids(last) == [1], "seed \(seed)")
            #expect(last.damages.isEmpty, "seed \(seed)")
        }
    }

    /// The next process of this boot is not to take what it finds for what was on the disk when the machine started.
    @Test func aBootIsNotedBeforeAFileThatWasGivenUpIsRemoved() async throws {
        let store = try open { $0.freezeCount = 1 }
        try await store.put(Note(1), durability: .synced)
        try await store.close()
        _ = try files.open("/tmp/store/journal-00000002.jsonl", .replace)
        for path in files.paths { files.put(try #require(files.bytes(at: path)), at: path) }
        files.crash()
        files.clearOperations()
        #expect(try ids(open()) == [1])
        let removal = files.operations.firstIndex { $0.kind == .remove && $0.path.hasSuffix("journal-00000002.jsonl") }
        let note = files.operations.firstIndex { $0.kind == .write && $0.path.hasSuffix("/lock") }
        #expect(try #require(note) < #require(removal))
        #expect(!files.operations.contains { $0.path.hasSuffix("/journal-00000001.jsonl") && $0.kind == .remove })
    }

    @Test func theNameOfAFirstFileThatCouldNotBeBegunIsNotUsedAgain() async throws {
        try files.makeDirectory("/tmp/store")
        try files.open("/tmp/store/journal-00000001.jsonl", .replace).close()
        // By whoever else has files there.
        files.fail(.syncDirectory, with: .diskFailure)
        #expect(throws: FileError.self) { try files.syncDirectory("/tmp/store") }
        try await open().put(Note(1), durability: .synced)
        files.crash()
        #expect(try ids(open()) == [1])
    }

    @Test func whatWasCutOffAtAnOpeningDoesNotStandBehindWhatIsWrittenThere() async throws {
        for seed in 0..<16 {
            let world = DoubtfulNamesTests()
            let path = "/tmp/store/journal-00000001.jsonl"
            let store = try world.open()
            try await store.put(Note(1), durability: .synced)
            let whole = try #require(world.files.bytes(at: path))
            let long = String(repeating: "x", count: 1_000)
            world.files.put(whole + Array("{\"put\":\"notes\",\"value\":{\"id\":2,\"text\":\"\(long)".utf8), at: path)
            world.files.crash()
            try await world.open().put(Note(3))
            world.files.crash(scattering: SeededRandomSource(seed: UInt64(seed)))
            let last = try world.open()
            #expect(last.damages.isEmpty, "seed \(seed)")
            #expect(try [[1], [1, 3]].contains(world.ids(last)), "seed \(seed)")
        }
    }

    /// Its file is damaged as well, so that it is not written anew but salvaged.
    @Test func whatCouldNotBeTakenBackIsNotSalvaged() async throws {
        let path = "/tmp/store/journal-00000001.jsonl"
        let store = try open()
        try await store.put(Note(1), durability: .synced)
        var bytes = try #require(files.bytes(at: path))
        bytes[bytes.count - 60] ^= 1
        files.put(bytes, at: path)
        files.fail(.sync, on: path, with: .diskFailure)
        let error = await #expect(throws: StoreError.self) { try await store.put(Note(2), durability: .synced) }
        #expect(error?.code == .outcomeUnknown)
        #expect(try await !store.verify().isWhole)
        try await store.put(Note(3), durability: .synced)
        #expect(try ids(store) == [3])
        files.crash()
        #expect(try ids(open()) == [3])
    }

    @Test func aFolderOfHandoversThatCannotBeSyncedLeavesNewNamesInDoubt() async throws {
        let kind = HandoverKind<String>(name: "note") { _, _ in }
        files.fail(.makeDirectory, on: "/handover", with: .diskFailure)
        let store = try open(handovers: [AnyHandoverKind(kind)])
        files.clearOperations()
        try await store.put(Note(1), durability: .synced)
        // Its first segment had no durable name yet.
        #expect(files.operations.contains { $0.kind == .move && $0.path.contains("journal-00000001") })
    }
}

/// A disk on which something happens while a folder is synced.
private final class WatchedFolder: FileSystem {
    private let files: InMemoryFileSystem
    let onSync = Mutex<(@Sendable () -> Void)?>(nil)

    init(_ files: InMemoryFileSystem) {
        self.files = files
    }

    func syncDirectory(_ directory: String) throws(FileError) {
        onSync.withLock { $0 }?()
        try files.syncDirectory(directory)
    }

    func open(_ path: String, _ mode: FileMode) throws(FileError) -> any OpenFile { try files.open(path, mode) }
    func list(_ directory: String) throws(FileError) -> [String] { try files.list(directory) }
    func makeDirectory(_ directory: String) throws(FileError) { try files.makeDirectory(directory) }
    func lock(_ path: String) throws(FileError) -> any OpenFile { try files.lock(path) }
    func move(_ source: String, to destination: String) throws(FileError) {
        try files.move(source, to: destination)
    }
    func remove(_ path: String) throws(FileError) { try files.remove(path) }
}
