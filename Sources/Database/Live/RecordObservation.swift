/// A record as it is now, and then whenever it has changed: `nil` while there is none with its id.
///
/// The first value comes at once. Each further one is read when it is asked for, so a slow observer gets one for many
/// commits, and only when it differs from the last one. It ends when its task is cancelled and when the store is
/// closed; until then it keeps the store open. It is read on a thread of the engine's own.
public struct RecordObservation<Record: StoredRecord>: AsyncSequence, Sendable {
    /// The record, `nil` while there is none.
    public typealias Element = Record?
    /// What ends it early.
    public typealias Failure = StoreError

    let store: JSONStore
    let id: Record.ID
    let schema: CollectionSchema<Record>

    /// An observer of its own.
    ///
    /// - Returns: The observer; nothing that is committed from now on escapes it.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(reader: LiveReader(store, schema), id: id, schema: schema)
    }

    /// Reads one value after the other.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let reader: LiveReader<Record>
        let id: Record.ID
        let schema: CollectionSchema<Record>
        /// What was told last, with a second nil for a record that was not there.
        private var told: RowContent??
        private var isEnded = false

        init(reader: LiveReader<Record>, id: Record.ID, schema: CollectionSchema<Record>) {
            self.reader = reader
            self.id = id
            self.schema = schema
        }

        /// The next value.
        ///
        /// - Returns: The record, `nil` inside for none; `nil` at the end.
        /// - Throws: ``StoreError`` when it cannot be read; it has ended then.
        public mutating func next() async throws(StoreError) -> Record?? {
            guard !isEnded else { return nil }
            isEnded = true
            let (told, id, schema) = (told, id, schema)
            let result = try await reader.next(waits: told != nil) { snapshot, _ -> Value? in
                let row = try snapshot.row(id, in: schema)
                if let told, told == row?.content { return nil }
                return Value(content: row?.content, record: row?.record)
            }
            guard let result else { return nil }
            isEnded = false
            self.told = .some(result.content)
            return .some(result.record)
        }
    }

    private struct Value: Sendable {
        let content: RowContent?
        let record: Record?
    }
}
