/// A window of an order as it is now, and then whenever it has changed, with the difference to what this observer was
/// told last.
///
/// The window is held by its first row: rows that land above move ``RowsChange/offset`` and nothing else. When that
/// row goes, or a change sorts it elsewhere, its place holds the window, and then the row that has come there. A window
/// may instead stay at the top once it is there.
///
/// The first value comes at once. Each further one is read when it is asked for, so a slow observer gets one difference
/// for many commits, and only when something differs. It ends when its task is cancelled and when the store is closed;
/// until then it keeps the store open. It is read on a thread of the engine's own, and records that the observer has
/// already are not read again.
public struct WindowObservation<Record: StoredRecord>: AsyncSequence, Sendable {
    /// The rows and what has changed in them.
    public typealias Element = RowsChange<Record>
    /// What ends it early.
    public typealias Failure = StoreError

    let store: JSONStore
    let hold: WindowHold<Record>

    /// An observer of its own.
    ///
    /// - Returns: The observer; nothing that is committed from now on escapes it.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(reader: LiveReader(store, hold.schema), hold: hold)
    }

    /// Reads one change after the other.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let reader: LiveReader<Record>
        private var hold: WindowHold<Record>
        private var told = ToldRows<Record>()
        private var version: UInt64?
        /// Goes up when the store was loaded anew, which may lose rows without a commit.
        private var epoch = 0
        private var isEnded = false

        init(reader: LiveReader<Record>, hold: WindowHold<Record>) {
            self.reader = reader
            self.hold = hold
        }

        /// The next change.
        ///
        /// - Returns: The change; `nil` at the end.
        /// - Throws: ``StoreError`` when the store cannot be read; it has ended then.
        public mutating func next() async throws(StoreError) -> RowsChange<Record>? {
            guard !isEnded else { return nil }
            isEnded = true
            let (hold, told, version, epoch) = (hold, told, version, epoch)
            let result = try await reader.next(waits: version != nil) { snapshot, _ -> Value? in
                guard snapshot.version != version || snapshot.view.epoch != epoch else { return nil }
                var hold = hold
                let reading = try hold.read(snapshot)
                return try told.change(
                    to: reading.rows, offset: reading.offset, total: reading.total, version: snapshot.version,
                    isFirst: version == nil
                ).map { Value(hold: hold, told: $0, change: $1, epoch: snapshot.view.epoch) }
            }
            guard let result else { return nil }
            isEnded = false
            self.hold = result.hold
            self.told = result.told
            self.version = result.change.version
            self.epoch = result.epoch
            return result.change
        }
    }

    private struct Value: Sendable {
        let hold: WindowHold<Record>
        let told: ToldRows<Record>
        let change: RowsChange<Record>
        let epoch: Int
    }
}
