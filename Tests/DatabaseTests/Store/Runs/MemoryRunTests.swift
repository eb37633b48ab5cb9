import Core
import Testing

@testable import Database

/// What sequences of one composite come to.
struct MemoryRunTests {
    private func run(_ entries: [(UInt8, EntryKind, UInt32)]) -> MemoryRun? {
        var builder = MemoryRun.Builder(capacity: entries.count)
        for (key, kind, slot) in entries { builder.append(SortKey([key]), kind: kind, slot: slot) }
        return builder.finish()
    }

    private func contents(_ run: MemoryRun?) -> [String] {
        guard let run else { return [] }
        return (0..<run.count).map { index in
            let entry = run.block.entries[index]
            return "\(run.block.key(index).bytes[0]) \(entry.kind) \(entry.slot)"
        }
    }

    @Test func oneBuilderReducesWhatItIsGiven() {
        let reduced = run([
            (3, .plus, 1), (1, .anti, 2), (1, .plus, 3), (2, .plus, 4), (2, .anti, 4), (4, .anti, 5), (5, .plus, 6),
            (5, .plus, 7), (6, .replace, 8), (7, .anti, 1), (7, .plus, 2), (7, .anti, 2),
        ])
        #expect(contents(reduced) == ["1 replace 3", "3 plus 1", "4 anti 5", "5 plus 7", "6 replace 8", "7 anti 2"])
        #expect(reduced?.net == 0)
        #expect(run([]) === nil)
        #expect(run([(1, .plus, 1), (1, .anti, 1)]) === nil)
    }

    @Test func mergesReduceBetweenRuns() throws {
        let old = try #require(run([(1, .plus, 1), (2, .anti, 2), (3, .anti, 3), (4, .replace, 4), (6, .plus, 6)]))
        let new = try #require(run([(1, .anti, 1), (2, .plus, 12), (4, .anti, 4), (5, .plus, 5), (6, .replace, 16)]))
        let middle = MemoryRun.merge([old, new], isBottom: false)
        #expect(contents(middle) == ["2 replace 12", "3 anti 3", "4 anti 4", "5 plus 5", "6 plus 16"])
        #expect(middle?.net == old.net + new.net)
        let bottom = MemoryRun.merge([old, new], isBottom: true)
        #expect(contents(bottom) == ["2 plus 12", "5 plus 5", "6 plus 16"])
        let only = try #require(run([(1, .anti, 1)]))
        #expect(MemoryRun.merge([only], isBottom: true) === nil)
        #expect(MemoryRun.merge([only], isBottom: false)?.net == -1)
        #expect(MemoryRun.merge([], isBottom: true) === nil)
    }

    @Test func manyEntriesAreSortedAndTheLaterIsNewer() throws {
        let seed = UInt64.random(in: .min ... .max)
        print("manyEntriesAreSortedAndTheLaterIsNewer: seed \(seed)")
        let model = RunModel(seed: seed, files: LocalFileSystem(), directory: "")
        for count in [1, 2, 7, 8, 9, 100, 3000] {
            var builder = MemoryRun.Builder(capacity: 4)
            var newest: [SortKey: UInt32] = [:]
            for slot in 0..<UInt32(count) {
                let key = RunModel.key(model.randomKey(), .integer(Int64(model.number(50))))
                builder.append(key, kind: .plus, slot: slot)
                newest[key] = slot
            }
            let finished = builder.finish()
            let run = try #require(finished)
            let keys = (0..<run.count).map { run.block.key($0) }
            #expect(keys == newest.keys.sorted())
            #expect((0..<run.count).map { run.block.entries[$0].slot } == keys.map { newest[$0] })
            let again = builder.finish()
            #expect(again === nil)
        }
    }

    @Test func theHashSeesEveryBit() {
        for count in 0..<100 {
            var bytes = [UInt8](repeating: 7, count: count)
            let hash = bytes.withUnsafeBytes { RunHash.hash($0) }
            for bit in 0..<(count * 8) {
                bytes[bit / 8] ^= 1 << UInt8(bit % 8)
                #expect(bytes.withUnsafeBytes { RunHash.hash($0) } != hash)
                bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            }
            #expect((bytes + [0]).withUnsafeBytes { RunHash.hash($0) } != hash)
        }
    }

    @Test func aBloomFilterKnowsItsKeysAndFewOthers() {
        let filter = BloomBuilder(expecting: 10_000)
        func hash(_ number: Int) -> UInt64 { RunHash.hash(RunModel.key(nil, .integer(Int64(number)))) }
        for number in 0..<10_000 { filter.insert(hash(number)) }
        var bytes: [UInt8] = []
        filter.append(to: &bytes)
        let read = bytes.withUnsafeBytes { BloomFilter($0) }
        #expect((0..<10_000).allSatisfy { read.mayContain(hash($0)) })
        #expect((10_000..<20_000).filter { read.mayContain(hash($0)) }.count < 250)
    }
}
