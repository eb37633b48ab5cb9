import Core
import Foundation
import Mocks
import Testing

@testable import Database

/// The store under thousands of random operations, against a ledger that sorts everything anew.
///
/// `STORE_ORACLE_ROUNDS` makes it longer, and `STORE_ORACLE_SEED` repeats one seed.
@Suite(.timeLimit(.minutes(20)))
struct StoreOracleTests {
    private static let seeds: [UInt64] = {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["STORE_ORACLE_SEED"].flatMap(UInt64.init) { return [seed] }
        let rounds = environment["STORE_ORACLE_ROUNDS"].flatMap(Int.init) ?? 12
        return (0..<rounds).map { _ in .random(in: .min ... .max) }
    }()

    @Test(arguments: seeds)
    func theStoreAgreesWithTheAcknowledgedWritesAfterRandomEvents(seed: UInt64) async throws {
        print("theStoreAgreesWithTheAcknowledgedWritesAfterRandomEvents: seed \(seed)")
        let trial = try OracleRun(seed: seed)
        try await trial.run(steps: 250)
    }
}

/// One store, what it should say, and who looks at it.
private final class OracleRun {
    private struct Held {
        let snapshot: StoreSnapshot
        let ledger: AcknowledgedWrites
    }

    private struct Watcher {
        var rows: WindowObservation<Item>.AsyncIterator
        let index: Index<Item>?
        let direction: SortDirection
        var delivered: [Item]?
    }

    private let seed: UInt64
    private let random: SeededRandomSource
    private let files = InMemoryFileSystem()
    private let clock = ManualClock()
    private let limits: StoreLimits
    private var disk: CrashTestDisk
    private var store: JSONStore
    private var labels = 1
    private var ledger = AcknowledgedWrites()
    private var held: [Held] = []
    private var watchers: [Watcher] = []
    /// The derived files of earlier sessions.
    private var old: [[String: [UInt8]]] = []
    private var step = 0

    init(seed: UInt64) throws {
        self.seed = seed
        random = SeededRandomSource(seed: seed)
        limits = TrialWorld.limits(random)
        disk = CrashTestDisk(files)
        store = try JSONStore.trial(disk, limits, time: clock)
    }

    private var comment: Testing.Comment { "seed \(seed), step \(step), \(limits)" }

    func run(steps: Int) async throws {
        for step in 0..<steps {
            self.step = step
            switch random.number(40) {
            case 0: try await reopen(dying: false, spoiling: false)
            case 1: try await reopen(dying: true, spoiling: false)
            case 2: try await reopen(dying: random.number(2) == 0, spoiling: true)
            case 3: #expect(try await store.verify().isWhole, comment)
            case 4, 5: hold()
            case 6: try await changeMind()
            case 7: spoil(files.paths)
            case 8: watch()
            case 9: try await commit(LedgerBatch.random(random, size: 80))
            // So long that the store merges what it had put off.
            case 10: clock.advance(by: .seconds(1))
            case 11: try await commitTogether()
            default: try await commit(LedgerBatch.random(random))
            }
            try store.snapshot().expectOne(ledger, random, comment)
            if let old = held.randomElement() { try old.snapshot.expectOne(old.ledger, random, comment) }
            if random.number(50) == 0 { try store.snapshot().expectAll(ledger, comment) }
            try await look()
        }
        try await reopen(dying: false, spoiling: false)
        try store.snapshot().expectAll(ledger, comment)
        for old in held { try old.snapshot.expectAll(old.ledger, comment) }
        try await store.close()
    }

    private func commit(_ batch: LedgerBatch) async throws {
        try await store.commit(batch, random.number(4) == 0 ? .synced : .buffered)
        ledger.apply(batch)
    }

    /// Several batches that wait at the same time, some of which share a sync.
    private func commitTogether() async throws {
        let store = store
        let batches = (0..<6).map { number in
            LedgerBatch(steps: (0..<5).map { .put(.random(100 + number * 5 + $0, random)) })
        }
        try await withThrowingTaskGroup { group in
            for batch in batches {
                let durability = random.number(2) == 0 ? Durability.synced : .buffered
                group.addTask { try await store.commit(batch, durability) }
            }
            try await group.waitForAll()
        }
        for batch in batches { ledger.apply(batch) }
    }

