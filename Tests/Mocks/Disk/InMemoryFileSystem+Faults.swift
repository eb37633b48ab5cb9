public import Core
import Synchronization

extension InMemoryFileSystem {
    // MARK: Failing on request

    /// Makes an operation fail.
    ///
    /// Nothing is done then, except that a write may have written its first bytes.
    ///
    /// - Parameters:
    ///   - kind: Which operation.
    ///   - path: The end of the path that it must be on, such as the file's name; `nil`, the default, for any.
    ///   - code: How it fails.
    ///   - times: How often; once by default.
    ///   - skip: How many such operations succeed before; none by default.
    ///   - bytes: For a write, how many bytes are written before it fails; none by default.
    public func fail(
        _ kind: DiskOperation.Kind, on path: String? = nil, with code: ErrorCode, times: Int = 1, after skip: Int = 0,
        afterBytes bytes: Int? = nil
    ) {
        let fault = DiskFaults.Fault(kind: kind, path: path, code: code, skip: skip, times: times, bytes: bytes)
        state.withLock { $0.faults.faults.append(fault) }
    }

    /// Forgets the failures that were ordered and have not come yet, and gives the power back.
    public func stopFailing() {
        state.withLock { $0.faults = DiskFaults() }
    }

    // MARK: Dying

    /// Lets the power last for some more mutations; after them every operation fails until ``crash()``.
    ///
    /// A test that runs the same work with 0, 1, 2 … mutations dies at every step of it.
    ///
    /// - Parameter count: How many operations that change something still succeed.
    public func cutPower(afterMutations count: Int) {
        state.withLock { $0.faults.powerLasts = count }
    }

    /// Takes the power away and gives it back: what was not synced is gone, and so are locks and open files.
    ///
    /// Ordered failures are forgotten.
    public func crash() {
        state.withLock { state in
            state.disk.crash()
            state.faults = DiskFaults()
        }
    }

    /// Ends the process as `kill -9` does: locks and open files are gone, and what was written is there.
    public func killProcess() {
        state.withLock { $0.disk.killProcess() }
    }

    // MARK: Looking at it

    /// What it was asked to do, in order, failures included.
    public var journal: [DiskOperation] { state.withLock { $0.journal } }

    /// Forgets the ``journal``.
    public func clearJournal() {
        state.withLock { $0.journal = [] }
    }

    /// The paths of all files, sorted.
    public var paths: [String] { state.withLock { $0.disk.names.keys.sorted() } }

    /// Puts a file there, durable, with the directories above it; nothing of it is in the ``journal``.
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

    /// The content of a file, with nothing in the ``journal`` and no failure.
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
                state.journal.append(operation)
                return result
            } catch {
                operation.failure = error.code
                state.journal.append(operation)
                throw error
            }
        }
    }
}
