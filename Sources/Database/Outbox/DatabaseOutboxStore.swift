package import Core

/// The outbox in a JSON store: each step of it is one synced commit.
package final class DatabaseOutboxStore: OutboxStore {
    private let store: JSONStore

    /// The collections that a store needs to keep an outbox, and what servers confirm with it.
    package static var collections: [AnyCollectionSchema] { OutboxSchemas.all + StatusSchemas.all }

    /// Creates a store of an outbox.
    ///
    /// - Parameter store: A store that was opened by
    ///   ``JSONStore/init(directory:ownCollections:access:handovers:files:time:)``.
    package init(store: JSONStore) {
        self.store = store
    }

    package func content() async throws -> OutboxContent {
        try store.read { snapshot in
            let clocks = try snapshot.window(of: OutboxSchemas.clocks)
            var content = OutboxContent(
                entries: try snapshot.window(of: OutboxSchemas.entries),
                lanes: try snapshot.window(of: OutboxSchemas.lanes), sent: try snapshot.window(of: OutboxSchemas.sent))
            content.unreadableCount = snapshot.unreadableRecordCount(of: OutboxSchemas.entries)
            for clock in clocks {
                if let hold = clock.hold, let pause = clock.pause { content.pauses[hold] = pause }
                content.serverDate = content.serverDate ?? clock.date
            }
            return content
        }
    }

    package func commit(_ changes: OutboxChanges, confirming confirmations: [Confirmation]) async throws {
        try await store.write(.synced) { transaction in
            for (id, entry) in changes.entries.sorted(by: { $0.key < $1.key }) {
                try transaction.put(entry, id, in: OutboxSchemas.entries)
            }
            for (id, lane) in changes.lanes.sorted(by: { $0.key < $1.key }) {
                try transaction.put(lane, id, in: OutboxSchemas.lanes)
            }
            for (id, sent) in changes.sent.sorted(by: { $0.key < $1.key }) {
                try transaction.put(sent, id, in: OutboxSchemas.sent)
            }
            let pauses = changes.pauses.map { (OutboxClockRecord.id(of: $0.key), $0.key, $0.value) }
            for (id, hold, pause) in pauses.sorted(by: { $0.0 < $1.0 }) {
                try transaction.put(pause.map { OutboxClockRecord($0, of: hold) }, id, in: OutboxSchemas.clocks)
            }
            if let date = changes.serverDate {
                try transaction.upsert(OutboxClockRecord(serverDate: date), in: OutboxSchemas.clocks)
            }
            for confirmation in confirmations { try transaction.confirm(confirmation) }
        }
    }
}

extension WriteTransaction {
    /// Puts a record, or deletes the one with its id where there is none.
    fileprivate mutating func put<Record: StoredRecord>(
        _ record: Record?, _ id: Record.ID, in schema: CollectionSchema<Record>
    ) throws {
        if let record { try upsert(record, in: schema) } else { try delete(id, from: schema) }
    }
}
