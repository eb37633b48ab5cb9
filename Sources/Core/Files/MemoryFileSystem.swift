import Dispatch
import Synchronization

/// A file system in memory: what is written to it is gone with it, and nothing of it ever reaches a disk.
///
/// For a container in which nothing is to be left behind, such as `AppServices.startIncognito`. Everything is as durable
/// as anything can be there, so syncing does nothing. Safe from any thread.
public final class MemoryFileSystem: FileSystem {
    fileprivate final class Content: Sendable {
        let bytes = Mutex<[UInt8]>([])
    }

    private struct State {
        var files: [String: Content] = [:]
        var directories: Set<String> = ["/", ""]
        var locked: Set<String> = []
        var watches: [String: [ObjectIdentifier: @Sendable () -> Void]] = [:]
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "lantern.memory-file-system")

    /// Creates an empty file system; every directory can be made in it.
    public init() {}

    /// The paths of all files, sorted.
    public var paths: [String] { state.withLock { $0.files.keys.sorted() } }

    public func open(_ path: String, _ mode: FileMode) throws(FileError) -> any OpenFile {
        let path = Self.normalized(path)
        let content = try state.withLock { state throws(FileError) -> Content in
            if state.directories.contains(path) { throw FileError(.diskFailure, path: path, operation: "open") }
            if let content = state.files[path] {
                if mode == .replace { content.bytes.withLock { $0 = [] } }
                return content
            }
            guard mode != .read, state.directories.contains(Self.parent(of: path)) else {
                throw FileError(.fileMissing, path: path, operation: "open")
            }
            let content = Content()
            state.files[path] = content
            return content
        }
        if mode != .read { changed(path) }
        return MemoryFile(content, path: path, isReadOnly: mode == .read) { [weak self] in self?.changed(path) }
    }

    public func list(_ directory: String) throws(FileError) -> [String] {
        let directory = Self.normalized(directory)
        return try state.withLock { state throws(FileError) in
            if state.files[directory] != nil { throw FileError(.diskFailure, path: directory, operation: "list") }
            let paths = Array(state.files.keys) + state.directories.filter { $0 != "/" && !$0.isEmpty }
            return paths.filter { Self.parent(of: $0) == directory }.compactMap { path in
                path.split(separator: "/").last.map(String.init)
            }
        }
    }

    public func makeDirectory(_ directory: String) throws(FileError) {
        let directory = Self.normalized(directory)
        try state.withLock { state throws(FileError) in
            var next = directory
            var made: [String] = []
            while !state.directories.contains(next) {
                if state.files[next] != nil {
                    throw FileError(.diskFailure, path: directory, operation: "make directory")
                }
                made.append(next)
                next = Self.parent(of: next)
            }
            state.directories.formUnion(made)
        }
    }

    public func move(_ source: String, to destination: String) throws(FileError) {
        let (source, destination) = (Self.normalized(source), Self.normalized(destination))
        try state.withLock { state throws(FileError) in
            guard let content = state.files[source], state.directories.contains(Self.parent(of: destination)) else {
                throw FileError(.fileMissing, path: source, operation: "rename")
            }
            if state.directories.contains(destination) {
                throw FileError(.diskFailure, path: source, operation: "rename")
            }
            state.files[source] = nil
            state.files[destination] = content
        }
        changed(source)
        changed(destination)
    }

    public func remove(_ path: String) throws(FileError) {
        let path = Self.normalized(path)
        try state.withLock { state throws(FileError) in
            if state.directories.contains(path) { throw FileError(.diskFailure, path: path, operation: "remove") }
            state.files[path] = nil
        }
        changed(path)
    }

    public func syncDirectory(_ directory: String) throws(FileError) {
        let directory = Self.normalized(directory)
        guard state.withLock({ $0.directories.contains(directory) }) else {
            throw FileError(.fileMissing, path: directory, operation: "sync")
        }
    }

    public func lock(_ path: String) throws(FileError) -> any OpenFile {
        let file = try open(path, .readWrite)
        let path = Self.normalized(path)
        guard state.withLock({ $0.locked.insert(path).inserted }) else {
            throw FileError(.storeBusy, path: path, operation: "lock")
        }
        return MemoryLock(file) { [weak self] in
            self?.state.withLock { _ = $0.locked.remove(path) }
        }
    }

