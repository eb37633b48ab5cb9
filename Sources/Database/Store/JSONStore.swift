public import Core
import Dispatch
import Synchronization

/// A database of JSON records: collections with indexes in memory, and a journal of JSON Lines on the disk.
///
/// One directory is one store, and one process has it open at a time. Reads run on the caller's thread and see whole
/// batches only; writes run one after the other on the store's own thread.
///
/// ```swift
/// let notes = CollectionSchema<Note>(name: "notes", indexes: [Index("date", \.date)])
/// let store = try JSONStore(directory: path, collections: [AnyCollectionSchema(notes)])
/// try await store.write(.synced) { try $0.upsert(note, in: notes) }
/// let newest = store.snapshot().window(of: notes, by: notes.indexes[0], .descending, limit: 20)
/// ```
public final class JSONStore: Sendable {
    /// Where the store lies.
    public let directory: String
    /// What could not be read when the store was opened; it has been set aside, and is not reported again.
    public let damages: [StoreDamage]

    private struct State: Sendable {
        var version: UInt64
        var tables: [String: any Table]
        var observers: [Int: AsyncStream<StoreCommit>.Continuation] = [:]
        var lastObserver = 0
        var isClosed = false
    }

    private let state: Mutex<State>
    private let writer: StoreWriter

    /// Opens a store, and creates it where there is none.
    ///
    /// Blocks while the journal is read.
    ///
    /// - Parameters:
    ///   - directory: Where the store lies; nothing else should. Created with mode 0700.
    ///   - collections: The collections to be read and written. Others that are stored are left as they are.
    ///   - files: The disk; the registered one by default, else the system's.
    ///   - time: The clock that names what is set aside; the registered one by default, else the system's.
    /// - Throws: ``StoreError``: `storeBusy` when another process has it open, `storeTooNew` when a newer version
    ///   wrote it, otherwise what is wrong with the disk. Damage is no error: see ``damages``.
    /// - Complexity: O(*n*) in the bytes of the journal.
    public init(
        directory: String, collections: [AnyCollectionSchema],
        files: any FileSystem = Dependency.resolve(
            (any FileSystem).self, default: LocalFileSystem()),
        time: any TimeProvider = Dependency.resolve(
            (any TimeProvider).self, default: SystemTimeProvider())
    ) throws {
        precondition(
            Set(collections.map(\.name)).count == collections.count, "Two collections of a store have one name.")
        do {
            try files.makeDirectory(directory)
            let lock = try files.lock("\(directory)/lock")
            var recovery = JournalRecovery(
                files: files, directory: directory,
                schemas: Dictionary(uniqueKeysWithValues: collections.map { ($0.name, $0.version) }), now: time.now)
            var loader = TableLoader(collections)
            let journal: Journal
            do {
                journal = try recovery.run(visitor: &loader)
            } catch {
                lock.close()
                throw error
            }
            self.directory = directory
            damages = recovery.damages
            loader.sortAll()
            state = Mutex(State(version: journal.nextNumber - 1, tables: loader.tables))
            writer = StoreWriter(journal: journal, lock: lock)
        } catch let error as FileError where error.code == .storeBusy {
            throw StoreError(
                .storeBusy, path: directory,
                message: "Another process has '\(directory)' open. Close that one, or choose another folder.",
                underlying: error)
        } catch let error as FileError {
            throw StoreError(error)
        }
    }

