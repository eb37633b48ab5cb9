public import Core
import Dispatch
import Foundation
import Synchronization

/// A database of JSON records: collections with indexes, and a journal of JSON Lines on the disk.
///
/// One directory is one store. One process has it open for writing at a time; any number of others can have it open for
/// reading (``StoreAccess``). Reads run on the caller's thread and see whole batches only; writes run one after the other on the store's own thread, and what is large (writing and merging
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
/// ``init(directory:ownCollections:access:handovers:files:time:)``.
public final class JSONStore: Sendable {
    /// The directory of the store.
    package let directory: String
    /// The damaged files that were found when the store was opened; they were set aside, and are not reported again.
    public let damages: [StoreDamage]

    /// The purpose that the store was opened for.
    public let access: StoreAccess

    let environment: StoreEnvironment
    let publisher: StorePublisher
    private let role: Role
    /// The part that takes over the writes that other processes leave.
    let taker: HandoverTaker?

    private enum Role {
        case writing(StoreWriter)
        case reading(StoreReader)
    }

    /// Opens a store of an app's own records, and creates it where there is none.
    ///
    /// Blocks while the store is read: some milliseconds, however large it is. Only when its derived files are missing,
    /// damaged or made for other indexes is the whole journal read.
    ///
    /// - Parameters:
    ///   - directory: The directory of the store, for nothing else. Created with mode 0700 where it is opened for
    ///     writing.
    ///   - collections: The collections to be read and written, and no others. What else is stored is left as it is.
    ///   - access: What it is opened for; writing by default.
    ///   - handovers: The kinds of writes that other processes may leave for this one (``HandoverKind``); none by
    ///     default.
    ///   - files: The disk; the registered one by default, else the system's.
    ///   - time: The clock for expiry and for the names of files that are set aside; the registered one by default, else
    ///     the system's.
    /// - Throws: ``StoreError``: `storeBusy` when another process has it open, `storeTooNew` when a newer version
    ///   wrote it, `invalidInput` when two collections or two kinds of handovers have one name, `notUnique` when it
    ///   holds a key twice in an index that is declared as unique from now on, otherwise what is wrong with the disk.
    ///   Damage is no error: see ``damages``.
    public convenience init(
        directory: String, collections: [AnyCollectionSchema], access: StoreAccess = .writing,
        handovers: [AnyHandoverKind] = [],
        files: any FileSystem = Dependency.fileSystem,
        time: any TimeProvider = Dependency.clock
    ) throws {
        try self.init(
            directory: directory, collections: collections, access: access, handovers: handovers, files: files,
            time: time, limits: StoreLimits())
    }

