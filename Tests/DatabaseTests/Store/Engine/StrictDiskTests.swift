import Core
import Foundation
import Mocks
import Testing

@testable import Database

/// The lives of each kind.
private let strictDiskRounds = ProcessInfo.processInfo.environment["STORE_DISK_ROUNDS"].flatMap(Int.init) ?? 100

/// The lives with a reader beside the writer, which take longer.
private let strictDiskReaderRounds = max(1, strictDiskRounds / 5)

/// The store on the strictest disk that there may be: calls fail by chance, the disk fills up, the process dies, and a
/// power loss leaves any part of what was not synced.
///
/// Nothing acknowledged is lost, nothing refused appears, and every error is typed. `STORE_DISK_ROUNDS` makes it longer,
/// and `STORE_DISK_SEED` repeats one seed; `Scripts/strict-disk` tries 100,000 of each kind.
@Suite(.timeLimit(.minutes(strictDiskRounds > 1_000 ? 600 : 20)))
struct StrictDiskTests {
    enum Trouble: String, CaseIterable {
        /// Nothing fails but the power.
        case powerLoss
        /// Calls fail by chance.
        case failingCalls
        /// The disk is full from time to time.
        case fullDisk
    }

    private static let environment = ProcessInfo.processInfo.environment
    private static let seed = environment["STORE_DISK_SEED"].flatMap(UInt64.init)

    @Test(arguments: Trouble.allCases)
    func nothingAcknowledgedIsLostAndNothingRefusedAppears(trouble: Trouble) async throws {
        let first = Self.seed ?? .random(in: .min ... .max)
        print("nothingAcknowledgedIsLostAndNothingRefusedAppears: \(trouble), \(strictDiskRounds) seeds from \(first)")
        for round in 0..<(Self.seed == nil ? strictDiskRounds : 1) {
            try await StrictDiskLife(seed: first &+ UInt64(round), trouble).run()
        }
    }

    /// A reader in another process may be behind, and sees nothing that was refused and nothing twice.
    @Test(arguments: Trouble.allCases)
    func aReaderSeesWhatWasAcknowledgedInItsOrder(trouble: Trouble) async throws {
        let first = Self.seed ?? .random(in: .min ... .max)
        print("aReaderSeesWhatWasAcknowledgedInItsOrder: \(trouble), \(strictDiskReaderRounds) seeds from \(first)")
        for round in 0..<(Self.seed == nil ? strictDiskReaderRounds : 1) {
            try await StrictDiskLife(seed: first &+ UInt64(round), trouble, isRead: true).run()
        }
    }
}

/// A store's life on such a disk, with what was said of each of its batches.
private final class StrictDiskLife {
    private enum Fate {
        /// It was acknowledged as synced, or read after a restart.
        case synced
        case buffered
        case refused
        /// The store has said that it does not know.
        case unknown
    }

    /// How a session ends.
    private enum End {
        case close, kill, powerLoss
    }

    private let seed: UInt64
    private let trouble: StrictDiskTests.Trouble
    private let random: SeededRandomSource
    private let files = InMemoryFileSystem()
    private let clock = ManualClock()
    private var limits = StoreLimits()
    private var disk: CrashTestDisk
    private var store: JSONStore
    /// As the journal has them; each puts a mark of its own.
    private var batches: [LedgerBatch] = []
    private var fates: [Fate] = []
    private var ledger = AcknowledgedWrites() {
        didSet { if isRead { past.append(ledger) } }
    }
    private var step = 0
    /// Whether there is a reader.
    private let isRead: Bool
    private var reader: JSONStore?
    /// What the reader may show: the ledgers from the one that it showed last.
    private var past = [AcknowledgedWrites()]

    init(seed: UInt64, _ trouble: StrictDiskTests.Trouble, isRead: Bool = false) throws {
        self.seed = seed
        self.isRead = isRead
        self.trouble = trouble
        random = SeededRandomSource(seed: seed)
        limits.freezeCount = [4, 12, 40][random.number(3)]
        limits.segmentBytes = [300, 900, 6_000][random.number(3)]
        limits.mergeCount = 2
        limits.sliceCount = 8
        limits.compactionBytes = [0, 0, 1 << 20][random.number(3)]
        limits.checkedBytes = random.number(2) * 8 << 20
        limits.openFiles = [1, 4, 24][random.number(3)]
        limits.joinedBytes = limits.segmentBytes * [16, 64][random.number(2)]
        (limits.joinCount, limits.busyJoinCount) = (2, [2, 4, 1_000][random.number(3)])
        disk = CrashTestDisk(files)
        store = try JSONStore.trial(disk, limits, time: clock)
    }

