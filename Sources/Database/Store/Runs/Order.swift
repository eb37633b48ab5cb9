/// One sorted order of a collection, as it was at one moment: its runs, oldest first.
struct Order: Sendable {
    var runs: [Run] = []
    /// Windows that begin so many entries behind the start of their range are walked to; others begin at a rank.
    ///
    /// A rank has to look into every run several times, which takes as long as walking past a few thousand entries.
    var farthestWalk = 2_048

    /// The number of live entries.
    var count: Int { runs.reduce(0) { $0 + $1.net } }

    /// The number of live entries that have a composite before this key.
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

extension Order {
    /// Walks ascending from the live entry with this rank.
    ///
    /// A fence near it is chosen by what the fences of all runs say, without reading a block; then its exact rank says
    /// how far to walk.
    ///
    /// Where many entries went away the guess may be bad; from `farthestWalk` on bisection by exact ranks is cheaper.
    func cursor(atRank rank: Int, farthestWalk: Int = 4096) throws(RunFailure) -> OrderCursor {
        guard rank > 0, !runs.isEmpty else { return try cursor(from: nil) }
        let count = count
        // Behind every key: an empty walk.
        guard rank < count else { return OrderCursor(RunMerger(memory: [])) }
        let pivots = try Pivots(runs)
        // Walking forward is cheaper than turning round, so a little less is aimed at.
        guard var pivot = pivots.key(estimating: rank - pivots.spread) else {
            return try walk(from: nil, rank: 0, to: rank)
        }
        var pivotRank = try self.rank(of: pivot)
        if abs(rank - pivotRank) > farthestWalk {
            guard let exact = try pivots.key(notBehind: rank, { key throws(RunFailure) in try self.rank(of: key) })
            else { return try walk(from: nil, rank: 0, to: rank) }
            pivot = exact
            pivotRank = try self.rank(of: pivot)
        }
        return try walk(from: pivot, rank: pivotRank, to: rank)
    }

    private func walk(from pivot: SortKey?, rank pivotRank: Int, to rank: Int) throws(RunFailure) -> OrderCursor {
        if pivotRank <= rank {
            var cursor = try cursor(from: pivot)
            try cursor.skip(rank - pivotRank)
            return cursor
        }
        var backwards = try cursor(before: pivot)
        try backwards.skip(pivotRank - rank - 1)
        return try cursor(from: try backwards.next()?.key)
    }
}

/// The keys of an order whose ranks are about known without reading a block: fences, and all that is in memory.
private struct Pivots {
    private struct Part {
        var keys: EntryBlock
        /// Nil for a run in memory, whose entries are all there.
        var fences: Fences?

        /// About the net of the run's entries before a key.
        func net(before key: SortKey) -> Int {
            guard let fences else { return keys.net(before: keys.lowerBound(key)) }
            guard let number = fences.number(of: key) else { return 0 }
            return (fences[number].netBefore + fences[number + 1].netBefore) / 2
        }
    }

    /// Largest first.
    private let parts: [Part]
    /// About how far an estimate is off.
    let spread: Int

    init(_ runs: [Run]) throws(RunFailure) {
        var parts: [(part: Part, count: Int)] = []
        var spread = 0
        for run in runs {
            switch run {
            case .memory(let memory): parts.append((Part(keys: memory.block, fences: nil), memory.count))
            case .file(let file):
                let fences = try file.fences()
                parts.append((Part(keys: fences.keys, fences: fences), file.count))
                if fences.count > 0 { spread = max(spread, file.count / fences.count) }
            }
        }
        self.spread = spread
        self.parts = parts.sorted { $0.count > $1.count }.map(\.part)
    }

    /// The last pivot whose estimated rank is not behind this one; nil when none is.
    func key(estimating rank: Int) -> SortKey? {
        // Estimates do not fail, and so does this.
        bisect { key in parts.reduce(0) { $0 + $1.net(before: key) } <= rank }
    }

    /// The last pivot whose exact rank is not behind this one; nil when none is.
    func key(
        notBehind rank: Int, _ exactRank: (SortKey) throws(RunFailure) -> Int
    ) throws(RunFailure) -> SortKey? {
        try bisect { key throws(RunFailure) in try exactRank(key) <= rank }
    }

