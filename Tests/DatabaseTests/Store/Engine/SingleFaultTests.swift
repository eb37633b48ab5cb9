import Core
import Foundation
import Mocks
import Testing

@testable import Database

/// Each call of each kind fails once, at each place of a store's life.
@Suite(.timeLimit(.minutes(20)))
struct SingleFaultTests {
    struct Fault: Sendable, CustomTestStringConvertible {
        let kind: DiskOperation.Kind
        /// For a write, how many bytes are written before it fails.
        var bytes = 0
        /// Where calls are many, only some of them fail in a run.
        var stride = 1

        var testDescription: String { "\(kind) after \(bytes) bytes" }
    }

    static let faults = [
        Fault(kind: .write), Fault(kind: .write, bytes: 30), Fault(kind: .sync), Fault(kind: .move),
        Fault(kind: .syncDirectory), Fault(kind: .remove), Fault(kind: .list), Fault(kind: .openAnew),
        Fault(kind: .openToWrite), Fault(kind: .truncate), Fault(kind: .makeDirectory), Fault(kind: .lock),
        Fault(kind: .openToRead, stride: 2), Fault(kind: .size, stride: 2), Fault(kind: .read, stride: 9),
    ]

    @Test(arguments: faults)
    func aCallThatFailsOnceLosesNothing(fault: Fault) async throws {
        let seed = UInt64.random(in: .min ... .max)
        print("aCallThatFailsOnceLosesNothing: seed \(seed), \(fault.testDescription)")
        let random = SeededRandomSource(seed: seed)
        var missed = 0
        var position = random.number(fault.stride)
        // The store's own threads make as many calls as they find work, so that the last one is not always the same.
        while missed < 3 {
            let life = Life(seed: seed, comment: "seed \(seed), \(fault.testDescription), call \(position)")
            life.files.fail(fault.kind, with: .noSpace, calls: position..<position + 1, afterBytes: fault.bytes)
            try await life.run()
            missed = life.files.operations.contains { $0.failure == .noSpace } ? 0 : missed + 1
            try await life.end()
            position += fault.stride
            #expect(position < 5_000, "It never ends.")
        }
    }

    /// A store's life of three sessions.
    private final class Life {
        let files = InMemoryFileSystem()
        private let clock = ManualClock()
        private let random: SeededRandomSource
        private let comment: Testing.Comment
        private var limits = StoreLimits()
        private var ledger = AcknowledgedWrites()
        private var disk: CrashTestDisk

        init(seed: UInt64, comment: Testing.Comment) {
            random = SeededRandomSource(seed: seed)
            self.comment = comment
            limits.freezeCount = 12
            limits.segmentBytes = 700
            limits.mergeCount = 2
            limits.sliceCount = 16
            limits.compactionBytes = 0
            limits.checkedBytes = random.number(2) * 8 << 20
            limits.joinedBytes = 8_000
            limits.busyJoinCount = [2, 1_000][random.number(2)]
            disk = CrashTestDisk(files)
        }

        func run() async throws {
            for session in 0..<3 {
                let store = try await retrying { try self.open() }
                #expect(store.damages == [], comment)
                try await expectRight(store)
                for number in 0..<5 {
                    try await commit(store, number.isMultiple(of: 2) ? .buffered : .synced)
                    if number == 3 { _ = try await retrying { try await store.flush() } }
                    if number.isMultiple(of: 3) { try await expectRight(store) }
                }
                if session == 1 {
                    disk.kill()
                } else {
                    await accept { try await store.close() }
                }
                disk = CrashTestDisk(files)
            }
        }

        /// Without trouble everything is there, and is whole.
        func end() async throws {
            files.stopFailing()
            let store = try open()
            #expect(store.damages == [], comment)
            try store.snapshot().expectAll(ledger, comment)
            #expect(try await store.verify().isWhole, comment)
            try await commit(store, .synced)
            try await store.close()
            files.crash()
            disk = CrashTestDisk(files)
            let last = try open()
            #expect(last.damages == [], comment)
            #expect(try last.snapshot().ledger() == ledger, comment)
        }

        private func open() throws -> JSONStore { try JSONStore.trial(disk, limits, time: clock) }

        private func commit(_ store: JSONStore, _ durability: Durability) async throws {
            let batch = LedgerBatch.random(random, ids: 30)
            let isThere = await accept { try await store.commit(batch, durability) }
            if isThere { ledger.apply(batch) }
            // Whatever happened, it is all there or not at all.
            if !isThere { try await expectRight(store) }
        }

        private func expectRight(_ store: JSONStore) async throws {
            let ledger = ledger
            let found = try await retrying { try store.snapshot().ledger() }
            #expect(found == ledger, comment)
            try await retrying {
                let rows = try store.snapshot().window(of: Item.schema, by: Item.schema.indexes[0], .descending)
                #expect(rows == ledger.sorted(Item.schema.indexes[0], .descending), self.comment)
            }
        }

        /// Does something that may fail once; false when it did.
        @discardableResult
        private func accept(_ body: () async throws -> Void) async -> Bool {
            do {
                try await body()
                return true
            } catch {
                expectTyped(error)
                return false
            }
        }

        /// Does something, once more when it failed.
        private func retrying<Result>(_ body: () async throws -> Result) async throws -> Result {
            do {
                return try await body()
            } catch {
                expectTyped(error)
                return try await body()
            }
        }

        private func expectTyped(_ error: any Error) {
            let error = error as? StoreError
            // A sync that failed beside a commit is known to that as a failure, and not by its cause.
            #expect(error?.code == .noSpace || error?.code == .diskFailure, "\(comment): \(String(describing: error))")
            #expect(error?.path.isEmpty == false, comment)
        }
    }
}
