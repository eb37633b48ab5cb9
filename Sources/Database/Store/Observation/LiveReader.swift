import Core
import Dispatch
import Synchronization

/// Reads a store anew whenever a collection was touched: the part that all observations share.
///
/// Nothing is read before it is asked for, so whatever was committed meanwhile comes as one change. An observer
/// that needs each commit by itself uses ``JSONStore/commits()`` instead.
struct LiveReader<Record: StoredRecord>: Sendable {
    private let store: JSONStore
    private let schema: CollectionSchema<Record>
    private let signals: AsyncStream<Void>
    private let queue: DispatchQueue

    init(_ store: JSONStore, _ schema: CollectionSchema<Record>) {
        self.store = store
        self.schema = schema
        // Before the first read, so that nothing is missed between the two.
        signals = store.touches(of: schema)
        // A big read must not sit on Swift's cooperative threads: there are as few as there are cores.
        queue = DispatchQueue(label: "Lantern.JSONStore.live")
    }

    /// Waits for a touch and reads, until there is something to tell: nil at the end.
    ///
    /// `waits` is whether to wait for a touch before the first read. `read` answers nil when nothing has changed, and
    /// is given a question to stop early on.
    func next<Result: Sendable>(
        waits: Bool, _ read: @escaping @Sendable (StoreSnapshot, _ isCancelled: () -> Bool) throws -> Result?
    ) async throws(StoreError) -> Result? {
        var waits = waits
        var signal = signals.makeAsyncIterator()
        while !Task.isCancelled {
            if waits {
                guard await signal.next() != nil else { return nil }
            }
            waits = true
            do {
                if let result = try await run(read) { return Task.isCancelled ? nil : result }
            } catch is CancellationError {
                return nil
            } catch let error as StoreError where error.code == .storeClosed {
                return nil
            } catch let error as StoreError where error.code == .snapshotSuperseded {
                // The next publication, of a store that was read anew, calls again.
                continue
            } catch let error as StoreError {
                throw error
            } catch {
                throw StoreError(
                    .malformed, path: store.directory,
                    message: "A record of '\(schema.name)' in '\(store.directory)' cannot be read: \(error)",
                    underlying: error)
            }
        }
        return nil
    }

    private func run<Result: Sendable>(
        _ read: @escaping @Sendable (StoreSnapshot, _ isCancelled: () -> Bool) throws -> Result?
    ) async throws -> Result? {
        let isCancelled = CancellationFlag()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                queue.async { [store] in
                    continuation.resume(
                        with: Swift.Result { try store.read { try read($0) { isCancelled.isSet } } })
                }
            }
        } onCancel: {
            isCancelled.set()
        }
    }
}

/// Whether a task was cancelled, for code that runs outside it.
final class CancellationFlag: Sendable {
    private let flag = Atomic(false)

    var isSet: Bool { flag.load(ordering: .relaxed) }

    func set() {
        flag.store(true, ordering: .relaxed)
    }
}
