/// The changes of one record, read for one observer at a time.
struct RecordObservation<Record: StoredRecord>: AsyncSequence, Sendable {
    typealias Element = Record?
    typealias Failure = StoreError

    let store: JSONStore
    let id: Record.ID
    let schema: CollectionSchema<Record>

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(reader: LiveReader(store, schema), id: id, schema: schema)
    }

    struct AsyncIterator: AsyncIteratorProtocol {
        let reader: LiveReader<Record>
        let id: Record.ID
        let schema: CollectionSchema<Record>
        /// The content that was delivered last, with a second nil for a record that was not there.
        private var delivered: RowContent??
        private var isEnded = false

        init(reader: LiveReader<Record>, id: Record.ID, schema: CollectionSchema<Record>) {
            self.reader = reader
            self.id = id
            self.schema = schema
        }

        mutating func next() async throws(StoreError) -> Record?? {
            guard !isEnded else { return nil }
            isEnded = true
            let (delivered, id, schema) = (delivered, id, schema)
            let result = try await reader.next(waits: delivered != nil) { snapshot, _ -> Value? in
                let row = try snapshot.row(id, in: schema)
                if let delivered, delivered == row?.content { return nil }
                return Value(content: row?.content, record: row?.record)
            }
            guard let result else { return nil }
            isEnded = false
            self.delivered = .some(result.content)
            return .some(result.record)
        }
    }

    private struct Value: Sendable {
        let content: RowContent?
        let record: Record?
    }
}
