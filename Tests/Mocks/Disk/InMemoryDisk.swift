import Core

/// The content of a disk in memory: files as numbered contents, names that point to them, and what of both is durable.
///
/// It is as strict as a disk may be. The bytes of a file are durable by a sync of that file alone, and names by a sync
/// of their directory. A sync that fails leaves what it was about in doubt, and no later one heals that.
struct InMemoryDisk: Sendable {
    /// Whether a change survives a power loss.
    enum Durability: Sendable {
        /// Not synced yet.
        case pending
        /// Its sync failed: it may survive or not, whatever is synced later.
        case doubtful
        /// Synced, behind a change that is in doubt.
        case durable
    }

    /// What becomes of the changes that are not durable when the power is lost.
    enum Fate {
        /// All of them are lost.
        case forgotten
        /// Each survives or not, by chance, and a write perhaps up to a point only.
        case scattered(any RandomSource)

        /// Whether the next change survives.
        var survives: Bool {
            switch self {
            case .forgotten: false
            case .scattered(let random): random.next() % 2 == 0
            }
        }
    }

    var contents: [Int: InMemoryContent] = [:]
    private(set) var names: [String: Int] = [:] { didSet { nameChanges += 1 } }
    /// The number of changes of the names of files.
    private(set) var nameChanges: Int64 = 0
    /// The names at the beginning of ``changes``.
    private var durableNames: [String: Int] = [:]
    private var changes: [(change: NameChange, durability: Durability)] = []
    /// Durable as soon as they are made: an empty directory more or less is nobody's loss.
    var directories: Set<String> = ["/", "", "/tmp"]
    /// The handle that holds the lock of each file.
    var locks: [Int: Int] = [:]
    /// Handles of an earlier process are dead.
    var process = 0
    /// The number of power losses.
    var restarts = 0
    private var lastID = 0

    /// A change of the names.
    private enum NameChange: Sendable {
        case set(String, Int)
        case move(String, to: String, Int)
        case remove(String)

        var directory: String {
            switch self {
            case .set(let path, _), .move(_, let path, _), .remove(let path): InMemoryDisk.parent(of: path)
            }
        }

        func apply(to names: inout [String: Int]) {
            switch self {
            case .set(let path, let file): names[path] = file
            case .move(let source, let destination, let file):
                names[source] = nil
                names[destination] = file
            case .remove(let path): names[path] = nil
            }
        }
    }

    mutating func makeID() -> Int {
        lastID += 1
        return lastID
    }

    /// The number of a file, made when it is not there.
    mutating func createIfMissing(_ path: String) -> Int {
        if let id = names[path] { return id }
        let id = makeID()
        contents[id] = InMemoryContent()
        change(.set(path, id))
        return id
    }

    mutating func move(_ source: String, to destination: String, _ id: Int) {
        change(.move(source, to: destination, id))
    }

    mutating func remove(_ path: String) {
        guard names[path] != nil else { return }
        change(.remove(path))
    }

    private mutating func change(_ change: NameChange) {
        change.apply(to: &names)
        changes.append((change, .pending))
    }

    /// Makes a name durable, as if it had been there from the beginning.
    mutating func makeDurable(_ path: String) {
        changes.removeAll { change in
            if case .set(path, _) = change.change { return true }
            return false
        }
        durableNames[path] = names[path]
    }

    mutating func syncDirectory(_ directory: String) {
        settle(directory, .durable)
        while let first = changes.first, first.durability == .durable {
            first.change.apply(to: &durableNames)
            changes.removeFirst()
        }
        collect()
    }

    /// A sync of a directory has failed.
    mutating func failSyncDirectory(_ directory: String) {
        settle(directory, .doubtful)
    }

    private mutating func settle(_ directory: String, _ durability: Durability) {
        for position in changes.indices
        where changes[position].durability == .pending && changes[position].change.directory == directory {
            changes[position].durability = durability
        }
    }

