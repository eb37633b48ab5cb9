/// A sorted run in memory: at most one entry for each composite, never changed.
final class MemoryRun: Sendable {
    let block: EntryBlock

    init(_ block: EntryBlock) {
        self.block = block
    }

    /// The number of entries.
    var count: Int { block.count }

    /// The number of live entries that it adds.
    var net: Int { block.net }

    /// Merges a contiguous range of ages, oldest first, into one run; nil when nothing is left.
    static func merge(_ runs: [MemoryRun], isBottom: Bool) -> MemoryRun? {
        if runs.count == 1, !isBottom { return runs[0] }
        let target = EntryBlock(
            capacity: runs.reduce(0) { $0 + $1.block.count }, byteCapacity: runs.reduce(0) { $0 + $1.block.byteCount })
        let merger = RunMerger(memory: runs)
        while merger.advanceInMemory() {
            if let entry = merger.reducedEntry(isBottom: isBottom) { target.append(entry, of: merger.bytes) }
        }
        guard target.count > 0 else { return nil }
        target.seal()
        return MemoryRun(target)
    }
}

extension MemoryRun {
    /// Collects entries in any order.
    struct Builder {
        private var entries: [RunEntry] = []
        private var bytes: [UInt8] = []

        init(capacity: Int) {
            entries.reserveCapacity(capacity)
        }

        var count: Int { entries.count }

        /// Appends an entry; of equal composites the later one is newer.
        ///
        /// A payload is below 64 MiB.
        mutating func append(_ key: SortKey, kind: EntryKind, slot: UInt32, payload: [UInt8] = []) {
            precondition(payload.count <= RunEntry.largestPayload, "A payload of \(payload.count) bytes is too long.")
            entries.append(
                RunEntry(
                    a: key.a, b: key.b, c: key.c, keyCount: key.count, kind: kind, slot: slot,
                    payloadCount: payload.count, offset: bytes.count))
            if key.count > SortKey.inlineCount { bytes.append(contentsOf: key.tail) }
            if !payload.isEmpty { bytes.append(contentsOf: payload) }
        }

        /// The run, nil when it is empty; the builder begins anew.
        mutating func finish() -> MemoryRun? {
            guard !entries.isEmpty else { return nil }
            let block = EntryBlock(capacity: entries.count, byteCapacity: bytes.count)
            bytes.withUnsafeBytes { _ = block.append(bytes: $0) }
            entries.withUnsafeMutableBufferPointer { entries in
                EntrySort.sort(entries, block.bytes)
                var start = 0
                while start < entries.count {
                    var end = start + 1
                    while end < entries.count, !EntrySort.precedes(entries[start], entries[end], block.bytes) {
                        end += 1
                    }
                    var entry = entries[end - 1]
                    if let kind = EntryKind.reduced(
                        oldest: entries[start].kind, newest: entry.kind, isBottom: false)
                    {
                        entry.set(kind)
                        block.append(entry)
                    }
                    start = end
                }
            }
            entries.removeAll(keepingCapacity: true)
            bytes.removeAll(keepingCapacity: true)
            guard block.count > 0 else { return nil }
            block.seal()
            return MemoryRun(block)
        }
    }
}
