/// The layout of a block in a file, all numbers little-endian.
///
///     16 bytes     entries (4), flags (1: 1 kinds are stored), width of a key's length (1: 0, 2 or 4), width of a
///                  payload's length (1: 0, 2 or 4), 0 (1), the length of each key (4) and payload (4) where the width
///                  is 0
///     4 each       slots
///     1 each       kinds, when they are stored
///     2 or 4 each  lengths of the keys, when they differ
///     2 or 4 each  lengths of the payloads, when they differ
///                  for each entry its key and its payload
enum BlockCoding {
    static let headSize = 16
    static let storesKinds: UInt8 = 1

    /// Decodes the bytes that a block holds already; false when they are no block of so many entries.
    static func decode(_ block: EntryBlock, expecting expected: Int) -> Bool {
        let bytes = UnsafeRawBufferPointer(start: block.bytes, count: block.byteCount)
        guard bytes.count >= headSize else { return false }
        let count = Int(bytes.littleEndian(at: 0, UInt32.self))
        let flags = bytes[4]
        let keyWidth = Int(bytes[5])
        let payloadWidth = Int(bytes[6])
        let keyCount = Int(bytes.littleEndian(at: 8, UInt32.self))
        let payloadCount = Int(bytes.littleEndian(at: 12, UInt32.self))
        let kindWidth = Int(flags & storesKinds)
        guard count == expected, flags & ~storesKinds == 0, bytes[7] == 0, [0, 2, 4].contains(keyWidth),
            [0, 2, 4].contains(payloadWidth), payloadCount <= RunEntry.largestPayload
        else { return false }
        let slots = headSize
        let kinds = slots + 4 * count
        let keyCounts = kinds + kindWidth * count
        let payloadCounts = keyCounts + keyWidth * count
        var row = payloadCounts + payloadWidth * count
        guard row <= bytes.count else { return false }
        if kindWidth > 0 {
            for index in 0..<count where bytes[kinds + index] > EntryKind.replace.rawValue { return false }
        }
        if keyWidth == 0, payloadWidth == 0 {
            guard (keyCount + payloadCount) * count == bytes.count - row else { return false }
            decodeFixed(block, count, slots, kindWidth > 0 ? kinds : nil, row, keyCount, payloadCount)
        } else {
            for index in 0..<count {
                var keyCount = keyCount
                var payloadCount = payloadCount
                if keyWidth == 2 { keyCount = Int(bytes.littleEndian(at: keyCounts + 2 * index, UInt16.self)) }
                if keyWidth == 4 { keyCount = Int(bytes.littleEndian(at: keyCounts + 4 * index, UInt32.self)) }
                if payloadWidth == 2 {
                    payloadCount = Int(bytes.littleEndian(at: payloadCounts + 2 * index, UInt16.self))
                }
                if payloadWidth == 4 {
                    payloadCount = Int(bytes.littleEndian(at: payloadCounts + 4 * index, UInt32.self))
                }
                guard keyCount + payloadCount <= bytes.count - row, payloadCount <= RunEntry.largestPayload else {
                    return false
                }
                var entry = entry(block.bytes, at: row, keyCount: keyCount)
                entry.set(payloadCount: payloadCount)
                if kindWidth > 0 { entry.place |= UInt64(bytes[kinds + index]) }
                entry.slot = bytes.littleEndian(at: slots + 4 * index, UInt32.self)
                block.append(entry)
                row += keyCount + payloadCount
            }
            guard row == bytes.count else { return false }
        }
        block.seal(isPlain: kindWidth == 0 ? true : nil)
        return true
    }

    /// An entry for a key that lies in a block's bytes, with the slack behind them.
    @inline(__always)
    static func entry(_ bytes: UnsafePointer<UInt8>, at offset: Int, keyCount: Int) -> RunEntry {
        let base = UnsafeRawPointer(bytes + offset)
        return RunEntry(
            a: UInt64(bigEndian: base.loadUnaligned(as: UInt64.self)) & SortKey.mask(keyCount),
            b: UInt64(bigEndian: base.loadUnaligned(fromByteOffset: 8, as: UInt64.self)) & SortKey.mask(keyCount - 8),
            c: UInt64(bigEndian: base.loadUnaligned(fromByteOffset: 16, as: UInt64.self))
                & SortKey.mask(keyCount - 16),
            keyCount: keyCount, kind: .plus, slot: 0, payloadCount: 0,
            offset: offset + min(keyCount, SortKey.inlineCount))
    }

    /// The common block: its keys have one length, and so do its payloads.
    private static func decodeFixed(
        _ block: EntryBlock, _ count: Int, _ slots: Int, _ kinds: Int?, _ rows: Int, _ keyCount: Int,
        _ payloadCount: Int
    ) {
        let bytes = UnsafeRawPointer(block.bytes)
        let (maskA, maskB, maskC) = (SortKey.mask(keyCount), SortKey.mask(keyCount - 8), SortKey.mask(keyCount - 16))
        let inlineCount = min(keyCount, SortKey.inlineCount)
        let entries = block.entries
        var row = rows
        for index in 0..<count {
            entries[index] = RunEntry(
                a: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: row, as: UInt64.self)) & maskA,
                b: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: row &+ 8, as: UInt64.self)) & maskB,
                c: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: row &+ 16, as: UInt64.self)) & maskC,
                keyCount: keyCount, kind: .plus,
                slot: UInt32(
                    littleEndian: bytes.loadUnaligned(fromByteOffset: slots &+ 4 &* index, as: UInt32.self)),
                payloadCount: payloadCount, offset: row &+ inlineCount)
            row &+= keyCount &+ payloadCount
        }
        if let kinds {
            for index in 0..<count {
                entries[index].place |= UInt64(bytes.load(fromByteOffset: kinds &+ index, as: UInt8.self))
            }
        }
        block.setCount(count)
    }
}
