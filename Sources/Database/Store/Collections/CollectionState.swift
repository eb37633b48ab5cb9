/// One collection as it is at one commit, seen without its record type: its orders, and where its records lie.
///
/// A value: a copy is a snapshot. Its runs are immutable; changing it adds some and takes the place of others.
struct CollectionState: Sendable {
    /// One order for each index, then the one by id, then one for each search field.
    var orders: [Order]
    var slots: SlotTable
    /// The number of records.
    var count: Int
    /// The bytes of their lines in the journal.
    var liveBytes: Int
    /// The number of the last commit that changed it.
    var lastChange: UInt64
    /// The number of runs of each order that are in generation files: the first ones, one for each generation.
    var generationCount: Int
    /// The number of runs behind those that are being written to a file, by order: they are not merged with later ones.
    var frozenCounts: [Int]
    /// No id is behind this one; nil when that is not known.
    var largestID: SortKey?
    /// The slots that were changed since the last freeze.
    var dirtySlots: [UInt32]
    /// The records that lie in the journal and do not fit their type.
    var unreadableRecords = UnreadableRecordTable()

    init(orderCount: Int) {
        orders = Array(repeating: Order(runs: []), count: orderCount)
        slots = SlotTable()
        count = 0
        liveBytes = 0
        lastChange = 0
        generationCount = 0
        frozenCounts = Array(repeating: 0, count: orderCount)
        dirtySlots = []
    }

    /// The number of runs that are merged into one.
    private static let fanIn = 4
    /// Larger runs are left to the files: a commit never merges for long.
    private static let largestMerge = 32_768

    /// Adds what a commit changed in one order, and merges small runs of like size into larger ones.
    ///
    /// A commit merges no more than ``largestMerge`` entries of an order.
    mutating func push(_ run: MemoryRun, to order: Int) {
        orders[order].runs.append(.memory(run))
        let first = generationCount + frozenCounts[order]
        while let merged = mergeable(order, from: first) {
            let isBottom = merged.lowerBound == 0
            let runs = orders[order].runs[merged].compactMap { run -> MemoryRun? in
                if case .memory(let run) = run { run } else { nil }
            }
            let result = MemoryRun.merge(runs, isBottom: isBottom)
            orders[order].runs.replaceSubrange(merged, with: result.map { [.memory($0)] } ?? [])
        }
    }

    /// The last runs that have about the same size, when there are enough of them.
    private func mergeable(_ order: Int, from first: Int) -> Range<Int>? {
        let runs = orders[order].runs
        guard runs.count - first >= Self.fanIn, case .memory(let last) = runs[runs.count - 1] else { return nil }
        let tail = runs.count - Self.fanIn..<runs.count
        let limit = Self.sizeClass(last.count)
        let isEven = tail.allSatisfy { position in
            if case .memory(let run) = runs[position] { Self.sizeClass(run.count) <= limit } else { false }
        }
        let sum = tail.reduce(0) { sum, position in
            if case .memory(let run) = runs[position] { sum + run.count } else { sum }
        }
        return isEven && sum <= Self.largestMerge ? tail : nil
    }

    private static func sizeClass(_ count: Int) -> Int {
        var size = 64
        var result = 0
        while size < count {
            size *= fanIn
            result += 1
        }
        return result
    }

    /// Sets the places of the values that changed, now that they are known.
    mutating func place(_ placements: [Placement], file: UInt32, offset: Int) {
        for placement in placements {
            slots.setLoaded(
                placement.slot,
                Location(
                    file: file, offset: offset + placement.value.lowerBound, length: placement.value.count,
                    checksum: placement.checksum))
        }
    }

    /// Whether something waits to be written to a generation file.
    var isDirty: Bool { !dirtySlots.isEmpty || unreadableRecords.isChanged }

    /// Freezes everything that is in memory, so that it can be written to a file beside later commits.
    ///
    /// - Returns: The table as it is now, and the slots that a file has to hold.
    mutating func freeze() -> FrozenCollection {
        for order in orders.indices { frozenCounts[order] = orders[order].runs.count - generationCount }
        let slots = Array(Set(dirtySlots)).sorted()
        dirtySlots = []
        unreadableRecords.isChanged = false
        return FrozenCollection(table: self, changedSlots: slots)
    }

    /// Takes a file in the place of what was frozen.
    mutating func thaw(_ generation: Generation, sections: [String]) {
        for order in orders.indices {
            let frozen = generationCount..<generationCount + frozenCounts[order]
            orders[order].runs.replaceSubrange(frozen, with: [generation.ordered(sections[order])])
            frozenCounts[order] = 0
        }
        generationCount += 1
    }

    /// Goes back from a freeze whose file could not be written: the next freeze takes these runs as well.
    mutating func refreeze(_ slots: [UInt32]) {
        for order in orders.indices { frozenCounts[order] = 0 }
        unreadableRecords.isChanged = !unreadableRecords.isEmpty
        dirtySlots += slots
    }

    /// Takes in a file between others.
    mutating func insert(_ generation: Generation, at position: Int, sections: [String]) {
        for order in orders.indices {
            orders[order].runs.insert(generation.ordered(sections[order]), at: position)
        }
        generationCount += 1
    }

    /// Takes one file in the place of several.
    mutating func replace(_ generations: Range<Int>, with generation: Generation, sections: [String]) {
        for order in orders.indices {
            orders[order].runs.replaceSubrange(generations, with: [generation.ordered(sections[order])])
        }
        generationCount -= generations.count - 1
    }
}

/// A table at the moment when it was frozen.
struct FrozenCollection: Sendable {
    let table: CollectionState
    let changedSlots: [UInt32]
}

extension Generation {
    /// A section as a run of an order.
    func ordered(_ section: String) -> Run {
        guard let run = run(section: section) else {
            preconditionFailure("A generation was opened without the section '\(section)'.")
        }
        return .file(run)
    }
}
