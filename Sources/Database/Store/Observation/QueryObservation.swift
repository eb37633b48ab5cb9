/// The changes of the records that fulfil a condition, read for one observer at a time.
struct QueryObservation<Record: StoredRecord>: AsyncSequence, Sendable {
    typealias Element = RowsChange<Record>
    typealias Failure = StoreError

    let store: JSONStore
    let query: LiveQuery<Record>

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(reader: LiveReader(store, query.schema), query: query)
    }

    struct AsyncIterator: AsyncIteratorProtocol {
        private let reader: LiveReader<Record>
        private let query: LiveQuery<Record>
        private var delivered = DeliveredRows<Record>()
        private var version: UInt64?
        /// Goes up when the store was loaded anew, which may lose rows without a commit.
        private var reloadCount = 0
        private var isEnded = false

        init(reader: LiveReader<Record>, query: LiveQuery<Record>) {
            self.reader = reader
            self.query = query
        }

        mutating func next() async throws(StoreError) -> RowsChange<Record>? {
            guard !isEnded else { return nil }
            isEnded = true
            let (query, delivered, version, reloadCount) = (query, delivered, version, reloadCount)
            let result = try await reader.next(waits: version != nil) { snapshot, isCancelled -> Value? in
                guard snapshot.version != version || snapshot.view.reloadCount != reloadCount else { return nil }
                let rows = try query.rows(in: snapshot, isCancelled: isCancelled)
                return try delivered.change(
                    to: rows, offset: 0, total: rows.count, version: snapshot.version, isFirst: version == nil
                ).map { Value(delivered: $0, change: $1, reloadCount: snapshot.view.reloadCount) }
            }
            guard let result else { return nil }
            isEnded = false
            self.delivered = result.delivered
            self.version = result.change.version
            self.reloadCount = result.reloadCount
            return result.change
        }
    }

    private struct Value: Sendable {
        let delivered: DeliveredRows<Record>
        let change: RowsChange<Record>
        let reloadCount: Int
    }
}

/// A condition on the records of an order, read in steps.
struct LiveQuery<Record: StoredRecord>: Sendable {
    let schema: CollectionSchema<Record>
    let index: Index<Record>?
    let direction: SortDirection
    let range: SortKeyRange?
    let limit: Int
    let isIncluded: @Sendable (Record) -> Bool

    /// The rows that are read between two checks for cancellation.
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
