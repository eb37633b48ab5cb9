import Core
import Foundation
import Mocks
import Testing

@testable import Database

/// The journal of a small store, cut at every offset and with every byte flipped.
@Suite(.timeLimit(.minutes(20)))
struct JournalBytesTests {
    @Test(arguments: DamagedStoreFixture.rounds, [false, true])
    func aJournalThatIsCutAnywhereKeepsEveryOtherWholeBatch(round: Int, isClosed: Bool) async throws {
        let seed = UInt64.random(in: .min ... .max)
        print("aJournalThatIsCutAnywhereKeepsEveryOtherWholeBatch: seed \(seed)")
        let random = SeededRandomSource(seed: ~seed)
        let world = try await DamagedStoreFixture(seed: seed, isClosed: isClosed)
        #expect(world.journal.count > 1)
        for path in world.journal {
            let bytes = world.files[path] ?? []
            for count in bytes.indices {
                let cut = Array(bytes.prefix(count))
                let inFile = world.batches.indices.filter { world.batches[$0].path == path }
                // Without its newline a batch is whole as well.
                let lost = Set(inFile.filter { world.batches[$0].range.upperBound - 1 > count })
                let isTail = path == world.journal.last
                try await check(
                    world, path, cut, checked: random.number(2) == 0, allowed: [lost], isTail: isTail, random,
                    "seed \(seed), \(path) cut to \(count) of \(bytes.count)")
            }
        }
    }

    @Test(arguments: DamagedStoreFixture.rounds, [false, true])
    func aByteThatIsFlippedCostsItsBatchAtMost(round: Int, isClosed: Bool) async throws {
        let seed = UInt64.random(in: .min ... .max)
        print("aByteThatIsFlippedCostsItsBatchAtMost: seed \(seed)")
        let random = SeededRandomSource(seed: ~seed)
        let world = try await DamagedStoreFixture(seed: seed, isClosed: isClosed)
        for path in world.journal {
            let bytes = world.files[path] ?? []
            let start = random.number(DamagedStoreFixture.stride)
            for position in Swift.stride(from: start, to: bytes.count, by: DamagedStoreFixture.stride) {
                var flipped = bytes
                // One bit, another byte, or a newline where there was none.
                flipped[position] ^= UInt8(random.number(2) == 0 ? 1 << random.number(8) : 1 + random.number(255))
                if random.number(10) == 0, bytes[position] != 10 { flipped[position] = 10 }
                let hit = world.batches.firstIndex { $0.path == path && $0.range.contains(position) }
                try await check(
                    world, path, flipped, checked: random.number(2) == 0, allowed: [[], Set(hit.map { [$0] } ?? [])],
                    isTail: hit == world.batches.count - 1, random,
                    "seed \(seed), \(path) flipped at \(position) of \(bytes.count) to \(flipped[position])")
            }
        }
    }

    /// Opens, reads, checks, and looks whether it is as the issue promises.
    private func check(
        _ world: DamagedStoreFixture, _ path: String, _ bytes: [UInt8], checked: Bool, allowed: [Set<Int>],
        isTail: Bool,
        _ random: SeededRandomSource, _ comment: Testing.Comment
    ) async throws {
        let files = world.disk(path, bytes)
        let store = try world.open(files, checked: checked)
        let full = world.ledger()
        let ledgers = allowed.map { world.ledger(without: $0) }
        do {
            let found = try store.snapshot().ledger()
            #expect(found == full || ledgers.contains(found), comment)
        } catch let error as StoreError {
            #expect(error.code == .storeDamaged && error.path == path, comment)
        }
        let damages = store.damages + (try await store.verify().damages)
        let found = try store.snapshot().ledger()
        #expect(ledgers.contains(found), comment)
        if found != full, !isTail {
            #expect(!damages.isEmpty, comment)
        }
        for damage in damages {
            // Batches that are missing at the end of a file are missed by the next one.
            let found = damage.path == path ? bytes : world.files[damage.path]
            #expect(files.bytes(at: damage.setAsidePath ?? "") == found, comment)
        }
        guard random.number(DamagedStoreFixture.stride) == 0 else { return }
        #expect(try SortedLedger(found).isSaid(by: store.snapshot()), comment)
        #expect(try await store.verify().isWhole, comment)
        // What is mended stays so, and takes what comes.
        let batch = LedgerBatch(steps: [.mark(Mark(id: "new", value: 1)), .delete(1)])
        try await store.commit(batch, .synced)
        try await store.close()
        var ledger = found
        ledger.apply(batch)
        let reopened = try world.open(files, checked: checked)
        #expect(reopened.damages == [], comment)
        #expect(try reopened.snapshot().ledger() == ledger, comment)
    }

    @Test(arguments: DamagedStoreFixture.rounds)
    func aByteThatIsFlippedUnderAnOpenStoreIsFoundByReadingOrByVerify(round: Int) async throws {
        let seed = UInt64.random(in: .min ... .max)
        print("aByteThatIsFlippedUnderAnOpenStoreIsFoundByReadingOrByVerify: seed \(seed)")
        let random = SeededRandomSource(seed: seed)
        let world = try await DamagedStoreFixture(seed: seed, isClosed: true)
        let full = world.ledger()
        for path in world.journal {
            let bytes = world.files[path] ?? []
            let start = random.number(DamagedStoreFixture.stride)
            for position in stride(from: start, to: bytes.count, by: DamagedStoreFixture.stride) {
                let comment: Testing.Comment = "seed \(seed), \(path) flipped at \(position) of \(bytes.count)"
                let files = world.disk()
                let store = try world.open(files, checked: random.number(2) == 0)
                let held = store.snapshot()
                var flipped = bytes
                flipped[position] ^= UInt8(1 << random.number(8))
                files.put(flipped, at: path)
                let hit = world.batches.firstIndex { $0.path == path && $0.range.contains(position) }
                for snapshot in [held, store.snapshot()] {
                    do {
                        #expect(try snapshot.ledger() == full, comment)
                    } catch let error as StoreError {
                        #expect(error.code == .storeDamaged && error.path == path, comment)
                    }
                }
                let damages = try await store.verify().damages
                let found = try store.snapshot().ledger()
                #expect(found == full || found == world.ledger(without: Set(hit.map { [$0] } ?? [])), comment)
                if hit != world.batches.count - 1 { #expect(!damages.isEmpty, comment) }
                for damage in damages { #expect(files.bytes(at: damage.setAsidePath ?? "") == flipped, comment) }
                #expect(try await store.verify().isWhole, comment)
                try await store.close()
            }
        }
    }
}
