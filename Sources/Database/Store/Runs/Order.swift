/// One sorted order of a collection, as it was at one moment: its runs, oldest first.
struct Order: Sendable {
    var runs: [Run] = []
    /// Windows that begin so many entries behind the start of their range are walked to; others begin at a rank.
    ///
    /// A rank has to look into every run several times, which takes as long as walking past a few thousand entries.
    var farthestWalk = 2_048

    /// How many live entries there are.
    var count: Int { runs.reduce(0) { $0 + $1.net } }

    /// How many live entries have a composite before this key.
    func rank(of key: SortKey) throws(RunFailure) -> Int {
        var rank = 0
        for run in runs { rank += try run.net(before: key) }
        return rank
    }

    /// The slot of the live entry with exactly this composite.
    func find(_ key: SortKey) throws(RunFailure) -> UInt32? {
        guard let (entry, _) = try newest(key) else { return nil }
        return entry.slot
    }

    /// The live entry with exactly this composite, and its payload.
    func entry(for key: SortKey) throws(RunFailure) -> OrderEntry? {
        guard let (entry, block) = try newest(key) else { return nil }
        return OrderEntry(key: key, slot: entry.slot, payload: EntryBlock.payload(entry, block.bytes))
    }

    private func newest(_ key: SortKey) throws(RunFailure) -> (RunEntry, EntryBlock)? {
        let hash = RunHash.hash(key)
        var index = runs.count
        while index > 0 {
            index -= 1
            guard let found = try runs[index].find(key, hash: hash) else { continue }
            let entry = found.block.entries[found.index]
            return entry.kind == .anti ? nil : (entry, found.block)
        }
        return nil
    }

    /// Walks from a key on, or all.
    ///
    /// Ascending, from the first live entry not before it; descending, from the last one not behind it.
    func cursor(from key: SortKey?, _ direction: SortDirection = .ascending) throws(RunFailure) -> OrderCursor {
        OrderCursor(try RunMerger(runs, from: key, direction, keepsBlocks: true))
    }

    /// Walks over everything, and leaves the caches of blocks to others.
    func walk() throws(RunFailure) -> OrderCursor {
        OrderCursor(try RunMerger(runs, keepsBlocks: false))
    }

    /// Walks backwards from the last live entry before a key.
    func cursor(before key: SortKey?) throws(RunFailure) -> OrderCursor {
        OrderCursor(try RunMerger(runs, from: key, isInclusive: false, .descending, keepsBlocks: true))
    }
}
