import Core
import Foundation
import Synchronization
import Testing

@testable import Database

#if os(macOS) || os(Linux)
    /// Ten processes work on one store on the real disk, and are killed by signal 9 at any time: some write in turn, some
    /// read beside them, some hand numbers over.
    ///
    /// Some seconds here; an hour by `Scripts/many-processes`, which sets `MANY_PROCESSES_SECONDS`.
    @Suite(.serialized, .timeLimit(.minutes(90)))
    struct ManyProcessesTests {
        private static let environment = ProcessInfo.processInfo.environment
        private static let seconds = environment["MANY_PROCESSES_SECONDS"].flatMap(Double.init) ?? 4
        /// The time after which it ends on a machine that is too busy for anybody to have been killed by then.
        private static let patience = Duration.seconds(120)

        @Test func tenProcessesLoseNothingAndLeaveNothing() async throws {
            let seed = Self.environment["MANY_PROCESSES_SEED"].flatMap(UInt64.init) ?? .random(in: 0 ... .max)
            print("tenProcessesLoseNothingAndLeaveNothing: seed \(seed)")
            let directory = TemporaryDirectory()
            try FileManager.default.createDirectory(atPath: directory.path, withIntermediateDirectories: true)
            let store = "\(directory.path)/store"
            let end = ContinuousClock.now + .seconds(Self.seconds)
            let kills = KillCount()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for process in ProcessPlan.processes {
                    group.addTask {
                        let random = SeededRandomSource(seed: seed &+ UInt64(process) &* 0x9E37_79B9)
                        await Self.occupy(process, of: store, until: end, random, kills)
                    }
                }
                try await group.waitForAll()
            }
            let killCount = kills.value
            #expect(killCount > 0)
            let plan = ProcessPlan(directory: store, seed: seed, process: 0, lifetime: 0, isKilled: false)
            // There is no such file where nobody complained.
            let complaints = (try? String(contentsOfFile: plan.complaints, encoding: .utf8)) ?? ""
            #expect(complaints == "", "seed \(seed)")
            let summary = try await check(plan)
            print("\(Self.seconds) seconds, \(killCount) kills, \(summary): nothing lost, torn, locked or left over.")
        }

        /// Runs one process after the other; the last one ends by itself, once it has done something.
        private static func occupy(
            _ process: Int, of store: String, until end: ContinuousClock.Instant, _ random: SeededRandomSource,
            _ kills: KillCount
        ) async {
            while true {
                let left = Int((end - .now) / .microseconds(1))
                let lifetime = 20_000 + random.number(random.number(4) == 0 ? 2_000_000 : 400_000)
                let isOver = lifetime >= left
                let isLast = isOver && (.now > end + patience || kills.value > 0)
                let plan = ProcessPlan(
                    directory: store, seed: random.next(), process: process,
                    lifetime: isLast ? max(20_000, left) : lifetime, isKilled: !isLast && random.number(4) > 0)
                await #expect(processExitsWith: plan.isKilled ? .signal(SIGKILL) : .success, "\(plan)") {
                    [plan = plan as ProcessPlan] in
                    try await ProcessWorker(plan).run()
                }
                if plan.isKilled { kills.add() }
                if isLast { return }
            }
        }

        /// Opens what is left, and compares it with what was acknowledged.
        private func check(_ plan: ProcessPlan) async throws -> String {
            let comment: Testing.Comment = "seed \(plan.seed)"
            // At once: nobody has the lock. In two minutes, when drafts of those who were killed are nobody's any more.
            let store = try await plan.open(.writing, time: LaterTime())
            #expect(store.damages == [], comment)
            let state = try ProcessState(store.snapshot())
            for process in ProcessPlan.writers {
                let acknowledged = try plan.last(.acknowledged, of: process)
                // The last one may be there without anybody having been told.
                #expect((acknowledged...acknowledged + 1).contains(state.written[process]), comment)
            }
            for process in ProcessPlan.handers {
                let acknowledged = try numbers(.acknowledged, of: process, plan)
                let begun = try numbers(.begun, of: process, plan)
                let taken = try #require(state.taken[process])
                // The kind itself has seen that nothing came twice or in another order.
                #expect((acknowledged.count...begun.count).contains(taken.count), comment)
                #expect(taken.last >= acknowledged.last ?? 0 && taken.last <= begun.last ?? 0, comment)
                #expect(!acknowledged.isEmpty, comment)
            }
            #expect(try !store.hasPendingHandovers(), comment)
            #expect(try store.snapshot().count(of: HandoverRecord.schema) == 0, comment)
            #expect(try await store.verify().isWhole, comment)
            try await store.close()
            let reader = try await plan.open(.reading)
            #expect(try reader.read { try ProcessState($0) } == state, comment)
            #expect(!reader.needsUpkeep, comment)
            try await reader.close()
            try expectNothingLeftOver(plan, comment)
            let checks = try ProcessPlan.readers.map { try numbers(.checked, of: $0, plan).reduce(0, +) }
            let busy = try ProcessPlan.writers.map { try numbers(.busy, of: $0, plan).count }.reduce(0, +)
            let counts = state.taken.values.map(\.count)
            #expect(state.written.allSatisfy { $0 > 0 }, comment)
            #expect(checks.contains { $0 > 0 }, comment)
            return """
                \(state.written.reduce(0, +)) batches, \(counts.reduce(0, +)) handovers, \(checks.reduce(0, +)) checks by \
                readers, \(busy) times waited in vain
                """
        }

        private func numbers(_ word: ProcessPlan.Word, of process: Int, _ plan: ProcessPlan) throws -> [Int] {
            guard FileManager.default.fileExists(atPath: plan.notes(of: process)) else { return [] }
            let lines = try String(contentsOfFile: plan.notes(of: process), encoding: .utf8).split(separator: "\n")
            let opening = "\(word) "
            return lines.filter { $0.hasPrefix(opening) }.compactMap { Int($0.dropFirst(opening.count)) }
        }

        /// The files of the journal, those that the manifest names, and nothing else.
        private func expectNothingLeftOver(_ plan: ProcessPlan, _ comment: Testing.Comment) throws {
            let files = LocalFileSystem()
            let bytes = try #require(try files.contents(of: Manifest.path(plan.directory)))
            let manifest = try #require(Manifest(file: bytes))
            let generations = manifest.tables.values.flatMap(\.generations).map {
                Manifest.generationPath(plan.directory, $0.number)
            }
            let segments = manifest.journal.files.map { Journal.path(plan.directory, $0.segment) }
            let others = ["manifest", "lock", "tip", "handover"].map { "\(plan.directory)/\($0)" }
            let found = try files.list(plan.directory).map { "\(plan.directory)/\($0)" }
            #expect(Set(found) == Set(generations + segments + others), comment)
            #expect(try files.list("\(plan.directory)/handover") == [], comment)
        }
    }

    /// The number of processes that were killed.
    private final class KillCount: Sendable {
        private let count = Mutex(0)

        var value: Int { count.withLock { $0 } }

        func add() { count.withLock { $0 += 1 } }
    }

    /// The system's clock, two minutes ahead.
    private struct LaterTime: TimeProvider {
        private let system = SystemTimeProvider()

        var now: Date { system.now + 120 }
        var uptime: Duration { system.uptime }
        func sleep(for duration: Duration) async throws { try await system.sleep(for: duration) }
    }
#endif
