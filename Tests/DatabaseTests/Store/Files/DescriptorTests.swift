import Core
import Mocks
import Testing

@testable import Database

/// A store of any size holds few descriptors, and everything stays readable with them.
@Suite(.timeLimit(.minutes(5)))
struct DescriptorTests {
    private static let most = 32
    private let disk = DescriptorDisk()
    private let clock = ManualClock()

    private func open(on other: DescriptorDisk? = nil, _ change: (inout StoreLimits) -> Void = { _ in }) throws
        -> JSONStore
    {
        var limits = StoreLimits()
        limits.segmentBytes = 2_000
        limits.checkedBytes = 0
        // Of joined segments there would not be more than may be open.
        (limits.joinCount, limits.busyJoinCount) = (1_000, 1_000)
        change(&limits)
        return try JSONStore(
            directory: "/store", collections: [AnyCollectionSchema(Note.schema), AnyCollectionSchema(Tag.schema)],
            files: other ?? disk, time: clock, limits: limits)
    }

    private func put(_ ids: Range<Int>, _ text: String, to store: JSONStore) async throws {
        try await store.write { batch in
            for id in ids { try batch.upsert(Note(id, "\(text) \(id)"), in: Note.schema) }
        }
    }

    private func expectAll(_ count: Int, _ text: String, in snapshot: StoreSnapshot, _ comment: Testing.Comment = "")
        throws
    {
        let notes = try snapshot.window(of: Note.schema, limit: count + 1)
        #expect(notes.map(\.text) == (0..<count).map { "\(text) \($0)" }, comment)
    }

    private var names: [String] { disk.files.paths.compactMap { $0.split(separator: "/").last.map(String.init) } }

