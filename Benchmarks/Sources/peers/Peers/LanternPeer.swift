import Core
import Database
import Deals
import Foundation

/// Lantern's JSON store.
final class LanternPeer: Peer {
    static let kind = PeerKind.lantern

    private let store: JSONStore
    private let durability: Durability

    private init(store: JSONStore, durability: Durability) {
        self.store = store
        self.durability = durability
    }

    static func open(_ folder: String, isSynced: Bool) async throws -> LanternPeer {
        let store = try await JSONStore.open(directory: folder, collections: [AnyCollectionSchema(Deal.schema)])
        guard store.damages.isEmpty else { throw RunFailure("the store is damaged: \(store.damages)") }
        return LanternPeer(store: store, durability: isSynced ? .synced : .buffered)
    }

    func commit(_ deals: ArraySlice<Deal>) async throws {
        try await store.write(durability) { transaction in
            for deal in deals { try transaction.upsert(deal, in: Deal.schema) }
        }
    }

    func window(_ window: DealWindow) throws -> [Deal] {
        let start: WindowStart =
            switch window.place {
            case .offset(let offset): .offset(offset)
            case .key(let deal): .key(window.order.key(of: deal))
            }
        return try store.snapshot().window(
            of: Deal.schema, by: Deal.schema.indexes[window.order.rawValue],
            window.isDescending ? .descending : .ascending, from: start, limit: window.limit)
    }

    func count() throws -> Int {
        try store.snapshot().count(of: Deal.schema)
    }

    func close() async throws {
        try await store.close()
    }
}
