extension Order {
    /// The number of composites beyond which they are looked for in parallel, in two halves.
    private static let largestSerialFind = 1_024

    /// The slots of the live entries with exactly these composites; nil where there is none.
    ///
    /// Many times as quick as one after the other, as each run is gone through once.
    ///
    /// - Parameter keys: The composites, in ascending order.
    /// - Returns: One for each.
    /// - Throws: `RunFailure` when a block cannot be read.
    func find(sorted keys: [SortKey]) throws(RunFailure) -> [UInt32?] {
        guard keys.count > Self.largestSerialFind else { return try find(sorted: keys, in: keys.indices) }
        let parts = [keys.startIndex..<keys.count / 2, keys.count / 2..<keys.endIndex]
        let results = concurrentResults(parts.count) { part in
            Result { () throws(RunFailure) in try find(sorted: keys, in: parts[part]) }
        }
        var slots: [UInt32?] = []
        slots.reserveCapacity(keys.count)
        for result in results { slots += try result.get() }
        return slots
    }

    private func find(sorted keys: [SortKey], in range: Range<Int>) throws(RunFailure) -> [UInt32?] {
        var slots: [UInt32?] = Array(repeating: nil, count: range.count)
        // What no newer run has decided.
        var open = Array(range)
        for run in runs.reversed() where !open.isEmpty {
            let found = { (position: Int, entry: RunEntry) in
                if entry.kind != .anti { slots[position - range.lowerBound] = entry.slot }
            }
            switch run {
            case .memory(let memory): memory.block.find(sorted: keys, &open, found)
            case .file(let file): try file.find(sorted: keys, &open, found)
            }
        }
        return slots
    }
}

extension EntryBlock {
    /// Looks for many composites, which come in ascending order; the positions of those that are here are taken out.
    fileprivate func find(sorted keys: [SortKey], _ positions: inout [Int], _ found: (Int, RunEntry) -> Void) {
        var rest: [Int] = []
        rest.reserveCapacity(positions.count)
        var index = 0
        for (place, position) in positions.enumerated() {
            index = nearbyLowerBound(keys[position], from: index)
            guard index < count else {
                rest += positions[place...]
                break
            }
            if isEqual(index, keys[position]) {
                found(position, entries[index])
            } else {
                rest.append(position)
            }
        }
        positions = rest
    }
}
