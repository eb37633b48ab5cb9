/// Walks several runs as one: composite by composite, with the newest and the oldest entry of each.
///
/// The heads of the runs are kept sorted, equal ones with the newest first; so an advance is one insertion, and most
/// of them move nothing.
final class RunMerger {
    private struct Head {
        var entry: UnsafePointer<RunEntry>
        var last: UnsafePointer<RunEntry>
        var bytes: UnsafePointer<UInt8>
        /// The age of the run: greater is newer.
        var run: Int
        /// The number of the block in a file run.
        var block: Int
    }

    private let runs: [Run]
    private let isDescending: Bool
    private let step: Int
    private let keepsBlocks: Bool
    /// Keeps alive what the heads point into.
    private var blocks: [EntryBlock?]
    private let heads: UnsafeMutablePointer<Head>
    private var count = 0
    /// The number of heads at the present composite.
    private var matched = 0
    private var failure: RunFailure?
    /// The entries that ``advanceToLive()`` has passed over: those of deleted records that no merge has taken away yet.
    private(set) var deadCount = 0

    /// Walks from a key on, or all.
    ///
    /// Ascending, from the first composite not before it; descending, from the last one not behind it, or before it.
    /// A walk over everything leaves the caches of blocks to others.
    init(
        _ runs: [Run], from key: SortKey? = nil, isInclusive: Bool = true, _ direction: SortDirection = .ascending,
        keepsBlocks: Bool
    ) throws(RunFailure) {
        self.runs = runs
        self.keepsBlocks = keepsBlocks
        isDescending = direction == .descending
        step = isDescending ? -1 : 1
        blocks = Array(repeating: nil, count: runs.count)
        heads = .allocate(capacity: max(1, runs.count))
        for run in runs.indices {
            let seek =
                isDescending
                ? try runs[run].lastPosition(upTo: key, isInclusive: isInclusive, keepsBlocks: keepsBlocks)
                : try runs[run].firstPosition(from: key, keepsBlocks: keepsBlocks)
            if let seek { add(run, seek.block, seek.number, at: seek.index) }
        }
    }

    /// Walks all of some runs in memory, which cannot fail.
    init(memory: [MemoryRun]) {
        runs = []
        keepsBlocks = false
        isDescending = false
        step = 1
        blocks = memory.map(\.block)
        heads = .allocate(capacity: max(1, memory.count))
        for run in memory.indices { add(run, memory[run].block, 0, at: 0) }
    }

    deinit {
        heads.deallocate()
    }

    // MARK: The present composite

    /// The newest entry.
    var newest: UnsafePointer<RunEntry> { heads[0].entry }

    /// The bytes that the newest entry points into.
    var bytes: UnsafePointer<UInt8> { heads[0].bytes }

    /// The newest entry with the kind that the whole sequence comes to; nil when nothing is left of it.
    @inline(__always) func reducedEntry(isBottom: Bool) -> RunEntry? {
        var entry = newest.pointee
        if matched == 1, entry.isPlus { return entry }
        let oldest = heads[matched - 1].entry.pointee.kind
        guard let kind = EntryKind.reduced(oldest: oldest, newest: entry.kind, isBottom: isBottom) else { return nil }
        entry.set(kind)
        return entry
    }

    // MARK: Walking

    /// Goes to the next composite; false at the end.
    func advance() throws(RunFailure) -> Bool {
        var index = matched
        while index > 0 {
            index -= 1
            if heads[index].entry != heads[index].last {
                heads[index].entry += step
                sift(index)
            } else if try loadNextBlock(of: index) {
                sift(index)
            } else {
                remove(index)
            }
        }
        return match()
    }

    /// The same for runs in memory only.
    func advanceInMemory() -> Bool {
        var index = matched
        while index > 0 {
            index -= 1
            if heads[index].entry != heads[index].last {
                heads[index].entry += 1
                sift(index)
            } else {
                remove(index)
            }
        }
        return match()
    }