    private var comment: Testing.Comment { "seed \(seed), \(trouble), step \(step)" }

    func run() async throws {
        for step in 0..<30 {
            self.step = step
            mark("step \(step)")
            switch random.number(16) {
            case 0: try await reopen(.close)
            case 1: try await reopen(.kill)
            case 2: try await reopen(.powerLoss)
            case 3: await flush()
            case 4, 5: makeTrouble()
            case 6: files.stopFailing()
            // A reader may be behind in the middle of these, whose order nobody knows.
            case 7 where !isRead: await commitTogether()
            case 8: try await verify()
            default: await commit()
            }
            try expectRight()
            if isRead { try await lookBeside() }
        }
        files.stopFailing()
        try await reopen([End.close, .kill][random.number(2)])
        // Whoever acknowledges a batch from here on means it.
        await commit(.synced)
        try await reopen(.powerLoss)
        #expect(try await store.verify().isWhole, comment)
        if isRead {
            try await lookBeside()
            #expect(past == [ledger], comment)
            try await reader?.close()
        }
        try await store.close()
    }

    /// Looks as another process does: at what the writer shows, or showed when it last could.
    private func lookBeside() async throws {
        let found: AcknowledgedWrites
        do {
            let reader = try reader ?? .trial(files, limits, time: clock, access: .reading)
            self.reader = reader
            try await reader.flush()
            found = try reader.read { try $0.ledger() }
        } catch {
            // Calls of a reader fail as well; it is asked again at the next step.
            expectTyped(error)
            return
        }
        guard let position = past.firstIndex(of: found) else {
            Issue.record("\(comment): the reader shows what was never acknowledged so, or went back")
            printTrace()
            print("the reader has \(found.marks.keys.sorted()), the writer \(ledger.marks.keys.sorted()) of \(fates)")
            return
        }
        past.removeFirst(position)
    }

    /// A reader whose process has ended with the writer's begins anew: after a restart with all that there is, else with
    /// what the last tip says, as the writer may have written none when it opened the store.
    private func forgetReader(showing known: [AcknowledgedWrites]) {
        reader = nil
        past = known + [ledger]
    }

    // MARK: What led to a failure

    /// The chances of calls depend on the threads' order, so that a seed may have to be tried often: what was done is
    /// printed, too.
    private var trace: [(position: Int, event: String)] = []

    private func mark(_ event: String) { trace.append((files.operations.count, event)) }

    /// Prints what was done to the disk, and why.
    private func printTrace() {
        var lines: [String] = []
        var events = trace[...]
        for (position, operation) in files.operations.enumerated() {
            while let next = events.first, next.position <= position {
                lines.append("- \(next.event)")
                events.removeFirst()
            }
            let changesNothing = [.read, .size, .list, .openToRead].contains(operation.kind)
            if !changesNothing || operation.failure != nil { lines.append("\(position) \(operation)") }
        }
        lines += events.map { "- \($0.event)" }
        print("trace of seed \(seed), \(trouble):\n\(lines.joined(separator: "\n"))")
    }

    private func makeTrouble() {
        switch trouble {
        case .powerLoss: break
        case .failingCalls: files.failAtRandom(oneIn: [2, 4, 12, 40][random.number(4)], random)
        case .fullDisk: files.limitSpace(to: files.usedBytes + random.number(400))
        }
    }

    private func newBatch(_ steps: [LedgerBatch.Step]? = nil) -> LedgerBatch {
        var batch = steps.map(LedgerBatch.init(steps:)) ?? LedgerBatch.random(random, ids: 30, size: 6)
        batch.steps.append(.mark(Mark(id: "batch \(batches.count)", value: Double(batches.count))))
        // So that it means the same when the batches before it are lost.
        batches.append(ledger.resolve(batch))
        fates.append(.refused)
        return batch
    }

    private func commit(_ durability: Durability? = nil) async {
        let durability = durability ?? (random.number(3) == 0 ? .synced : .buffered)
        let batch = newBatch()
        let store = store
        let number = batches.count - 1
        note(number, durability, await failure { try await store.commit(batch, durability) })
    }

    /// Synced batches that wait at the same time and share a sync.
    private func commitTogether() async {
        let first = batches.count
        let group = (0..<4).map { number in newBatch([.put(.random(100 + number, random))]) }
        let store = store
        let failures = await withTaskGroup(of: (Int, (any Error)?).self) { tasks in
            for (number, batch) in group.enumerated() {
                tasks.addTask {
                    do {
                        try await store.commit(batch, .synced)
                        return (first + number, nil)
                    } catch {
                        return (first + number, error)
                    }
                }
            }
            return await tasks.reduce(into: [:]) { $0[$1.0] = .some($1.1) }
        }
        // In whichever order they came: what failed may have come last, so that nothing has settled it since.
        for (number, error) in failures where error == nil { note(number, .synced, nil) }
        for (number, error) in failures where error != nil { note(number, .synced, error) }
    }

