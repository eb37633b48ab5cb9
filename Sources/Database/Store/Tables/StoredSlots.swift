import Synchronization

/// Chunks of a slot table that lie in generation files, each fetched once.
///
/// A chunk is fetched before anything in it is changed, so what is fetched later never differs from what it was.
final class StoredSlots: Sendable {
    private struct State: Sendable {
        var order: Order
        /// Empty for a chunk that was not fetched yet.
        var chunks: [[Location]]
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
        var fetched = Array(repeating: Array(repeating: Location.none, count: chunkSize), count: numbers.count)
        var cursor = try order.cursor(from: SortKey(slot: first))
        var location: Location?
        while let slot = try cursor.nextSlot(where: { bytes in
            location = Location(bytes: bytes)
            return true
        }), slot < end {
            guard let location else { throw .damaged("slots") }
            let offset = Int(slot - first)
            fetched[offset / chunkSize][offset % chunkSize] = location
        }
        return state.withLock { state in
            for (number, chunk) in zip(numbers, fetched) where state.chunks[number].isEmpty {
                state.chunks[number] = chunk
            }
            return Array(state.chunks[numbers])
        }
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
