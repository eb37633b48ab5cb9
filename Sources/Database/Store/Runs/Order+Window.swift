/// The composites that a window looks at; the upper bound is left out, and nil is no bound.
struct SortKeyRange: Sendable {
    var lower: SortKey?
    var upper: SortKey?

    static let all = SortKeyRange()
}

/// Where a window begins.
enum OrderStart: Sendable {
    /// Behind so many live entries of the range, in the window's direction.
    case offset(Int)
    /// At the first live entry that begins with this encoded key, or comes behind it in the window's direction.
    case key(SortKey)
}

/// Which entries of an order keep their ascending order in a descending window.
enum OrderTies: Sendable {
    /// None: the order by id has none.
    case none
    /// Those with equal index keys, which are what their composites begin with.
    case ascending
}

extension Order {
    /// How many live entries there are in a range.
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
        return ties == .none
            ? try reversed(bounds, skipped, limit) : try grouped(bounds, skipped, limit)
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
    private func grouped(_ range: SortKeyRange, _ skipped: Int, _ limit: Int) throws(RunFailure) -> [OrderEntry] {
        var entries: [OrderEntry] = []
        if skipped <= farthestWalk, limit <= farthestWalk {
            try appendGroups(range, skipped + limit, to: &entries)
            entries.removeFirst(min(skipped, entries.count))
            return entries
        }
        var end = range.upper
        if skipped > 0 {
            guard let target = try key(skipped, beforeEndOf: range) else { return [] }
            // The window begins inside this group, so where it lies has to be known.
            let group = target.keyPrefix
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
            try appendGroups(SortKeyRange(lower: range.lower, upper: end), limit, to: &entries)
        }
        return entries
    }

    /// Walks backwards, and turns each group round; a group that is longer than what is missing is not walked through
    /// but begun anew from its start, and that is the last one.
    private func appendGroups(
        _ range: SortKeyRange, _ limit: Int, to entries: inout [OrderEntry]
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
                group = entry.key.keyPrefix
            }
            entries.append(entry)
        }
        entries[start...].reverse()
    }
}