    /// The process is gone: nothing is open and nothing is locked any more.
    mutating func killProcess() {
        process += 1
        locks = [:]
        for id in contents.keys { contents[id]?.handles = 0 }
        collect()
    }

    /// The power was gone: what is durable is left, and of the rest what its fate says.
    mutating func crash(_ fate: Fate) {
        killProcess()
        restarts += 1
        names = durableNames
        for (change, durability) in changes where durability == .durable || fate.survives { change.apply(to: &names) }
        durableNames = names
        changes = []
        for id in contents.keys.sorted() { contents[id]?.crash(fate) }
        collect()
    }

    /// Forgets contents that have neither name nor handle.
    private mutating func collect() {
        var named = Set(names.values).union(durableNames.values)
        for (change, _) in changes {
            switch change {
            case .set(_, let file), .move(_, _, let file): named.insert(file)
            case .remove: break
            }
        }
        contents = contents.filter { named.contains($0.key) || $0.value.handles > 0 }
    }

    /// The number of bytes of all files.
    var usedBytes: Int { contents.values.reduce(0) { $0 + $1.bytes.count } }

    static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "" }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The path without doubled slashes, `.` and `..`.
    static func normalized(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == "..", let last = parts.last, last != ".." {
                parts.removeLast()
            } else {
                parts.append(part)
            }
        }
        return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
    }
}

/// A file's content, with what of it would survive power loss.
struct InMemoryContent: Sendable {
    private enum Change: Sendable {
        case write(offset: Int, [UInt8])
        case truncate(Int)

        func apply(to bytes: inout [UInt8]) {
            switch self {
            case .write(let offset, let new):
                if bytes.count < offset { bytes.append(contentsOf: repeatElement(0, count: offset - bytes.count)) }
                let end = min(bytes.count, offset + new.count)
                bytes.replaceSubrange(offset..<end, with: new)
            case .truncate(let size):
                if size < bytes.count {
                    bytes.removeLast(bytes.count - size)
                } else {
                    bytes.append(contentsOf: repeatElement(0, count: size - bytes.count))
                }
            }
        }
    }

    private(set) var bytes: [UInt8] = []
    /// The content at the beginning of ``changes``.
    private var durable: [UInt8] = []
    private var changes: [(change: Change, durability: InMemoryDisk.Durability)] = []
    var handles = 0

    mutating func write(_ new: [UInt8], at offset: Int) {
        change(.write(offset: offset, new))
    }

    mutating func truncate(to size: Int) {
        guard size != bytes.count else { return }
        change(.truncate(size))
    }

    private mutating func change(_ change: Change) {
        change.apply(to: &bytes)
        changes.append((change, .pending))
    }

    mutating func sync() {
        settle(.durable)
        let first = changes.firstIndex { $0.durability != .durable } ?? changes.count
        for (change, _) in changes[..<first] { change.apply(to: &durable) }
        changes.removeFirst(first)
    }

    /// A sync has failed: what it was about is in doubt from now on.
    mutating func failSync() {
        settle(.doubtful)
    }

    private mutating func settle(_ durability: InMemoryDisk.Durability) {
        for position in changes.indices where changes[position].durability == .pending {
            changes[position].durability = durability
        }
    }

    mutating func crash(_ fate: InMemoryDisk.Fate) {
        for (change, durability) in changes {
            if durability == .durable {
                change.apply(to: &durable)
            } else if fate.survives {
                Self.cut(change, fate).apply(to: &durable)
            }
        }
        changes = []
        bytes = durable
        handles = 0
    }

    /// Some writes survive up to a point only.
    private static func cut(_ change: Change, _ fate: InMemoryDisk.Fate) -> Change {
        guard case .write(let offset, let new) = change, case .scattered(let random) = fate, random.next() % 4 == 0
        else { return change }
        return .write(offset: offset, Array(new.prefix(Int(random.next() % UInt64(new.count + 1)))))
    }
}
