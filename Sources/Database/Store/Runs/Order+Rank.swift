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
