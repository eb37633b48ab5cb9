package import Core
import Synchronization

/// The outbox in a JSON store: each step of it is one synced commit.
package final class DatabaseOutboxStore: OutboxStore {
    private let store: JSONStore
    /// The count of the store's reloads when the outbox was last read; `nil` where it was not.
    private let lastRead = Mutex<Int?>(nil)

    /// The collections that a store needs to keep an outbox, and what servers confirm with it.
    package static var collections: [AnyCollectionSchema] {
        OutboxSchemas.all + StatusSchemas.all + ResourceSchemas.all
    }

    /// Creates a store of an outbox.
    ///
    /// - Parameter store: A store that was opened by
    ///   ``JSONStore/init(directory:ownCollections:access:handovers:files:time:)``.
    package init(store: JSONStore) {
        self.store = store
    }

    package func content() async throws -> OutboxContent {
        let (content, isMended, reloadCount) = try store.read { snapshot in
            let clocks = try snapshot.window(of: OutboxSchemas.clocks)
            var content = OutboxContent(
                entries: try snapshot.window(of: OutboxSchemas.entries),
                lanes: try snapshot.window(of: OutboxSchemas.lanes), sent: try snapshot.window(of: OutboxSchemas.sent))
            content.unreadableCount = snapshot.unreadableRecordCount(of: OutboxSchemas.entries)
            for clock in clocks {
                if let hold = clock.hold, let pause = clock.pause { content.pauses[hold] = pause }
                content.serverDate = content.serverDate ?? clock.date
            }
            let intents = try snapshot.intents(of: content.entries, content.lanes)
            let isMended = try store.access != .writing || snapshot.intents() == intents
            return (content, isMended, snapshot.reloadCount)
        }
        lastRead.withLock { $0 = reloadCount }
        if !isMended { try await mendIntents() }
        return content
    }

    package var isChangedByOthers: Bool {
        lastRead.withLock { $0 }.map { $0 != store.snapshot().reloadCount } ?? false
    }

    /// Makes what is shown of the outbox agree with it, where a file was lost, or a version before wrote the entries.
    private func mendIntents() async throws {
        try await store.write(.synced) { transaction in
            let snapshot = transaction.snapshot
            let intents = try snapshot.intents(
                of: snapshot.window(of: OutboxSchemas.entries), snapshot.window(of: OutboxSchemas.lanes))
            try transaction.replaceIntents(try snapshot.intents(), by: intents)
        }
    }

    package func commit(_ commit: OutboxCommit) async throws {
        let (changes, lastRead) = (commit.changes, lastRead.withLock { $0 })
        try await store.write(.synced) { transaction in
            // While it was suspended, another process may have sent what is unsent here.
            if let lastRead, transaction.snapshot.reloadCount != lastRead {
                throw DataError(.superseded, message: "Another program has had the store. Try again.")
            }
            var (old, new): (Set<IntentRecord.ID>, Set<IntentRecord.ID>) = ([], [])
            for (id, entry) in changes.entries.sorted(by: { $0.key < $1.key }) {
                if let entry = try transaction.record(id, in: OutboxSchemas.entries) {
                    old.formUnion(IntentRecord.ID.all(of: entry))
                } else if let entry {
                    try transaction.takeDraft(of: entry)
                }
                if let entry { new.formUnion(IntentRecord.ID.all(of: entry)) }
                try transaction.put(entry, id, in: OutboxSchemas.entries)
            }
            for (id, lane) in changes.lanes.sorted(by: { $0.key < $1.key }) {
                if let lane = try transaction.record(id, in: OutboxSchemas.lanes) {
                    old.formUnion(IntentRecord.ID.all(of: lane))
                }
                if let lane { new.formUnion(IntentRecord.ID.all(of: lane)) }
                try transaction.put(lane, id, in: OutboxSchemas.lanes)
            }
            try transaction.replaceIntents(old, by: new)
            for (id, sent) in changes.sent.sorted(by: { $0.key < $1.key }) {
                try transaction.put(sent, id, in: OutboxSchemas.sent)
                if let sent { try transaction.nameDrafts(about: sent) }
            }
            var drafts = Dictionary(commit.drafts.map { ($0.id.rawValue, $0) }) { $1 }
            for (id, entry) in changes.entries.sorted(by: { $0.key < $1.key }) where entry == nil {
                guard let draft = drafts[id.draftID.rawValue] else { continue }
                drafts[id.draftID.rawValue] = try transaction.takeWords(begunFor: id, into: draft)
                try transaction.renameDrafts(about: id.rawValue, to: id.draftID.rawValue)
            }
            for draft in drafts.values.sorted(by: { $0.id < $1.id }) {
                try transaction.upsert(draft, in: DraftSchemas.drafts)
            }
            for id in commit.clearedDrafts.sorted() {
                try transaction.delete(Draft.ID(rawValue: id.rawValue), from: DraftSchemas.drafts)
            }
            let pauses = changes.pauses.map { (OutboxClockRecord.id(of: $0.key), $0.key, $0.value) }
            for (id, hold, pause) in pauses.sorted(by: { $0.0 < $1.0 }) {
                try transaction.put(pause.map { OutboxClockRecord($0, of: hold) }, id, in: OutboxSchemas.clocks)
            }
            if let date = changes.serverDate {
                try transaction.upsert(OutboxClockRecord(serverDate: date), in: OutboxSchemas.clocks)
            }
            if let handed = commit.handed { try transaction.delete(handed, from: OutboxSchemas.handed) }
            for intent in commit.untouched { try transaction.untouch(intent) }
            for told in commit.acknowledged { try transaction.acknowledge(told) }
            for text in commit.texts { try transaction.take(text) }
            for change in commit.resources { try transaction.acknowledge(change) }
        }
    }
}

extension StoreSnapshot {
    /// What is stored of what the outbox says.
    fileprivate func intents() throws -> Set<IntentRecord.ID> {
        var ids: Set<IntentRecord.ID> = []
        try visitIntents {
            ids = []
        } visit: {
            ids.insert($0)
        }
        return ids
    }

    /// What the outbox says.
    ///
    /// - Parameters:
    ///   - entries: All of its entries.
    ///   - lanes: All of its records of lanes.
    /// - Returns: The ids of its intents, those of entries that cannot be read included.
    /// - Throws: ``StoreError``.
    fileprivate func intents(
        of entries: [OutboxEntry], _ lanes: [OutboxLaneRecord]
    ) throws -> Set<IntentRecord.ID> {
        var ids = Set(entries.flatMap(IntentRecord.ID.all))
        for lane in lanes { ids.formUnion(IntentRecord.ID.all(of: lane)) }
        guard unreadableRecordCount(of: OutboxSchemas.entries) > 0 else { return ids }
        // What this version cannot read is unsent all the same: what is known of it stays.
        return ids.union(
            try intents().filter { id in
                unreadableRecord(of: OutboxEntry.ID(rawValue: id.entry), in: OutboxSchemas.entries) != nil
            })
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
