import Core
import Dispatch
import Mocks
import Synchronization
import Testing

@testable import Database

/// A manifest that takes the place of another one while the disk still writes that.
@Suite(.timeLimit(.minutes(5)))
struct ReplacedFileTests {
    private let disk = SlowCloseDisk()

    private func put(_ batches: Range<Int>, to store: JSONStore) async throws {
        for batch in batches {
            try await store.write { transaction in
                for id in batch * 10..<(batch + 1) * 10 { try transaction.upsert(Note(id), in: Note.schema) }
            }
        }
    }

    @Test func commitsDoNotWaitForTheDiskToWriteWhatWasReplaced() async throws {
        var limits = StoreLimits()
        limits.freezeCount = 20
        let store = try JSONStore(
            directory: "/store", collections: [AnyCollectionSchema(Note.schema)], files: disk, time: ManualClock(),
            limits: limits)
        disk.hold()
        // A commit that comes when two tails are behind the manifest waits for the next one.
        try await put(0..<100, to: store)
        #expect(disk.openCount > 0, "a replaced manifest is to be closed later")
        #expect(disk.most <= 2)
        disk.release()
        try await store.close()
        #expect(disk.openCount == 0)
        #expect(try store.snapshot().count(of: Note.schema) == 1_000)
    }
}

/// A disk on which the last use of a manifest does not end before a test lets it.
private final class SlowCloseDisk: ForwardingDisk {
    private struct State: Sendable {
        var isHeld = false
        var held = 0
        var open = 0
        var most = 0
    }

    let files = InMemoryFileSystem()
    private let state = Mutex(State())
    private let released = DispatchSemaphore(value: 0)

    func hold() { state.withLock { $0.isHeld = true } }

    func release() {
        let count = state.withLock { state in
            state.isHeld = false
            return state.held
        }
        for _ in 0..<count { released.signal() }
    }

    /// The number of manifests that are open to be read, and the largest that it has been.
    var openCount: Int { state.withLock { $0.open } }
    var most: Int { state.withLock { $0.most } }

    func open(_ path: String, _ mode: FileMode) throws(FileError) -> any OpenFile {
        let file = try files.open(path, mode)
        guard path == Manifest.path("/store"), mode == .read else { return file }
        state.withLock { state in
            state.open += 1
            state.most = max(state.most, state.open)
        }
        return HeldFile(file, on: self)
    }

    private func close(_ file: any OpenFile) {
        let mustWait = state.withLock { state in
            if state.isHeld { state.held += 1 }
            return state.isHeld
        }
        if mustWait { released.wait() }
        file.close()
        state.withLock { $0.open -= 1 }
    }

    private final class HeldFile: OpenFile {
        private let file: any OpenFile
        private let disk: SlowCloseDisk

        init(_ file: any OpenFile, on disk: SlowCloseDisk) {
            self.file = file
            self.disk = disk
        }

        func size() throws(FileError) -> Int { try file.size() }
        func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] { try file.read(at: offset, count: count) }
        func write(_ bytes: [UInt8], at offset: Int) throws(FileError) { try file.write(bytes, at: offset) }
        func truncate(to size: Int) throws(FileError) { try file.truncate(to: size) }
        func sync() throws(FileError) { try file.sync() }
        func close() { disk.close(file) }
    }
}