    /// Goes to the next live entry; false at the end.
    func advanceToLive() throws(RunFailure) -> Bool {
        while try advance() {
            guard heads[0].entry.pointee.kind == .anti else { return true }
            deadCount += 1
        }
        return false
    }

    @inline(__always)
    private func match() -> Bool {
        guard count > 0 else {
            matched = 0
            return false
        }
        var matched = 1
        while matched < count, isEqual(heads[0], heads[matched]) { matched += 1 }
        self.matched = matched
        return true
    }

    private func add(_ run: Int, _ block: EntryBlock, _ number: Int, at index: Int) {
        blocks[run] = block
        let last = isDescending ? 0 : block.count - 1
        let head = Head(
            entry: UnsafePointer(block.entries + index), last: UnsafePointer(block.entries + last),
            bytes: UnsafePointer(block.bytes), run: run, block: number)
        var position = count
        while position > 0, isBefore(head, heads[position - 1]) {
            heads[position] = heads[position - 1]
            position -= 1
        }
        heads[position] = head
        count += 1
    }

    /// Moves a head that went on to its place among those behind it.
    @inline(__always)
    private func sift(_ index: Int) {
        guard index + 1 < count, !isBefore(heads[index], heads[index + 1]) else { return }
        let head = heads[index]
        var position = index
        repeat {
            heads[position] = heads[position + 1]
            position += 1
        } while position + 1 < count && !isBefore(head, heads[position + 1])
        heads[position] = head
    }

    private func remove(_ index: Int) {
        for position in index + 1..<max(index + 1, count) { heads[position - 1] = heads[position] }
        count -= 1
    }

    private func loadNextBlock(of index: Int) throws(RunFailure) -> Bool {
        // Asked again after a failure, it fails again; half of the heads have gone on.
        if let failure { throw failure }
        let run = heads[index].run
        guard case .file(let file) = runs[run] else { return false }
        do throws(RunFailure) {
            let number = heads[index].block + step
            let fences = try file.fences()
            guard number >= 0, number < fences.count else { return false }
            // Only a block that went to no cache is this walk's own.
            let spare = keepsBlocks ? nil : blocks[run]
            let block = try file.block(number, of: fences, keeps: keepsBlocks, spare: spare)
            blocks[run] = block
            heads[index].entry = UnsafePointer(block.entries + (isDescending ? block.count - 1 : 0))
            heads[index].last = UnsafePointer(block.entries + (isDescending ? 0 : block.count - 1))
            heads[index].bytes = UnsafePointer(block.bytes)
            heads[index].block = number
            return true
        } catch {
            failure = error
            throw error
        }
    }

    // MARK: Comparing

    @inline(__always)
    private func isBefore(_ left: Head, _ right: Head) -> Bool {
        let (leftEntry, rightEntry) = (left.entry, right.entry)
        if leftEntry.pointee.a != rightEntry.pointee.a {
            return (leftEntry.pointee.a < rightEntry.pointee.a) != isDescending
        }
        if leftEntry.pointee.b != rightEntry.pointee.b {
            return (leftEntry.pointee.b < rightEntry.pointee.b) != isDescending
        }
        if leftEntry.pointee.c != rightEntry.pointee.c {
            return (leftEntry.pointee.c < rightEntry.pointee.c) != isDescending
        }
        let order = RunEntry.tailOrder(leftEntry.pointee, left.bytes, rightEntry.pointee, right.bytes)
        return order == 0 ? left.run > right.run : (order < 0) != isDescending
    }

    @inline(__always)
    private func isEqual(_ left: Head, _ right: Head) -> Bool {
        let (leftEntry, rightEntry) = (left.entry, right.entry)
        return leftEntry.pointee.a == rightEntry.pointee.a && leftEntry.pointee.b == rightEntry.pointee.b
            && leftEntry.pointee.c == rightEntry.pointee.c
            && RunEntry.tailOrder(leftEntry.pointee, left.bytes, rightEntry.pointee, right.bytes) == 0
    }
}
