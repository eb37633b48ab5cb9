import Core
import Testing

@testable import Database

/// An order, and beside it what it should be: a plain sorted array.
struct RunModel {
    struct Item: Equatable {
        var index: IndexKey
        /// What the composites of its group begin with.
        var group: SortKey
        var id: IndexKey
        var key: SortKey
        var slot: UInt32
    }

    let random: SeededRandomSource
    let files: any FileSystem
    let directory: String
    var order = Order()
    var live: [SortKey: Item] = [:]
    /// Those of the live ones in an order that the seed alone decides.
    private var keys: [SortKey] = []
    private var generations = 0
    private var nextSlot: UInt32 = 0

    init(seed: UInt64, files: any FileSystem, directory: String) {
        random = SeededRandomSource(seed: seed)
        self.files = files
        self.directory = directory
    }

    var sorted: [Item] { live.values.sorted { $0.key < $1.key } }

    func number(_ upper: Int) -> Int { Int(random.next() % UInt64(upper)) }

    /// A key of any type, with few values of each so that there are ties.
    func randomKey() -> IndexKey {
        switch number(10) {
        case 0: .null
        case 1, 2: .integer(Int64(number(9)) - 4)
        case 3: .double(Double(number(9)) / 2 - 2)
        case 4: .integer((1 << 53) + Int64(number(5)))
        case 5: .double(Double(1 << 53) + Double(number(3)) * 2)
        case 6: .integer(-(1 << 60) + Int64(number(300)))
        default: .text(randomText())
        }
    }

    func randomText() -> String {
        switch number(6) {
        case 0: ""
        case 1: String(repeating: "a", count: number(4)) + "\u{0}" + String(repeating: "b", count: number(3))
        case 2: "\u{1}" + (number(2) == 0 ? "\u{0}" : "\u{2}")
        // Equal beyond the inline bytes of a key.
        case 3: "the very same beginning of a long text " + String(number(20))
        case 4: String(repeating: "long ", count: 10 + number(300))
        default: "é\(number(40))"
        }
    }

    static func encoded(_ key: IndexKey) -> SortKey {
        var builder = SortKeyBuilder()
        builder.append(key)
        return builder.finish()
    }

    static func key(_ index: IndexKey?, _ id: IndexKey) -> SortKey {
        var builder = SortKeyBuilder()
        if let index { builder.append(index) }
        builder.append(id)
        return builder.finish()
    }

    /// One batch: some records come, some go, some are replaced, and some do several of these.
    mutating func write(_ changes: Int, makeIndex: (RunModel) -> IndexKey) {
        var builder = MemoryRun.Builder(capacity: changes)
        for _ in 0..<changes {
            let isRemoval = number(3) == 0
            if isRemoval || number(6) == 0, let victim = removeOne() {
                builder.append(victim.key, kind: .anti, slot: victim.slot)
                if isRemoval { continue }
                insert(victim.index, victim.id, &builder)
            } else {
                insert(makeIndex(self), .integer(Int64(number(4000))), &builder)
            }
        }
        if let run = builder.finish() { order.runs.append(.memory(run)) }
    }

    private mutating func removeOne() -> Item? {
        guard !keys.isEmpty else { return nil }
        keys.swapAt(number(keys.count), keys.count - 1)
        return live.removeValue(forKey: keys.removeLast())
    }

    private mutating func insert(_ index: IndexKey, _ id: IndexKey, _ builder: inout MemoryRun.Builder) {
        let key = Self.key(index, id)
        guard live[key] == nil else { return }
        nextSlot += 1
        builder.append(key, kind: .plus, slot: nextSlot, payload: Self.payload(nextSlot))
        keys.append(key)
        live[key] = Item(index: index, group: Self.encoded(index), id: id, key: key, slot: nextSlot)
    }

    /// Payloads of several lengths, told by the slot.
    static func payload(_ slot: UInt32) -> [UInt8] {
        slot.isMultiple(of: 3) ? [] : Array(repeating: UInt8(truncatingIfNeeded: slot), count: Int(slot % 4))
    }

    /// Merges some neighbours, in memory or into a file.
    mutating func mergeSome() throws {
        guard !order.runs.isEmpty else { return }
        let first = number(order.runs.count)
        let last = min(order.runs.count - 1, first + number(5))
        let runs = Array(order.runs[first...last])
        let memory = runs.compactMap { run in if case .memory(let memory) = run { memory } else { nil } }
        let merged: Run?
        if memory.count == runs.count, number(2) == 0 {
            merged = MemoryRun.merge(memory, isBottom: first == 0).map { .memory($0) }
        } else {
            merged = .file(try file(of: runs, isBottom: first == 0))
        }
        order.runs.replaceSubrange(first...last, with: merged.map { [$0] } ?? [])
    }

    mutating func file(of runs: [Run], isBottom: Bool) throws -> FileRun {
        generations += 1
        let path = "\(directory)/index-\(generations).runs"
        let writer = try GenerationWriter(files: files, path: path)
        writer.begin(section: "other", hasBloom: false)
        try writer.append(SortKey([1]), slot: 7)
        writer.begin(section: "main", hasBloom: number(2) == 0)
        var merge = writer.merge(runs, isBottom: isBottom)
        while try !writer.step(&merge, budget: 1 + number(200)) {}
        let info = try writer.finish()
        let generation = try Generation.open(files: files, path: path, info: info)
        #expect(generation.size == info.size)
        #expect(generation.run(section: "none") == nil)
        return try #require(generation.run(section: "main"))
    }
}
