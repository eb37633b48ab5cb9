import Core

/// An immutable sorted sequence of entries.
enum Run: Sendable {
    case memory(MemoryRun)
    case file(FileRun)

    /// A place in a run: a block, its number in a file, and the entry's index in it.
    struct Position {
        var block: EntryBlock
        var number: Int
        var index: Int
    }

    /// The number of entries.
    var count: Int {
        switch self {
        case .memory(let run): run.count
        case .file(let run): run.count
        }
    }

    /// The number of live entries that it adds.
    var net: Int {
        switch self {
        case .memory(let run): run.net
        case .file(let run): run.net
        }
    }

    /// The net of the entries before a key.
    func net(before key: SortKey) throws(RunFailure) -> Int {
        switch self {
        case .memory(let run): run.block.net(before: run.block.lowerBound(key))
        case .file(let run): try run.net(before: key)
        }
    }

    /// The entry with exactly this composite.
    func find(_ key: SortKey, hash: UInt64) throws(RunFailure) -> Position? {
        switch self {
        case .memory(let run):
            let index = run.block.lowerBound(key)
            guard index < run.block.count, run.block.isEqual(index, key) else { return nil }
            return Position(block: run.block, number: 0, index: index)
        case .file(let run): return try run.find(key, hash: hash)
        }
    }

    /// Whether there is an entry of a composite, of any kind; reads less than ``find(_:hash:)``.
    func contains(_ key: SortKey, hash: UInt64) throws(RunFailure) -> Bool {
        switch self {
        case .memory: try find(key, hash: hash) != nil
        case .file(let run): try run.contains(key, hash: hash)
        }
    }

    /// The first entry whose composite is not before a key.
    func firstPosition(from key: SortKey?, keepsBlocks: Bool) throws(RunFailure) -> Position? {
        switch self {
        case .memory(let run):
            let index = key.map { run.block.lowerBound($0) } ?? 0
            return index < run.block.count ? Position(block: run.block, number: 0, index: index) : nil
        case .file(let run): return try run.firstPosition(from: key, keepsBlocks: keepsBlocks)
        }
    }

    /// The last entry whose composite is not behind a key, or is before it.
    func lastPosition(upTo key: SortKey?, isInclusive: Bool, keepsBlocks: Bool) throws(RunFailure) -> Position? {
        switch self {
        case .memory(let run):
            let index = run.block.bound(key, isInclusive: isInclusive) - 1
            return index >= 0 ? Position(block: run.block, number: 0, index: index) : nil
        case .file(let run):
            return try run.lastPosition(upTo: key, isInclusive: isInclusive, keepsBlocks: keepsBlocks)
        }
    }
}

extension EntryBlock {
    /// The number of entries that are not behind a key, or are before it.
    func bound(_ key: SortKey?, isInclusive: Bool) -> Int {
        guard let key else { return count }
        return isInclusive ? upperBound(key) : lowerBound(key)
    }
}

/// A derived file that is not what was written: cut, flipped, swapped or of somebody else.
struct RunDamage: Error, Equatable {
    let path: String
}

/// The reason why a run could not be read.
enum RunFailure: Error, Equatable {
    /// The disk failed.
    case disk(FileError)
    /// The bytes are not what was written.
    case damage(RunDamage)

    static func damaged(_ path: String) -> RunFailure { .damage(RunDamage(path: path)) }

    /// The failure that an error of the disk is: a file that is gone is made anew like one that is damaged.
    static func reading(_ error: FileError, _ path: String) -> RunFailure {
        error.code == .fileMissing ? .damaged(path) : .disk(error)
    }
}
