import Core

/// Finds the live entries of an order of texts that match a query, in the order.
///
/// Each run says which of its entries match. They are merged by their composites, and of those that a newer run has
/// replaced or removed nothing is found. It goes no further than it is asked to.
struct TextSearch {
    /// The length of the texts of a file that are read before its ``WordIndex`` is used.
    static let usualProbe = 65_536

    private let runs: [Run]
    private let sources: [any TextSource]
    /// The runs that have an entry, in any order.
    private var heads: [Int] = []
    /// The runs whose present entries are to be passed over first.
    private var spent: [Int]
    /// Whether a run replaces or removes entries of older ones.
    private let isChanging: [Bool]
    /// The newest of these runs; below 0 when there is none.
    private let lastChange: Int
    private let isCancelled: () -> Bool

    /// Begins a search.
    ///
    /// - Parameters:
    ///   - order: An order of texts.
    ///   - query: What to look for; nothing is found by an empty one.
    ///   - probe: The length of the texts of a file that are read first.
    ///   - isCancelled: Whether nobody waits for the result any more.
    /// - Throws: `RunFailure`.
    init(
        _ order: Order, _ query: SearchQuery, probe: Int = usualProbe, isCancelled: @escaping () -> Bool = { false }
    ) throws(RunFailure) {
        runs = query.isEmpty ? [] : order.runs
        self.isCancelled = isCancelled
        var sources: [any TextSource] = []
        for run in runs {
            switch run {
            case .memory(let memory): sources.append(MemoryTextSource(memory, query))
            case .file(let file): sources.append(try FileTextSource(file, query, probe: probe))
            }
        }
        self.sources = sources
        spent = Array(runs.indices)
        // A run that only adds has as many live entries as entries.
        isChanging = runs.map { $0.net != $0.count }
        lastChange = isChanging.lastIndex(of: true) ?? -1
    }

    /// The slots of the next entries; fewer than asked for at the end.
    ///
    /// - Parameters:
    ///   - count: The number of entries.
    ///   - isIncluded: Whether an entry with this composite is wanted.
    /// - Returns: The slots.
    /// - Throws: `RunFailure`; `CancellationError` when the search was cancelled.
    mutating func nextSlots(_ count: Int, where isIncluded: ((SortKey) -> Bool)? = nil) throws -> [UInt32] {
        var slots: [UInt32] = []
        while slots.count < count, let head = try advance() {
            let source = sources[head]
            let isOld = lastChange > head
            if isOld || isIncluded != nil {
                try source.load()
                let key = EntryBlock.key(source.entry.pointee, source.bytes)
                // First what costs no look into a file.
                if let isIncluded, !isIncluded(key) { continue }
                if isOld, try isChanged(key, since: head) { continue }
            }
            slots.append(source.slot)
        }
        if isCancelled() { throw CancellationError() }
        return slots
    }

    /// Goes to the next composite; the newest run that has it, nil at the end.
    private mutating func advance() throws -> Int? {
        let isCancelled = isCancelled
        for run in spent {
            let isMore = try sources[run].next { if isCancelled() { throw CancellationError() } }
            if isMore { heads.append(run) }
        }
        spent.removeAll(keepingCapacity: true)
        guard var best = heads.first else { return nil }
        if heads.count == 1 {
            // Nothing is compared, so that its slot may be all that has to be known.
            swap(&spent, &heads)
            return best
        }
        for run in heads { try sources[run].load() }
        for run in heads.dropFirst() {
            let order = compare(run, best)
            if order < 0 || order == 0 && run > best { best = run }
        }
        // An older run's entry of the same composite was replaced.
        spent = heads.filter { $0 == best || compare($0, best) == 0 }
        heads.removeAll { spent.contains($0) }
        return best
    }

    /// Below 0 when the first run's entry comes before the second one's.
    private func compare(_ first: Int, _ second: Int) -> Int {
        let (left, right) = (sources[first].entry.pointee, sources[second].entry.pointee)
        if left.a != right.a { return left.a < right.a ? -1 : 1 }
        if left.b != right.b { return left.b < right.b ? -1 : 1 }
        if left.c != right.c { return left.c < right.c ? -1 : 1 }
        return RunEntry.tailOrder(left, sources[first].bytes, right, sources[second].bytes)
    }

    /// Whether a newer run has another text for a composite, or none.
    private func isChanged(_ key: SortKey, since run: Int) throws(RunFailure) -> Bool {
        let hash = RunHash.hash(key)
        for newer in runs.index(after: run)..<runs.endIndex where isChanging[newer] {
            if try runs[newer].contains(key, hash: hash) { return true }
        }
        return false
    }
}
