import Core
import Dispatch
import Foundation
import Synchronization

@testable import Database

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

#if os(macOS) || os(Linux)
    /// What one of the processes on a store does, and how it ends.
    struct ProcessPlan: Codable, Sendable {
        /// The folder of the store; the notes lie beside it.
        let directory: String
        let seed: UInt64
        /// Its place among the ten; who comes after it in that place goes on with its numbers.
        let process: Int
        /// The time after which it is killed, or told to end, in microseconds.
        let lifetime: Int
        let isKilled: Bool

        static let processes = 0..<10
        static let writers = 0..<4
        static let readers = 4..<7
        static let handers = 7..<10

        private static let collections = [AnyCollectionSchema(Tally.schema), AnyCollectionSchema(ProcessEntry.schema)]

        /// Opens the store; a small one does all kinds of upkeep all the time.
        func open(
            _ access: StoreAccess, waitingUpTo patience: Duration = .zero, isSmall: Bool = false,
            time: any TimeProvider = SystemTimeProvider()
        ) async throws -> JSONStore {
            var limits = StoreLimits()
            // Some have more files than they may have open.
            if !seed.isMultiple(of: 3) { limits.openFiles = 2 }
            if isSmall {
                limits.freezeCount = 60
                limits.segmentBytes = 6_000
                limits.joinedBytes = 200_000
                limits.busyJoinCount = 3
                limits.mergeCount = 2
                limits.sliceCount = 64
                limits.compactionBytes = 0
            }
            return try await JSONStore.opening(waitingUpTo: patience, time) { [limits] in
                try JSONStore(
                    directory: directory, collections: Self.collections, access: access,
                    handovers: [AnyHandoverKind(HandedOver.kind)], files: LocalFileSystem(), time: time, limits: limits)
            }
        }

        // MARK: Notes

        /// A word with a number, as it is noted.
        enum Word: String {
            case begun, acknowledged, checked, busy
        }

        func notes(of process: Int) -> String { "\(directory)-notes-\(process)" }
        var complaints: String { "\(directory)-complaints" }

        /// Adds a line that outlives the process.
        func note(_ word: Word, _ number: Int) throws { try add("\(word) \(number)", to: notes(of: process)) }

        func add(_ line: String, to path: String) throws {
            let file = openToAppend(path)
            guard file >= 0 else { throw FileError(.diskFailure, path: path, operation: "open") }
            defer { _ = close(file) }
            let bytes = Array("\(line)\n".utf8)
            guard write(file, bytes, bytes.count) == bytes.count else {
                throw FileError(.diskFailure, path: path, operation: "write")
            }
        }

        /// The number that a process noted last with a word; 0 where there is none.
        func last(_ word: Word, of process: Int) throws -> Int {
            let files = LocalFileSystem()
            let file: any OpenFile
            do throws(FileError) {
                file = try files.open(notes(of: process), .read)
            } catch {
                guard error.code == .fileMissing else { throw error }
                return 0
            }
            defer { file.close() }
            // Both words of a process are among its last lines.
            let size = try file.size()
            let bytes = try file.read(at: max(0, size - 200), count: 200)
            // The last line may be on its way.
            guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return 0 }
            let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\n")
            let opening = "\(word) "
            return lines.last { $0.hasPrefix(opening) }.flatMap { Int($0.dropFirst(opening.count)) } ?? 0
        }
    }

    private func openToAppend(_ path: String) -> Int32 { open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600) }

    /// What runs until it is killed, or told to end.
    struct ProcessWorker {
        private let plan: ProcessPlan
        private let random: SeededRandomSource
        private let end = WorkerEnd()

        init(_ plan: ProcessPlan) {
            self.plan = plan
            random = SeededRandomSource(seed: plan.seed)
        }

        func run() async throws {
            let work = Task { try await self.work() }
            end.set { work.cancel() }
            // A thread of its own, so that nothing that the others do holds the end up.
            DispatchQueue(label: "end").asyncAfter(deadline: .now() + .microseconds(plan.lifetime)) { [plan, end] in
                if plan.isKilled { kill(getpid(), SIGKILL) }
                end.come()
            }
            do {
                try await work.value
            } catch is CancellationError {
                // The time is over.
            } catch {
                try plan.add("process \(plan.process), \(plan): \(error)", to: plan.complaints)
                throw error
            }
        }

        private func work() async throws {
            if ProcessPlan.writers.contains(plan.process) {
                try await write()
            } else if ProcessPlan.handers.contains(plan.process) {
                try await handOver()
            } else {
                try await read()
            }
        }

        /// Closes a store in the end, whatever ended it.
        private func using(_ store: JSONStore, _ body: () async throws -> Void) async throws {
            do {
                try await body()
            } catch {
                // The first error is the one to tell.
                try? await store.close()
                throw error
            }
            try await store.close()
        }
    }

    /// The end of a worker that nobody kills: not before it has done something once, however busy the machine is.
    private final class WorkerEnd: Sendable {
        private struct State {
            var cancel: (@Sendable () -> Void)?
            var hasCome = false
            var isDone = false
        }

        private let state = Mutex(State())

        func set(_ cancel: @escaping @Sendable () -> Void) { change { $0.cancel = cancel } }

        /// Its time is over.
        func come() { change { $0.hasCome = true } }

        func noteDone() { change { $0.isDone = true } }

        private func change(_ body: (inout State) -> Void) {
            let cancel = state.withLock { state in
                body(&state)
                return state.hasCome && state.isDone ? state.cancel : nil
            }
            cancel?()
        }
    }

    // MARK: Writing in turn

    extension ProcessWorker {
        private static let patience = Duration.seconds(5)

        private func write() async throws {
            while true {
                let store: JSONStore
                do {
                    store = try await plan.open(.writing, waitingUpTo: Self.patience, isSmall: random.number(3) > 0)
                } catch let error as StoreError where error.code == .storeBusy {
                    try Task.checkCancellation()
                    try plan.note(.busy, 1)
                    continue
                }
                try await using(store) {
                    guard store.damages.isEmpty else { throw ProcessState.Violation("damaged: \(store.damages)") }
                    for _ in 0...random.number(4) {
                        try await takeTurn(store)
                        try await store.suspend()
                        let suspended = try stateWhileSuspended(store)
                        // The others write now.
                        try await look(times: 1 + random.number(20))
                        if let suspended, let still = try stateWhileSuspended(store), still != suspended {
                            throw ProcessState.Violation("a suspended store changed")
                        }
                        do {
                            try await store.resume(waitingUpTo: Self.patience)
                        } catch let error as StoreError where error.code == .storeBusy {
                            try Task.checkCancellation()
                            return try plan.note(.busy, 1)
                        }
                        try store.read { try ProcessState($0) }.expect(notBefore: suspended ?? ProcessState())
                    }
                }
                try await look(times: random.number(20))
            }
        }

        /// What a suspended store shows; nil where it says that another process has replaced what it would show.
        private func stateWhileSuspended(_ store: JSONStore) throws -> ProcessState? {
            do {
                return try store.read { try ProcessState($0) }
            } catch let error as StoreError where error.code == .snapshotSuperseded {
                return nil
            }
        }

        /// Commits some batches, each one acknowledged when it is there.
        private func takeTurn(_ store: JSONStore) async throws {
            let process = plan.process
            var number = try store.read { try ProcessState($0) }.written[process]
            let acknowledged = try plan.last(.acknowledged, of: process)
            // The one that it was about to be told of may be there.
            guard (acknowledged...acknowledged + 1).contains(number) else {
                throw ProcessState.Violation("lost: \(number) are there, and \(acknowledged) were acknowledged")
            }
            // Read after a kill, it stays; and this process may be killed before it notes the next one, too.
            if number > acknowledged { try plan.note(.acknowledged, number) }
            for _ in 0...random.number(30) {
                try await ProcessState.commit(
                    process, number + 1, random.number(4) == 0 ? .synced : .buffered, to: store)
                number += 1
                try plan.note(.acknowledged, number)
                end.noteDone()
            }
            if random.number(20) == 0, try await !store.verify().isWhole { throw ProcessState.Violation("not whole") }
        }

        /// Looks at the store as a reader, beside its own process.
        private func look(times: Int) async throws {
            let reader = try await plan.open(.reading)
            try await using(reader) {
                var state = ProcessState()
                for _ in 0..<times { try await check(reader, &state) }
            }
        }
    }

    // MARK: Reading

    extension ProcessWorker {
        private func read() async throws {
            var (state, version, count): (ProcessState, UInt64, Int) = (ProcessState(), 0, 0)
            while true {
                let store = try await plan.open(.reading)
                try await using(store) {
                    for _ in 0...random.number(100) {
                        try await check(store, &state)
                        let snapshot = store.snapshot()
                        guard snapshot.version >= version else {
                            throw ProcessState.Violation("back in time: version \(snapshot.version) after \(version)")
                        }
                        version = snapshot.version
                        count += 1
                        if random.number(100) == 0, case let found = try await store.verify(), !found.isWhole {
                            throw ProcessState.Violation("not whole: \(found)")
                        }
                    }
                    try plan.note(.checked, count)
                    end.noteDone()
                    count = 0
                    if random.number(4) == 0 { try await observe(store, &state) }
                }
            }
        }

        /// Checks what is shown by itself, and what is shown once everything before must be.
        private func check(_ store: JSONStore, _ state: inout ProcessState) async throws {
            try Task.checkCancellation()
            let shown = try store.read { try ProcessState($0) }
            try shown.expect(notBefore: state)
            let acknowledged = try ProcessPlan.writers.map { try plan.last(.acknowledged, of: $0) }
            try await store.flush()
            let next = try store.read { try ProcessState($0) }
            try next.expect(notBefore: shown)
            for (found, wanted) in zip(next.written, acknowledged) where found < wanted {
                throw ProcessState.Violation("lost: \(next.written) are shown, and \(acknowledged) were acknowledged")
            }
            state = next
        }

        /// Sees some commits as they come.
        private func observe(_ store: JSONStore, _ state: inout ProcessState) async throws {
            var (last, left): (Int, Int) = (0, 1 + random.number(20))
            for try await tally in store.observe(Tally.total, in: Tally.schema) {
                let number = tally?.number ?? 0
                guard number >= last else { throw ProcessState.Violation("back in time: \(number) after \(last)") }
                last = number
                let shown = try store.read { try ProcessState($0) }
                try shown.expect(notBefore: state)
                state = shown
                left -= 1
                if left == 0 { break }
            }
            try Task.checkCancellation()
        }
    }

    // MARK: Handing over

    extension ProcessWorker {
        private func handOver() async throws {
            let process = plan.process
            var number = try plan.last(.begun, of: process)
            var acknowledged = try plan.last(.acknowledged, of: process)
            while true {
                let store = try await plan.open(.reading)
                try await using(store) {
                    for _ in 0...random.number(20) {
                        try Task.checkCancellation()
                        number += 1
                        try plan.note(.begun, number)
                        let item = HandedOver(process: process, number: number, acknowledged: acknowledged)
                        try await store.handOver(item, as: HandedOver.kind)
                        acknowledged = number
                        try plan.note(.acknowledged, number)
                        end.noteDone()
                    }
                    // Waits until somebody took them, so that there are never too many.
                    guard random.number(4) > 0 else { return }
                    for try await tally in store.observe(Tally.taken(process), in: Tally.schema) {
                        if let tally, tally.number >= acknowledged { break }
                    }
                    try Task.checkCancellation()
                }
            }
        }
    }
#endif
