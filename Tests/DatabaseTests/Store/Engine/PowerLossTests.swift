import Core
import Foundation
import Mocks
import Testing

@testable import Database

/// The power goes at each step of what a store does, and the disk forgets and scatters what was not synced.
@Suite(.timeLimit(.minutes(20)))
struct PowerLossTests {
    /// Every batch puts a mark of its own, so that one can see which of them are there.
    private struct Session {
        let disk: CrashTestDisk
        var batches: [LedgerBatch] = []
        /// For each synced batch, and all before it: how much was changed on the disk when it was acknowledged.
        var synced: [(changes: Int, batches: Int)] = []
        var limits = StoreLimits()
        private var ledger = AcknowledgedWrites()

        init(disk: CrashTestDisk) {
            self.disk = disk
        }

        mutating func commit(_ store: JSONStore, _ random: SeededRandomSource) async throws {
            var batch = LedgerBatch.random(random, ids: 30, size: 6)
            batch.steps.append(.mark(Mark(id: "batch \(batches.count)", value: Double(batches.count))))
            // As the journal has it, so that it means the same when the batches before it are lost.
            batches.append(ledger.resolve(batch))
            ledger.apply(batch)
            let isSynced = random.number(3) == 0
            try await store.commit(batch, isSynced ? .synced : .buffered)
            if isSynced { acknowledge() }
        }

        mutating func acknowledge() {
            synced.append((disk.changes.count, batches.count))
        }
    }

    private static let clock = ManualClock()

    private func session(_ random: SeededRandomSource, compacts: Bool) async throws -> Session {
        let files = InMemoryFileSystem()
        var session = Session(disk: CrashTestDisk(files, isRecording: true))
        session.limits.freezeCount = 12
        session.limits.segmentBytes = 900
        session.limits.joinedBytes = 15_000
        session.limits.busyJoinCount = 2
        session.limits.mergeCount = 2
        session.limits.sliceCount = 8
        session.limits.compactionBytes = compacts ? 0 : 1 << 20
        session.limits.checkedBytes = random.number(2) * 8 << 20
        for round in 0..<3 {
            let store = try JSONStore.trial(session.disk, session.limits, time: Self.clock, labels: round == 2 ? 2 : 1)
            for _ in 0..<9 { try await session.commit(store, random) }
            if round == 1 {
                try await store.flush()
                session.acknowledge()
                for _ in 0..<3 { try await session.commit(store, random) }
            }
            try await store.close()
            session.acknowledge()
        }
        return session
    }

    @Test(arguments: [false, true], CrashImage.Fate.allCases)
    func syncedBatchesAreThereWhenThePowerGoesAtAnyStep(compacts: Bool, fate: CrashImage.Fate) async throws {
        let seed = UInt64.random(in: .min ... .max)
        print("syncedBatchesAreThereWhenThePowerGoesAtAnyStep: seed \(seed)")
        let random = SeededRandomSource(seed: seed)
        let session = try await session(random, compacts: compacts)
        let changes = session.disk.changes
        var image = CrashImage()
        for count in 0...changes.count {
            if count > 0 { image.add(changes[count - 1]) }
            let comment: Testing.Comment = "seed \(seed), after \(count) of \(changes.count) changes, \(fate)"
            let files = image.disk(fate, random)
            let isDeep = random.number(8) == 0
            try await check(files, session, after: count, isDeep: isDeep, fate, random, comment)
        }
    }