    /// Opens a store as ``init(directory:collections:files:time:)`` does, without blocking the caller's thread.
    ///
    /// - Parameters:
    ///   - directory: Where the store lies.
    ///   - collections: The collections to be read and written.
    ///   - files: The disk; the registered one by default, else the system's.
    ///   - time: The clock that names what is set aside; the registered one by default, else the system's.
    /// - Returns: The store.
    /// - Throws: ``StoreError``.
    public static func open(
        directory: String, collections: [AnyCollectionSchema],
        files: any FileSystem = Dependency.resolve(
            (any FileSystem).self, default: LocalFileSystem()),
        time: any TimeProvider = Dependency.resolve(
            (any TimeProvider).self, default: SystemTimeProvider())
    ) async throws -> JSONStore {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    with: Result {
                        try JSONStore(directory: directory, collections: collections, files: files, time: time)
                    })
            }
        }
    }

    deinit {
        let observers = state.withLock { $0.observers }
        for observer in observers.values { observer.finish() }
    }

    /// The store as it is now.
    ///
    /// Costs one lock.
    ///
    /// - Returns: A snapshot that later commits do not change.
    public func snapshot() -> StoreSnapshot {
        state.withLock { StoreSnapshot(version: $0.version, tables: $0.tables) }
    }

    /// Commits one batch, all of it or nothing.
    ///
    /// - Parameters:
    ///   - durability: What the batch survives once this has returned; `buffered` by default.
    ///   - body: Puts the batch together. It runs on the store's thread, alone; keep it short. A batch that changes
    ///     nothing writes nothing.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws, or ``StoreError`` when the disk fails: nothing is committed then, and the store
    ///   works again when the trouble ends. `CancellationError` when the task was cancelled before the batch began; a
    ///   batch that has begun is finished.
    @discardableResult
    public func write<Result: Sendable>(
        _ durability: Durability = .buffered,
        _ body: @escaping @Sendable (inout WriteTransaction) throws -> Result
    ) async throws -> Result {
        let isCancelled = Mutex(Task.isCancelled)
        return try await withTaskCancellationHandler {
            try await writer.run { journal in
                guard let journal else { throw self.closedError() }
                if isCancelled.withLock({ $0 }) { throw CancellationError() }
                return try self.commit(to: journal, durability, body)
            }
        } onCancel: {
            isCancelled.withLock { $0 = true }
        }
    }

    /// The commits from now on, in order, none left out.
    ///
    /// Ends when the store is closed.
    ///
    /// - Returns: A stream of its own for each call. It keeps what its consumer is too slow for.
    public func commits() -> AsyncStream<StoreCommit> {
        let (stream, continuation) = AsyncStream.makeStream(of: StoreCommit.self, bufferingPolicy: .unbounded)
        let id: Int? = state.withLock { state in
            guard !state.isClosed else { return nil }
            state.lastObserver += 1
            state.observers[state.lastObserver] = continuation
            return state.lastObserver
        }
        guard let id else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.observers.removeValue(forKey: id) }
        }
        return stream
    }

    /// Makes everything that was committed survive power loss.
    ///
    /// - Throws: ``StoreError`` when the disk fails.
    public func flush() async throws {
        try await writer.run { journal in
            guard let journal else { throw self.closedError() }
            do throws(FileError) {
                try journal.sync()
            } catch {
                throw StoreError(error)
            }
        }
    }

    /// Ends the store: finishes what was begun, syncs, and lets others open the directory.
    ///
    /// Calling it again does nothing; other calls throw afterwards.
    ///
    /// - Throws: ``StoreError`` when the last sync fails; the store is closed all the same.
    public func close() async throws {
        state.withLock { $0.isClosed = true }
        defer {
            // Behind the last commit, so that observers hear of all of them.
            let observers = state.withLock { state in
                defer { state.observers = [:] }
                return state.observers
            }
            for observer in observers.values { observer.finish() }
        }
        do {
            try await writer.close()
        } catch let error as FileError {
            throw StoreError(error)
        }
    }

    private func commit<Result>(
        to journal: Journal, _ durability: Durability, _ body: (inout WriteTransaction) throws -> Result
    ) throws -> Result {
        var transaction = WriteTransaction(snapshot: snapshot(), number: journal.nextNumber, directory: directory)
        let result = try body(&transaction)
        guard !transaction.isEmpty else { return result }
        let number: UInt64
        do throws(FileError) {
            number = journal.nextNumber
            let batch = Journal.Batch(records: transaction.lines, versions: transaction.versions)
            _ = try journal.append([batch], isSynced: durability == .synced)
        } catch {
            throw StoreError(error)
        }
        let staged = transaction.staged
        // The transaction's snapshot is let go first: with it held, changing the tables would copy them.
        let nothing = StoreSnapshot(version: 0, tables: [:])
        transaction = WriteTransaction(snapshot: nothing, number: number, directory: directory)
        state.withLock { state in
            for (name, changes) in staged { state.tables[name]?.apply(changes) }
            state.version = number
            // Inside the lock, so that observers hear of commits in their order.
            for observer in state.observers.values { observer.yield(StoreCommit(number: number, changes: staged)) }
        }
        return result
    }

    private func closedError() -> StoreError {
        StoreError(.storeClosed, path: directory, message: "The store '\(directory)' was closed. Open it again.")
    }
}
