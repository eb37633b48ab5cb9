public import Core
import Synchronization

/// A ``Core/FileSystem`` in memory that fails on request, and loses at a crash what was not synced.
///
/// It keeps every rule of the protocol: locks that one holder can have, renames that replace, truncation that fills
/// with zeros, files that are missing. The directories `/`, `/tmp` and the working directory are there at first.
/// What survives ``crash()`` is what POSIX promises and no more: of a file, the content at its last sync; of a
/// directory, the names at its last `syncDirectory`. A sync that fails leaves what it was about in doubt for good: a
/// later one that succeeds does not heal it. Directories themselves always survive. ``crash(scattering:)`` lets any part
/// of the rest survive as well.
///
/// ```swift
/// let files = InMemoryFileSystem()
/// files.fail(.sync, on: "journal", with: .diskFailure)     // the next sync of that file
/// files.fail(.write, with: .noSpace, afterBytes: 10)       // a write that stops in the middle
/// files.cutPower(afterMutations: 7)                        // everything fails from then on …
/// files.crash()                                            // … until the machine starts again
/// files.failAtRandom(oneIn: 20, SeededRandomSource(seed: 7))
/// ```
public final class InMemoryFileSystem: FileSystem {
    struct State: Sendable {
        var disk = InMemoryDisk()
        /// Tells this machine from others, whose boots are not its own.
        let machine = UInt64.random(in: .min ... .max)
        var faults = DiskFaults()
        var operations: [DiskOperation] = []
        var watches = Watches()
    }

    let state = Mutex(State())

    /// Creates an empty disk.
    public init() {}

    public func open(_ path: String, _ mode: FileMode) throws(FileError) -> any OpenFile {
        let path = InMemoryDisk.normalized(path)
        let kind: DiskOperation.Kind =
            switch mode {
            case .read: .openToRead
            case .readWrite: .openToWrite
            case .replace: .openAnew
            }
        let handle = try perform(DiskOperation(kind, path)) { disk throws(FileError) in
            if disk.directories.contains(path) { throw FileError(.diskFailure, path: path, operation: kind.word) }
            if mode == .read, disk.names[path] == nil {
                throw FileError(.fileMissing, path: path, operation: kind.word)
            }
            try Self.requireDirectory(InMemoryDisk.parent(of: path), on: disk, for: path, kind)
            let id = disk.createIfMissing(path)
            if mode == .replace { disk.contents[id]?.truncate(to: 0) }
            disk.contents[id]?.handles += 1
            return InMemoryFile.Handle(
                content: id, number: disk.makeID(), process: disk.process, isReadOnly: mode == .read)
        }
        return InMemoryFile(handle, path: path, on: self)
    }

    public func list(_ directory: String) throws(FileError) -> [String] {
        let directory = InMemoryDisk.normalized(directory)
        return try perform(DiskOperation(.list, directory)) { disk throws(FileError) in
            if disk.names[directory] != nil { throw FileError(.diskFailure, path: directory, operation: "list") }
            let paths = Array(disk.names.keys) + disk.directories.filter { $0 != "/" && !$0.isEmpty }
            return paths.filter { InMemoryDisk.parent(of: $0) == directory }.compactMap { path in
                path.split(separator: "/").last.map(String.init)
            }
        }
    }

    public func makeDirectory(_ directory: String) throws(FileError) {
        let directory = InMemoryDisk.normalized(directory)
        try perform(DiskOperation(.makeDirectory, directory)) { disk throws(FileError) in
            var made: [String] = []
            var next = directory
            while !disk.directories.contains(next) {
                if disk.names[next] != nil {
                    throw FileError(
                        .diskFailure, path: directory, operation: DiskOperation.Kind.makeDirectory.word)
                }
                made.append(next)
                next = InMemoryDisk.parent(of: next)
            }
            disk.directories.formUnion(made)
        }
    }

    public func move(_ source: String, to destination: String) throws(FileError) {
        let (source, destination) = (InMemoryDisk.normalized(source), InMemoryDisk.normalized(destination))
        try perform(DiskOperation(.move, source, destination: destination)) { disk throws(FileError) in
            let isDirectory = disk.directories.contains(source) || disk.directories.contains(destination)
            guard !isDirectory else { throw FileError(.diskFailure, path: source, operation: "rename") }
            guard let id = disk.names[source] else {
                throw FileError(.fileMissing, path: source, operation: "rename")
            }
            try Self.requireDirectory(InMemoryDisk.parent(of: destination), on: disk, for: source, .move)
            disk.move(source, to: destination, id)
        }
    }

    public func remove(_ path: String) throws(FileError) {
        let path = InMemoryDisk.normalized(path)
        try perform(DiskOperation(.remove, path)) { disk throws(FileError) in
            if disk.directories.contains(path) { throw FileError(.diskFailure, path: path, operation: "remove") }
            disk.remove(path)
        }
    }

    public func syncDirectory(_ directory: String) throws(FileError) {
        let directory = InMemoryDisk.normalized(directory)
        try perform(
            DiskOperation(.syncDirectory, directory), partly: { disk, _ in disk.failSyncDirectory(directory) },
            { disk throws(FileError) in
                try Self.requireDirectory(directory, on: disk, for: directory, .syncDirectory)
                disk.syncDirectory(directory)
            })
    }

    public func lock(_ path: String) throws(FileError) -> any OpenFile {
        let path = InMemoryDisk.normalized(path)
        let handle = try perform(DiskOperation(.lock, path)) { disk throws(FileError) in
            if disk.directories.contains(path) { throw FileError(.diskFailure, path: path, operation: "lock") }
            try Self.requireDirectory(InMemoryDisk.parent(of: path), on: disk, for: path, .lock)
            let id = disk.createIfMissing(path)
            guard disk.locks[id] == nil else { throw FileError(.storeBusy, path: path, operation: "lock") }
            let number = disk.makeID()
            disk.locks[id] = number
            disk.contents[id]?.handles += 1
            return InMemoryFile.Handle(content: id, number: number, process: disk.process, isReadOnly: false)
        }
        return InMemoryFile(handle, path: path, on: self)
    }

    /// The id of the machine's present boot; ``crash()`` begins another.
    public var bootID: String? { state.withLock { "\($0.machine)-\($0.disk.restarts)" } }

    private static func requireDirectory(
        _ directory: String, on disk: InMemoryDisk, for path: String, _ kind: DiskOperation.Kind
    ) throws(FileError) {
        guard !disk.directories.contains(directory) else { return }
        let code: ErrorCode = disk.names[directory] == nil ? .fileMissing : .diskFailure
        throw FileError(code, path: path, operation: kind.word)
    }
}
