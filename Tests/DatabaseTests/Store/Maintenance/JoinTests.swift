import Core
import Mocks
import Testing

@testable import Database

/// Sealed segments become few files while nothing else is to be done, and every record stays where one looks for it.
@Suite(.timeLimit(.minutes(5)))
struct JoinTests {
    private let disk: InMemoryFileSystem
    private let clock = ManualClock()

    init() {
        self.init(InMemoryFileSystem())
    }

    private init(_ disk: InMemoryFileSystem) {
        self.disk = disk
    }

    private func open(_ access: StoreAccess = .writing, _ change: (inout StoreLimits) -> Void = { _ in }) throws
        -> JSONStore
    {
        var limits = StoreLimits()
        limits.segmentBytes = 2_000
        limits.joinedBytes = 64_000
        limits.freezeCount = 50
        (limits.joinCount, limits.busyJoinCount) = (2, 1_000)
        limits.checkedBytes = 0
        // Nothing is compacted here.
        limits.compactionBytes = 1 << 30
        change(&limits)
        return try JSONStore(
            directory: "/store", collections: [AnyCollectionSchema(Note.schema), AnyCollectionSchema(Tag.schema)],
            access: access, files: disk, time: clock, limits: limits)
    }

    private func fill(_ store: JSONStore, _ batches: Range<Int>, _ text: String = "first") async throws {
        for batch in batches {
            try await store.write { transaction in
                for id in batch * 10..<(batch + 1) * 10 {
                    try transaction.upsert(Note(id, "\(text) \(id)", weight: Double(-id)), in: Note.schema)
                }
            }
        }
    }

    private var segments: [String] { disk.paths.filter { $0.contains("/journal-") && $0.hasSuffix(".jsonl") } }

    /// Lets the store be idle until no more than a number of files are left.
    private func rest(_ store: JSONStore, to count: Int) async throws {
        while segments.count > count {
            clock.advance(by: .milliseconds(250))
            await Task.yield()
        }
        // The last slice, in which what was joined is removed, comes before the writer is told.
        while try await store.writer.run({ $0.isRewriting }) { await Task.yield() }
    }

