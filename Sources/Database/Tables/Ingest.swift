public import Core
import Synchronization

/// Streams packets of records into a collection, in batches of a size that the disk likes.
///
/// A batch is committed when it has enough records or when the first of them is old enough, whichever comes first, and
/// what is left at the end of the source. While one batch is committed the next one is gathered; when that is full
/// too, the source has to wait. So no more than two batches and a packet are in memory, and a packet is never split.
///
/// ```swift
/// let ingest = Ingest(into: store, deals)
/// let token = ingest.progress.observe { show($0.rate) }
/// try await ingest.run(packets)
/// ```
public final class Ingest<Record: StoredRecord>: Sendable {
    /// How far it has come, brought up to date with every batch and at the end.
    public let progress: ObservableValue<IngestProgress>

    private let store: JSONStore
    private let schema: CollectionSchema<Record>
    private let batchSize: Int
    private let batchAge: Duration
    private let durability: Durability
    private let merge: (@Sendable (Record, Record) throws -> Record)?
    private let time: any TimeProvider
    private let state = Mutex(State())

    private struct State: Sendable {
        var hasBegun = false
        var uncommitted: [Record] = []
    }

    /// Prepares an ingest; nothing runs before ``run(_:)``.
    ///
    /// - Parameters:
    ///   - store: The store, opened with the collection.
    ///   - schema: The collection.
    ///   - batchSize: From how many records on a batch is committed; 2,000 by default.
    ///   - batchAge: How old the first record of a batch may become, counted from when it was taken from the source;
    ///     250 milliseconds by default.
    ///   - durability: What a batch survives once it is committed; `buffered` by default.
    ///   - merge: Makes one record of the stored one and the new one with the same id; the new one by default.
    ///   - progress: Where to tell how far it has come; one of its own by default.
    ///   - time: The clock; the registered one by default, else the system's.
    public init(
        into store: JSONStore, _ schema: CollectionSchema<Record>, batchSize: Int = 2000,
        batchAge: Duration = .milliseconds(250), durability: Durability = .buffered,
        merging merge: (@Sendable (_ stored: Record, _ new: Record) throws -> Record)? = nil,
        progress: ObservableValue<IngestProgress> = ObservableValue(IngestProgress()),
        time: any TimeProvider = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider())
    ) {
        precondition(batchSize > 0, "A batch needs a record.")
        self.store = store
        self.schema = schema
        self.batchSize = batchSize
        self.batchAge = batchAge
        self.durability = durability
        self.merge = merge
        self.progress = progress
        self.time = time
    }

    /// What was taken from the source and not committed, in its order, once ``run(_:)`` has thrown; else empty.
    public var uncommitted: [Record] { state.withLock { $0.uncommitted } }

    /// Takes packets until the source ends, and commits them all.
    ///
    /// Run it once. When it throws, what was committed stays, and ``uncommitted`` has what was taken besides. A
    /// cancelled one returns as soon as the source lets go of the packet that it waits for.
    ///
    /// - Parameter packets: The source. The next packet is asked for when there is room for it.
    /// - Returns: How far it has come.
    /// - Throws: What the source throws, after all that it gave is committed; ``StoreError`` when a batch cannot be
    ///   committed, and then no later one is; `CancellationError` when the task is cancelled. A batch whose commit has
    ///   begun by then is finished, and no other one is begun.
    @discardableResult
    public func run<Packets: AsyncSequence & Sendable>(
        _ packets: Packets
    ) async throws -> IngestProgress where Packets.Element == [Record] {
        state.withLock { state in
            precondition(!state.hasBegun, "An ingest runs once; make another one.")
            state.hasBegun = true
        }
        let buffer = IngestBuffer<Record>(size: batchSize, age: batchAge)
        let failure = await withTaskCancellationHandler {
            await withTaskGroup(of: Void.self) { group -> (any Error)? in
                group.addTask {
                    do {
                        for try await packet in packets {
                            await buffer.add(packet, takenAt: self.time.uptime)
                        }
                        buffer.end()
                    } catch {
                        buffer.end(error)
                    }
                }
                group.addTask { await self.watchClock(for: buffer) }
                let failure = await self.commitAll(of: buffer)
                buffer.cancel()
                group.cancelAll()
                return failure
            }
        } onCancel: {
            buffer.cancel()
        }

        let leftover = buffer.leftover
        state.withLock { $0.uncommitted = leftover }
        progress.update { $0.received = buffer.received }
        if let failure { throw failure }
        try Task.checkCancellation()
        if let failure = buffer.failure { throw failure }
        return progress.value
    }

    private func commitAll(of buffer: IngestBuffer<Record>) async -> (any Error)? {
        var meter = RateMeter(at: time.uptime)
        var committed = 0
        while let batch = await buffer.nextBatch() {
            do {
                try await commit(batch)
            } catch {
                buffer.putBack(batch)
                return error
            }
            committed += batch.count
            let rate = meter.rate(at: time.uptime, count: committed)
            progress.update { [committed] progress in
                progress.received = buffer.received
                progress.committed = committed
                progress.batches += 1
                progress.rate = rate
            }
        }
        return nil
    }

    private func commit(_ batch: [Record]) async throws {
        try await store.write(durability) { [schema, merge] transaction in
            for record in batch {
                if let merge {
                    try transaction.upsert(record, in: schema, merging: merge)
                } else {
                    try transaction.upsert(record, in: schema)
                }
            }
        }
    }

    /// Has batches committed that have become old enough.
    private func watchClock(for buffer: IngestBuffer<Record>) async {
        while let deadline = await buffer.nextDeadline() {
            do {
                try await time.sleep(for: deadline - time.uptime)
            } catch {
                return  // Cancelled: the ingest is over.
            }
            buffer.tick(at: time.uptime)
        }
    }
}
