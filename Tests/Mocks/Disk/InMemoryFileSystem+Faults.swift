public import Core
import Synchronization

extension InMemoryFileSystem {
    // MARK: Failing on request

    /// Makes the next operations of a kind fail.
    ///
    /// Nothing is done then, except that a write may have written its first bytes.
    ///
    /// - Parameters:
    ///   - kind: The kind of operation.
    ///   - path: The end of the path that it must be on, such as the file's name; `nil`, the default, for any.
    ///   - code: The error code.
    ///   - calls: The operations of that kind and path that fail, counted from 0; by default the first of them alone.
    ///   - bytes: The number of bytes that a write writes before it fails; none by default.
    public func fail(
        _ kind: DiskOperation.Kind, on path: String? = nil, with code: ErrorCode, calls: Range<Int> = 0..<1,
        afterBytes bytes: Int? = nil
    ) {
        let fault = DiskFaults.Fault(
            kind: kind, path: path, code: code, skip: calls.lowerBound, times: calls.count, bytes: bytes)
        state.withLock { $0.faults.faults.append(fault) }
    }

    /// Cancels the ordered failures that have not happened yet, and restores the power.
    public func stopFailing() {
        state.withLock { $0.faults = DiskFaults() }
    }

    // MARK: Dying

    /// Cuts the power after some more mutations: every operation after them fails until ``crash()``.
    ///
    /// A test that runs the same work with 0, 1, 2 … mutations is interrupted at every step of it.
    ///
    /// - Parameter count: The number of operations that change something and still succeed.
    public func cutPower(afterMutations count: Int) {
        state.withLock { $0.faults.powerLasts = count }
    }

    /// Simulates a power loss and a restart: what was not synced is gone, and so are locks and open files.
    ///
    /// Ordered failures are forgotten.
    public func crash() {
        state.withLock { state in
            state.disk.crash()
            state.faults = DiskFaults()
        }
    }

    /// Simulates `kill -9`: locks and open files are gone, and what was written is there.
    public func killProcess() {
        state.withLock { $0.disk.killProcess() }
    }

    // MARK: Looking at it

    /// The operations so far, in order, failures included.
    package var operations: [DiskOperation] { state.withLock { $0.operations } }

    /// Empties the list of ``operations``.
    package func clearOperations() {
        state.withLock { $0.operations = [] }
    }

    /// The paths of all files, sorted.
    public var paths: [String] { state.withLock { $0.disk.names.keys.sorted() } }

    /// Creates a durable file, with the directories above it; it is not among the ``operations``.
    ///
    /// - Parameters:
    ///   - bytes: Its content.
    ///   - path: Its path.
    public func put(_ bytes: [UInt8], at path: String) {
        let path = InMemoryDisk.normalized(path)
        state.withLock { state in
            var directory = InMemoryDisk.parent(of: path)
            while state.disk.directories.insert(directory).inserted {
                directory = InMemoryDisk.parent(of: directory)
            }
            let id = state.disk.createIfMissing(path)
            state.disk.contents[id]?.truncate(to: 0)
            state.disk.contents[id]?.write(bytes, at: 0)
            state.disk.contents[id]?.sync()
            state.disk.durableNames[path] = id
        }
    }

    /// Returns the content of a file, which is not among the ``operations`` and never fails.
    ///
    /// - Parameter path: The file.
    /// - Returns: The bytes; `nil` when there is no such file.
    public func bytes(at path: String) -> [UInt8]? {
        let path = InMemoryDisk.normalized(path)
        return state.withLock { state in
            state.disk.names[path].flatMap { state.disk.contents[$0]?.bytes }
        }
    }

    // MARK: Doing

    /// Does an operation, unless a failure was ordered, and writes it down.
    @discardableResult
    func perform<Result: Sendable>(
        _ operation: DiskOperation,
        partly: (inout InMemoryDisk, Int) -> Void = { _, _ in },
        _ body: (inout InMemoryDisk) throws(FileError) -> Result
    ) throws(FileError) -> Result {
        try state.withLock { state throws(FileError) in
            var operation = operation
            do throws(FileError) {
                if case .fail(let code, let bytes) = state.faults.judge(operation) {
                    partly(&state.disk, bytes)
                    throw FileError(code, path: operation.path, operation: operation.kind.word)
                }
                let result = try body(&state.disk)
                state.operations.append(operation)
                return result
            } catch {
                operation.failure = error.code
                state.operations.append(operation)
                throw error
            }
        }
    }
}
