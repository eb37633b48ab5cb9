import Core
import Foundation
import Mocks
import Synchronization
import Testing

@testable import Database

/// A store that is open for reading beside the one that writes.
struct StoreReaderTests {
    private let files = InMemoryFileSystem()
    private let clock = ManualClock()

    private func open(
        _ access: StoreAccess, _ schema: CollectionSchema<Note> = Note.schema, limits: StoreLimits = StoreLimits()
    ) throws -> JSONStore {
        try JSONStore(
            directory: "/tmp/store", collections: [AnyCollectionSchema(schema)], access: access, files: files,
            time: clock, limits: limits)
    }

    private func put(_ ids: ClosedRange<Int>, into store: JSONStore, _ durability: Durability = .buffered) async throws
    {
        try await store.write(durability) { transaction in
            for id in ids { try transaction.upsert(Note(id, "note \(id)"), in: Note.schema) }
        }
    }

    /// Reads anew where the writer has replaced a file meanwhile, as a snapshot does not.
    private func ids(_ store: JSONStore) throws -> [Int] {
        try store.read { try $0.window(of: Note.schema).map(\.id) }
    }

    @Test func whatIsCommittedIsSeenBesideTheWriter() async throws {
        let writer = try open(.writing)
        try await put(1...3, into: writer)
        let reader = try open(.reading)
        #expect(try ids(reader) == [1, 2, 3])
        #expect(reader.access == .reading && writer.access == .writing)
        var rows = reader.observe(windowOf: Note.schema, limit: 10).makeAsyncIterator()
        #expect(try await rows.next()?.rows.map(\.id) == [1, 2, 3])
        try await put(4...4, into: writer)
        #expect(try await rows.next()?.rows.map(\.id) == [1, 2, 3, 4])
        try await writer.write { try $0.delete(2, from: Note.schema) }
        #expect(try await rows.next()?.rows.map(\.id) == [1, 3, 4])
        try await writer.close()
        #expect(try ids(reader) == [1, 3, 4])
        let second = try open(.writing)
        try await put(5...5, into: second)
        #expect(try await rows.next()?.rows.map(\.id) == [1, 3, 4, 5])
        try await reader.close()
        #expect(try await rows.next() == nil)
        try await second.close()
    }

    @Test func readingTakesNoLockAndChangesNothing() async throws {
        let writer = try open(.writing)
        try await put(1...3, into: writer, .synced)
        let before = files.operations.count
        let reader = try open(.reading)
        #expect(try ids(reader) == [1, 2, 3])
        #expect(try await reader.verify().isWhole)
        try await reader.close()
        let mutations = files.operations[before...].filter { $0.kind.isMutation }
        #expect(mutations == [])
        try await writer.close()
    }

    @Test func writingIsRefused() async throws {
        let reader = try open(.reading)
        let error = await #expect(throws: StoreError.self) { try await put(1...1, into: reader) }
        #expect(error?.code == .readOnly)
        await #expect(throws: StoreError.self) { try await reader.restore(from: "/tmp/store/damaged-1") }
    }

    @Test func aFolderWithoutAStoreIsEmptyUntilSomebodyWrites() async throws {
        let reader = try open(.reading)
        #expect(try ids(reader) == [])
        #expect(files.paths == [])
        let writer = try open(.writing)
        try await put(1...2, into: writer)
        try await reader.flush()
        #expect(try ids(reader) == [1, 2])
        try await writer.close()
    }

    @Test func whatAFailedSyncTakesBackIsNeverSeen() async throws {
        let writer = try open(.writing)
        try await put(1...1, into: writer, .synced)
        let reader = try open(.reading)
        files.fail(.sync, on: "journal-00000001.jsonl", with: .diskFailure)
        await #expect(throws: StoreError.self) { try await put(2...2, into: writer, .synced) }
        try await reader.flush()
        #expect(try ids(reader) == [1])
        let late = try open(.reading)
        #expect(try ids(late) == [1])
        try await put(3...3, into: writer, .synced)
        try await reader.flush()
        #expect(try ids(reader) == [1, 3])
        try await writer.close()
    }

