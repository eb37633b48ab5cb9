import Synchronization

/// Chunks of a slot table that lie in generation files, each fetched once.
///
/// A chunk is fetched before anything in it is changed, so what is fetched later never differs from what it was.
final class StoredSlots: Sendable {
    private struct State: Sendable {
        var order: Order
        /// Empty for a chunk that was not fetched yet.
        var chunks: [[Location]]
        /// Chunks in which one place was looked up by itself.
        var visited: Set<Int> = []
    }

    private let state: Mutex<State>
    private let chunkSize: Int
    let chunkCount: Int

    init(_ order: Order, capacity: Int, chunkSize: Int = SlotTable.chunkSize) {
        self.chunkSize = chunkSize
        chunkCount = (capacity + chunkSize - 1) / chunkSize
        state = Mutex(State(order: order, chunks: Array(repeating: [], count: chunkCount)))
    }

    /// Fetches from other files from now on, which say the same.
    func move(to order: Order) {
        state.withLock { $0.order = order }
    }

    /// The place of a slot.
    ///
    /// The first time that somebody looks into a chunk only this one place is read: a window over records that lie far
    /// apart asks for one of each chunk, and a whole chunk takes many times as long.
    func location(of slot: UInt32) throws(RunFailure) -> Location {
        let number = Int(slot) / chunkSize
        let (known, order, isFirst) = state.withLock { state in
            let chunk = state.chunks[number]
            return (chunk, state.order, chunk.isEmpty && state.visited.insert(number).inserted)
        }
        if !known.isEmpty { return known[Int(slot) % chunkSize] }
        guard isFirst else { return try fetch(number..<number + 1, from: order)[0][Int(slot) % chunkSize] }
        guard let entry = try order.entry(for: SortKey(slot: slot)) else { return .none }
        guard let location = entry.payload.withUnsafeBytes({ Location(bytes: $0) }) else { throw .damaged("slots") }
        return location
    }

    func chunk(_ number: Int) throws(RunFailure) -> [Location] {
        let (known, order) = state.withLock { ($0.chunks[number], $0.order) }
        if !known.isEmpty { return known }
        return try fetch(number..<number + 1, from: order)[0]
    }

    /// Fetches chunks that nobody has asked for yet.
    func fetchAhead(_ numbers: Range<Int>) throws(RunFailure) {
        _ = try fetch(numbers, from: state.withLock { $0.order })
    }

    private func fetch(_ numbers: Range<Int>, from order: Order) throws(RunFailure) -> [[Location]] {
        let first = UInt32(numbers.lowerBound * chunkSize)
        let end = UInt32(numbers.upperBound * chunkSize)
        // In one piece until all are there: a million places would be looked up in arrays of arrays.
        var fetched = Array(repeating: Location.none, count: numbers.count * chunkSize)
        var isWhole = true
        try fetched.withUnsafeMutableBufferPointer { fetched throws(RunFailure) in
            try order.visitSlots(first..<end) { slot, payload in
                guard let location = payload.map({ Location(bytes: $0) }) ?? Location.none else {
                    isWhole = false
                    return
                }
                fetched[Int(slot - first)] = location
            }
        }
        guard isWhole else { throw .damaged("slots") }
        let chunks = numbers.map { number in
            let start = (number - numbers.lowerBound) * chunkSize
            return Array(fetched[start..<start + chunkSize])
        }
        return state.withLock { state in
            for (number, chunk) in zip(numbers, chunks) where state.chunks[number].isEmpty {
                state.chunks[number] = chunk
                state.visited.remove(number)
            }
            return Array(state.chunks[numbers])
        }
    }
}

extension Order {
    /// Visits the entries of a range of slots, those of older runs first: the last visit of a slot is what holds.
    ///
    /// No merge, because a slot says where it belongs.
    ///
    /// - Parameters:
    ///   - range: Which slots.
    ///   - visit: Takes a slot and its payload, `nil` where it has none any more.
    /// - Throws: `RunFailure` when a block cannot be read.
    fileprivate func visitSlots(
        _ range: Range<UInt32>, _ visit: (_ slot: UInt32, _ payload: UnsafeRawBufferPointer?) -> Void
    ) throws(RunFailure) {
        for run in runs {
            switch run {
            case .memory(let memory): _ = memory.block.visitSlots(range, visit)
            case .file(let file):
                let fences = try file.fences()
                var number = fences.number(of: SortKey(slot: range.lowerBound)) ?? 0
                var block: EntryBlock?
                while number < fences.count {
                    let read = try file.block(number, of: fences, keeps: false, spare: block)
                    guard read.visitSlots(range, visit) else { break }
                    block = read
                    number += 1
                }
            }
        }
    }
}

extension EntryBlock {
    /// Visits its entries of a range of slots; false when it reaches beyond the range.
    fileprivate func visitSlots(
        _ range: Range<UInt32>, _ visit: (_ slot: UInt32, _ payload: UnsafeRawBufferPointer?) -> Void
    ) -> Bool {
        for position in lowerBound(SortKey(slot: range.lowerBound))..<count {
            let entry = entries[position]
            guard entry.slot < range.upperBound else { return false }
            visit(entry.slot, entry.kind == .anti ? nil : Self.payloadBytes(entry, bytes))
        }
        return true
    }
}

extension SortKey {
    /// A slot's number as a key.
    init(slot: UInt32) {
        var builder = SortKeyBuilder()
        builder.append(raw: slot)
        self = builder.finish()
    }
}
