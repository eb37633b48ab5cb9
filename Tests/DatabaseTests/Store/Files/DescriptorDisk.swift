import Core
import Mocks
import Synchronization

/// A disk in memory that counts the files that are open, and can say that the process has no descriptor left.
final class DescriptorDisk: FileSystem {
    private struct Count: Sendable {
        var open = 0
        var most = 0
        /// The number at which the next file is refused.
        var limit = Int.max
    }

    let files: InMemoryFileSystem
    private let count = Mutex(Count())

    init(_ files: InMemoryFileSystem = InMemoryFileSystem()) {
        self.files = files
    }

    /// The number of files that are open.
    var open: Int { count.withLock { $0.open } }

    /// The largest number of files that were open at once.
    var most: Int { count.withLock { $0.most } }

    /// Refuses to open a file more than so many.
    func limit(to limit: Int) { count.withLock { $0.limit = limit } }

    func open(_ path: String, _ mode: FileMode) throws(FileError) -> any OpenFile {
        try take(path) { () throws(FileError) in try files.open(path, mode) }
    }

    func lock(_ path: String) throws(FileError) -> any OpenFile {
        try take(path) { () throws(FileError) in try files.lock(path) }
    }

    private func take(
        _ path: String, _ open: () throws(FileError) -> any OpenFile
    ) throws(FileError) -> any OpenFile {
        try count.withLock { count throws(FileError) in
            guard count.open < count.limit else { throw FileError(.tooManyOpenFiles, path: path, operation: "open") }
            count.open += 1
            count.most = max(count.most, count.open)
        }
        do throws(FileError) {
            return CountedFile(try open(), on: self)
        } catch {
            count.withLock { $0.open -= 1 }
            throw error
        }
    }

    func list(_ directory: String) throws(FileError) -> [String] { try files.list(directory) }
    func makeDirectory(_ directory: String) throws(FileError) { try files.makeDirectory(directory) }
    func move(_ source: String, to destination: String) throws(FileError) { try files.move(source, to: destination) }
    func remove(_ path: String) throws(FileError) { try files.remove(path) }
    /// Needs a descriptor, too, as the system opens the folder for it.
    func syncDirectory(_ directory: String) throws(FileError) {
        try count.withLock { count throws(FileError) in
            guard count.open < count.limit else {
                throw FileError(.tooManyOpenFiles, path: directory, operation: "sync")
            }
            count.most = max(count.most, count.open + 1)
        }
        try files.syncDirectory(directory)
    }

    private final class CountedFile: OpenFile {
        private let file: any OpenFile
        private let disk: DescriptorDisk
        private let isClosed = Mutex(false)

        init(_ file: any OpenFile, on disk: DescriptorDisk) {
            self.file = file
            self.disk = disk
        }

        deinit { close() }

        func size() throws(FileError) -> Int { try file.size() }
        func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] { try file.read(at: offset, count: count) }
        func write(_ bytes: [UInt8], at offset: Int) throws(FileError) { try file.write(bytes, at: offset) }
        func truncate(to size: Int) throws(FileError) { try file.truncate(to: size) }
        func sync() throws(FileError) { try file.sync() }

        func close() {
            isClosed.withLock { isClosed in
                guard !isClosed else { return }
                isClosed = true
                file.close()
                disk.count.withLock { $0.open -= 1 }
            }
        }
    }
}
