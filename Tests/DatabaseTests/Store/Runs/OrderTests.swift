import Core
import Dispatch
import Synchronization
import Testing

@testable import Database

/// Orders of many runs against a plain sorted array.
struct OrderTests {
    private let directory = TemporaryDirectory()

    private func model(_ name: String) throws -> RunModel {
        let seed = UInt64.random(in: .min ... .max)
        print("\(name): seed \(seed)")
        try LocalFileSystem().makeDirectory(directory.path)
        return RunModel(seed: seed, files: LocalFileSystem(), directory: directory.path)
    }

    private func collect(_ cursor: OrderCursor) throws -> [OrderEntry] {
        var cursor = cursor
        var entries: [OrderEntry] = []
        while let entry = try cursor.next(withPayload: true) { entries.append(entry) }
        return entries
    }

    @Test func randomOperationsAgreeWithASortedArray() throws {
        var model = try model("randomOperationsAgreeWithASortedArray")
        for round in 0..<60 {
            model.write(1 + model.number(120)) { $0.randomKey() }
            if model.number(2) == 0 { try model.mergeSome() }
            try check(model)
            if round % 20 == 19 { try checkAll(model) }
        }
    }

    @Test func hugeGroupsStayInAscendingOrderOfIDs() throws {
        var model = try model("hugeGroupsStayInAscendingOrderOfIDs")
        for _ in 0..<60 {
            model.write(1 + model.number(200)) { .text($0.number(2) == 0 ? "buy" : "sell") }
            if model.number(2) == 0 { try model.mergeSome() }
            try check(model)
        }
    }

    @Test func anOrderByIDGoesBackwardsAsItIs() throws {
        var model = try model("anOrderByIDGoesBackwardsAsItIs")
        for _ in 0..<40 {
            model.write(1 + model.number(150)) { _ in .null }
            if model.number(2) == 0 { try model.mergeSome() }
            let sorted = model.sorted
            let offset = model.number(sorted.count + 5)
            let limit = model.number(50)
            model.order.farthestWalk = [0, 30, 2_048][model.number(3)]
            let window = try model.order.window(.descending, ties: .none, from: .offset(offset), limit: limit)
            #expect(window.map(\.slot) == sorted.reversed().dropFirst(offset).prefix(limit).map(\.slot))
        }
    }

    @Test func anEmptyOrderHasNothing() throws {
        let order = Order()
        #expect(order.count == 0)
        #expect(try order.rank(of: SortKey([1])) == 0)
        #expect(try order.find(SortKey([1])) == nil)
        #expect(try collect(order.cursor(from: nil)).isEmpty)
        #expect(try collect(order.cursor(atRank: 3)).isEmpty)
        #expect(try order.window(.descending, ties: .ascending, from: .offset(1), limit: 5).isEmpty)
        #expect(try order.window(.descending, ties: .ascending, limit: .max).isEmpty)
    }

