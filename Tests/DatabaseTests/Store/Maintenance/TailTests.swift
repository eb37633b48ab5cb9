import Core
import Dispatch
import Mocks
import Synchronization
import Testing

@testable import Database

/// What an opening after a kill has to read again stays short, however much is written at once.
@Suite(.timeLimit(.minutes(5)))
struct TailTests {
    private static let size = 10
    private let disk = SlowUpkeepDisk()

    private func open(freezeCount: Int = StoreLimits().freezeCount, freezeBytes: Int = StoreLimits().freezeBytes) throws
        -> JSONStore
    {
        var limits = StoreLimits()
        limits.freezeCount = freezeCount
        limits.freezeBytes = freezeBytes
        return try JSONStore(
            directory: SlowUpkeepDisk.directory, collections: [AnyCollectionSchema(Note.schema)], files: disk,
            time: ManualClock(), limits: limits)
    }

    /// Commits more than two tails at once while nothing can be frozen, and expects that commits wait for that.
    private func expectTwoTails(of store: JSONStore, _ durability: Durability, text: String) async throws {
        disk.hold()
        let committed = Counter()
        let batches = 60
        try await withThrowingTaskGroup(of: Void.self) { group in
            for batch in 0..<batches {
                group.addTask {
                    try await store.write(durability) { transaction in
                        for id in batch * Self.size..<(batch + 1) * Self.size {
                            try transaction.upsert(Note(id, text), in: Note.schema)
                        }
                    }
                    committed.count.withLock { $0 += 1 }
                }
            }
            var isStalled = false
            while !isStalled, committed.count.withLock({ $0 < batches }) {
                isStalled = try await store.writer.run { $0.isStalled }
                await Task.yield()
            }
            #expect(isStalled)
            // A tail of ten batches is frozen, and another one came behind it.
            #expect(try store.snapshot().count(of: Note.schema) == 20 * Self.size)
            disk.release()
            try await group.waitForAll()
        }
        #expect(try store.snapshot().count(of: Note.schema) == batches * Self.size)
        #expect(disk.longestTail > 0)
        try await store.close()
    }

    @Test(arguments: [Durability.buffered, .synced])
    func commitsWaitWhenUpkeepIsTwoTailsOfChangesBehind(durability: Durability) async throws {
        try await expectTwoTails(of: open(freezeCount: 10 * Self.size), durability, text: "short")
    }

    @Test(arguments: [Durability.buffered, .synced])
    func commitsWaitWhenUpkeepIsTwoTailsOfBytesBehind(durability: Durability) async throws {
        // Ten batches of about 10 KB each.
        try await expectTwoTails(
            of: open(freezeBytes: 100_000), durability, text: String(repeating: "x", count: 1_000))
    }

    @Test func theTailBehindTheManifestIsAMebibyteAtMost() async throws {
        let store = try open()
        for batch in 0..<400 {
            try await store.write { transaction in
                for id in batch * 10..<(batch + 1) * 10 {
                    try transaction.upsert(Note(id, String(repeating: "y", count: 10_000)), in: Note.schema)
                }
            }
        }
        // With the batch that filled each of the two.
        #expect(disk.longestTail < (1 << 20) + 2 * 110_000)
        try await store.close()
    }

    @Test func commitsGoOnWhenNothingCanBeFrozen() async throws {
        let store = try open(freezeCount: 20)
        disk.files.fail(.move, with: .diskFailure, calls: 0..<1_000)
        for batch in 0..<30 {
            try await store.write { transaction in
                for id in batch * 10..<(batch + 1) * 10 { try transaction.upsert(Note(id), in: Note.schema) }
            }
        }
        #expect(try store.snapshot().count(of: Note.schema) == 300)
        disk.files.stopFailing()
        try await store.close()
    }

    @Test func closingDoesNotLeaveBatchesThatWait() async throws {
        let store = try open(freezeCount: 100)
        disk.hold()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for batch in 0..<60 {
                group.addTask {
                    do {
                        try await store.write { try $0.upsert(Note(batch, "x"), in: Note.schema) }
                    } catch let error as StoreError {
                        #expect(error.code == .storeClosed)
                    }
                }
            }
            group.addTask { try await store.close() }
            disk.release()
            try await group.waitForAll()
        }
    }
}

private final class Counter: Sendable {
    let count = Mutex(0)
}

/// A disk on which nothing can be written to derived files for a while, and which measures what is behind the manifest.
private final class SlowUpkeepDisk: ForwardingDisk {
    static let directory = "/store"

    private struct State: Sendable {
        var isHeld = false
        var waiting = 0
        var longestTail = 0
    }

    let files = InMemoryFileSystem()
    private let state = Mutex(State())
    private let released = DispatchSemaphore(value: 0)

    func hold() { state.withLock { $0.isHeld = true } }

    func release() {
        let waiting = state.withLock { state in
            state.isHeld = false
            return state.waiting
        }
        for _ in 0..<waiting { released.signal() }
    }

    /// The largest number of bytes that were behind a manifest at any time.
    var longestTail: Int { state.withLock { $0.longestTail } }

    /// Measures what an opening would have to read now.
    fileprivate func measure() throws(FileError) {
        let saved = try Manifest.read(files, Self.directory)?.journal.files.reduce(0) { $0 + $1.size } ?? 0
        var total = 0
        for name in try files.list(Self.directory) where Journal.segment(ofName: name) != nil {
            let file = try files.open("\(Self.directory)/\(name)", .read)
            total += try file.size()
            file.close()
        }
        let tail = total - saved
        state.withLock { $0.longestTail = max($0.longestTail, tail) }
    }

    func open(_ path: String, _ mode: FileMode) throws(FileError) -> any OpenFile {
        if path.hasSuffix(".runs"), mode == .replace {
            let mustWait = state.withLock { state in
                if state.isHeld { state.waiting += 1 }
                return state.isHeld
            }
            if mustWait { released.wait() }
        }
        let file = try files.open(path, mode)
        return path.hasSuffix(".jsonl") && mode != .read ? MeasuredFile(file, on: self) : file
    }

    private final class MeasuredFile: OpenFile {
        private let file: any OpenFile
        private let disk: SlowUpkeepDisk

        init(_ file: any OpenFile, on disk: SlowUpkeepDisk) {
            self.file = file
            self.disk = disk
        }

        func size() throws(FileError) -> Int { try file.size() }
        func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] { try file.read(at: offset, count: count) }

        func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
            try file.write(bytes, at: offset)
            try disk.measure()
        }

        func truncate(to size: Int) throws(FileError) { try file.truncate(to: size) }
        func sync() throws(FileError) { try file.sync() }
        func close() { file.close() }
    }
}
