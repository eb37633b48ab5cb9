public import Core
import Dispatch
import Foundation
import Synchronization

/// A database of JSON records: collections with indexes, and a journal of JSON Lines on the disk.
///
/// One directory is one store, and one process has it open at a time. Reads run on the caller's thread and see whole
/// batches only; writes run one after the other on the store's own thread, and what is large (writing and merging
/// indexes, compacting the journal) on another one beside them.
///
/// ```swift
/// let notes = CollectionSchema<Note>(name: "notes", indexes: [Index("date", \.date)])
/// let store = try JSONStore(directory: path, collections: [AnyCollectionSchema(notes)])
/// try await store.write(.synced) { try $0.upsert(note, in: notes) }
/// let newest = try store.snapshot().window(of: notes, by: notes.indexes[0], .descending, limit: 20)
/// ```
///
/// A store for all that Lantern's own providers keep is opened without a list of collections, by
/// ``init(directory:ownCollections:files:time:)``.
public final class JSONStore: Sendable {
    /// The directory of the store.
    package let directory: String
    /// The damaged files that were found when the store was opened; they were set aside, and are not reported again.
    public let damages: [StoreDamage]

    let environment: StoreEnvironment
    let writer: StoreWriter
    let publisher: StorePublisher

    /// Opens a store of an app's own records, and creates it where there is none.
    ///
    /// Blocks while the store is read: some milliseconds, however large it is. Only when its derived files are missing,
    /// damaged or made for other indexes is the whole journal read.
    ///
    /// - Parameters:
    ///   - directory: The directory of the store, for nothing else. Created with mode 0700.
    ///   - collections: The collections to be read and written, and no others. What else is stored is left as it is.
    ///   - files: The disk; the registered one by default, else the system's.
    ///   - time: The clock for expiry and for the names of files that are set aside; the registered one by default, else
    ///     the system's.
    /// - Throws: ``StoreError``: `storeBusy` when another process has it open, `storeTooNew` when a newer version
    ///   wrote it, `invalidInput` when two collections have one name, `notUnique` when it holds a key twice in an index
    ///   that is declared as unique from now on, otherwise what is wrong with the disk. Damage is no error: see
    ///   ``damages``.
    public convenience init(
        directory: String, collections: [AnyCollectionSchema],
        files: any FileSystem = Dependency.fileSystem,
        time: any TimeProvider = Dependency.clock
    ) throws {
        try self.init(
            directory: directory, collections: collections, files: files, time: time, limits: StoreLimits())
    }

    init(
        directory: String, collections: [AnyCollectionSchema], files: any FileSystem, time: any TimeProvider,
        limits: StoreLimits
    ) throws {
        let names = Dictionary(grouping: collections, by: \.name)
        if let name = names.filter({ $0.value.count > 1 }).keys.min() {
            throw StoreError(
                .invalidInput, path: directory,
                message: "Two collections of the store have the name '\(name)'. Give one of them another name.")
        }
        let damageReport = DamageReport()
        environment = StoreEnvironment(
            files: files, time: time, directory: directory,
            definitions: Dictionary(uniqueKeysWithValues: collections.map { ($0.name, $0.makeTable()) }),
            limits: limits, onDamage: { damageReport.report(reloadCount: $0) })
        self.directory = directory
        do {
            try files.makeDirectory(directory)
            let lock = try StoreLock(files, directory)
            let loaded: StoreLoader.Loaded
            do {
                loaded = try environment.loader.load(lock: lock)
            } catch {
                lock.close()
                throw error
            }
            damages = loaded.damages
            let view = environment.view(
                tables: loaded.tables, journal: loaded.journal, more: [], reloadCount: 0, after: nil)
            publisher = StorePublisher(view)
            let maintenance = StoreMaintenance(
                StoreMaintenance.Start(loaded, reloadCount: 0), environment: environment)
            var state = StoreWriter.State(journal: loaded.journal, lock: lock, view: view)
            state.unsavedCount = loaded.unsavedCount
            state.savedBytes = loaded.savedBytes
            state.needsManifest = loaded.manifest == nil && loaded.journal.nextNumber > 1
            state.needsManifestSoon = !loaded.damages.isEmpty
            writer = StoreWriter(
                state: state, publisher: publisher, environment: environment, maintenance: maintenance)
        } catch let error as FileError where error.code == .storeBusy {
            throw StoreError(
                .storeBusy, path: directory,
                message: "Another process has '\(directory)' open. Close that one, or choose another folder.",
                underlying: error)
        } catch let error as FileError {
            throw StoreError(error)
        }
        damageReport.writer.withLock { $0.writer = writer }
        writer.maintainSoon()
        writer.maintenance.prepare(publisher.view.tables.values.compactMap(\.slots.stored))
    }

    /// Opens a store of an app's own records without blocking the caller's thread; otherwise as
    /// ``init(directory:collections:files:time:)`` does.
    ///
    /// - Parameters:
    ///   - directory: The directory of the store.
    ///   - collections: The collections to be read and written.
    ///   - files: The disk; the registered one by default, else the system's.
    ///   - time: The clock for the names of files that are set aside; the registered one by default, else the system's.
    /// - Returns: The store.
    /// - Throws: ``StoreError``.
    public static func open(
        directory: String, collections: [AnyCollectionSchema],
        files: any FileSystem = Dependency.fileSystem,
        time: any TimeProvider = Dependency.clock
    ) async throws -> JSONStore {
        try await opening {
            try JSONStore(directory: directory, collections: collections, files: files, time: time)
        }
    }

