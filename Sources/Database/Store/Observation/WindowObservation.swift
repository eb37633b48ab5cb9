/// The changes of a window, read for one observer at a time.
struct WindowObservation<Record: StoredRecord>: AsyncSequence, Sendable {
    typealias Element = RowsChange<Record>
    typealias Failure = StoreError

    let store: JSONStore
    let anchor: WindowAnchor<Record>

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(reader: LiveReader(store, anchor.schema), anchor: anchor)
    }

    struct AsyncIterator: AsyncIteratorProtocol {
        private let reader: LiveReader<Record>
        private var anchor: WindowAnchor<Record>
        private var delivered = DeliveredRows<Record>()
        private var version: UInt64?
        /// Goes up when the store was loaded anew, which may lose rows without a commit.
        private var reloadCount = 0
        private var isEnded = false

        init(reader: LiveReader<Record>, anchor: WindowAnchor<Record>) {
            self.reader = reader
            self.anchor = anchor
        }

        mutating func next() async throws(StoreError) -> RowsChange<Record>? {
            guard !isEnded else { return nil }
            isEnded = true
            let (anchor, delivered, version, reloadCount) = (anchor, delivered, version, reloadCount)
            let result = try await reader.next(waits: version != nil) { snapshot, _ -> Value? in
                guard snapshot.version != version || snapshot.view.reloadCount != reloadCount else { return nil }
                var anchor = anchor
                let reading = try anchor.read(snapshot)
                return try delivered.change(
                    to: reading.rows, offset: reading.offset, total: reading.total, version: snapshot.version,
                    isFirst: version == nil
                ).map { Value(anchor: anchor, delivered: $0, change: $1, reloadCount: snapshot.view.reloadCount) }
            }
            guard let result else { return nil }
            isEnded = false
            self.anchor = result.anchor
            self.delivered = result.delivered
            self.version = result.change.version
            self.reloadCount = result.reloadCount
            return result.change
        }
    }

    private struct Value: Sendable {
        let anchor: WindowAnchor<Record>
        let delivered: DeliveredRows<Record>
        let change: RowsChange<Record>
        let reloadCount: Int
    }
}