    /// Opens what is left, perhaps dies while doing so, and compares.
    private func check(
        _ files: InMemoryFileSystem, _ session: Session, after count: Int, isDeep: Bool, _ fate: CrashImage.Fate,
        _ random: SeededRandomSource, _ comment: Testing.Comment
    ) async throws {
        var files = files
        if isDeep {
            // Opening changes the disk as well: the power goes once more in the middle of that.
            var image = CrashImage()
            for path in files.paths { image.add(durable: files.bytes(at: path) ?? [], at: path) }
            let disk = CrashTestDisk(files, isRecording: true)
            disk.adopt()
            try await JSONStore.trial(disk, session.limits, time: Self.clock).close()
            for change in disk.changes.prefix(random.number(disk.changes.count + 1)) { image.add(change) }
            disk.kill()
            files = image.disk(fate, random)
        }
        let disk = CrashTestDisk(files)
        let store = try JSONStore.trial(disk, session.limits, time: Self.clock)
        let snapshot = store.snapshot()
        let marks = try snapshot.window(of: Mark.schema).map(\.id)
        let there = session.batches.indices.filter { marks.contains("batch \($0)") }
        let acknowledged = session.synced.last { $0.changes <= count }?.batches ?? 0
        #expect(there.starts(with: 0..<acknowledged), comment)
        if store.damages.isEmpty, !isDeep { #expect(there == Array(0..<there.count), comment) }
        var ledger = AcknowledgedWrites()
        for batch in there { ledger.apply(session.batches[batch]) }
        if random.number(4) == 0 {
            try snapshot.expectAll(ledger, comment)
        } else {
            #expect(try snapshot.ledger() == ledger, comment)
        }
        // It works, and what it says next survives as well.
        let batch = LedgerBatch.random(random)
        try await store.commit(batch, .synced)
        ledger.apply(batch)
        disk.kill()
        files.crash()
        let reopened = try JSONStore.trial(CrashTestDisk(files), session.limits, time: Self.clock)
        #expect(reopened.damages.isEmpty, comment)
        #expect(try reopened.snapshot().ledger() == ledger, comment)
    }

    @Test(arguments: CrashImage.Fate.allCases)
    func aMigrationIsDoneOnceWheneverThePowerGoes(fate: CrashImage.Fate) async throws {
        let seed = UInt64.random(in: .min ... .max)
        print("aMigrationIsDoneOnceWheneverThePowerGoes: seed \(seed)")
        let random = SeededRandomSource(seed: seed)
        let step = Migration(from: Item.self, to: Item.self) { old in
            var new = old
            new.title += "!"
            return new
        }
        let schema = CollectionSchema<Item>(name: "items", migrations: [step], indexes: Item.schema.indexes)
        let collections = [AnyCollectionSchema(schema), AnyCollectionSchema(Mark.schema)]
        let old = InMemoryFileSystem()
        var limits = StoreLimits()
        limits.freezeCount = 12
        limits.segmentBytes = 900
        let store = try JSONStore.trial(old, limits, time: Self.clock)
        var ledger = AcknowledgedWrites()
        for _ in 0..<15 {
            let batch = LedgerBatch.random(random, ids: 30, size: 6)
            try await store.commit(batch, .synced)
            ledger.apply(batch)
        }
        try await store.close()
        let expected = ledger.sorted(nil).map { item in
            var item = item
            item.title += "!"
            return item
        }
        func open(_ files: any FileSystem) throws -> JSONStore {
            try JSONStore(
                directory: TrialWorld.directory, collections: collections, files: files, time: Self.clock,
                limits: limits)
        }
        var image = CrashImage()
        for path in old.paths { image.add(durable: old.bytes(at: path) ?? [], at: path) }
        let disk = CrashTestDisk(old, isRecording: true)
        disk.adopt()
        try await open(disk).close()
        for (count, change) in disk.changes.enumerated() {
            let comment: Testing.Comment = "seed \(seed), after \(count) of \(disk.changes.count) changes, \(fate)"
            let files = image.disk(fate, random)
            let reopened = try open(files)
            #expect(reopened.damages == [], comment)
            #expect(try reopened.snapshot().window(of: schema) == expected, comment)
            #expect(try await reopened.verify().isWhole, comment)
            image.add(change)
        }
    }

    @Test func aNameThatWasNeverSyncedIsSyncedAfterTheProcessDied() async throws {
        let files = InMemoryFileSystem()
        var limits = StoreLimits()
        limits.freezeCount = 2
        limits.segmentBytes = 1_500
        let disk = CrashTestDisk(files)
        let store = try JSONStore.trial(disk, limits, time: Self.clock)
        let random = SeededRandomSource(seed: 7)
        var ledger = AcknowledgedWrites()
        for _ in 0..<12 {
            let batch = LedgerBatch.random(random)
            try await store.commit(batch)
            ledger.apply(batch)
        }
        // The manifest vouches for segments by now whose names are not on the disk.
        while !files.paths.contains(where: { $0.hasSuffix("/manifest") }) { await Task.yield() }
        disk.kill()
        let second = CrashTestDisk(files)
        let reopened = try JSONStore.trial(second, limits, time: Self.clock)
        let batch = LedgerBatch(steps: [.put(.random(1, random))])
        try await reopened.commit(batch, .synced)
        ledger.apply(batch)
        second.kill()
        files.crash()
        let last = try JSONStore.trial(files, limits, time: Self.clock)
        #expect(try last.snapshot().ledger() == ledger)
    }
}