    @Test func offsetsFarPastTheEndAreEmpty() throws {
        var model = try model("offsetsFarPastTheEndAreEmpty")
        model.write(100) { $0.randomKey() }
        for direction in [SortDirection.ascending, .descending] {
            let range = SortKeyRange(lower: model.sorted.dropFirst(3).first?.key, upper: nil)
            #expect(
                try model.order.window(direction, ties: .ascending, range: range, from: .offset(.max), limit: 9)
                    .isEmpty)
        }
    }

    @Test func manyThreadsReadTheSameRuns() throws {
        var model = try model("manyThreadsReadTheSameRuns")
        for _ in 0..<6 {
            model.write(400) { .integer(Int64($0.number(50))) }
            model.order.runs = [.file(try model.file(of: model.order.runs, isBottom: true))]
        }
        let (order, sorted) = (model.order, model.sorted)
        let wrong = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for step in 0..<60 {
                let rank = (thread * 131 + step * 37) % sorted.count
                // Failures count as wrong answers.
                let window = try? order.window(.ascending, ties: .ascending, from: .offset(rank), limit: 20)
                let isRight = window?.map(\.slot) == sorted.dropFirst(rank).prefix(20).map(\.slot)
                if !isRight { wrong.withLock { $0 += 1 } }
            }
        }
        #expect(wrong.withLock { $0 } == 0)
    }

    @Test func aMergeLeavesWhatReadersHaveAlone() throws {
        var model = try model("aMergeLeavesWhatReadersHaveAlone")
        for _ in 0..<3 {
            var builder = MemoryRun.Builder(capacity: 5000)
            for _ in 0..<5000 {
                let key = RunModel.key(.integer(Int64(model.number(1_000_000))), .integer(1))
                builder.append(key, kind: .plus, slot: UInt32(model.number(1000)))
            }
            let run = try #require([builder.finish()].compactMap(\.self).first)
            model.order.runs.append(.file(try model.file(of: [.memory(run)], isBottom: true)))
        }
        let before = try collect(model.order.cursor(from: nil))
        // The first blocks are in the cache now, those behind them are not.
        #expect(try model.order.window(.ascending, ties: .ascending, limit: 2000).count == 2000)
        let merged = Order(runs: [.file(try model.file(of: model.order.runs, isBottom: true))])
        // Twice: what a walk leaves in the cache is what the next one finds there.
        for _ in 0..<2 {
            #expect(try collect(model.order.cursor(from: nil)) == before)
            #expect(try collect(merged.cursor(from: nil)) == before)
        }
    }

    /// A deep place behind many entries that went away again, where the fences say little.
    @Test func ranksAreRightBesideManyAntis() throws {
        var model = try model("ranksAreRightBesideManyAntis")
        var kept = MemoryRun.Builder(capacity: 5000)
        var gone = MemoryRun.Builder(capacity: 5000)
        var slots: [UInt32] = []
        for number in 0..<5000 {
            let key = RunModel.key(.integer(Int64(number)), .integer(1))
            kept.append(key, kind: .plus, slot: UInt32(number))
            if (1000..<4000).contains(number), !number.isMultiple(of: 50) {
                gone.append(key, kind: .anti, slot: UInt32(number))
            } else {
                slots.append(UInt32(number))
            }
        }
        for run in [kept.finish(), gone.finish()].compactMap(\.self) {
            model.order.runs.append(.file(try model.file(of: [.memory(run)], isBottom: false)))
        }
        #expect(model.order.count == slots.count)
        for (rank, slot) in slots.enumerated() where rank % 7 == 0 || (995...1065).contains(rank) {
            for farthestWalk in [0, 100, 4096] {
                var cursor = try model.order.cursor(atRank: rank, farthestWalk: farthestWalk)
                let found = try cursor.nextSlot()
                try #require(found == slot)
            }
        }
    }

    private func checkAll(_ model: RunModel) throws {
        let sorted = model.sorted
        let entries = try collect(model.order.cursor(from: nil))
        #expect(entries.map(\.key) == sorted.map(\.key))
        #expect(entries.map(\.slot) == sorted.map(\.slot))
        #expect(entries.map(\.payload) == sorted.map { RunModel.payload($0.slot) })
        for rank in stride(from: 0, to: sorted.count, by: 13) {
            for farthestWalk in [0, 20, 4096] {
                var cursor = try model.order.cursor(atRank: rank, farthestWalk: farthestWalk)
                let slot = try cursor.nextSlot()
                try #require(slot == sorted[rank].slot)
            }
        }
        let backwards = try collect(model.order.cursor(from: nil, .descending))
        #expect(backwards.map(\.slot) == sorted.reversed().map(\.slot))
    }

    private func check(_ model: RunModel) throws {
        let order = model.order
        let sorted = model.sorted
        try #require(order.count == sorted.count)
        for _ in 0..<6 {
            let probe = RunModel.key(model.randomKey(), .integer(Int64(model.number(4000))))
            let isMember = model.number(2) == 0 && !sorted.isEmpty
            let key = isMember ? sorted[model.number(sorted.count)].key : probe
            let rank = sorted.prefix { $0.key < key }.count
            try #require(try order.rank(of: key) == rank)
            try #require(try order.find(key) == model.live[key]?.slot)
            try #require(
                try order.entry(for: key)?.payload == model.live[key].map { RunModel.payload($0.slot) })
            var cursor = try order.cursor(from: key)
            let first = try cursor.nextSlot()
            try #require(first == sorted.dropFirst(rank).first?.slot)
            cursor = try order.cursor(from: key, .descending)
            let last = try cursor.nextSlot()
            try #require(last == sorted.last { !(key < $0.key) }?.slot)
            cursor = try order.cursor(before: key)
            let before = try cursor.nextSlot()
            try #require(before == sorted.last { $0.key < key }?.slot)
        }
        for direction in [SortDirection.ascending, .descending] { try checkWindows(model, direction) }
    }

    private func checkWindows(_ model: RunModel, _ direction: SortDirection) throws {
        let sorted = model.sorted
        for _ in 0..<4 {
            func anyKey() -> SortKey {
                let isMember = model.number(2) == 0 && !sorted.isEmpty
                if isMember { return sorted[model.number(sorted.count)].group }
                return RunModel.encoded(model.randomKey())
            }
            var range = SortKeyRange.all
            if model.number(2) == 0 { range.lower = anyKey() }
            if model.number(2) == 0 { range.upper = anyKey() }
            let inside = sorted.filter { item in
                (range.lower.map { !(item.key < $0) } ?? true) && (range.upper.map { item.key < $0 } ?? true)
            }
            try #require(try model.order.count(in: range) == inside.count)
            let expected =
                direction == .ascending
                ? inside
                : inside.sorted { left, right in
                    left.group == right.group ? left.key < right.key : left.group > right.group
                }
            let limit = [0, 1, 7, 40, 400, .max][model.number(6)]
            let offset = model.number(inside.count + 4)
            var order = model.order
            order.farthestWalk = [0, 30, 2_048][model.number(3)]
            let window = try order.window(
                direction, ties: .ascending, range: range, from: .offset(offset), limit: limit)
            try #require(window.map(\.slot) == expected.dropFirst(offset).prefix(limit).map(\.slot))
            let key = anyKey()
            let behind = expected.drop { item in
                direction == .ascending ? item.group < key : key < item.group
            }
            let fromKey = try model.order.window(
                direction, ties: .ascending, range: range, from: .key(key), limit: limit)
            try #require(fromKey.map(\.slot) == behind.prefix(limit).map(\.slot))
        }
    }
}
