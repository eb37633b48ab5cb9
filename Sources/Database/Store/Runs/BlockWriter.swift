/// Collects entries in order until a block is full, and encodes it; see ``BlockCoding``.
final class BlockWriter {
    /// Short, because who looks for one key reads a whole block.
    static let usualTarget = 4_096
    /// Longer, because texts are long, and a block of few of them costs as much by itself.
    static let textTarget = 8_192
    /// The most entries of a block.
    private static let most = usualTarget / 4

    /// The target length of a block in bytes; set between two blocks.
    var target = usualTarget
    private var rows = UnsafeMutableRawPointer.allocate(byteCount: 2 * usualTarget, alignment: 8)
    private var rowCapacity = 2 * usualTarget
    private var rowCount = 0
    /// Little-endian already.
    private let slots = UnsafeMutablePointer<UInt32>.allocate(capacity: most)
    private let kinds = UnsafeMutablePointer<UInt8>.allocate(capacity: most)
    private let keyCounts = UnsafeMutablePointer<UInt32>.allocate(capacity: most)
    private let payloadCounts = UnsafeMutablePointer<UInt32>.allocate(capacity: most)
    private(set) var count = 0
    private var hasKinds = false
    private var hasKeyCounts = false
    private var hasPayloadCounts = false

    deinit {
        rows.deallocate()
        slots.deallocate()
        kinds.deallocate()
        keyCounts.deallocate()
        payloadCounts.deallocate()
    }

    /// The key of the first entry.
    var firstKey: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: rows, count: count == 0 ? 0 : Int(keyCounts[0]))
    }

    var net: Int {
        hasKinds ? (0..<count).reduce(0) { $0 + (EntryKind(rawValue: kinds[$1])?.net ?? 0) } : count
    }

    /// Whether an entry would make the block longer than it should be.
    @inline(__always)
    func isFull(for entry: RunEntry) -> Bool {
        guard count > 0 else { return false }
        // Kinds and lengths may still come to be stored, so a block can end a little above.
        let each = 4 + (hasKinds ? 1 : 0) + (hasKeyCounts ? 2 : 0) + (hasPayloadCounts ? 2 : 0)
        let length = BlockCoding.headSize + rowCount + Int(entry.keyCount) + entry.payloadCount + (count + 1) * each
        return length > target || count == Self.most
    }

    @inline(__always)
    func append(_ entry: RunEntry, _ bytes: UnsafePointer<UInt8>) {
        let rest = entry.tailCount + entry.payloadCount
        if rowCount + SortKey.inlineCount + rest > rowCapacity { grow(SortKey.inlineCount + rest) }
        let row = rows + rowCount
        // All three words; what of them is behind the key's end is written over.
        row.storeBytes(of: entry.a.bigEndian, as: UInt64.self)
        row.storeBytes(of: entry.b.bigEndian, toByteOffset: 8, as: UInt64.self)
        row.storeBytes(of: entry.c.bigEndian, toByteOffset: 16, as: UInt64.self)
        let inline = Int(entry.keyCount) - entry.tailCount
        if rest > 0 { (row + inline).copyMemory(from: bytes + entry.offset, byteCount: rest) }
        rowCount += inline + rest
        let kind = entry.kind.rawValue
        slots[count] = entry.slot.littleEndian
        kinds[count] = kind
        keyCounts[count] = entry.keyCount
        payloadCounts[count] = UInt32(truncatingIfNeeded: entry.payloadCount)
        if kind != 0 { hasKinds = true }
        if keyCounts[0] != keyCounts[count] { hasKeyCounts = true }
        if payloadCounts[0] != payloadCounts[count] { hasPayloadCounts = true }
        count += 1
    }

    private func grow(_ more: Int) {
        let capacity = max(2 * rowCapacity, rowCount + more)
        let grown = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 8)
        grown.copyMemory(from: rows, byteCount: rowCount)
        rows.deallocate()
        (rows, rowCapacity) = (grown, capacity)
    }

    /// Appends the block, and begins the next one.
    func encode(to target: inout [UInt8]) {
        var keyWidth: UInt8 = 0
        if hasKeyCounts {
            keyWidth = (0..<count).allSatisfy { keyCounts[$0] <= UInt16.max } ? 2 : 4
        }
        var payloadWidth: UInt8 = 0
        if hasPayloadCounts {
            payloadWidth = (0..<count).allSatisfy { payloadCounts[$0] <= UInt16.max } ? 2 : 4
        }
        target.append(littleEndian: UInt32(count))
        target.append(hasKinds ? BlockCoding.storesKinds : 0)
        target.append(keyWidth)
        target.append(payloadWidth)
        target.append(0)
        target.append(littleEndian: hasKeyCounts ? 0 : keyCounts[0])
        target.append(littleEndian: hasPayloadCounts ? 0 : payloadCounts[0])
        target.append(contentsOf: UnsafeRawBufferPointer(start: slots, count: 4 * count))
        if hasKinds { target.append(contentsOf: UnsafeBufferPointer(start: kinds, count: count)) }
        for index in 0..<count where keyWidth == 2 { target.append(littleEndian: UInt16(keyCounts[index])) }
        for index in 0..<count where keyWidth == 4 { target.append(littleEndian: keyCounts[index]) }
        for index in 0..<count where payloadWidth == 2 { target.append(littleEndian: UInt16(payloadCounts[index])) }
        for index in 0..<count where payloadWidth == 4 { target.append(littleEndian: payloadCounts[index]) }
        target.append(contentsOf: UnsafeRawBufferPointer(start: rows, count: rowCount))
        (count, rowCount, hasKinds, hasKeyCounts, hasPayloadCounts) = (0, 0, false, false, false)
    }
}

extension [UInt8] {
    @inline(__always)
    mutating func append(littleEndian number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}
