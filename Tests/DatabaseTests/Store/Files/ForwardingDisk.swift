import Core
import Mocks

/// A disk in memory of which a test changes how files are opened, and nothing else.
protocol ForwardingDisk: FileSystem {
    var files: InMemoryFileSystem { get }
}

extension ForwardingDisk {
    var bootID: String? { files.bootID }
    func lock(_ path: String) throws(FileError) -> any OpenFile { try files.lock(path) }
    func list(_ directory: String) throws(FileError) -> [String] { try files.list(directory) }
    func makeDirectory(_ directory: String) throws(FileError) { try files.makeDirectory(directory) }
    func move(_ source: String, to destination: String) throws(FileError) { try files.move(source, to: destination) }
    func remove(_ path: String) throws(FileError) { try files.remove(path) }
    func syncDirectory(_ directory: String) throws(FileError) { try files.syncDirectory(directory) }
}
