import Core
import Dispatch
import Foundation
import Mocks
import Synchronization
import Testing

@testable import Database

/// Manifests that cannot be written: those that come behind them say what their generations hold.
@Suite(.timeLimit(.minutes(5)))
struct FailedManifestTests {
    private static let size = 10

    private func open(on disk: any FileSystem, _ change: (inout StoreLimits) -> Void = { _ in }) throws -> JSONStore {
        var limits = StoreLimits()
        limits.freezeCount = 2 * Self.size
        limits.compactionBytes = 1 << 30
        change(&limits)
        return try JSONStore(
            directory: "/store", collections: [AnyCollectionSchema(Note.schema)], files: disk, time: ManualClock(),
            limits: limits)
    }

    private func put(_ batch: Int, to store: JSONStore) async throws {
        try await store.write { transaction in
            for id in batch * Self.size..<(batch + 1) * Self.size {
                try transaction.upsert(Note(id), in: Note.schema)
            }
        }
    }

    /// A merge at the usual priority is about to be finished when the manifest of what was frozen fails, and goes on while
    /// the next is being written.
    @Test func whatWasMergedBehindAManifestThatFailedDoesNotPassForIt() async throws {
        let disk = GatedDisk()
        let store = try open(on: disk) { ($0.mergeCount, $0.generationCount) = (4, 7) }
        let maintenance = try store.writer.maintenance
        disk.hold(.urgentMerge)
        var batch = 0
        // Nothing more is frozen behind what has a merge begin, as that would wait for it.
        while maintenance.state.withLock({ $0.generations["notes"]?.count ?? 0 }) <= 7 {
            try await put(batch, to: store)
            batch += 1
            while try await store.writer.run({ $0.isFreezing }) { await Task.yield() }
        }
        while !disk.isHeld(.urgentMerge) { await Task.yield() }
        func freeze(until isDone: () -> Bool) async throws {
            // Nor are two tails to be written at once, in a hurry.
            while try await store.writer.run({ $0.isFreezing }) { await Task.yield() }
            let count = try await store.writer.run { $0.freezeCount }
            while try await store.writer.run({ $0.freezeCount }) == count {
                try await put(batch, to: store)
                batch += 1
            }
            while !isDone() { await Task.yield() }
        }
        try await freeze { maintenance.state.withLock { $0.isWaitingWritten } }
        // It is handed over by the end of that thread's turn.
        await withCheckedContinuation { continuation in maintenance.queue.async { continuation.resume() } }
        disk.failManifest()
        disk.hold(.urgentMerged)
        disk.hold(.idleWrite)
        disk.release(.urgentMerge)
        while !disk.isHeld(.urgentMerged) { await Task.yield() }
        try await freeze { disk.isHeld(.idleWrite) }
        disk.release(.urgentMerged)
        while maintenance.state.withLock({ $0.isUrgent }) { await Task.yield() }
        disk.release(.idleWrite)
        try await store.close()
        #expect(disk.misfits == [])
        #expect(try await open(on: disk.files).verify().isWhole)
    }

    @Test func aManifestThatFailedIsWrittenAtClosing() async throws {
        let files = InMemoryFileSystem()
        let store = try open(on: files)
        files.fail(.openAnew, on: "/manifest.new", with: .noSpace)
        for batch in 0..<2 { try await put(batch, to: store) }
        let maintenance = try store.writer.maintenance
        while !maintenance.state.withLock({ $0.isFailing }) { await Task.yield() }
        try await store.close()
        let manifest = try #require(try Manifest.read(files, "/store"))
        #expect(manifest.tables["notes"]?.count == 2 * Self.size)
    }

    @Test func aManifestThatIsOlderThanItsGenerationsIsNotBelieved() async throws {
        let files = InMemoryFileSystem()
        let store = try open(on: files)
        for batch in 0..<4 { try await put(batch, to: store) }
        try await store.close()
        var manifest = try #require(try Manifest.read(files, "/store"))
        manifest.tables["notes"]?.count -= Self.size
        manifest.tables["notes"]?.free = [3]
        try manifest.write(files, "/store")
        let reader = try JSONStore(
            directory: "/store", collections: [AnyCollectionSchema(Note.schema)], access: .reading, files: files,
            time: ManualClock())
        #expect(try reader.notes.map(\.id) == Array(0..<40))
        let opened = try open(on: files)
        try await put(4, to: opened)
        #expect(try opened.notes.map(\.id) == Array(0..<50))
        #expect(try opened.snapshot().count(of: Note.schema) == 50)
        #expect(try await opened.verify().isWhole)
    }
}

/// A disk that stops threads at places of maintenance, and compares the manifests that are written with their generations.
private final class GatedDisk: ForwardingDisk {
    enum Gate {
        /// A merge at the usual priority begins its file.
        case urgentMerge
        /// It has written that file.
        case urgentMerged
        /// The thread of idle priority begins to write what was frozen.
        case idleWrite
    }

    private struct State {
        var armed: Set<Gate> = []
        var held: Set<Gate> = []
        var failsManifest = false
        var misfits: [String] = []
    }

    let files = InMemoryFileSystem()
    private let name = WorkerThread.maintenanceName()
    private let state = Mutex(State())
    private let released: [Gate: DispatchSemaphore] = [
        .urgentMerge: DispatchSemaphore(value: 0), .urgentMerged: DispatchSemaphore(value: 0),
        .idleWrite: DispatchSemaphore(value: 0),
    ]

    /// Has the next thread wait that comes to a gate.
    func hold(_ gate: Gate) { state.withLock { _ = $0.armed.insert(gate) } }

    func isHeld(_ gate: Gate) -> Bool { state.withLock { $0.held.contains(gate) } }

    func release(_ gate: Gate) { released[gate]?.signal() }

    /// Has the next manifest fail.
    func failManifest() { state.withLock { $0.failsManifest = true } }

    var misfits: [String] { state.withLock { $0.misfits } }

    func open(_ path: String, _ mode: FileMode) throws(FileError) -> any OpenFile {
        if path.hasSuffix("/manifest.new") {
            let fails = state.withLock { state in
                defer { state.failsManifest = false }
                return state.failsManifest
            }
            if fails { throw FileError(.noSpace, path: path, operation: "write") }
        }
        if path.hasSuffix(".runs"), let gate = gate(mode) {
            let mustWait = state.withLock { state in
                guard state.armed.remove(gate) != nil else { return false }
                state.held.insert(gate)
                return true
            }
            if mustWait { released[gate]?.wait() }
        }
        return try files.open(path, mode)
    }

    private func gate(_ mode: FileMode) -> Gate? {
        let isIdle = Thread.current.name == name
        return switch mode {
        case .replace: isIdle ? .idleWrite : .urgentMerge
        case .read where !isIdle: .urgentMerged
        case .read, .readWrite: nil
        }
    }

    func move(_ source: String, to destination: String) throws(FileError) {
        if destination.hasSuffix("/manifest") { check(files.bytes(at: source) ?? []) }
        try files.move(source, to: destination)
    }

    private func check(_ bytes: [UInt8]) {
        guard let table = Manifest(file: bytes)?.tables["notes"] else { return }
        do {
            let generations = try table.generations.map { entry in
                try Generation.open(
                    files: files, path: Manifest.generationPath("/store", entry.number), info: entry.info)
            }
            let count = generations.reduce(0) { $0 + ($1.run(section: "id")?.net ?? 0) }
            if count != table.count { state.withLock { $0.misfits.append("\(count) records, not \(table.count)") } }
        } catch {
            state.withLock { $0.misfits.append("\(error)") }
        }
    }
}
