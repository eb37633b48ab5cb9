/// The slots of some rows that follow one another, read from a ``WordIndex``.
struct SlotWindow: ~Copyable {
    /// The most chunks that are read together.
    private static let largestRead = 16

    private var buffer = GrowingBuffer()
    private var bytes = UnsafeRawBufferPointer(start: nil, count: 0)
    private var rows = 0..<0
    /// The start of the part whose rows they are.
    private var partStart = -1
    private var readCount = 1

    /// The slot of a row; rows are asked for in order.
    ///
    /// - Parameters:
    ///   - row: The row, counted from the start of its part.
    ///   - part: The part.
    ///   - slots: The part's.
    ///   - words: The index that the part belongs to.
    /// - Returns: The slot.
    /// - Throws: `RunFailure`.
    mutating func slot(
        ofRow row: Int, in part: WordIndex.Part, _ slots: WordIndex.Slots, _ words: WordIndex
    ) throws(RunFailure) -> UInt32 {
        if part.rows.lowerBound != partStart || !rows.contains(row) {
            let chunk = row / WordIndex.slotChunk
            // Where rows lie close together, the next chunks will be asked for as well.
            let isNext = part.rows.lowerBound == partStart && row - rows.upperBound < WordIndex.slotChunk
            readCount = isNext ? min(2 * readCount, Self.largestRead) : 1
            let last = (part.rows.count - 1) / WordIndex.slotChunk
            rows = 0..<0
            partStart = part.rows.lowerBound
            (bytes, rows) = try words.readSlots(
                chunk..<min(chunk + readCount, last + 1), of: part, slots, into: &buffer)
        }
        return bytes.littleEndian(at: 4 * (row - rows.lowerBound), UInt32.self)
    }
}