    /// A reader that looks while the batch is on its way to the disk.
    @Test(arguments: [false, true]) func whatWaitsForItsSyncIsNotSeenYet(fails: Bool) async throws {
        let disk = LookingDisk(files)
        let writer = try JSONStore(
            directory: "/tmp/store", collections: [AnyCollectionSchema(Note.schema)], files: disk, time: clock)
        try await put(1...1, into: writer, .synced)
        let reader = try open(.reading)
        let seen = Mutex<[[Int]]>([])
        disk.look {
            let result = Result {
                try reader.reader?.catchUpNow()
                return try self.ids(reader)
            }
            seen.withLock { $0.append((try? result.get()) ?? [-1]) }
        }
        if fails { files.fail(.sync, on: "journal-00000001.jsonl", with: .diskFailure) }
        do {
            try await put(2...2, into: writer, .synced)
            #expect(!fails)
        } catch is StoreError {
            #expect(fails)
        }
        let looks = seen.withLock { $0 }
        #expect(!looks.isEmpty)
        #expect(looks.allSatisfy { $0 == [1] }, "\(looks)")
        disk.look {}
        try await reader.flush()
        #expect(try ids(reader) == (fails ? [1] : [1, 2]))
        try await writer.close()
    }

    /// Without a tip, readers would believe what may be taken back.
    @Test(arguments: [Durability.buffered, .synced])
    func nothingIsWrittenWhileNoTipCanBe(durability: Durability) async throws {
        files.fail(.write, on: "/tip", with: .noSpace, calls: 0..<1_000)
        let writer = try open(.writing)
        let reader = try open(.reading)
        let error = await #expect(throws: StoreError.self) { try await put(1...1, into: writer, durability) }
        #expect(error?.code == .noSpace)
        #expect(try ids(writer) == [])
        files.stopFailing()
        try await put(2...2, into: writer)
        files.fail(.write, on: "/tip", with: .diskFailure)
        // It is done by the time that nobody can be told.
        try await put(3...3, into: writer, durability)
        try await reader.flush()
        #expect(try ids(reader) == [2])
        try await writer.close()
        #expect(try ids(open(.reading)) == [2, 3])
    }

    /// A tip that was cut short would have readers believe all that is whole.
    @Test(arguments: [Durability.buffered, .synced])
    func whatCouldNotBeTakenBackIsNotSeen(durability: Durability) async throws {
        let writer = try open(.writing)
        try await put(1...1, into: writer)
        // In the middle of its checksum.
        let tip = try #require(files.bytes(at: "/tmp/store/tip"))
        let end = try #require(tip.lastIndex { $0 > UInt8(ascii: " ") })
        files.fail(.write, on: "/tip", with: .diskFailure, afterBytes: end - 3)
        try await put(2...2, into: writer)
        files.fail(.write, on: ".jsonl", with: .diskFailure, afterBytes: .max)
        files.fail(.truncate, on: ".jsonl", with: .diskFailure)
        let error = await #expect(throws: StoreError.self) { try await put(3...3, into: writer, durability) }
        #expect(error?.code == .outcomeUnknown)
        #expect(try ids(open(.reading)) == [1, 2])
        try await put(4...4, into: writer)
        #expect(try ids(open(.reading)) == [1, 2, 4])
        try await writer.close()
    }

    /// With an epoch that was there before, a file that was replaced would be read on.
    @Test func aTipThatWasCutShortIsFollowedByAnotherEpoch() async throws {
        let writer = try open(.writing)
        try await put(1...1, into: writer)
        let reader = try open(.reading)
        #expect(try ids(reader) == [1])
        files.fail(.sync, on: "journal-00000001.jsonl", with: .diskFailure)
        await #expect(throws: StoreError.self) { try await put(2...2, into: writer, .synced) }
        let tip = try #require(files.bytes(at: "/tmp/store/tip"))
        let end = try #require(tip.lastIndex { $0 > UInt8(ascii: " ") })
        files.fail(.write, on: "/tmp/store/tip", with: .diskFailure, calls: 0..<2, afterBytes: end - 3)
        // As long as the other.
        try await put(3...3, into: writer)
        try await writer.close()
        let second = try open(.writing)
        try await reader.flush()
        #expect(try ids(reader) == [1, 3])
        try await second.close()
    }

    @Test func bytesBehindTheTipAreNotBelieved() async throws {
        let writer = try open(.writing)
        try await put(1...2, into: writer)
        let tip = try #require(files.bytes(at: "/tmp/store/tip"))
        try await put(3...3, into: writer)
        // As if the third batch were written and not committed yet.
        files.put(tip, at: "/tmp/store/tip")
        #expect(try ids(open(.reading)) == [1, 2])
        try await writer.close()
    }