    @Test func aFolderIsSyncedWhenTheProcessHasNoDescriptorLeft() throws {
        let files = StoreFileSystem(disk, limit: OpenFileLimit())
        try disk.makeDirectory("/store")
        let paths = (0..<8).map { "/store/index-\($0).runs" }
        for path in paths { try disk.open(path, .replace).close() }
        let held = try paths.map { path in try files.open(path, .read) }
        disk.limit(to: disk.open)
        try files.syncDirectory("/store")
        #expect(disk.open < held.count)
        for file in held { #expect(try file.size() == 0) }
    }

    @Test func aStoreOfAHundredSegmentsHoldsFewDescriptors() async throws {
        let store = try open()
        for batch in 0..<300 { try await put(batch * 10..<(batch + 1) * 10, "first", to: store) }
        try expectAll(3_000, "first", in: store.snapshot())
        #expect(names.filter { $0.hasPrefix("journal-") }.count > 100)
        try await store.close()
        #expect(disk.most <= Self.most)
        // Whoever still holds the first store has its descriptors.
        let other = DescriptorDisk(disk.files)
        let again = try open(on: other)
        try expectAll(3_000, "first", in: again.snapshot())
        for id in stride(from: 2_999, to: 0, by: -37) {
            #expect(try again.snapshot().record(id, in: Note.schema)?.text == "first \(id)")
        }
        #expect(try await again.verify().isWhole)
        try await again.close()
        #expect(other.most <= Self.most)
    }

    @Test func severalThreadsReadMoreFilesThanMayBeOpen() async throws {
        let store = try open { $0.openFiles = 2 }
        for batch in 0..<60 { try await put(batch * 10..<(batch + 1) * 10, "first", to: store) }
        let snapshot = store.snapshot()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for reader in 0..<8 {
                group.addTask {
                    for number in 0..<300 {
                        let id = (number * 97 + reader * 13) % 600
                        let note = try snapshot.record(id, in: Note.schema)
                        #expect(note?.text == "first \(id)")
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(disk.most <= 10)
        try await store.close()
    }

    @Test func supersededFilesStayReadableForWhoeverHoldsThem() async throws {
        let store = try open {
            $0.freezeCount = 20
            $0.mergeCount = 2
            $0.compactionBytes = 0
        }
        var snapshots: [(StoreSnapshot, String)] = []
        for round in 0..<12 {
            for batch in 0..<15 { try await put(batch * 20..<(batch + 1) * 20, "round \(round)", to: store) }
            snapshots.append((store.snapshot(), "round \(round)"))
            try await store.writer.maintenance.drain(for: store.writer)
        }
        try await store.close()
        for (snapshot, text) in snapshots { try expectAll(300, text, in: snapshot, "\(text)") }
        #expect(disk.most <= Self.most)
        #expect(names.contains { StoreFileSystem.isKept($0) }, "The test is to have more of them than may stay open.")
        snapshots = []
        store.publisher.forgetRecent()
        while names.contains(where: { StoreFileSystem.isKept($0) }) { await Task.yield() }
    }

    @Test func aClosedStoreLeavesNoSupersededFiles() async throws {
        let store = try open {
            $0.freezeCount = 20
            $0.mergeCount = 2
            $0.compactionBytes = 0
        }
        var batch = 0
        // Until there are more superseded files than may stay open.
        while batch < 40 || !names.contains(where: { StoreFileSystem.isKept($0) }) {
            try await put(batch % 15 * 20..<(batch % 15 + 1) * 20, "batch \(batch)", to: store)
            // What this one supersedes is held by the views of the last commits.
            try await store.writer.maintenance.drain(for: store.writer)
            batch += 1
        }
        try await store.close()
        #expect(names.filter { StoreFileSystem.isKept($0) } == [])
        #expect(try store.snapshot().count(of: Note.schema) == 300)
    }

    @Test(arguments: [1_000, 5 << 20]) func aSupersededFileLosesItsDescriptorWithTheLastWhoHoldsIt(size: Int)
        async throws
    {
        let system = StoreFileSystem(disk, limit: OpenFileLimit())
        var file: (any OpenFile)? = try system.open("/journal-00000001.jsonl", .replace)
        try file?.write(Array(repeating: 7, count: size), at: 0)
        try system.remove("/journal-00000001.jsonl")
        #expect(disk.files.paths == [])
        #expect(try file?.read(at: size - 1, count: 2) == [7])
        file = nil
        while disk.open > 0 { await Task.yield() }
        #expect(system.limit.keepSuperseded())
    }

    @Test func whatAKillLeavesOfSupersededFilesIsRemoved() async throws {
        let store = try open()
        try await put(0..<100, "first", to: store)
        try await store.close()
        let rest = ["journal-00000001.jsonl.1f-2.old", "index-00000001.runs.2e-3.old"]
        for name in rest + ["letters.old"] {
            let file = try disk.files.open("/store/\(name)", .replace)
            try file.write(Array("rest".utf8), at: 0)
            file.close()
        }
        let again = try open()
        try expectAll(100, "first", in: again.snapshot())
        #expect(names.filter { $0.hasSuffix(".old") } == ["letters.old"])
        try await again.close()
    }

    @Test func noDescriptorLeftIsNoDamage() async throws {
        let store = try open { $0.openFiles = 4 }
        for batch in 0..<60 { try await put(batch * 10..<(batch + 1) * 10, "first", to: store) }
        try await store.writer.maintenance.drain(for: store.writer)
        disk.limit(to: 0)
        let error = #expect(throws: StoreError.self) { try expectAll(600, "first", in: store.snapshot()) }
        #expect(error?.code == .tooManyOpenFiles)
        let verification = await #expect(throws: StoreError.self) { _ = try await store.verify() }
        #expect(verification?.code == .tooManyOpenFiles)
        disk.limit(to: 32)
        try expectAll(600, "first", in: store.snapshot())
        try await put(600..<610, "first", to: store)
        try expectAll(610, "first", in: store.snapshot())
        #expect(try await store.verify().isWhole)
        #expect(store.damages.isEmpty)
        try await store.close()
        #expect(names.allSatisfy { !$0.hasPrefix("damaged-") })
    }

    @Test(arguments: 1...12)
    func anOpeningWithoutDescriptorsChangesNothing(limit: Int) async throws {
        let store = try open { $0.freezeCount = 40 }
        for batch in 0..<60 { try await put(batch * 10..<(batch + 1) * 10, "first", to: store) }
        try await store.close()
        let before = names
        disk.limit(to: limit)
        var opened: JSONStore?
        do {
            opened = try open { $0.openFiles = 4 }
        } catch let error as StoreError {
            #expect(error.code == .tooManyOpenFiles)
            #expect(names == before)
        }
        if let opened {
            do {
                try expectAll(600, "first", in: opened.snapshot())
            } catch let error as StoreError {
                // Its upkeep, which runs beside this, had the last descriptor.
                #expect(error.code == .tooManyOpenFiles)
            }
            disk.limit(to: .max)
            try await opened.close()
        }
        disk.limit(to: .max)
        let again = try open()
        try expectAll(600, "first", in: again.snapshot())
        #expect(again.damages.isEmpty)
        try await again.close()
    }
}
