public import Core
import Synchronization

extension InMemoryFileSystem {
    /// The watches of a disk, by number.
    struct Watches: Sendable {
        private var entries: [Int: (path: String, onChange: @Sendable () -> Void)] = [:]
        private var last = 0

        mutating func add(_ path: String, _ onChange: @escaping @Sendable () -> Void) -> Int {
            last += 1
            entries[last] = (path, onChange)
            return last
        }

        mutating func remove(_ number: Int) { entries[number] = nil }

        /// Those that an operation concerns: of a file its content, of a directory the names in it.
        func concerned(by operation: DiskOperation) -> [@Sendable () -> Void] {
            guard !entries.isEmpty, operation.kind.isMutation else { return [] }
            let isNamed = [.openToWrite, .openAnew, .move, .remove].contains(operation.kind)
            let paths = [operation.path, operation.destination].compactMap { $0 }
            return entries.values.filter { entry in
                paths.contains { $0 == entry.path || isNamed && InMemoryDisk.parent(of: $0) == entry.path }
            }.map(\.onChange)
        }
    }

    public func watch(
        _ path: String, onChange: @escaping @Sendable () -> Void
    ) throws(FileError) -> (any FileWatch)? {
        let path = InMemoryDisk.normalized(path)
        let number = try state.withLock { state throws(FileError) in
            guard state.disk.names[path] != nil || state.disk.directories.contains(path) else {
                throw FileError(.fileMissing, path: path, operation: "watch")
            }
            return state.watches.add(path, onChange)
        }
        return InMemoryWatch(self, number)
    }
}

/// A watch on an ``InMemoryFileSystem``; it is called on the thread that changes something.
private final class InMemoryWatch: FileWatch {
    private let system: InMemoryFileSystem
    private let number: Int

    init(_ system: InMemoryFileSystem, _ number: Int) {
        self.system = system
        self.number = number
    }

    deinit {
        cancel()
    }

    func cancel() {
        system.state.withLock { $0.watches.remove(number) }
    }
}

extension InMemoryFileSystem: DirectoryMarking {
    package func mark(of directory: String) -> DirectoryMark? {
        state.withLock { DirectoryMark(directory: $0.machine, change: $0.disk.nameChanges) }
    }
}
