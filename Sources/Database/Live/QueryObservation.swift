/// The records that fulfil a condition, sorted, as they are now, and then whenever they have changed, with the
/// difference to what this observer was told last.
///
/// The first value comes at once. Each further one is read when it is asked for, so a slow observer gets one difference
/// for many commits, and only when something differs. It ends when its task is cancelled and when the store is closed;
/// until then it keeps the store open. It is read on a thread of the engine's own.
///
/// Each read looks at every record of the order, or of the range, until the limit is reached: that is O(*n*), so give
/// it a range where there is one.
public struct QueryObservation<Record: StoredRecord>: AsyncSequence, Sendable {
    /// The rows and what has changed in them.
    public typealias Element = RowsChange<Record>
    /// What ends it early.
    public typealias Failure = StoreError

    let store: JSONStore
    let query: LiveQuery<Record>

    /// An observer of its own.
    ///
    /// - Returns: The observer; nothing that is committed from now on escapes it.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(reader: LiveReader(store, query.schema), query: query)
    }

    /// Reads one change after the other.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let reader: LiveReader<Record>
        private let query: LiveQuery<Record>
        private var told = ToldRows<Record>()
        private var version: UInt64?
        /// Goes up when the store was loaded anew, which may lose rows without a commit.
        private var epoch = 0
        private var isEnded = false

        init(reader: LiveReader<Record>, query: LiveQuery<Record>) {
            self.reader = reader
            self.query = query
        }

        /// The next change.
        ///
        /// - Returns: The change; `nil` at the end.
        /// - Throws: ``StoreError`` when the store cannot be read; it has ended then.
        public mutating func next() async throws(StoreError) -> RowsChange<Record>? {
            guard !isEnded else { return nil }
            isEnded = true
            let (query, told, version, epoch) = (query, told, version, epoch)
            let result = try await reader.next(waits: version != nil) { snapshot, isCancelled -> Value? in
                guard snapshot.version != version || snapshot.view.epoch != epoch else { return nil }
                let rows = try query.rows(in: snapshot, isCancelled: isCancelled)
                return try told.change(
                    to: rows, offset: 0, total: rows.count, version: snapshot.version, isFirst: version == nil
                ).map { Value(told: $0, change: $1, epoch: snapshot.view.epoch) }
            }
            guard let result else { return nil }
            isEnded = false
            self.told = result.told
            self.version = result.change.version
            self.epoch = result.epoch
            return result.change
        }
    }

    private struct Value: Sendable {
        let told: ToldRows<Record>
        let change: RowsChange<Record>
        let epoch: Int
    }
}

/// What a query asks for.
struct LiveQuery<Record: StoredRecord>: Sendable {
    let schema: CollectionSchema<Record>
    let index: Index<Record>?
    let direction: SortDirection
    let range: SortKeyRange?
    let limit: Int
    let isIncluded: @Sendable (Record) -> Bool

    /// How many rows are looked at between two questions whether to go on.
    private static var step: Int { 512 }

    func rows(in snapshot: StoreSnapshot, isCancelled: () -> Bool) throws -> [StoredRow<Record>] {
        var found: [StoredRow<Record>] = []
        var offset = 0
        while found.count < limit {
            if isCancelled() { throw CancellationError() }
            let rows = try snapshot.rows(
                of: schema, by: index, direction, in: range, from: offset, limit: Self.step)
            for row in rows where found.count < limit {
                if isIncluded(row.record) { found.append(row) }
            }
            guard rows.count == Self.step else { break }
            offset += rows.count
        }
        return found
    }
}
