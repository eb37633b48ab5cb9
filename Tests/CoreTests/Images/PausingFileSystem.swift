import Core
import Dispatch
import Synchronization

/// A disk that stops whoever uses it at one moment, until the test goes on.
final class PausingFileSystem: FileSystem {
    /// Where it stops, the first time.
    enum Moment: CaseIterable, Sendable {
        case afterListing, beforeLocking, afterLocking, beforeMoving
    }

    private let files: any FileSystem
    private let moment: Moment
    private let isArmed = Mutex(true)
    private let gate = DispatchSemaphore(value: 0)
    private let pauses = AsyncStream.makeStream(of: Void.self)

    init(_ files: any FileSystem, at moment: Moment) {
        self.files = files
        self.moment = moment
    }

    /// Waits until somebody is stopped, or nobody will be any more.
    func pause() async {
        for await _ in pauses.stream { return }
    }

    /// Lets whoever is stopped go on, and stops nobody again.
    func stopPausing() {
        isArmed.withLock { $0 = false }
        pauses.continuation.finish()
        gate.signal()
    }

    private func reach(_ reached: Moment) {
        let isFirst = isArmed.withLock { isArmed in
            defer { if reached == moment { isArmed = false } }
            return isArmed && reached == moment
        }
        guard isFirst else { return }
        pauses.continuation.yield()
        gate.wait()
    }

    func open(_ path: String, _ mode: FileMode) throws(FileError) -> any OpenFile { try files.open(path, mode) }

    func list(_ directory: String) throws(FileError) -> [String] {
        let names = try files.list(directory)
        reach(.afterListing)
        return names
    }

    func makeDirectory(_ directory: String) throws(FileError) { try files.makeDirectory(directory) }

    func move(_ source: String, to destination: String) throws(FileError) {
        reach(.beforeMoving)
        try files.move(source, to: destination)
    }

    func remove(_ path: String) throws(FileError) { try files.remove(path) }

    func syncDirectory(_ directory: String) throws(FileError) { try files.syncDirectory(directory) }

    func lock(_ path: String) throws(FileError) -> any OpenFile {
        reach(.beforeLocking)
        let lock = try files.lock(path)
        reach(.afterLocking)
        return lock
    }
}
