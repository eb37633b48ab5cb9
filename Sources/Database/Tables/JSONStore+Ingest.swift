public import Core

extension JSONStore {
    /// Streams packets of records into a collection: an ``Ingest`` that is made and run.
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
    ///   - batchSize: From how many records on a batch is committed; 2,000 by default.
    ///   - batchAge: How old the first record of a batch may become; 250 milliseconds by default.
    ///   - durability: What a batch survives once it is committed; `buffered` by default.
    ///   - progress: Where to tell how far it has come.
    ///   - time: The clock; the registered one by default, else the system's.
    /// - Returns: How far it has come: everything, since it throws otherwise.
    /// - Throws: As ``Ingest/run(_:)``. What was taken and not committed is counted in `progress`; to have the records
    ///   themselves, use an ``Ingest``.
    @discardableResult
    public func ingest<Record: StoredRecord, Packets: AsyncSequence & Sendable>(
        _ packets: Packets, into schema: CollectionSchema<Record>, batchSize: Int = 2000,
        batchAge: Duration = .milliseconds(250), durability: Durability = .buffered,
        progress: ObservableValue<IngestProgress> = ObservableValue(IngestProgress()),
        time: any TimeProvider = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider())
    ) async throws -> IngestProgress where Packets.Element == [Record] {
        try await Ingest(
            into: self, schema, batchSize: batchSize, batchAge: batchAge, durability: durability, progress: progress,
            time: time
        ).run(packets)
    }
}