    @Test func withoutATipAllThatIsWholeIsRead() async throws {
        let writer = try open(.writing)
        try await put(1...2, into: writer)
        try await put(3...3, into: writer)
        try await writer.close()
        try files.remove("/tmp/store/tip")
        var journal = try #require(files.bytes(at: "/tmp/store/journal-00000001.jsonl"))
        journal.removeLast(7)
        files.put(journal, at: "/tmp/store/journal-00000001.jsonl")
        let before = files.operations.count
        #expect(try ids(open(.reading)) == [1, 2])
        #expect(!files.operations[before...].contains { $0.kind.isMutation })
    }

    @Test func aTipOfAnEarlierBootSaysNothing() async throws {
        let writer = try open(.writing)
        try await put(1...2, into: writer, .synced)
        try await put(3...3, into: writer)
        files.crash()
        #expect(try ids(open(.reading)) == [1, 2])
    }

    @Test func aTipThatNothingReachesIsNotBelieved() async throws {
        let writer = try open(.writing)
        try await put(1...2, into: writer)
        try await put(3...3, into: writer)
        try await writer.close()
        // As in a copy of the folder that was made while it was written.
        var journal = try #require(files.bytes(at: "/tmp/store/journal-00000001.jsonl"))
        journal.removeLast(10)
        files.put(journal, at: "/tmp/store/journal-00000001.jsonl")
        #expect(try ids(open(.reading)) == [1, 2])
    }

    @Test func aManifestThatDoesNotFitIsDoneWithout() async throws {
        let writer = try open(.writing)
        try await put(1...3, into: writer)
        try await writer.close()
        for path in files.paths where path.hasSuffix(".runs") { try files.remove(path) }
        #expect(try ids(open(.reading)) == [1, 2, 3])
    }

    @Test func damageIsNamedAndLeftAsItIs() async throws {
        let writer = try open(.writing)
        for id in 1...3 { try await put(id...id, into: writer, .synced) }
        try await writer.close()
        let path = "/tmp/store/journal-00000001.jsonl"
        var journal = try #require(files.bytes(at: path))
        journal[journal.count / 2] ^= 1
        files.put(journal, at: path)
        let reader = try open(.reading)
        let found = try await reader.verify()
        #expect(found.damages.map(\.path) == [path] && found.damages.map(\.setAsidePath) == [nil])
        #expect(found.damages.first?.salvagedBatches == 2)
        try files.remove("/tmp/store/manifest")
        let blind = try open(.reading)
        let error = #expect(throws: StoreError.self) { try ids(blind) }
        #expect(error?.code == .storeDamaged && blind.needsUpkeep)
        #expect(try await blind.verify() == found)
        #expect(files.bytes(at: path) == journal && !files.paths.contains { $0.contains("damaged") })
        let mending = try open(.writing)
        #expect(mending.damages.count == 1)
        try await blind.flush()
        #expect(try ids(blind) == [1, 3])
        #expect(try ids(open(.reading)) == [1, 3])
        try await mending.close()
    }

    @Test func aCollectionOfANewerVersionIsRefusedAlone() async throws {
        let newer = CollectionSchema<Note>(name: "notes", version: 2)
        let others = CollectionSchema<Note>(name: "others")
        let writer = try JSONStore(
            directory: "/tmp/store", collections: [AnyCollectionSchema(newer), AnyCollectionSchema(others)],
            files: files, time: clock)
        try await writer.write { transaction in
            try transaction.upsert(Note(1), in: newer)
            try transaction.upsert(Note(2), in: others)
        }
        for isClosed in [false, true] {
            if isClosed { try await writer.close() }
            let reader = try JSONStore(
                directory: "/tmp/store", collections: [AnyCollectionSchema(Note.schema), AnyCollectionSchema(others)],
                access: .reading, files: files, time: clock)
            let error = #expect(throws: StoreError.self) { try ids(reader) }
            #expect(error?.code == .storeTooNew)
            #expect(try reader.snapshot().window(of: others).map(\.id) == [2])
        }
    }

