import Core
import Database
import Foundation
import Mocks
import Testing

/// The examples of Documentation/Database.md, against all records looked at one by one.
struct TypedIndexTests {
    struct Deal: StoredRecord {
        let id: Int
        var price: Double
        var store: String?

        static let byPrice = TypedIndex<Deal, Double>("price", \.price)
        static let byStore = TypedIndex<Deal, String?>("store", \.store)
        static let schema = CollectionSchema<Deal>(name: "deals", indexes: [byPrice.index, byStore.index])
    }

    private static let stores: [String?] = [
        nil, "", "Corner", "Corner shop", "Cornerz", "Corn", "corner", "Ä", "\u{10FFFF}x",
    ]

    private func makeStore() async throws -> (JSONStore, [Deal]) {
        let store = try JSONStore(
            directory: "/tmp/store", collections: [AnyCollectionSchema(Deal.schema)], files: InMemoryFileSystem(),
            time: ManualClock())
        let deals = (0..<100).map { id in
            Deal(id: id, price: Double(id * 7 % 41) * 2.5 - 10, store: Self.stores[id % Self.stores.count])
        }
        try await store.write { batch in
            for deal in deals { try batch.upsert(deal, in: Deal.schema) }
        }
        return (store, deals)
    }

    @Test func comparisonsOfAnIndexFindTheMatchingRecords() async throws {
        let (store, deals) = try await makeStore()
        let snapshot = store.snapshot()
        let cases: [(IndexRange<Deal>, (Deal) -> Bool)] = [
            (Deal.byPrice >= 80, { $0.price >= 80 }), (Deal.byPrice > 80, { $0.price > 80 }),
            (Deal.byPrice < 0, { $0.price < 0 }), (Deal.byPrice <= 0, { $0.price <= 0 }),
            (Deal.byPrice == 0, { $0.price == 0 }), (Deal.byPrice == 1, { _ in false }),
            (Deal.byPrice >= .nan, { _ in false }),
            (Deal.byPrice.range(10..<20), { (10..<20).contains($0.price) }),
            (Deal.byPrice.range(10...20), { (10...20).contains($0.price) }),
            (Deal.byStore >= nil, { _ in false }), (Deal.byStore > nil, { _ in false }),
            (Deal.byStore <= nil, { _ in false }), (Deal.byStore < nil, { _ in false }),
            (Deal.byStore == nil, { $0.store == nil }), (Deal.byStore == "Corner", { $0.store == "Corner" }),
            (Deal.byStore.hasPrefix("Corner"), { $0.store?.hasPrefix("Corner") == true }),
            (Deal.byStore.hasPrefix(""), { $0.store != nil }),
            (Deal.byStore.hasPrefix("\u{10FFFF}"), { $0.store?.hasPrefix("\u{10FFFF}") == true }),
            (Deal.byStore < "Corner", { ["", "Corn"].contains($0.store) }),
            (Deal.byStore.range("Corn"..<"Cornerz"), { ["Corn", "Corner", "Corner shop"].contains($0.store) }),
            (Deal.byStore.range("Corn"..."Corner"), { ["Corn", "Corner"].contains($0.store) }),
        ]
        for (number, (range, isIncluded)) in cases.enumerated() {
            let expected = Set(deals.filter(isIncluded).map(\.id))
            let found = try snapshot.window(of: Deal.schema, in: range)
            #expect(Set(found.map(\.id)) == expected && found.count == expected.count, "Case \(number)")
            #expect(try snapshot.count(of: Deal.schema, in: range) == expected.count, "Case \(number)")
            let first = try snapshot.window(of: Deal.schema, in: range, .descending, limit: 3)
            #expect(first.count == min(3, expected.count), "Case \(number)")
        }
    }

    @Test func aRangeOfAnIndexIsObserved() async throws {
        let (store, deals) = try await makeStore()
        var changes = store.observe(windowOf: Deal.schema, in: Deal.byPrice >= 80, limit: 100).makeAsyncIterator()
        let before = deals.filter { $0.price >= 80 }.count
        #expect(try await changes.next()?.total == before)
        try await store.write { try $0.upsert(Deal(id: 1_000, price: 80), in: Deal.schema) }
        #expect(try await changes.next()?.total == before + 1)
    }
}