    /// Writes down what was said of a batch.
    private func note(_ number: Int, _ durability: Durability, _ error: (any Error)?) {
        mark("batch \(number), \(durability): \(error.map { "\($0)" } ?? "done")")
        if let error {
            expectTyped(error)
            fates[number] = (error as? StoreError)?.code == .outcomeUnknown ? .unknown : .refused
            return
        }
        settleUnknown()
        fates[number] = durability == .synced ? .synced : .buffered
        // A sync is about everything before it.
        if durability == .synced { settleBuffered() }
        ledger.apply(batches[number])
    }

    /// What could not be taken back is gone for good once something was written.
    private func settleUnknown() {
        for number in fates.indices where fates[number] == .unknown { fates[number] = .refused }
    }

    private func settleBuffered() {
        for number in fates.indices where fates[number] == .buffered { fates[number] = .synced }
    }

    private func flush() async {
        let store = store
        guard await failure({ try await store.flush() }) == nil else { return }
        settleUnknown()
        settleBuffered()
    }

    private func verify() async throws {
        let store = store
        do {
            #expect(try await store.verify().damages == [], comment)
        } catch {
            expectTyped(error)
        }
    }

    /// The error of something that may fail.
    private func failure(_ body: () async throws -> Void) async -> (any Error)? {
        do {
            try await body()
            return nil
        } catch {
            expectTyped(error)
            return error
        }
    }

    private func expectTyped(_ error: any Error) {
        let error = error as? StoreError
        let codes: [ErrorCode] =
            trouble == .fullDisk
            ? [.noSpace, .outcomeUnknown]
            : [
                .diskFailure, .noSpace, .outcomeUnknown,
            ]
        #expect(
            error.map { codes.contains($0.code) && !$0.path.isEmpty } == true,
            "\(comment): \(String(describing: error))")
    }

    /// An open store says what it has acknowledged, and nothing else.
    private func expectRight() throws {
        do {
            #expect(try store.snapshot().ledger() == ledger, comment)
        } catch {
            expectTyped(error)
        }
    }

    private func reopen(_ end: End) async throws {
        mark("\(end)")
        defer { mark("open again") }
        switch end {
        case .close:
            let store = store
            if await failure({ try await store.close() }) == nil {
                settleUnknown()
                settleBuffered()
            }
            disk.kill()
        case .kill:
            disk.kill()
        case .powerLoss:
            disk.kill()
            files.crash(scattering: random)
        }
        disk = CrashTestDisk(files)
        store = try open()
        if end != .powerLoss { #expect(store.damages == [], comment) }
        try lookWhatIsThere(isRestarted: end == .powerLoss)
    }

    /// Opens the store, which may fail for as long as calls do.
    private func open() throws -> JSONStore {
        for _ in 0..<3 {
            do {
                return try JSONStore.trial(disk, limits, time: clock)
            } catch {
                expectTyped(error)
            }
        }
        files.stopFailing()
        return try JSONStore.trial(disk, limits, time: clock)
    }

    private func lookWhatIsThere(isRestarted: Bool) throws {
        let snapshot = store.snapshot()
        let found: AcknowledgedWrites
        do {
            found = try snapshot.ledger()
        } catch {
            expectTyped(error)
            files.stopFailing()
            found = try snapshot.ledger()
        }
        let known = isRestarted ? [] : past
        ledger = AcknowledgedWrites()
        let isThere = batches.indices.map { found.marks["batch \($0)"] != nil }
        if zip(fates, isThere).contains(where: { $0 == .synced && !$1 || $0 == .refused && $1 }) { printTrace() }
        for (number, isThere) in isThere.enumerated() {
            switch fates[number] {
            case .synced: #expect(isThere, "\(comment): batch \(number) was synced and is lost")
            case .buffered where !isRestarted:
                #expect(isThere, "\(comment): batch \(number) was acknowledged and is lost")
            case .refused: #expect(!isThere, "\(comment): batch \(number) was refused and is there")
            case .buffered, .unknown: break
            }
            if !isThere {
                // In the same boot a cut may not be on the disk yet: the next write that succeeds settles it.
                if isRestarted || fates[number] != .unknown { fates[number] = .refused }
            } else {
                fates[number] = isRestarted || fates[number] == .synced ? .synced : .buffered
                ledger.apply(batches[number])
            }
        }
        #expect(found == ledger, comment)
        if isRead { forgetReader(showing: known) }
    }
}
