import Core

/// A unique index, without its record type.
struct UniqueIndex: Sendable {
    let collection: String
    let index: String
    /// The number of keys that it sorts by.
    let partCount: Int
    /// Its line in the definition that derived files are checked against.
    let definition: String
}

/// Two records with the same key in a unique index.
struct DuplicateKey: Error {
    private let unique: UniqueIndex
    /// The key and the ids, as people read them.
    private let key: String
    private let ids: [String]

    /// Describes a duplicate by two composites with the same key.
    init(_ unique: UniqueIndex, _ first: SortKey, _ second: SortKey) {
        self.unique = unique
        var rest = first
        var parts: [String] = []
        for _ in 0..<unique.partCount {
            parts.append(Self.text(rest.keyPrefix()))
            rest = rest.id(behind: 1)
        }
        key = parts.joined(separator: ", ")
        ids = [first, second].map { Self.text($0.id(behind: unique.partCount)) }
    }

    private static func text(_ key: SortKey) -> String {
        switch IndexKey(key) {
        case .integer(let number): "\(number)"
        case .double(let number): "\(number)"
        case .text(let text): text
        case .null, .compound, nil: "null"
        }
    }

    private var what: String { "'\(ids[0])' and '\(ids[1])' of '\(unique.collection)'" }

    /// The error of a write that is refused.
    func refusal(_ path: String) -> StoreError {
        StoreError(
            .notUnique, path: path,
            message: """
                The records \(what) would have the same key '\(key)' in the unique index '\(unique.index)'. Change or \
                delete one of them in the same batch. Nothing of this batch was stored.
                """, underlying: self)
    }

    /// The conflict that keeps a record from being put back.
    func conflict(of record: SetAsideFile.Entry) -> StoreRestoration.Conflict {
        let id = Self.text(record.id)
        return StoreRestoration.Conflict(
            collection: unique.collection, index: unique.index, key: key, id: id,
            otherID: ids.first { $0 != id } ?? ids[0])
    }

    /// The error of a store that cannot be opened, because it holds both already.
    ///
    /// - Parameters:
    ///   - path: The store.
    ///   - damages: The damage that was found while it was opened, which nobody hears of elsewhere.
    /// - Returns: The error.
    func openingRefusal(_ path: String, _ damages: [StoreDamage]) -> StoreError {
        StoreError(
            .notUnique, path: path,
            message: """
                The records \(what) in '\(path)' have the same key '\(key)' in the index '\(unique.index)', which is \
                declared as unique. Open the store without 'unique()', change or delete one of them, and close it \
                first. No record was changed.\(damages.map { " \($0)" }.joined())
                """)
    }
}

extension Order {
    /// Makes sure that a batch leaves no key twice.
    ///
    /// Keys that the batch does not touch are not looked at.
    ///
    /// - Parameters:
    ///   - run: What the batch adds to the order.
    ///   - unique: The index.
    /// - Throws: ``DuplicateKey``; `RunFailure`.
    func checkUnique(adding run: MemoryRun, _ unique: UniqueIndex) throws {
        var added: [SortKey] = []
        var keys: [SortKey] = []
        for position in 0..<run.count where run.block.entries[position].kind != .anti {
            let composite = run.block.key(position)
            // A record without a value is equal to none.
            if composite.hasNull(in: unique.partCount) { continue }
            let key = composite.keyPrefix(parts: unique.partCount)
            if let last = keys.last, last == key { throw DuplicateKey(unique, added[added.count - 1], composite) }
            added.append(composite)
            keys.append(key)
        }
        var known: Set<Int> = []
        for run in runs { try run.find(beginnings: keys) { known.insert($0) } }
        guard !known.isEmpty else { return }
        // What older runs know of a key may be gone by now.
        let order = Order(runs: runs + [.memory(run)])
        for position in known.sorted() {
            if let pair = try order.firstPair(with: keys[position]) { throw DuplicateKey(unique, pair.0, pair.1) }
        }
    }

    /// The first two live composites that begin with a key.
    private func firstPair(with key: SortKey) throws(RunFailure) -> (SortKey, SortKey)? {
        var cursor = try cursor(from: key)
        guard let first = try cursor.next()?.key, first.hasPrefix(key), let second = try cursor.next()?.key,
            second.hasPrefix(key)
        else { return nil }
        return (first, second)
    }

    /// Makes sure that no key is there twice.
    ///
    /// - Throws: ``DuplicateKey``; `RunFailure`.
    func checkUnique(_ unique: UniqueIndex) throws {
        var cursor = try walk()
        var last: SortKey?
        while let composite = try cursor.next()?.key {
            if let last, !composite.hasNull(in: unique.partCount),
                composite.hasPrefix(last.keyPrefix(parts: unique.partCount))
            {
                throw DuplicateKey(unique, last, composite)
            }
            last = composite
        }
    }

    /// A run that takes away all live entries; nil when there are none.
    func makeOpposite() throws(RunFailure) -> MemoryRun? {
        guard count > 0 else { return nil }
        var builder = MemoryRun.Builder(capacity: count)
        var cursor = try walk()
        while let entry = try cursor.next() { builder.append(entry.key, kind: .anti, slot: entry.slot) }
        return builder.finish()
    }
}

extension Run {
    /// Tells which of some keys, in ascending order, a composite begins with.
    ///
    /// - Parameters:
    ///   - keys: The keys.
    ///   - found: Takes the position of each.
    /// - Throws: `RunFailure` when a block cannot be read.
    fileprivate func find(beginnings keys: [SortKey], _ found: (Int) -> Void) throws(RunFailure) {
        switch self {
        case .memory(let run):
            var index = 0
            for position in keys.indices {
                index = run.block.nearbyLowerBound(keys[position], from: index)
                guard index < run.block.count else { return }
                if run.block.key(index).hasPrefix(keys[position]) { found(position) }
            }
        case .file(let run): try run.find(beginnings: keys, found)
        }
    }
}

extension FileRun {
    fileprivate func find(beginnings keys: [SortKey], _ found: (Int) -> Void) throws(RunFailure) {
        let fences = try fences()
        guard fences.count > 0 else { return }
        let isSparse = keys.count < fences.count / 2
        var number = 0
        var block: (number: Int, entries: EntryBlock)?
        for position in keys.indices {
            let key = keys[position]
            let fence = fences.keys.nearbyLowerBound(key, from: number)
            // No key is a composite, so those that begin with it may begin with the next block.
            if fence < fences.count, fences.keys.key(fence).hasPrefix(key) {
                found(position)
            }
            number = max(0, fence - 1)
            guard fence > 0 else { continue }
            if block?.number != number {
                block = (
                    number,
                    try self.block(number, of: fences, keeps: isSparse, spare: isSparse ? nil : block?.entries)
                )
            }
            guard let entries = block?.entries else { continue }
            let index = entries.lowerBound(key)
            if index < entries.count, entries.key(index).hasPrefix(key) { found(position) }
        }
    }
}
