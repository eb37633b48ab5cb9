/// The content of a disk in memory: files as numbered contents, names that point to them, and what of both is durable.
struct InMemoryDisk: Sendable {
    /// A file's content, with what of it would survive power loss.
    struct Content: Sendable {
        /// Appending to a journal is the common case, and there a copy for each sync would be quadratic.
        enum Durable: Sendable {
            case prefix(Int)
            case copy([UInt8])
        }

        var bytes: [UInt8] = []
        var durable = Durable.prefix(0)
        var handles = 0

        mutating func write(_ new: some Collection<UInt8>, at offset: Int) {
            keepDurable(below: offset)
            if bytes.count < offset { bytes.append(contentsOf: repeatElement(0, count: offset - bytes.count)) }
            let end = min(bytes.count, offset + new.count)
            bytes.replaceSubrange(offset..<end, with: new)
        }

        mutating func truncate(to size: Int) {
            keepDurable(below: size)
            if size < bytes.count {
                bytes.removeLast(bytes.count - size)
            } else {
                bytes.append(contentsOf: repeatElement(0, count: size - bytes.count))
            }
        }

        mutating func sync() {
            durable = .prefix(bytes.count)
        }

        mutating func crash() {
            switch durable {
            case .prefix(let count): bytes = Array(bytes.prefix(count))
            case .copy(let copy): bytes = copy
            }
            durable = .prefix(bytes.count)
            handles = 0
        }

        /// Copies the durable bytes before some of them change.
        private mutating func keepDurable(below offset: Int) {
            if case .prefix(let count) = durable, offset < count { durable = .copy(Array(bytes.prefix(count))) }
        }
    }

    var contents: [Int: Content] = [:]
    var names: [String: Int] = [:]
    var durableNames: [String: Int] = [:]
    /// Durable as soon as they are made: an empty directory more or less is nobody's loss.
    var directories: Set<String> = ["/", "", "/tmp"]
    /// The handle that holds the lock of each file.
    var locks: [Int: Int] = [:]
    /// Handles of an earlier boot are dead.
    var boot = 0
    private var lastID = 0

    mutating func makeID() -> Int {
        lastID += 1
        return lastID
    }

    /// The number of a file, made when it is not there.
    mutating func createIfMissing(_ path: String) -> Int {
        if let id = names[path] { return id }
        let id = makeID()
        contents[id] = Content()
        names[path] = id
        return id
    }

    mutating func syncDirectory(_ directory: String) {
        durableNames = durableNames.filter { Self.parent(of: $0.key) != directory }
        for (path, id) in names where Self.parent(of: path) == directory { durableNames[path] = id }
        collect()
    }

    /// The process is gone: nothing is open and nothing is locked any more.
    mutating func killProcess() {
        boot += 1
        locks = [:]
        for id in contents.keys { contents[id]?.handles = 0 }
        collect()
    }

    /// The power was gone: only what is durable is left.
    mutating func crash() {
        killProcess()
        names = durableNames
        for id in contents.keys { contents[id]?.crash() }
        collect()
    }

    /// Forgets contents that have neither name nor handle.
    private mutating func collect() {
        let named = Set(names.values).union(durableNames.values)
        contents = contents.filter { named.contains($0.key) || $0.value.handles > 0 }
    }

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