    public func watch(
        _ path: String, onChange: @escaping @Sendable () -> Void
    ) throws(FileError) -> (any FileWatch)? {
        let path = Self.normalized(path)
        let watch = MemoryWatch { [weak self] id in
            self?.state.withLock { $0.watches[path]?[id] = nil }
        }
        try state.withLock { state throws(FileError) in
            guard state.files[path] != nil || state.directories.contains(path) else {
                throw FileError(.fileMissing, path: path, operation: "watch")
            }
            state.watches[path, default: [:]][ObjectIdentifier(watch)] = onChange
        }
        return watch
    }

    /// Tells whoever watches a file or its directory.
    private func changed(_ path: String) {
        let callbacks = state.withLock { state in
            [path, Self.parent(of: path)].flatMap { state.watches[$0].map { Array($0.values) } ?? [] }
        }
        for callback in callbacks { queue.async(execute: callback) }
    }

    private static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "" }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The path without doubled slashes, `.` and `..`.
    private static func normalized(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
        }
        return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
    }
}

/// A file in memory that is open.
private final class MemoryFile: OpenFile {
    private let content: MemoryFileSystem.Content
    private let path: String
    private let isReadOnly: Bool
    private let onChange: @Sendable () -> Void
    private let isClosed = Mutex(false)

    init(
        _ content: MemoryFileSystem.Content, path: String, isReadOnly: Bool, onChange: @escaping @Sendable () -> Void
    ) {
        (self.content, self.path, self.isReadOnly, self.onChange) = (content, path, isReadOnly, onChange)
    }

    func size() throws(FileError) -> Int {
        try check("size")
        return content.bytes.withLock { $0.count }
    }

    func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
        try check("read")
        return content.bytes.withLock { bytes in
            offset < bytes.count ? Array(bytes[offset..<min(bytes.count, offset + count)]) : []
        }
    }

    func write(_ new: [UInt8], at offset: Int) throws(FileError) {
        try check("write", isChange: true)
        content.bytes.withLock { bytes in
            if bytes.count < offset { bytes.append(contentsOf: repeatElement(0, count: offset - bytes.count)) }
            bytes.replaceSubrange(offset..<min(bytes.count, offset + new.count), with: new)
        }
        onChange()
    }

    func truncate(to size: Int) throws(FileError) {
        try check("truncate", isChange: true)
        content.bytes.withLock { bytes in
            if size < bytes.count {
                bytes.removeLast(bytes.count - size)
            } else {
                bytes.append(contentsOf: repeatElement(0, count: size - bytes.count))
            }
        }
        onChange()
    }

    func sync() throws(FileError) { try check("sync") }

    func close() { isClosed.withLock { $0 = true } }

    private func check(_ operation: String, isChange: Bool = false) throws(FileError) {
        guard !isClosed.withLock({ $0 }), !(isReadOnly && isChange) else {
            throw FileError(.diskFailure, path: path, operation: operation)
        }
    }
}

/// A lock on a file in memory, given back once.
private final class MemoryLock: OpenFile {
    private let file: any OpenFile
    private let free: @Sendable () -> Void
    private let isFree = Mutex(false)

    init(_ file: any OpenFile, free: @escaping @Sendable () -> Void) {
        (self.file, self.free) = (file, free)
    }

    deinit {
        close()
    }

    func size() throws(FileError) -> Int { try file.size() }
    func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] { try file.read(at: offset, count: count) }
    func write(_ bytes: [UInt8], at offset: Int) throws(FileError) { try file.write(bytes, at: offset) }
    func truncate(to size: Int) throws(FileError) { try file.truncate(to: size) }
    func sync() throws(FileError) { try file.sync() }

    func close() {
        let isFirst = isFree.withLock { isFree in
            defer { isFree = true }
            return !isFree
        }
        guard isFirst else { return }
        free()
        file.close()
    }
}

/// A watch on a path in memory.
private final class MemoryWatch: FileWatch {
    private let end: @Sendable (ObjectIdentifier) -> Void

    init(_ end: @escaping @Sendable (ObjectIdentifier) -> Void) {
        self.end = end
    }

    deinit {
        cancel()
    }

    func cancel() { end(ObjectIdentifier(self)) }
}
