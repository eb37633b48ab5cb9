import Core
import Dispatch

/// A disk that stops whoever reads a file until the test opens the gate.
final class GatedFileSystem: FileSystem {
    private let files: any FileSystem
    private let gate = DispatchSemaphore(value: 0)
    private let arrivals = AsyncStream.makeStream(of: Void.self)

    init(_ files: any FileSystem) {
        self.files = files
    }

    /// Waits until somebody is stopped.
    func arrival() async {
        for await _ in arrivals.stream { return }
    }

    /// Lets one reader go on.
    func open() {
        gate.signal()
    }

    func open(_ path: String, _ mode: FileMode) throws(FileError) -> any OpenFile {
        if mode == .read, !path.hasSuffix("/order") {
            arrivals.continuation.yield()
            gate.wait()
        }
        return try files.open(path, mode)
    }

    func list(_ directory: String) throws(FileError) -> [String] { try files.list(directory) }

    func makeDirectory(_ directory: String) throws(FileError) { try files.makeDirectory(directory) }

    func move(_ source: String, to destination: String) throws(FileError) { try files.move(source, to: destination) }

    func remove(_ path: String) throws(FileError) { try files.remove(path) }

    func syncDirectory(_ directory: String) throws(FileError) { try files.syncDirectory(directory) }

    func lock(_ path: String) throws(FileError) -> any OpenFile { try files.lock(path) }
}
