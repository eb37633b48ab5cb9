package import Core
import Foundation

/// Intents on their way through a store's folder: one file for each, which the process that writes takes into the store.
package final class DatabaseIntentHandover: IntentHandover {
    private let store: JSONStore

    /// Creates the way to a store.
    ///
    /// - Parameter store: A store that was opened by
    ///   ``JSONStore/init(directory:ownCollections:access:handovers:files:time:)``.
    package init(store: JSONStore) {
        self.store = store
    }

    package var isLeaving: Bool { store.access == .reading }

    package func leave(_ intent: HandedIntent) async throws {
        try await store.handOver(LeftIntent.known(intent), as: LeftIntent.kind)
        store.environment.left?.take(intent)
    }

    package func handed() async throws -> [HandedIntent] {
        try await store.takeHandovers()
        let records = try store.read { snapshot in
            try snapshot.count(of: OutboxSchemas.handed) > 0 ? snapshot.window(of: OutboxSchemas.handed) : []
        }
        return records.sorted { ($0.number, $0.id) < ($1.number, $1.id) }.map(\.intent)
    }

    package func waiting() async throws -> Set<OutboxEntry.ID> {
        // The folder first: what leaves it meanwhile is in the store by then.
        let left = try store.leftIntents().map(\.id)
        try await store.flush()
        return try store.read { Set(left).union(try $0.window(of: OutboxSchemas.handed).map(\.id)) }
    }

    package func changes() -> AsyncStream<Void> {
        let commits = store.commits()
        let isReading = isLeaving
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let task = Task {
            for await commit in commits {
                let isOfOutbox =
                    commit.isReload || !commit.ids(in: OutboxSchemas.handed).isEmpty
                    || isReading && !commit.ids(in: OutboxSchemas.entries).isEmpty
                if isOfOutbox { continuation.yield() }
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }
}

extension JSONStore {
    /// The intents that other processes have left and that are not taken over yet, in the order in which they were left.
    ///
    /// - Returns: The intents that this version can read.
    /// - Throws: ``StoreError`` when the folder cannot be read.
    func leftIntents() throws -> [HandedIntent] {
        try leftPayloads(of: LeftIntent.kind).compactMap { if case .known(let intent) = $0 { intent } else { nil } }
    }
}

/// An intent that was left and is not an entry of the outbox yet.
struct HandedRecord: StoredRecord {
    let id: OutboxEntry.ID
    /// Its place in the order in which they were left.
    let number: UInt64
    let intent: HandedIntent
}

/// What is in a file in which an intent was left.
enum LeftIntent: Codable, Sendable {
    case known(HandedIntent)
    /// It has a form that only a later version knows.
    case later
    /// It is no intent.
    case foreign

    /// The error for one that is left for a later version.
    struct IsLater: Error {}

    static let kind = HandoverKind<LeftIntent>(name: "intents") { try $0.take(into: &$1) }

    private struct Form: Decodable {
        var version: Int
    }

    init(from decoder: any Decoder) throws {
        do {
            self =
                try Form(from: decoder).version > HandedIntent.version
                ? .later : .known(try HandedIntent(from: decoder))
        } catch {
            // Not swallowed: the file is set aside, and reported.
            self = .foreign
        }
    }

    func encode(to encoder: any Encoder) throws {
        if case .known(let intent) = self { try intent.encode(to: encoder) }
    }

    private func take(into transaction: inout WriteTransaction) throws {
        switch self {
        case .foreign: throw ForeignHandover()
        case .later: throw IsLater()
        case .known(let intent):
            guard try transaction.record(intent.id, in: OutboxSchemas.handed) == nil else { return }
            let last = try transaction.snapshot.window(of: OutboxSchemas.handed).map(\.number).max() ?? 0
            try transaction.upsert(
                HandedRecord(id: intent.id, number: last + 1, intent: intent), in: OutboxSchemas.handed)
        }
    }
}