    init(
        directory: String, collections: [AnyCollectionSchema], access: StoreAccess = .writing,
        handovers: [AnyHandoverKind] = [], files: any FileSystem, time: any TimeProvider, limits: StoreLimits
    ) throws {
        let takesOver = access == .writing && !handovers.isEmpty
        let collections = collections + (takesOver ? [AnyCollectionSchema(HandoverRecord.schema)] : [])
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
            limits: limits, access: access, onDamage: { damageReport.report(reloadCount: $0) })
        self.directory = directory
        self.access = access
        taker = takesOver ? try HandoverTaker(handovers, in: environment) : nil
        if access == .reading {
            damages = []
            let reader: StoreReader
            (publisher, reader) = try Self.read(environment)
            role = .reading(reader)
            damageReport.parts.withLock { $0.reader = reader }
            reader.follow()
            return
        }
        let writer: StoreWriter
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
            let tip = StoreTipFile(files, directory)
            tip.write(loaded.journal)
            var state = StoreWriter.State(journal: loaded.journal, lock: lock, tip: tip, view: view)
            state.unsavedCount = loaded.unsavedCount
            state.savedBytes = loaded.savedBytes
            state.needsManifest = loaded.manifest == nil && loaded.journal.nextNumber > 1
            state.lastNamedFile = loaded.manifest?.journal.files.last?.id
            state.needsManifestSoon = !loaded.damages.isEmpty
            writer = StoreWriter(
                state: state, publisher: publisher, environment: environment, maintenance: maintenance)
            role = .writing(writer)
        } catch let error as FileError {
            throw StoreError(opening: directory, error)
        }
        damageReport.parts.withLock { $0.writer = writer }
        writer.maintainSoon()
        writer.maintenance.prepare(publisher.view.tables.values.compactMap(\.slots.stored))
        taker?.begin(for: self)
    }

    /// Opens a store of an app's own records without blocking the caller's thread; otherwise as
    /// ``init(directory:collections:access:handovers:files:time:)`` does.
    ///
    /// - Parameters:
    ///   - directory: The directory of the store.
    ///   - collections: The collections to be read and written.
    ///   - access: What it is opened for; writing by default.
    ///   - handovers: The kinds of writes that other processes may leave for this one; none by default. What was left
    ///     before is done when this returns.
    ///   - patience: The time to wait for another process that has the store open for writing; none by default.
    ///   - files: The disk; the registered one by default, else the system's.
    ///   - time: The clock for waiting, for expiry and for the names of files that are set aside; the registered one by
    ///     default, else the system's.
    /// - Returns: The store.
    /// - Throws: ``StoreError``; `storeBusy` when the time is over. `CancellationError`.
    public static func open(
        directory: String, collections: [AnyCollectionSchema], access: StoreAccess = .writing,
        handovers: [AnyHandoverKind] = [], waitingUpTo patience: Duration = .zero,
        files: any FileSystem = Dependency.fileSystem,
        time: any TimeProvider = Dependency.clock
    ) async throws -> JSONStore {
        try await opening(waitingUpTo: patience, time) {
            try JSONStore(
                directory: directory, collections: collections, access: access, handovers: handovers, files: files,
                time: time)
        }
    }

    /// Opens a store away from the caller's thread, as soon as no other process has it open for writing.
    static func opening(
        waitingUpTo patience: Duration, _ time: any TimeProvider, _ open: @escaping @Sendable () throws -> JSONStore
    ) async throws -> JSONStore {
        let store = try await StoreLock.whenFree(waitingUpTo: patience, time) {
            try await withCheckedThrowingContinuation { continuation in
                DispatchQueue.global().async { continuation.resume(with: Result { try open() }) }
            }
        }
        // What was left before is seen by the first read.
        await store.taker?.takeAll(for: store)
        return store
    }

    /// Reads a store that another process may have open.
    private static func read(_ environment: StoreEnvironment) throws -> (StorePublisher, StoreReader) {
        do {
            let content: StoreReading.Content
            do {
                content = try StoreReading(environment: environment).read()
            } catch let error as StoreError where error.code == .storeDamaged {
                // Open all the same, so that it can be verified; whoever reads it is told.
                content = StoreReading.Content(environment, refusedFor: error)
            }
            environment.refusals.set(content.refusals)
            let publisher = StorePublisher(StoreReader.view(content, environment))
            return (publisher, StoreReader(content, environment: environment, publisher: publisher))
        } catch let error as FileError {
            throw StoreError(error)
        }
    }

    /// The collections that cannot be used as they are declared, by name, each with the error that reading it throws.
    ///
    /// None, usually: opening for writing throws such an error. See ``StoreAccess/reading``.
    public var refusedCollections: [String: StoreError] { environment.refusals.all }

    /// Whether a store that is open for reading should be opened for writing once: something in it is damaged, an older
    /// version wrote it, or it has no derived files for its collections, so that all of it is read into memory.
    ///
    /// False for one that is open for writing.
    public var needsUpkeep: Bool { reader?.needsUpkeep ?? false }

    /// The part that follows the writer; nil when the store was opened for writing.
    var reader: StoreReader? {
        if case .reading(let reader) = role { reader } else { nil }
    }

    /// The part that writes.
    ///
    /// - Throws: ``StoreError``: `readOnly` when the store was opened for reading.
    var writer: StoreWriter {
        get throws(StoreError) {
            if case .writing(let writer) = role { return writer }
            throw StoreError(
                .readOnly, path: directory,
                message: "'\(directory)' was opened for reading. Open it for writing to change what it holds.")
        }
    }

    deinit {
        publisher.finish()
    }

    /// Returns a view of the store as it is now, which later commits do not change.
    ///
    /// Costs one lock. Where another process may replace the store's files, as beside a store that is open for reading, a
    /// snapshot that is kept may become unreadable (`snapshotSuperseded`); ``read(_:)`` reads again then.
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
        let writer = try writer
        let result = ResultBox<Result>()
        try await commit(writer, durability) { result.set(try body(&$0)) }
        return result.value
    }

    /// Commits one batch whose body gives no result.
    private func commit(
        _ writer: StoreWriter, _ durability: Durability,
        _ body: @escaping @Sendable (inout WriteTransaction) throws -> Void
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

    /// Makes everything that was committed survive power loss; of a store that is open for reading, shows everything
    /// that was committed before the call.
    ///
    /// - Throws: ``StoreError`` when the disk fails.
    public func flush() async throws {
        switch role {
        case .writing(let writer): try await writer.flush()
        case .reading(let reader):
            do {
                try await reader.catchUp()
            } catch let error as FileError {
                throw StoreError(error)
            }
        }
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
        taker?.stop()
        switch role {
        case .writing(let writer): try await writer.close()
        case .reading(let reader): reader.close()
        }
    }

    /// Reads everything on the disk and checks it; mends what is damaged, where the store is open for writing.
    ///
    /// A store that is open for reading is only checked, and nothing is changed. Otherwise a damaged journal file is kept
    /// aside and every whole batch of it salvaged, and derived files that are damaged are made anew. A record that does
    /// not fit its type stays as it is, and is named. Writes wait meanwhile, reads do not.
    ///
    /// - Returns: What was damaged, which is not reported again, and what does not fit its type, which is named each
    ///   time. Damaged derived files lose nothing and are not named.
    /// - Throws: ``StoreError`` when the disk fails. A collection of which most does not fit its type is named record
    ///   by record, and is not read or written from then on.
    /// - Complexity: O(*n*) in the bytes of the store.
    public func verify() async throws -> StoreVerification {
        switch role {
        case .writing(let writer):
            return try await writer.verify()
        case .reading(let reader):
            return try await withCheckedThrowingContinuation { continuation in
                DispatchQueue.global().async {
                    continuation.resume(
                        with: Result {
                            do {
                                return try reader.verify()
                            } catch let error as FileError {
                                throw StoreError(error)
                            }
                        })
                }
            }
        }
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
        weak var reader: StoreReader?
    }

    let parts = Mutex(Reference())

    func report(reloadCount: Int) {
        let parts = parts.withLock { $0 }
        parts.writer?.reloadSoon(unlessReloadedSince: reloadCount)
        parts.reader?.readAnewSoon()
    }
}
