import Core
import Mocks
import Synchronization

/// The disk as one process sees it: once the process is killed, no thread of it changes anything any more.
///
/// The disk alone forgets only the process's locks and open files: a thread that was merging files could go on to move and
/// remove them by their names, beneath the process that comes after.
final class ModelProcess: FileSystem {
    private let files: InMemoryFileSystem
    private let isDead = Mutex(false)

    init(_ files: InMemoryFileSystem) {
        self.files = files
    }

    var bootID: String? { files.bootID }

    /// Ends the process as `kill -9` does, or the power.
    ///
    /// - Parameter end: What becomes of the disk with it.
    func kill(_ end: (InMemoryFileSystem) -> Void) {
        isDead.withLock { isDead in
            isDead = true
            end(files)
        }
    }

    /// Does something as long as the process lives.
    private func perform<Result>(
        _ path: String, _ word: String, _ body: () throws(FileError) -> sending Result
    ) throws(FileError) -> sending Result {
        try isDead.withLock { isDead throws(FileError) in
            guard !isDead else { throw FileError(.diskFailure, path: path, operation: word) }
            return try body()
        }
    }

    func open(_ path: String, _ mode: FileMode) throws(FileError) -> any OpenFile {
        try perform(path, "open") { () throws(FileError) in try files.open(path, mode) }
    }

    func list(_ directory: String) throws(FileError) -> [String] {
        try perform(directory, "list") { () throws(FileError) in try files.list(directory) }
    }

    func makeDirectory(_ directory: String) throws(FileError) {
        try perform(directory, "create") { () throws(FileError) in try files.makeDirectory(directory) }
    }

    func move(_ source: String, to destination: String) throws(FileError) {
        try perform(source, "rename") { () throws(FileError) in try files.move(source, to: destination) }
    }

    func remove(_ path: String) throws(FileError) {
        try perform(path, "remove") { () throws(FileError) in try files.remove(path) }
    }

    func syncDirectory(_ directory: String) throws(FileError) {
        try perform(directory, "sync") { () throws(FileError) in try files.syncDirectory(directory) }
    }

    func lock(_ path: String) throws(FileError) -> any OpenFile {
        try perform(path, "lock") { () throws(FileError) in try files.lock(path) }
    }
}
