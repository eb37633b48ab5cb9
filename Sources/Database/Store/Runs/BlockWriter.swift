/// Collects entries in order until a block is full, and encodes it; see ``BlockCoding``.
struct BlockWriter {
    private static let target = 4096

    private var rows: [UInt8] = []
    private var slots: [UInt32] = []
    private var kinds: [UInt8] = []
    private var keyCounts: [UInt32] = []
    private var payloadCounts: [UInt16] = []
    private var hasKinds = false
    private var hasKeyCounts = false
    private var hasPayloadCounts = false
    private(set) var net = 0

    init() {
        rows.reserveCapacity(Self.target)
        slots.reserveCapacity(Self.target / 4)
        kinds.reserveCapacity(Self.target / 4)
        keyCounts.reserveCapacity(Self.target / 4)
        payloadCounts.reserveCapacity(Self.target / 4)
    }

    var count: Int { slots.count }

    /// The key of the first entry.
    var firstKey: ArraySlice<UInt8> { rows.prefix(Int(keyCounts.first ?? 0)) }

    /// Whether an entry would make the block longer than it should be.
    @inline(__always)
    func isFull(for entry: RunEntry) -> Bool {
        // With the most that each entry can take beside its row.
        !slots.isEmpty
            && BlockCoding.headSize + rows.count + Int(entry.keyCount) + entry.payloadCount
                + (slots.count + 1) * (4 + (hasKinds ? 1 : 0) + (hasKeyCounts ? 2 : 0) + (hasPayloadCounts ? 2 : 0))
                > Self.target
    }

    @inline(__always)
    mutating func append(_ entry: RunEntry, _ bytes: UnsafePointer<UInt8>) {
        appendKey(entry)
        let rest = entry.tailCount + entry.payloadCount
        if rest > 0 {
            rows.append(contentsOf: UnsafeBufferPointer(start: bytes + entry.offset, count: rest))
        }
        if !slots.isEmpty {
            if keyCounts[0] != entry.keyCount { hasKeyCounts = true }
            if Int(payloadCounts[0]) != entry.payloadCount { hasPayloadCounts = true }
        }
        if !entry.isPlus { hasKinds = true }
        net += entry.kind.net
        slots.append(entry.slot)
        kinds.append(entry.kind.rawValue)
        keyCounts.append(entry.keyCount)
        payloadCounts.append(UInt16(truncatingIfNeeded: entry.payloadCount))
    }

    @inline(__always)
    private mutating func appendKey(_ entry: RunEntry) {
        var words = (entry.a.bigEndian, entry.b.bigEndian, entry.c.bigEndian)
        withUnsafeBytes(of: &words) { words in
            rows.append(contentsOf: words.prefix(min(Int(entry.keyCount), SortKey.inlineCount)))
        }
    }

    /// Appends the block, and begins the next one.
    mutating func encode(to target: inout [UInt8]) {
        let widestKey = keyCounts.max() ?? 0
        let keyWidth: UInt8 = hasKeyCounts ? (widestKey <= UInt16.max ? 2 : 4) : 0
        target.append(littleEndian: UInt32(slots.count))
        target.append(hasKinds ? BlockCoding.storesKinds : 0)
        target.append(keyWidth)
        target.append(hasPayloadCounts ? 2 : 0)
        target.append(0)
        target.append(littleEndian: hasKeyCounts ? 0 : keyCounts.first ?? 0)
        target.append(littleEndian: hasPayloadCounts ? 0 : UInt32(payloadCounts.first ?? 0))
        for slot in slots { target.append(littleEndian: slot) }
        if hasKinds { target.append(contentsOf: kinds) }
        if keyWidth == 2 { for length in keyCounts { target.append(littleEndian: UInt16(length)) } }
        if keyWidth == 4 { for length in keyCounts { target.append(littleEndian: length) } }
        if hasPayloadCounts { for length in payloadCounts { target.append(littleEndian: length) } }
        target.append(contentsOf: rows)
        rows.removeAll(keepingCapacity: true)
        slots.removeAll(keepingCapacity: true)
        kinds.removeAll(keepingCapacity: true)
        keyCounts.removeAll(keepingCapacity: true)
        payloadCounts.removeAll(keepingCapacity: true)
        (hasKinds, hasKeyCounts, hasPayloadCounts, net) = (false, false, false, 0)
    }
}

extension [UInt8] {
    @inline(__always)
    mutating func append(littleEndian number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}