    /// Closes the store while batches are under way: each is there if it was acknowledged, and not if it was refused.
    private func closeInTheMiddle() async throws {
        let store = store
        let batches = (0..<20).map { number in
            LedgerBatch(steps: (0..<3).map { .put(.random(200 + number * 3 + $0, random)) })
        }
        try await withThrowingTaskGroup { group in
            for (number, batch) in batches.enumerated() {
                group.addTask { () -> Int? in
                    do {
                        try await store.commit(batch)
                        return number
                    } catch let error as StoreError where error.code == .storeClosed {
                        return nil
                    }
                }
            }
            group.addTask {
                try await store.close()
                return nil
            }
            for try await number in group {
                if let number { ledger.apply(batches[number]) }
            }
        }
    }

    /// A batch that is given up.
    private func changeMind() async throws {
        struct ChangedMind: Error {}
        let batch = LedgerBatch.random(random)
        await #expect(throws: ChangedMind.self) {
            try await store.write { transaction in
                try batch.fill(&transaction)
                throw ChangedMind()
            }
        }
    }

    private func hold() {
        if held.count > 4 { held.remove(at: random.number(held.count)) }
        held.append(Held(snapshot: store.snapshot(), ledger: ledger))
    }

    private func watch() {
        if watchers.count > 2 { watchers.removeFirst() }
        let indexes = Item.schema.indexes.map(Optional.some) + [nil]
        let index = indexes[random.number(indexes.count)]
        let direction = random.number(2) == 0 ? SortDirection.ascending : .descending
        let rows = store.observe(windowOf: Item.schema, by: index, direction, in: nil, limit: .max, sticksToTop: true)
        watchers.append(Watcher(rows: rows.makeAsyncIterator(), index: index, direction: direction))
    }

    private func look() async throws {
        for position in watchers.indices where random.number(3) == 0 {
            let watcher = watchers[position]
            let expected = ledger.sorted(watcher.index, watcher.direction)
            // With nothing new it would wait for ever.
            guard watcher.delivered != expected else { continue }
            let change = try #require(try await watchers[position].rows.next(), comment)
            #expect(change.rows == expected, comment)
            #expect(change.total == expected.count, comment)
            var applied = watcher.delivered ?? []
            change.diff.apply(to: &applied)
            #expect(applied == expected, comment)
            watchers[position].delivered = expected
        }
    }

    private func reopen(dying: Bool, spoiling: Bool) async throws {
        if dying {
            disk.kill()
            // What it would still read is gone with it.
            held = []
        } else {
            if random.number(3) == 0 { try await closeInTheMiddle() } else { try await store.close() }
            for old in held { try old.snapshot.expectOne(old.ledger, random, comment) }
        }
        watchers = []
        let paths = TrialWorld.derived(files.paths)
        old.append(Dictionary(uniqueKeysWithValues: paths.map { ($0, files.bytes(at: $0) ?? []) }))
        if spoiling { try spoilAll(paths) }
        if random.number(6) == 0 { labels = 3 - labels }
        disk = CrashTestDisk(files)
        store = try JSONStore.trial(disk, limits, time: clock, labels: labels)
        #expect(store.damages == [], comment)
        #expect(try store.snapshot().ledger() == ledger, comment)
        try store.snapshot().expectOne(ledger, random, comment)
    }

    /// Does one thing to the derived files that nobody should.
    private func spoilAll(_ paths: [String]) throws {
        switch random.number(5) {
        case 0:
            for path in paths where random.number(2) == 0 { try files.remove(path) }
        case 1:
            // An older session's files, all of them or only its manifest.
            let isWhole = random.number(2) == 0
            for (path, bytes) in old[random.number(old.count)] where isWhole || path.hasSuffix("manifest") {
                files.put(bytes, at: path)
            }
        case 2:
            let runs = paths.filter { $0.hasSuffix(".runs") }
            guard runs.count > 1 else { return }
            let (one, other) = (runs[random.number(runs.count)], runs[random.number(runs.count)])
            let bytes = files.bytes(at: one) ?? []
            files.put(files.bytes(at: other) ?? [], at: one)
            files.put(bytes, at: other)
        default:
            spoil(paths)
        }
    }

    /// Flips a byte of a derived file, or cuts it, as it lies there.
    private func spoil(_ paths: [String]) {
        let paths = TrialWorld.derived(paths)
        guard !paths.isEmpty else { return }
        let path = paths[random.number(paths.count)]
        guard var bytes = files.bytes(at: path), !bytes.isEmpty else { return }
        let position = random.number(bytes.count)
        if random.number(3) == 0 {
            bytes.removeLast(bytes.count - position)
        } else {
            bytes[position] ^= UInt8(1 + random.number(255))
        }
        files.put(bytes, at: path)
    }
}
