public import Core
import Synchronization

/// A stream of records into a collection, committed in batches of a size that suits the disk.
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
    /// The batches of an ingest: their size, their age and how they are written.
    public struct Configuration: Sendable {
        /// The number of records at which a batch is committed; 2,000 by default.
        public var batchSize = 2000
        /// The age of a batch's first record at which it is committed, counted from when it was taken from the source;
        /// 250 milliseconds by default.
        public var batchAge = Duration.milliseconds(250)
        /// The durability of a committed batch; `buffered` by default.
        public var durability = Durability.buffered
        /// Makes one record of the stored one and the new one with the same id; the new one replaces it by default.
        public var merge: (@Sendable (_ stored: Record, _ new: Record) throws -> Record)?

        /// Creates the default configuration.
        public init() {}
    }

    /// The progress so far, updated with every batch and at the end.
    public let progress: ObservableValue<IngestProgress>

    private let store: JSONStore
    private let schema: CollectionSchema<Record>
    private let configuration: Configuration
    private let time: any TimeProvider
    private let state = Mutex(State())

    private struct State: Sendable {
        var hasBegun = false
        var uncommitted: [Record] = []
    }

    /// Creates an ingest; nothing runs before ``run(_:)``.
    ///
    /// - Parameters:
    ///   - store: The store, opened with the collection.
    ///   - schema: The collection.
    ///   - configuration: The batches.
    ///   - progress: The value to update with the progress; one of its own by default.
    ///   - time: The clock; the registered one by default, else the system's.
    public init(
        into store: JSONStore, _ schema: CollectionSchema<Record>, configuration: Configuration = Configuration(),
        progress: ObservableValue<IngestProgress> = ObservableValue(IngestProgress()),
        time: any TimeProvider = Dependency.clock
    ) {
        precondition(configuration.batchSize > 0, "A batch needs a record.")
        self.store = store
        self.schema = schema
        self.configuration = configuration
        self.progress = progress
        self.time = time
    }

    /// The records that were taken from the source and not committed, in its order, once ``run(_:)`` has thrown; else
    /// empty.
    public var uncommitted: [Record] { state.withLock { $0.uncommitted } }

    /// Takes packets until the source ends, and commits them all.
    ///
    /// Run it once. When it throws, what was committed stays, and ``uncommitted`` has what was taken besides. A
    /// cancelled one returns as soon as the source ends the wait for its next packet.
    ///
    /// - Parameter packets: The source. The next packet is asked for when there is room for it.
    /// - Returns: The progress at the end.
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
        let buffer = IngestBuffer<Record>(
            size: configuration.batchSize, age: configuration.batchAge)
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
        try await store.write(configuration.durability) { [schema, merge = configuration.merge] transaction in
            for record in batch {
                if let merge {
                    try transaction.upsert(record, in: schema, merging: merge)
                } else {
                    try transaction.upsert(record, in: schema)
                }
            }
        }
    }

    /// Commits batches that have become old enough.
    private func watchClock(for buffer: IngestBuffer<Record>) async {
        while let deadline = await buffer.nextDeadline() {
            do {
                try await time.sleep(until: deadline)
            } catch {
                return  // Cancelled: the ingest is over.
            }
            buffer.tick(at: time.uptime)
        }
    }
}

extension JSONStore {
    /// Streams packets of records into a collection: creates an ``Ingest`` and runs it.
    ///
    /// For a callback API, put a `PacketChannel` between.
    ///
    /// ```swift
    /// try await store.ingest(packets, into: deals)
    /// ```
    ///
    /// - Parameters:
    ///   - packets: The source. The next packet is asked for when there is room for it.
    ///   - schema: The collection.
    ///   - configuration: The batches.
    ///   - progress: The value to update with the progress.
    ///   - time: The clock; the registered one by default, else the system's.
    /// - Returns: The progress at the end: everything is committed, since it throws otherwise.
    /// - Throws: As ``Ingest/run(_:)``. What was taken and not committed is counted in `progress`; to have the records
    ///   themselves, use an ``Ingest``.
    @discardableResult
    public func ingest<Record: StoredRecord, Packets: AsyncSequence & Sendable>(
        _ packets: Packets, into schema: CollectionSchema<Record>,
        configuration: Ingest<Record>.Configuration = Ingest<Record>.Configuration(),
        progress: ObservableValue<IngestProgress> = ObservableValue(IngestProgress()),
        time: any TimeProvider = Dependency.clock
    ) async throws -> IngestProgress where Packets.Element == [Record] {
        try await Ingest(into: self, schema, configuration: configuration, progress: progress, time: time).run(packets)
    }
}

/// The progress of an ingest.
public struct IngestProgress: Hashable, Sendable {
    /// The number of records that were taken from the source.
    public var received = 0
    /// The number of records that are committed.
    public var committed = 0
    /// The number of batches that were committed.
    package var batches = 0
    /// The records committed in a second, over the last second or so; 0 at first.
    public var rate = 0.0

    /// Creates the progress of an ingest that has not begun.
    public init() {}

    /// The number of records that were taken and are not committed.
    public var pending: Int { received - committed }
}
