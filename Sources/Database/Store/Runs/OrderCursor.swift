/// A live entry of an order.
struct OrderEntry: Equatable, Sendable {
    var key: SortKey
    var slot: UInt32
    /// Empty when it was not asked for.
    var payload: [UInt8] = []
}

/// Walks the live entries of an order.
///
/// Copies share their place. After an error it only fails again.
struct OrderCursor {
    private let merger: RunMerger

    init(_ merger: RunMerger) {
        self.merger = merger
    }

    /// The entries of deleted records that it has passed over.
    var deadCount: Int { merger.deadCount }

    /// The next live entry; nil at the end.
    mutating func next(withPayload: Bool = false) throws(RunFailure) -> OrderEntry? {
        guard try merger.advanceToLive() else { return nil }
        let entry = merger.newest.pointee
        return OrderEntry(
            key: EntryBlock.key(entry, merger.bytes), slot: entry.slot,
            payload: withPayload ? EntryBlock.payload(entry, merger.bytes) : [])
    }

    /// The slot of the next live entry, and the bytes of its key in the place of what was in the buffer; nil at the
    /// end.
    mutating func nextSlot(keyInto buffer: inout [UInt8]) throws(RunFailure) -> UInt32? {
        guard try merger.advanceToLive() else { return nil }
        let entry = merger.newest.pointee
        buffer.removeAll(keepingCapacity: true)
        withUnsafeBytes(of: (entry.a.bigEndian, entry.b.bigEndian, entry.c.bigEndian)) { words in
            buffer.append(contentsOf: words.prefix(Int(entry.keyCount)))
        }
        if entry.tailCount > 0 {
            buffer.append(contentsOf: UnsafeBufferPointer(start: merger.bytes + entry.offset, count: entry.tailCount))
        }
        return entry.slot
    }

    /// The slot of the next live entry; nil at the end.
    mutating func nextSlot() throws(RunFailure) -> UInt32? {
        try merger.advanceToLive() ? merger.newest.pointee.slot : nil
    }

    /// The slots of the next live entries, at most so many; none at the end.
    mutating func nextSlots(_ count: Int) throws(RunFailure) -> [UInt32] {
        var slots: [UInt32] = []
        slots.reserveCapacity(count)
        while slots.count < count, let slot = try nextSlot() { slots.append(slot) }
        return slots
    }

    /// Passes over so many live entries.
    mutating func skip(_ count: Int) throws(RunFailure) {
        var left = count
        while left > 0, try merger.advanceToLive() { left -= 1 }
    }
}
