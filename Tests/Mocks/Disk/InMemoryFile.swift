import Core
import Synchronization

/// A file of an ``InMemoryFileSystem`` that is open.
final class InMemoryFile: OpenFile {
    struct Handle: Sendable {
        var content: Int
        var number: Int
        var process: Int
        var isReadOnly: Bool
    }

    private let handle: Handle
    private let path: String
    private let system: InMemoryFileSystem
    private let isClosed = Mutex(false)

    init(_ handle: Handle, path: String, on system: InMemoryFileSystem) {
        self.handle = handle
        self.path = path
        self.system = system
    }

    deinit {
        close()
    }

    func size() throws(FileError) -> Int {
        try perform(DiskOperation(.size, path)) { $0.bytes.count }
    }

    func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
        try perform(DiskOperation(.read, path, offset: offset, count: count)) { content in
            guard offset < content.bytes.count else { return [] }
            return Array(content.bytes[offset..<min(content.bytes.count, offset + count)])
        }
    }

    func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
        let operation = DiskOperation(.write, path, offset: offset, count: bytes.count)
        try perform(
            operation, partly: { $0.write(Array(bytes.prefix($1)), at: offset) }, { $0.write(bytes, at: offset) })
    }

    func truncate(to size: Int) throws(FileError) {
        try perform(DiskOperation(.truncate, path, count: size)) { $0.truncate(to: size) }
    }

    func sync() throws(FileError) {
        try perform(DiskOperation(.sync, path), partly: { content, _ in content.failSync() }, { $0.sync() })
    }

    func close() {
        let isFirst = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return !isClosed
        }
        guard isFirst else { return }
        system.state.withLock { state in
            guard state.disk.process == handle.process else { return }
            state.disk.contents[handle.content]?.handles -= 1
            if state.disk.locks[handle.content] == handle.number { state.disk.locks[handle.content] = nil }
        }
    }

    @discardableResult
    private func perform<Result: Sendable>(
        _ operation: DiskOperation,
        partly: (inout InMemoryContent, Int) -> Void = { _, _ in },
        _ body: (inout InMemoryContent) -> Result
    ) throws(FileError) -> Result {
        let isOpen = !isClosed.withLock { $0 }
        let isForbidden = handle.isReadOnly && operation.kind.isMutation && operation.kind != .sync
        func failure() -> FileError { FileError(.diskFailure, path: path, operation: operation.kind.word) }
        let reach: (InMemoryDisk) -> Bool = { [handle] disk in
            isOpen && !isForbidden && disk.process == handle.process && disk.contents[handle.content] != nil
        }
        return try system.perform(
            operation,
            partly: { disk, count in
                guard reach(disk) else { return }
                partly(&disk.contents[handle.content, default: InMemoryContent()], count)
            },
            { disk throws(FileError) in
                guard reach(disk) else { throw failure() }
                // In place: reading it out would copy the whole file for each write.
                return body(&disk.contents[handle.content, default: InMemoryContent()])
            })
    }
}