    @Test func aCollectionOfAnOlderVersionHasToBeLiftedFirst() async throws {
        let writer = try open(.writing)
        try await put(1...1, into: writer)
        try await writer.close()
        let lifted = CollectionSchema<Note>(
            name: "notes", migrations: [Migration(from: Note.self, to: Note.self) { $0 }])
        let error = #expect(throws: StoreError.self) {
            try open(.reading, lifted).snapshot().window(of: lifted)
        }
        #expect(error?.code == .storeTooOld)
        try await open(.writing, lifted).close()
        #expect(try open(.reading, lifted).snapshot().window(of: lifted).map(\.id) == [1])
    }

    /// A migration that was killed before it removed what it had lifted.
    @Test func whatAMigrationHasLiftedIsNotTooOld() async throws {
        var limits = StoreLimits()
        limits.segmentBytes = 1
        let writer = try open(.writing, limits: limits)
        for id in 1...2 { try await put(id...id, into: writer) }
        try await writer.close()
        let old = try #require(files.bytes(at: "/tmp/store/journal-00000001.jsonl"))
        let lifted = CollectionSchema<Note>(
            name: "notes", migrations: [Migration(from: Note.self, to: Note.self) { $0 }])
        try await open(.writing, lifted).close()
        #expect(files.bytes(at: "/tmp/store/journal-00000001.jsonl") == nil)
        files.put(old, at: "/tmp/store/journal-00000001.jsonl")
        try files.remove("/tmp/store/manifest")
        #expect(try open(.reading, lifted).snapshot().window(of: lifted).map(\.id) == [1, 2])
    }

    @Test func otherIndexesAreMadeInMemory() async throws {
        let writer = try open(.writing)
        try await put(1...3, into: writer)
        try await writer.close()
        let indexed = CollectionSchema<Note>(name: "notes", indexes: [Index("text", \.text)])
        let reader = try open(.reading, indexed)
        let rows = try reader.snapshot().window(of: indexed, by: indexed.indexes[0], .descending)
        #expect(rows.map(\.id) == [3, 2, 1])
    }

    @Test func aReaderOfFewerCollectionsReadsTheManifestOfAll() async throws {
        let others = CollectionSchema<Note>(name: "others")
        let writer = try JSONStore(
            directory: "/tmp/store", collections: [AnyCollectionSchema(Note.schema), AnyCollectionSchema(others)],
            files: files, time: clock)
        try await writer.write { try $0.upsert(Note(2), in: others) }
        try await put(1...1, into: writer)
        try await writer.close()
        let before = files.operations.count
        var limits = StoreLimits()
        // Not because it is short.
        limits.checkedBytes = 0
        #expect(try ids(open(.reading, limits: limits)) == [1])
        let read = files.operations[before...].filter { $0.kind == .read && $0.path.contains("journal") }
        #expect(read.allSatisfy { ($0.count ?? 0) <= 64 }, "the journal was not read: \(read)")
    }

    @Test func theDescriptorsAndFilesOfAReaderFollowACompaction() async throws {
        var limits = StoreLimits()
        (limits.freezeCount, limits.segmentBytes, limits.compactionBytes) = (4, 300, 0)
        let writer = try open(.writing, limits: limits)
        let reader = try open(.reading, limits: limits)
        for round in 0..<40 {
            try await put(round % 5...round % 5 + 2, into: writer)
            try await reader.flush()
            #expect(try ids(reader) == ids(writer))
        }
        try await writer.close()
        try await reader.flush()
        #expect(try ids(reader) == Array(0...6))
        try await reader.close()
    }
}

/// A disk on which somebody looks whenever a file of the journal is about to be synced.
private final class LookingDisk: ForwardingDisk {
    let files: InMemoryFileSystem
    private let onSync = Mutex<@Sendable () -> Void>({})

    init(_ files: InMemoryFileSystem) { self.files = files }

    func look(_ onSync: @escaping @Sendable () -> Void) { self.onSync.withLock { $0 = onSync } }

    func open(_ path: String, _ mode: FileMode) throws(FileError) -> any OpenFile {
        let file = try files.open(path, mode)
        return path.contains("/journal-") ? File(file, on: self) : file
    }

    private final class File: OpenFile {
        private let file: any OpenFile
        private let disk: LookingDisk

        init(_ file: any OpenFile, on disk: LookingDisk) { (self.file, self.disk) = (file, disk) }

        func size() throws(FileError) -> Int { try file.size() }
        func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] { try file.read(at: offset, count: count) }
        func write(_ bytes: [UInt8], at offset: Int) throws(FileError) { try file.write(bytes, at: offset) }
        func truncate(to size: Int) throws(FileError) { try file.truncate(to: size) }
        func close() { file.close() }

        func sync() throws(FileError) {
            disk.onSync.withLock { $0 }()
            try file.sync()
        }
    }
}
