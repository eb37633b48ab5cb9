import Core
import Dispatch
import Foundation
import Synchronization
import Testing

@testable import Database

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

#if os(macOS) || os(Linux)
    /// A process of its own works on a store on the real disk and is killed by signal 9 in the middle of it.
    ///
    /// Some rounds here; a hundred by `Scripts/kill-store`, which sets `STORE_KILL_ROUNDS`.
    @Suite(.serialized, .timeLimit(.minutes(30)))
    struct KillTests {
        private static let rounds = ProcessInfo.processInfo.environment["STORE_KILL_ROUNDS"].flatMap(Int.init) ?? 4

        @Test func acknowledgedWritesSurviveAKillAtAnyPoint() async throws {
            let environment = ProcessInfo.processInfo.environment
            let seed = environment["STORE_KILL_SEED"].flatMap(UInt64.init) ?? .random(in: 0 ... .max)
            print("acknowledgedWritesSurviveAKillAtAnyPoint: seed \(seed)")
            let random = SeededRandomSource(seed: seed)
            let directory = TemporaryDirectory()
            var plan = KillPlan(directory: directory.path, seed: seed, round: 0, calls: nil, delay: 0)
            var (acknowledged, deaths): (Int, [String: Int]) = (0, [:])
            for round in 0..<Self.rounds {
                // Half of them die at one of the calls of the disk, the others at any time.
                let calls = random.number(2) == 0 ? 1 + random.number(600) : nil
                plan = KillPlan(
                    directory: directory.path, seed: seed, round: round, calls: calls, delay: random.number(150_000))
                await #expect(processExitsWith: .signal(SIGKILL)) { [plan = plan as KillPlan] in
                    try await KillWorker(plan).run()
                }
                let found = try await check(plan, acknowledged)
                acknowledged = found.batches
                deaths[found.death, default: 0] += 1
                // A store that is full of them is begun anew.
                if round % 10 == 9 {
                    try FileManager.default.removeItem(atPath: directory.path)
                    acknowledged = 0
                }
            }
            let list = deaths.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
            print("\(Self.rounds) rounds, nothing acknowledged was lost. Died in: \(list).")
        }

        /// Opens what is left, and compares it with what was acknowledged.
        private func check(_ plan: KillPlan, _ before: Int) async throws -> (batches: Int, death: String) {
            let comment: Testing.Comment = "seed \(plan.seed), round \(plan.round), \(plan)"
            let notes = (try? String(contentsOfFile: plan.notes, encoding: .utf8)) ?? ""
            let lines = notes.split(separator: "\n", omittingEmptySubsequences: true)
            let said = lines.last { $0.hasPrefix("acked ") }.flatMap { Int($0.dropFirst("acked ".count)) }
            let acknowledged = max(before, said ?? 0)
            let store = try plan.open(LocalFileSystem())
            #expect(store.damages == [], comment)
            let there = try store.snapshot().count(of: Mark.schema)
            // The last one may be there without anybody having been told.
            #expect((acknowledged...acknowledged + 1).contains(there), comment)
            var ledger = AcknowledgedWrites()
            for number in 0..<there { ledger.apply(plan.batch(number)) }
            try store.snapshot().expectAll(ledger, comment)
            #expect(try await store.verify().isWhole, comment)
            try await store.close()
            // There are none when it died before its first batch.
            try? FileManager.default.removeItem(atPath: plan.notes)
            let last = lines.last.map(String.init) ?? ""
            return (there, last.hasPrefix("at ") ? String(last.dropFirst(3)) : "the course of time")
        }
    }

    /// What one round does; the batches are the same in every process.
    private struct KillPlan: Codable, Sendable {
        let directory: String
        let seed: UInt64
        let round: Int
        /// At which call of the disk it dies.
        let calls: Int?
        /// After how many microseconds it dies otherwise.
        let delay: Int

        var notes: String { "\(directory)/../\(URL(filePath: directory).lastPathComponent)-acks" }

        func open(_ files: any FileSystem) throws -> JSONStore {
            var limits = StoreLimits()
            limits.freezeCount = 60
            limits.segmentBytes = 6_000
            limits.joinedBytes = 200_000
            limits.busyJoinCount = 3
            limits.mergeCount = 2
            limits.sliceCount = 64
            limits.compactionBytes = 0
            limits.checkedBytes = round.isMultiple(of: 2) ? 0 : 8 << 20
            return try JSONStore(
                directory: directory,
                collections: [AnyCollectionSchema(Item.schema), AnyCollectionSchema(Mark.schema)], files: files,
                time: SystemTimeProvider(), limits: limits)
        }

        /// The batch with a number; it marks that it is there.
        func batch(_ number: Int) -> LedgerBatch {
            let random = SeededRandomSource(seed: seed &+ UInt64(number) &* 0x9E37_79B9)
            let steps = (0..<20).map { _ -> LedgerBatch.Step in
                let id = random.number(120)
                return random.number(6) == 0 ? .delete(id) : .put(.random(id, random))
            }
            return LedgerBatch(steps: steps + [.mark(Mark(id: "batch \(number)", value: Double(number)))])
        }

        /// Adds a line that outlives the process.
        func note(_ line: String) throws {
            let file = openToAppend(notes)
            guard file >= 0 else { throw FileError(.diskFailure, path: notes, operation: "open") }
            defer { _ = close(file) }
            let bytes = Array("\(line)\n".utf8)
            guard write(file, bytes, bytes.count) == bytes.count else {
                throw FileError(.diskFailure, path: notes, operation: "write")
            }
        }
    }

    private func openToAppend(_ path: String) -> Int32 { open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600) }

    /// What runs until it is killed.
    private struct KillWorker {
        let plan: KillPlan

        init(_ plan: KillPlan) { self.plan = plan }

        func run() async throws {
            let plan = plan
            let store = try plan.open(KillingDisk(plan))
            if plan.calls == nil {
                DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(plan.delay)) {
                    kill(getpid(), SIGKILL)
                }
            }
            var number = try store.snapshot().count(of: Mark.schema)
            while true {
                let batch = plan.batch(number)
                try await store.commit(batch, number.isMultiple(of: 5) ? .synced : .buffered)
                number += 1
                try plan.note("acked \(number)")
            }
        }
    }

    /// The real disk, until a call of it is the last thing that the process does.
    private final class KillingDisk: FileSystem {
        private let plan: KillPlan
        private let local = LocalFileSystem()
        private let calls = Atomic(0)

        init(_ plan: KillPlan) { self.plan = plan }

        fileprivate func count(_ word: String, _ path: String) {
            guard calls.add(1, ordering: .relaxed).newValue == plan.calls else { return }
            let name = path.split(separator: "/").last ?? ""
            let kind = name.split(separator: ".").last ?? ""
            // Said for the summary; whoever cannot say it dies all the same.
            let isNamed = name.hasPrefix("manifest") || name.contains("compact")
            try? plan.note("at \(word) \(isNamed ? name.filter(\.isLetter) : String(kind))")
            kill(getpid(), SIGKILL)
        }

        func open(_ path: String, _ mode: FileMode) throws(FileError) -> any OpenFile {
            if mode != .read { count("open", path) }
            return KillingFile(try local.open(path, mode), path, self)
        }

        func list(_ directory: String) throws(FileError) -> [String] { try local.list(directory) }
        func makeDirectory(_ directory: String) throws(FileError) { try local.makeDirectory(directory) }
        func lock(_ path: String) throws(FileError) -> any OpenFile { try local.lock(path) }
        var bootID: String? { local.bootID }

        func move(_ source: String, to destination: String) throws(FileError) {
            count("rename", source)
            try local.move(source, to: destination)
        }

        func remove(_ path: String) throws(FileError) {
            count("remove", path)
            try local.remove(path)
        }

        func syncDirectory(_ directory: String) throws(FileError) {
            count("sync", "folder")
            try local.syncDirectory(directory)
        }
    }

    private final class KillingFile: OpenFile {
        private let file: any OpenFile
        private let path: String
        private let disk: KillingDisk

        init(_ file: any OpenFile, _ path: String, _ disk: KillingDisk) {
            self.file = file
            self.path = path
            self.disk = disk
        }

        func size() throws(FileError) -> Int { try file.size() }
        func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] { try file.read(at: offset, count: count) }

        func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
            disk.count("write", path)
            // In two halves, so that a death may come between them.
            let half = bytes.count / 2
            try file.write(Array(bytes.prefix(half)), at: offset)
            disk.count("write", path)
            try file.write(Array(bytes.dropFirst(half)), at: offset + half)
        }

        func truncate(to size: Int) throws(FileError) {
            disk.count("cut", path)
            try file.truncate(to: size)
        }

        func sync() throws(FileError) {
            disk.count("sync", path)
            try file.sync()
        }

        func close() { file.close() }
    }
#endif