    /// The last pivot of all runs that fulfils what only the first pivots do.
    ///
    /// The largest run goes first, and leaves little room in the others.
    private func bisect<Failure: Error>(
        _ isBefore: (SortKey) throws(Failure) -> Bool
    ) throws(Failure) -> SortKey? {
        var best: SortKey?
        var next: SortKey?
        for part in parts {
            var low = best.map { part.keys.upperBound($0) } ?? 0
            var high = next.map { part.keys.lowerBound($0) } ?? part.keys.count
            while low < high {
                let middle = (low + high) / 2
                let key = part.keys.key(middle)
                if try isBefore(key) {
                    best = key
                    low = middle + 1
                } else {
                    next = key
                    high = middle
                }
            }
        }
        return best
    }
}

/// The composites that a window looks at; the upper bound is left out, and nil is no bound.
struct SortKeyRange: Sendable {
    var lower: SortKey?
    var upper: SortKey?

    static let all = SortKeyRange()
}

/// The start of a window in an order.
enum OrderStart: Sendable {
    /// Behind so many live entries of the range, in the window's direction.
    case offset(Int)
    /// At the first live entry that begins with this encoded key, or comes behind it in the window's direction.
    case key(SortKey)
}

/// The entries of an order that keep their ascending order in a descending window.
enum OrderTies: Sendable {
    /// None: the order by id has none.
    case none
    /// Those with equal index keys, which are what their composites begin with: so many.
    case ascending(parts: Int)

    /// Those with an equal index key.
    static let ascending = OrderTies.ascending(parts: 1)
}

extension Order {
    /// The number of live entries in a range.
    func count(in range: SortKeyRange) throws(RunFailure) -> Int {
        let lower = if let key = range.lower { try rank(of: key) } else { 0 }
        let upper = if let key = range.upper { try rank(of: key) } else { count }
        return max(0, upper - lower)
    }

    /// A window of the order; an index says that its ties are ascending.
    func window(
        _ direction: SortDirection, ties: OrderTies, range: SortKeyRange = .all, from start: OrderStart = .offset(0),
        limit: Int
    ) throws(RunFailure) -> [OrderEntry] {
        guard limit > 0 else { return [] }
        if direction == .ascending { return try ascending(range, start, limit) }
        var end = range.upper
        var skipped = 0
        switch start {
        case .offset(let offset): skipped = max(0, offset)
        case .key(let key):
            let successor = key.successorOfPrefix
            end = end.map { min($0, successor) } ?? successor
        }
        let bounds = SortKeyRange(lower: range.lower, upper: end)
        switch ties {
        case .none: return try reversed(bounds, skipped, limit)
        case .ascending(let parts): return try grouped(bounds, skipped, limit, parts)
        }
    }

    /// The slots of a window.
    func slots(
        _ direction: SortDirection, ties: OrderTies, range: SortKeyRange = .all, from start: OrderStart = .offset(0),
        limit: Int
    ) throws(RunFailure) -> [UInt32] {
        guard direction == .ascending, range.upper == nil, limit > 0 else {
            return try window(direction, ties: ties, range: range, from: start, limit: limit).map(\.slot)
        }
        // No key has to be looked at.
        var cursor = try firstCursor(range, start)
        var slots: [UInt32] = []
        slots.reserveCapacity(min(limit, 1_024))
        while slots.count < limit, let slot = try cursor.nextSlot() { slots.append(slot) }
        return slots
    }

    private func ascending(
        _ range: SortKeyRange, _ start: OrderStart, _ limit: Int
    ) throws(RunFailure) -> [OrderEntry] {
        var cursor = try firstCursor(range, start)
        var entries: [OrderEntry] = []
        try take(limit, from: &cursor, below: range.upper, into: &entries)
        return entries
    }

