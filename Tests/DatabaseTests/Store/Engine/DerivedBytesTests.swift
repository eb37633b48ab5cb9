import Core
import Foundation
import Mocks
import Testing

@testable import Database

/// Derived files that are flipped, cut, missing, stale or swapped: no answer is ever another one.
@Suite(.timeLimit(.minutes(20)))
struct DerivedBytesTests {
    @Test(arguments: DamagedStoreFixture.rounds, [false, true])
    func aDerivedFileThatIsFlippedOrCutChangesNothing(round: Int, isClosed: Bool) async throws {
        let seed = UInt64.random(in: .min ... .max)
        print("aDerivedFileThatIsFlippedOrCutChangesNothing: seed \(seed)")
        let random = SeededRandomSource(seed: ~seed)
        let world = try await DamagedStoreFixture(seed: seed, isClosed: isClosed)
        let sorted = SortedLedger(world.ledger())
        #expect(world.derived.count > 1)
        for path in world.derived {
            let bytes = world.files[path] ?? []
            let start = random.number(DamagedStoreFixture.stride)
            for position in Swift.stride(from: start, to: bytes.count, by: DamagedStoreFixture.stride) {
                var spoiled = bytes
                if random.number(3) == 0 {
                    spoiled.removeLast(bytes.count - position)
                } else {
                    spoiled[position] ^= UInt8(1 + random.number(255))
                }
                let files = world.disk(path, spoiled)
                try await check(world, files, sorted, random.number(2) == 0, "seed \(seed), \(path) at \(position)")
            }
            try await check(world, world.disk(path, nil), sorted, random.number(2) == 0, "seed \(seed), no \(path)")
            for other in world.derived + world.journal {
                let files = world.disk(path, world.files[other])
                try await check(world, files, sorted, random.number(2) == 0, "seed \(seed), \(other) as \(path)")
            }
        }
        try await check(
            world, world.disk(TrialWorld.directory + "/lock", [1, 2, 3]), sorted, random.number(2) == 0,
            "a lock with a content")
    }

    private func check(
        _ world: DamagedStoreFixture, _ files: InMemoryFileSystem, _ sorted: SortedLedger, _ checked: Bool,
        _ comment: Testing.Comment
    ) async throws {
        let store = try world.open(files, checked: checked)
        #expect(store.damages == [], comment)
        #expect(try sorted.isSaid(by: store.snapshot()), comment)
        #expect(try await store.verify().isWhole, comment)
        #expect(try sorted.isSaid(by: store.snapshot()), comment)
    }

    @Test(arguments: DamagedStoreFixture.rounds)
    func aDerivedFileDamagedUnderAnOpenStoreChangesNothing(round: Int) async throws {
        let seed = UInt64.random(in: .min ... .max)
        print("aDerivedFileDamagedUnderAnOpenStoreChangesNothing: seed \(seed)")
        let random = SeededRandomSource(seed: seed)
        let world = try await DamagedStoreFixture(seed: seed, isClosed: true)
        let old = world.ledger()
        let sorted = SortedLedger(old)
        for path in world.derived {
            let bytes = world.files[path] ?? []
            let start = random.number(DamagedStoreFixture.stride)
            for position in stride(from: start, to: bytes.count, by: DamagedStoreFixture.stride) {
                let comment: Testing.Comment = "seed \(seed), \(path) at \(position) of \(bytes.count)"
                let files = world.disk()
                let store = try world.open(files, checked: random.number(2) == 0)
                let held = store.snapshot()
                let batch = LedgerBatch.random(random, ids: 14)
                let isLater = random.number(2) == 0
                if isLater { try await store.commit(batch) }
                var spoiled = bytes
                if random.number(3) == 0 {
                    spoiled.removeLast(bytes.count - position)
                } else {
                    spoiled[position] ^= UInt8(1 + random.number(255))
                }
                files.put(spoiled, at: path)
                // It is met by a write or by a read.
                if !isLater { try await store.commit(batch) }
                var ledger = old
                ledger.apply(batch)
                let new = SortedLedger(ledger)
                #expect(try sorted.isSaid(by: held), comment)
                #expect(try new.isSaid(by: store.snapshot()), comment)
                #expect(try await store.verify().isWhole, comment)
                #expect(try new.isSaid(by: store.snapshot()), comment)
                #expect(try sorted.isSaid(by: held), comment)
                try await store.close()
                let reopened = try world.open(files, checked: false)
                #expect(try new.isSaid(by: reopened.snapshot()), comment)
            }
        }
    }
}
