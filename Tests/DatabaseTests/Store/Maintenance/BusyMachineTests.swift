import Core
import Dispatch
import Foundation
import Mocks
import Synchronization
import Testing

@testable import Database

/// The store while the maintenance thread, which has the lowest priority, gets no core.
@Suite(.timeLimit(.minutes(5)))
struct BusyMachineTests {
    private static let size = 10
    private let disk = BusyDisk()

    private func open(_ change: (inout StoreLimits) -> Void = { _ in }) throws -> JSONStore {
        var limits = StoreLimits()
        limits.freezeCount = 2 * Self.size
        change(&limits)
        return try JSONStore(
            directory: "/store", collections: [AnyCollectionSchema(Note.schema)], files: disk, time: ManualClock(),
            limits: limits)
    }

    private func put(_ batches: Range<Int>, to store: JSONStore) async throws {
        for batch in batches {
            try await store.write { transaction in
                for id in batch * Self.size..<(batch + 1) * Self.size {
                    try transaction.upsert(Note(id), in: Note.schema)
                }
            }
        }
    }

    private func generationCount(_ store: JSONStore) throws -> Int {
        try store.writer.maintenance.state.withLock { state in state.generations.values.map { $0.count }.max() ?? 0 }
    }

    /// Wherever it stops: at a tail, and at a merge while another one is being finished.
    @Test(arguments: 0..<16) func commitsDoNotWaitForAThreadWithoutACore(opened: Int) async throws {
        let store = try open { $0.mergeCount = 2 }
        disk.hold(after: opened)
        var batch = 0
        while disk.heldCount == 0 {
            try await put(batch..<batch + 1, to: store)
            batch += 1
            // Else the writer, which runs ahead of a thread of idle priority, would only make work for it.
            await disk.turn(of: try store.writer.maintenance.queue)
        }
        try await put(batch..<batch + 50, to: store)
        #expect(try store.snapshot().count(of: Note.schema) == (batch + 50) * Self.size)
        #expect(disk.heldCount == 1, "The thread is still to wait.")
        disk.release()
        try await store.close()
        #expect(try await open().verify().isWhole)
    }

    @Test func generationsStayFewWhenThatThreadMergesNone() async throws {
        let store = try open { $0.generationCount = 24 }
        disk.hold()
        for batch in 0..<400 {
            try await put(batch..<batch + 1, to: store)
            #expect(try generationCount(store) <= 2 * 24, "after \(batch) batches")
        }
        #expect(try store.snapshot().count(of: Note.schema) == 400 * Self.size)
        disk.release()
        try await store.close()
        #expect(try await open().verify().isWhole)
    }

    @Test func whatWasBegunBeforeALoadOfEverythingAnewStaysVoid() throws {
        let maintenance = try open().writer.maintenance
        let begun = maintenance.state.withLock { state in
            state.isDraining = true
            return state.jobsNumber
        }
        maintenance.stop()
        maintenance.restart(
            StoreMaintenance.Start(generations: [:], nextGeneration: 1, manifest: nil, reloadCount: 1))
        maintenance.state.withLock { state in
            #expect(state.jobsNumber > begun)
            #expect(state.isDraining, "Whoever closes the store is still at it.")
        }
    }

    /// Whatever that thread comes back with was made by another one meanwhile.
    @Test func whatItHasWrittenTooLateIsRemoved() async throws {
        let store = try open()
        disk.hold()
        try await put(0..<6, to: store)
        disk.release()
        try await store.close()
        let numbers = try #require(try Manifest.read(disk.files, "/store")).tables.values.flatMap(\.generations).map(
            \.number)
        let names = try disk.files.list("/store").filter { $0.hasSuffix(".runs") }
        #expect(names.sorted() == numbers.sorted().map { Manifest.generationPath("", $0).dropFirst().description })
    }
}

/// A disk on which one thread comes to a stop when it begins a derived file.
private final class BusyDisk: ForwardingDisk {
    let files = InMemoryFileSystem()
    private let name = WorkerThread.maintenanceName()
    private let state = Mutex((left: Int?.none, count: 0))
    private let turn = Mutex(CheckedContinuation<Void, Never>?.none)
    private let released = DispatchSemaphore(value: 0)

    /// Has the thread wait when it has begun so many files more.
    func hold(after count: Int = 0) { state.withLock { $0.left = count } }

    var heldCount: Int { state.withLock { $0.count } }

    /// Waits until the thread has had a turn, or waits itself.
    func turn(of thread: WorkerThread) async {
        await withCheckedContinuation { continuation in
            turn.withLock { $0 = continuation }
            thread.async { self.endTurn() }
            if heldCount > 0 { endTurn() }
        }
    }

    private func endTurn() { turn.withLock { $0.take() }?.resume() }

    func release() {
        let count = state.withLock { state in
            state.left = nil
            return state.count
        }
        for _ in 0..<count { released.signal() }
    }

    func open(_ path: String, _ mode: FileMode) throws(FileError) -> any OpenFile {
        let file = try files.open(path, mode)
        if path.hasSuffix(".runs"), mode == .replace, Thread.current.name == name {
            let mustWait = state.withLock { state in
                guard let left = state.left else { return false }
                state.left = max(0, left - 1)
                if left == 0 { state.count += 1 }
                return left == 0
            }
            guard mustWait else { return file }
            endTurn()
            released.wait()
        }
        return file
    }
}

extension WorkerThread {
    /// The name of the maintenance thread as the system tells it: Linux keeps fifteen characters.
    static func maintenanceName() -> String? {
        let name = Mutex<String?>(nil)
        WorkerThread(name: "Lantern.JSONStore.maintenance").sync { name.withLock { $0 = Thread.current.name } }
        return name.withLock { $0 }
    }
}
