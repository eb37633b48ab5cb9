import Core
import Mocks
import Synchronization

/// The disk as one process sees it, which can be made to die at a certain step.
///
/// What a process that is gone still tries reaches nothing, so that its threads and tasks may end when they like.
final class DayDisk: FileSystem {
    private struct State {
        var isDead = false
        /// The number of changes until the disk fails; nil for no limit.
        var remaining: Int?
        var changes = 0
    }

    private let files: InMemoryFileSystem
    private let state: Mutex<State>

    /// Creates the view of a process that has just begun.
    ///
    /// - Parameters:
    ///   - files: What is on the disk.
    ///   - changes: After how many changes of the disk the process dies, in the middle of the next; nil for never.
    init(_ files: InMemoryFileSystem, dyingAfter changes: Int? = nil) {
        self.files = files
        state = Mutex(State(remaining: changes))
    }

    /// Whether the process is gone.
    var isDead: Bool { state.withLock { $0.isDead } }

    /// The number of changes.
    var changes: Int { state.withLock { $0.changes } }

    /// Ends the process as `kill -9` does.
    func kill() {
        state.withLock { state in
            guard !state.isDead else { return }
            state.isDead = true
            files.killProcess()
        }
    }

    /// Does something as long as the process lives, holding the lock, so that nothing is done by the dead; of the
    /// change that is its last, only what `dying` does.
    fileprivate func perform<Result>(
        _ path: String, _ word: String, isChange: Bool, dying: () throws(FileError) -> Void = {},
        _ body: () throws(FileError) -> sending Result
    ) throws(FileError) -> sending Result {
        try state.withLock { state throws(FileError) in
            guard !state.isDead else { throw FileError(.diskFailure, path: path, operation: word) }
            if isChange {
                state.changes += 1
                if let remaining = state.remaining {
                    guard remaining > 0 else {
                        state.isDead = true
                        defer { files.killProcess() }
                        try dying()
                        throw FileError(.diskFailure, path: path, operation: word)
                    }
                    state.remaining = remaining - 1
                }
            }
            return try body()
        }
    }

    func open(_ path: String, _ mode: FileMode) throws(FileError) -> any OpenFile {
        let file = try perform(path, "open", isChange: mode != .read) { () throws(FileError) in
            try files.open(path, mode)
        }
        return DayFile(file, path: path, disk: self)
    }

    func list(_ directory: String) throws(FileError) -> [String] {
        try perform(directory, "list", isChange: false) { () throws(FileError) in try files.list(directory) }
    }

    func makeDirectory(_ directory: String) throws(FileError) {
        try perform(directory, "create", isChange: true) { () throws(FileError) in
            try files.makeDirectory(directory)
        }
    }

    func move(_ source: String, to destination: String) throws(FileError) {
        try perform(source, "rename", isChange: true) { () throws(FileError) in
            try files.move(source, to: destination)
        }
    }

    func remove(_ path: String) throws(FileError) {
        try perform(path, "remove", isChange: true) { () throws(FileError) in try files.remove(path) }
    }

    func syncDirectory(_ directory: String) throws(FileError) {
        try perform(directory, "sync", isChange: true) { () throws(FileError) in
            try files.syncDirectory(directory)
        }
    }

    func lock(_ path: String) throws(FileError) -> any OpenFile {
        try perform(path, "lock", isChange: false) { () throws(FileError) in try files.lock(path) }
    }
}

/// An open file of a ``DayDisk``.
private final class DayFile: OpenFile {
    private let file: any OpenFile
    private let path: String
    private let disk: DayDisk

    init(_ file: any OpenFile, path: String, disk: DayDisk) {
        self.file = file
        self.path = path
        self.disk = disk
    }

    func size() throws(FileError) -> Int { try file.size() }

    func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] { try file.read(at: offset, count: count) }

    func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
        try disk.perform(path, "write", isChange: true) { () throws(FileError) in
            // The system has taken the first half when the process goes.
            try file.write(Array(bytes.prefix(bytes.count / 2)), at: offset)
        } _: { () throws(FileError) in
            try file.write(bytes, at: offset)
        }
    }

    func truncate(to size: Int) throws(FileError) {
        try disk.perform(path, "cut", isChange: true) { () throws(FileError) in try file.truncate(to: size) }
    }

    func sync() throws(FileError) {
        try disk.perform(path, "sync", isChange: true) { () throws(FileError) in try file.sync() }
    }

    func close() { file.close() }
}
