/// The ids of a collection, sorted by a key and then by id.
struct SortedOrder<ID: Comparable & Hashable & Sendable>: Sendable {
    struct Entry: Comparable, Sendable {
        let key: IndexKey
        let id: ID

        static func < (left: Entry, right: Entry) -> Bool {
            left.key == right.key ? left.id < right.id : left.key < right.key
        }
    }

    private(set) var entries: [Entry]

    init(_ entries: [Entry] = []) {
        self.entries = entries.sorted()
    }

    /// Takes entries out and others in.
    ///
    /// - Complexity: O(*n*) moves at most, and O(*m* log *n*) comparisons for *m* changes.
    mutating func replace(_ gone: [Entry], with come: [Entry]) {
        // From this many on, one pass over all is cheaper than a shift for each.
        if gone.count + come.count > 32 {
            merge(gone.sorted(), come.sorted())
            return
        }
        for entry in gone {
            let position = firstPosition { !($0 < entry) }
            if position < entries.count, entries[position] == entry { entries.remove(at: position) }
        }
        for entry in come {
            entries.insert(entry, at: firstPosition { entry < $0 })
        }
    }

    private mutating func merge(_ gone: [Entry], _ come: [Entry]) {
        var merged: [Entry] = []
        merged.reserveCapacity(entries.count + come.count)
        var goneAt = 0
        var comeAt = 0
        for entry in entries {
            if goneAt < gone.count, gone[goneAt] == entry {
                goneAt += 1
                continue
            }
            while comeAt < come.count, come[comeAt] < entry {
                merged.append(come[comeAt])
                comeAt += 1
            }
            merged.append(entry)
        }
        merged.append(contentsOf: come[comeAt...])
        entries = merged
    }

    /// The first position whose entry is behind some border, by bisection.
    func firstPosition(where isBehind: (Entry) -> Bool) -> Int {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if isBehind(entries[middle]) {
                high = middle
            } else {
                low = middle + 1
            }
        }
        return low
    }
}
