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

    /// Makes operations fail by chance, until ``stopFailing()``.
    ///
    /// Writes fail with `noSpace` or `diskFailure` after any number of their bytes, all of them included; everything else
    /// fails with `diskFailure`, and nothing is done then.
    ///
    /// - Parameters:
    ///   - count: One call of so many fails.
    ///   - random: The source of chance; print its seed. The store's own threads use it too, so that a seed repeats a
    ///     run only about as it was.
    ///   - kinds: The kinds of operations that can fail; all but locking, by default.
    public func failAtRandom(
        oneIn count: Int, _ random: any RandomSource,
        kinds: Set<DiskOperation.Kind> = Set(DiskOperation.Kind.allCases).subtracting([.lock])
    ) {
        precondition(count > 0, "One call of at least one can fail.")
        state.withLock { $0.faults.chance = DiskFaults.Chance(kinds: kinds, oneIn: count, random: random) }
    }

    /// Limits the bytes that all files may have together: a write that needs more writes what fits, and fails with
    /// `noSpace`.
    ///
    /// - Parameter bytes: The limit; `nil` for none.
    public func limitSpace(to bytes: Int?) {
        state.withLock { $0.faults.space = bytes }
    }

    /// The number of bytes that all files have together.
    public var usedBytes: Int { state.withLock { $0.disk.usedBytes } }

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
        crash(.forgotten)
    }

    /// Simulates a power loss and a restart after which any part of what was not synced is there: each write, each cut
    /// and each name by itself, a write perhaps up to a point.
    ///
    /// Ordered failures are forgotten.
    ///
    /// - Parameter random: The source of chance; print its seed.
    public func crash(scattering random: any RandomSource) {
        crash(.scattered(random))
    }

    private func crash(_ fate: InMemoryDisk.Fate) {
        state.withLock { state in
            state.disk.crash(fate)
            state.faults = DiskFaults()
        }
    }

    /// Simulates `kill -9`: locks and open files are gone, and what was written is there.
    public func killProcess() {
        state.withLock { $0.disk.killProcess() }
    }

    /// Simulates `kill -9` of a process whose tasks go on all the same, as a test cannot end them: it keeps this disk.
    ///
    /// - Returns: The disk as the next process finds it.
    package func diskAfterKill() -> InMemoryFileSystem {
        let next = InMemoryFileSystem()
        let disk = state.withLock { $0.disk }
        next.state.withLock { state in
            state.disk = disk
            state.disk.killProcess()
        }
        return next
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
            state.disk.makeDurable(path)
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
        let (result, watches) = try state.withLock { state throws(FileError) in
            var operation = operation
            do throws(FileError) {
                if case .fail(let code, let bytes) = state.faults.judge(operation, state.disk) {
                    partly(&state.disk, bytes)
                    throw FileError(code, path: operation.path, operation: operation.kind.word)
                }
                let result = try body(&state.disk)
                state.operations.append(operation)
                return (result, state.watches.concerned(by: operation))
            } catch {
                operation.failure = error.code
                state.operations.append(operation)
                throw error
            }
        }
        for onChange in watches { onChange() }
        return result
    }
}