    /// Opens a store away from the caller's thread.
    static func opening(_ open: @escaping @Sendable () throws -> JSONStore) async throws -> JSONStore {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try open() }) }
        }
    }

    deinit {
        publisher.finish()
    }

    /// Returns a view of the store as it is now, which later commits do not change.
    ///
    /// Costs one lock.
    ///
    /// - Returns: A snapshot that later commits do not change.
    public func snapshot() -> StoreSnapshot {
        StoreSnapshot(publisher.view)
    }

    /// Commits one batch, all of it or nothing.
    ///
    /// Synced batches that wait at the same time share one sync. Until it is done nobody sees any of them, and when it
    /// fails none of them is committed.
    ///
    /// - Parameters:
    ///   - durability: The failures that the batch survives once this has returned; `buffered` by default.
    ///   - body: Puts the batch together. It runs on the store's thread, alone; keep it short. A batch that changes
    ///     nothing writes nothing. It may run again, when it meets a derived file that is damaged, or was judged by a
    ///     batch before it that could not be synced.
    /// - Returns: The result of the body.
    /// - Throws: What the body throws, or ``StoreError`` when the disk fails, or when two records would have the same key
    ///   in a unique index (`notUnique`): nothing is committed then, durably, and the store works again when the trouble
    ///   ends. With the code `outcomeUnknown` the disk failed again while the batch was taken back: it is not shown, but
    ///   may be there when the store is opened again, unless a later write succeeds; read the store before you repeat
    ///   it. `CancellationError` when the task was cancelled before the batch began; a
    ///   batch that has begun is finished.
    @discardableResult
    public func write<Result: Sendable>(
        _ durability: Durability = .buffered,
        _ body: @escaping @Sendable (inout WriteTransaction) throws -> Result
    ) async throws -> Result {
        let result = ResultBox<Result>()
        try await commit(durability) { result.set(try body(&$0)) }
        return result.value
    }

    /// Commits one batch whose body gives no result.
    private func commit(
        _ durability: Durability, _ body: @escaping @Sendable (inout WriteTransaction) throws -> Void
    ) async throws {
        let slot = Mutex<PendingWrite?>(nil)
        let isCancelled = Mutex(Task.isCancelled)
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let write = PendingWrite(durability: durability, body: body) { error in
                    if let error {
                        continuation.resume(throwing: error)
                    } else {
                        continuation.resume()
                    }
                }
                slot.withLock { $0 = write }
                if isCancelled.withLock({ $0 }) { write.cancel() }
                writer.enqueue(write)
            }
        } onCancel: {
            isCancelled.withLock { $0 = true }
            slot.withLock { $0 }?.cancel()
        }
    }

    /// Returns the commits from now on, in order, none left out.
    ///
    /// Ends when the store is closed.
    ///
    /// - Returns: A stream of its own for each call. It keeps what its consumer is too slow for.
    package func commits() -> AsyncStream<StoreCommit> { publisher.commits() }

    /// Returns the damaged files that are found and set aside from now on, while the store is open; see ``damages`` for
    /// those found before.
    ///
    /// Ends when the store is closed.
    ///
    /// - Returns: A stream of its own for each call, that misses nothing.
    public func damageReports() -> AsyncStream<StoreDamage> { publisher.damages() }

    /// Makes everything that was committed survive power loss.
    ///
    /// - Throws: ``StoreError`` when the disk fails.
    public func flush() async throws {
        try await writer.flush()
    }

    /// Closes the store: finishes what was begun, syncs, writes what makes the next opening fast, and lets others open
    /// the directory.
    ///
    /// Calling it again does nothing; other calls throw afterwards. Snapshots stay readable.
    ///
    /// - Throws: ``StoreError`` when the last sync fails, and once more after what it was about was written anew; the
    ///   store is closed all the same.
    public func close() async throws {
        // Behind the last commit, so that observers hear of all of them.
        defer { publisher.finish() }
        try await writer.close()
    }

    /// Reads everything on the disk and checks it; mends what is damaged.
    ///
    /// A damaged journal file is kept aside and every whole batch of it salvaged; derived files that are damaged are
    /// made anew. A record that does not fit its type stays as it is, and is named. Writes wait meanwhile, reads do
    /// not.
    ///
    /// - Returns: What was damaged, which is not reported again, and what does not fit its type, which is named each
    ///   time. Damaged derived files lose nothing and are not named.
    /// - Throws: ``StoreError`` when the disk fails. A collection of which most does not fit its type is named record
    ///   by record, and is not read or written from then on.
    /// - Complexity: O(*n*) in the bytes of the store.
    public func verify() async throws -> StoreVerification {
        try await writer.verify()
    }
}

/// Takes the result of a batch from the store's thread to the caller.
private final class ResultBox<Value: Sendable>: Sendable {
    private let box = Mutex<Value?>(nil)

    func set(_ value: Value) { box.withLock { $0 = value } }

    var value: Value {
        guard let value = box.withLock({ $0 }) else { preconditionFailure("A batch was committed without its result.") }
        return value
    }
}

/// A report of damage that views make to a store that is created after them.
private final class DamageReport: Sendable {
    struct Reference: Sendable {
        weak var writer: StoreWriter?
    }

    let writer = Mutex(Reference())

    func report(reloadCount: Int) {
        writer.withLock { $0.writer }?.reloadSoon(unlessReloadedSince: reloadCount)
    }
}