    private func firstCursor(_ range: SortKeyRange, _ start: OrderStart) throws(RunFailure) -> OrderCursor {
        switch start {
        case .offset(let offset) where offset > 0 && offset <= farthestWalk:
            var cursor = try cursor(from: range.lower)
            try cursor.skip(offset)
            return cursor
        case .offset(let offset) where offset > 0:
            let first = if let lower = range.lower { try rank(of: lower) } else { 0 }
            let (rank, overflows) = first.addingReportingOverflow(offset)
            return try cursor(atRank: overflows ? .max : rank)
        case .offset: return try cursor(from: range.lower)
        case .key(let key): return try cursor(from: range.lower.map { max($0, key) } ?? key)
        }
    }

    private func take(
        _ limit: Int, from cursor: inout OrderCursor, below upper: SortKey?, into entries: inout [OrderEntry]
    ) throws(RunFailure) {
        var left = limit
        while left > 0, let entry = try cursor.next() {
            if let upper, !(entry.key < upper) { return }
            entries.append(entry)
            left -= 1
        }
    }

    private func reversed(_ range: SortKeyRange, _ skipped: Int, _ limit: Int) throws(RunFailure) -> [OrderEntry] {
        var cursor: OrderCursor
        if skipped > farthestWalk {
            guard let target = try key(skipped, beforeEndOf: range) else { return [] }
            cursor = try self.cursor(from: target, .descending)
        } else {
            cursor = try self.cursor(before: range.upper)
            try cursor.skip(skipped)
        }
        var entries: [OrderEntry] = []
        while entries.count < limit, let entry = try cursor.next() {
            if let lower = range.lower, entry.key < lower { break }
            entries.append(entry)
        }
        return entries
    }

    /// The composite behind so many others, seen from the range's end; nil when there are no more.
    private func key(_ skipped: Int, beforeEndOf range: SortKeyRange) throws(RunFailure) -> SortKey? {
        let first = if let lower = range.lower { try rank(of: lower) } else { 0 }
        let end = if let upper = range.upper { try rank(of: upper) } else { count }
        guard end - first > skipped else { return nil }
        var cursor = try cursor(atRank: end - 1 - skipped)
        return try cursor.next()?.key
    }

    /// Groups of equal index keys backwards, and each group forwards.
    private func grouped(
        _ range: SortKeyRange, _ skipped: Int, _ limit: Int, _ parts: Int
    ) throws(RunFailure) -> [OrderEntry] {
        var entries: [OrderEntry] = []
        if skipped <= farthestWalk, limit <= farthestWalk {
            try appendGroups(range, skipped + limit, parts, to: &entries)
            entries.removeFirst(min(skipped, entries.count))
            return entries
        }
        var end = range.upper
        if skipped > 0 {
            guard let target = try key(skipped, beforeEndOf: range) else { return [] }
            // The window begins inside this group, so where it lies has to be known.
            let group = target.keyPrefix(parts: parts)
            let behind = group.successorOfPrefix
            let groupEnd = end.map { min($0, behind) } ?? behind
            let passed = try count(in: SortKeyRange(lower: groupEnd, upper: end))
            let rest = try ascending(
                SortKeyRange(lower: range.lower.map { max($0, group) } ?? group, upper: groupEnd),
                .offset(skipped - passed), limit)
            entries = rest
            end = group
        }
        if entries.count < limit {
            try appendGroups(SortKeyRange(lower: range.lower, upper: end), limit, parts, to: &entries)
        }
        return entries
    }

    /// Walks backwards, and turns each group round; a group that is longer than what is missing is not walked through
    /// but begun anew from its start, and that is the last one.
    private func appendGroups(
        _ range: SortKeyRange, _ limit: Int, _ parts: Int, to entries: inout [OrderEntry]
    ) throws(RunFailure) {
        var cursor = try cursor(before: range.upper)
        var group: SortKey?
        var start = entries.count
        while let entry = try cursor.next() {
            if let lower = range.lower, entry.key < lower { break }
            if let present = group, entry.key.hasPrefix(present) {
                if entries.count == limit {
                    entries.removeSubrange(start...)
                    var forwards = try self.cursor(from: range.lower.map { max($0, present) } ?? present)
                    return try take(limit - start, from: &forwards, below: range.upper, into: &entries)
                }
            } else {
                entries[start...].reverse()
                if entries.count == limit { return }
                start = entries.count
                group = entry.key.keyPrefix(parts: parts)
            }
            entries.append(entry)
        }
        entries[start...].reverse()
    }
}