    private func expectAll(_ count: Int, in snapshot: StoreSnapshot, _ text: String = "first") throws {
        #expect(
            try snapshot.window(of: Note.schema, limit: count + 1).map(\.text) == (0..<count).map { "\(text) \($0)" })
        #expect(
            try snapshot.window(of: Note.schema, by: Note.byWeight, limit: 7).map(\.id)
                == (0..<7).map { count - 1 - $0 })
        for id in stride(from: 0, to: count, by: 97) {
            #expect(try snapshot.record(id, in: Note.schema)?.text == "\(text) \(id)")
        }
    }

    @Test func aHundredSegmentsBecomeFewFiles() async throws {
        let store = try open()
        try await fill(store, 0..<200)
        let snapshot = store.snapshot()
        let before = segments.count
        #expect(before > 60)
        let reader = try open(.reading)
        try await rest(store, to: 8)
        #expect(
            try disk.paths.allSatisfy { try #require(disk.bytes(at: $0)).count <= 64_000 || !$0.contains("journal") })
        // Who looked before goes on with what there was, and others see the same in other files.
        try expectAll(2_000, in: snapshot)
        try expectAll(2_000, in: store.snapshot())
        try expectAll(2_000, in: reader.snapshot())
        try expectAll(2_000, in: reader.snapshot())
        #expect(try await store.verify().isWhole)
        #expect(try await reader.verify().isWhole)
        try await reader.close()
        try await store.close()
        #expect(!disk.paths.contains { $0.hasSuffix(".new") })
    }

    @Test func theManifestKnowsWhereEverythingIs() async throws {
        let store = try open()
        try await fill(store, 0..<100)
        try await rest(store, to: 8)
        try await fill(store, 100..<101)
        try await store.close()
        disk.clearOperations()
        let again = try open()
        try expectAll(1_010, in: again.snapshot())
        // No journal file was read from its first byte to its last, as without a manifest that knows.
        #expect(
            !disk.operations.contains { $0.kind == .read && $0.path.contains("/journal-") && $0.count ?? 0 > 4_000 })
        #expect(again.damages.isEmpty)
        // Its parts are known to whoever joins it once more.
        try await fill(again, 101..<200)
        try await rest(again, to: 8)
        try expectAll(2_000, in: again.snapshot())
        try await again.close()
        // And without a manifest every batch is read from it.
        for path in disk.paths where path.hasSuffix("/manifest") || path.hasSuffix(".runs") { try disk.remove(path) }
        let fresh = try open()
        try expectAll(2_000, in: fresh.snapshot())
        #expect(fresh.damages.isEmpty)
        try await fresh.close()
    }

    @Test func whatWasDeletedStaysDeletedWhateverIsJoinedAndSalvaged() async throws {
        let store = try open()
        try await fill(store, 0..<30)
        try await store.write { for id in 0..<100 { try $0.delete(id, from: Note.schema) } }
        try await fill(store, 30..<60)
        try await rest(store, to: 8)
        try await store.close()
        // A file that is damaged is read batch by batch; the deletions are among them.
        let path = try #require(segments.first)
        var bytes = try #require(disk.bytes(at: path))
        bytes[bytes.count - 300] ^= 1
        disk.put(bytes, at: path)
        let again = try open { $0.checkedBytes = 1 << 30 }
        #expect(again.damages.count == 1)
        #expect(try again.snapshot().record(5, in: Note.schema) == nil)
        let restoration = try await again.restore(from: try #require(again.damages.first?.setAsidePath))
        #expect(try again.snapshot().record(5, in: Note.schema) == nil, "\(restoration)")
        try await again.close()
    }

    @Test func whatAKilledProcessDidNotRemoveIsRemovedByTheNextWithoutReadingEverything() async throws {
        let store = try open()
        try await fill(store, 0..<60)
        let before = Dictionary(
            uniqueKeysWithValues: segments.compactMap { path in disk.bytes(at: path).map { (path, $0) } })
        try await rest(store, to: 8)
        try await store.close()
        let after = segments
        let leftovers = before.filter { !after.contains($0.key) }
        #expect(leftovers.count > 5)
        for (path, bytes) in leftovers { disk.put(bytes, at: path) }
        disk.clearOperations()
        let again = try open()
        #expect(segments == after)
        try expectAll(600, in: again.snapshot())
        #expect(
            !disk.operations.contains { $0.kind == .read && $0.path.contains("/journal-") && $0.count ?? 0 > 4_000 })
        #expect(again.damages.isEmpty)
        try await again.close()
    }

    @Test(arguments: [DiskOperation.Kind.openAnew, .write, .sync, .move, .remove])
    func aDiskThatFailsOnceLosesNothing(kind: DiskOperation.Kind) async throws {
        for call in 0..<(kind == .write || kind == .sync ? 2 : 1) {
            let disk = InMemoryFileSystem()
            let tests = JoinTests(disk)
            let store = try tests.open()
            try await tests.fill(store, 0..<60)
            let writer = try store.writer
            await writer.maintenance.drain(for: writer)
            // The draft of a join, whichever segment it begins with, and what it removes in the end.
            for segment in 1...60 {
                let path = Journal.path("/store", segment) + (kind == .remove ? "" : ".join.new")
                disk.fail(kind, on: path, with: .noSpace, calls: call..<call + 1)
                // What somebody still reads gets another name instead.
                if kind == .remove { disk.fail(.move, on: path, with: .noSpace) }
            }
            while !disk.operations.contains(where: { $0.failure == .noSpace }) {
                tests.clock.advance(by: .milliseconds(250))
                await Task.yield()
            }
            // Else nothing would ever be compacted again.
            while try await store.writer.run({ $0.isRewriting }) { await Task.yield() }
            disk.stopFailing()
            try tests.expectAll(600, in: store.snapshot())
            try await store.write(.synced) { try $0.upsert(Note(600, "first 600", weight: -600), in: Note.schema) }
            try tests.expectAll(601, in: store.snapshot())
            try await store.close()
            disk.crash()
            let again = try tests.open()
            try tests.expectAll(601, in: again.snapshot())
            #expect(again.damages.isEmpty, "\(kind), call \(call)")
            try await again.close()
        }
    }

    /// Damages the first joined file of a store, and puts parts of it back as a process leaves them that was killed while it
    /// removed them, one after the other.
    ///
    /// - Parameters:
    ///   - store: The store, of many small files.
    ///   - count: Finds out how many of the parts are gone.
    /// - Returns: The store, opened without derived files.
    /// - Throws: What the store or the disk throws.
    private func damageJoined(in store: JSONStore, without count: (Int) -> Int) async throws -> JSONStore {
        let before = segments
        let contents = before.map { disk.bytes(at: $0) ?? [] }
        try await rest(store, to: 8)
        try await store.close()
        let joined = try #require(segments.first)
        let parts = zip(before, contents).filter { $0.0 < joined }
        for (path, bytes) in parts.dropFirst(count(parts.count)) { disk.put(bytes, at: path) }
        var bytes = try #require(disk.bytes(at: joined))
        bytes[bytes.count * 3 / 4] ^= 1
        disk.put(bytes, at: joined)
        for path in disk.paths where path.hasSuffix("/manifest") || path.hasSuffix(".runs") { try disk.remove(path) }
        return try open { $0.checkedBytes = 1 << 30 }
    }

    @Test func aDamagedJoinedFileBesideItsPartsBringsNothingOldBack() async throws {
        let store = try open()
        try await fill(store, 0..<20, "old")
        try await fill(store, 0..<20, "new")
        let again = try await damageJoined(in: store) { _ in 0 }
        #expect(again.damages.count == 1)
        try expectAll(200, in: again.snapshot(), "new")
        try await again.close()
    }

    @Test func whatOnlyADamagedJoinedFileHoldsIsKept() async throws {
        let store = try open()
        try await fill(store, 0..<40)
        let again = try await damageJoined(in: store) { $0 / 2 }
        #expect(again.damages.count == 1)
        try expectAll(400, in: again.snapshot())
        #expect(try await again.verify().isWhole)
        try await again.close()
        let last = try open { $0.checkedBytes = 1 << 30 }
        #expect(last.damages.isEmpty)
        try expectAll(400, in: last.snapshot())
        try await last.close()
    }
}
