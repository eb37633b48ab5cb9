import Core
import Mocks
import Testing

@testable import Database

/// The few records that are tried when a store is opened by what is derived.
struct OpeningSampleTests {
    private let world = ShoeStore()

    @Test func aLongRecordIsLeftOutWhereAShorterOneIsNear() async throws {
        let store = try world.open(AnyShoe.schema)
        try await store.write(.synced) { batch in
            let name = String(repeating: "a", count: 300 << 10)
            try batch.upsert(AnyShoe(id: 1, name: name, size: nil), in: AnyShoe.schema)
            try batch.upsert(AnyShoe(id: 2, name: "short", size: 1), in: AnyShoe.schema)
        }
        try await store.close()
        let opened = try world.open(NewShoe.schema)
        let snapshot = opened.snapshot()
        #expect(snapshot.unreadableRecordCounts.isEmpty)
        // Reading it tells.
        #expect(try snapshot.window(of: NewShoe.schema).map(\.id) == [2])
        #expect(snapshot.unreadableRecordCount(of: NewShoe.schema) == 1)
    }

    @Test func aLongRecordIsSampledWhereThereIsNoOther() async throws {
        let store = try world.open(AnyShoe.schema)
        try await store.write(.synced) { batch in
            let name = String(repeating: "a", count: 300 << 10)
            try batch.upsert(AnyShoe(id: 1, name: name, size: nil), in: AnyShoe.schema)
        }
        try await store.close()
        let error = #expect(throws: StoreError.self) { try world.open(NewShoe.schema) }
        #expect(error?.code == .migrationFailed)
    }

    @Test func recordsThatCanBeFetchedAgainAreNotSampled() async throws {
        let store = try world.open(AnyShoe.schema.replaceable())
        try await store.write(.synced) { batch in
            try batch.upsert(AnyShoe(id: 1, name: "shoe", size: nil), in: AnyShoe.schema)
        }
        try await store.close()
        let opened = try world.open(NewShoe.schema.replaceable())
        #expect(opened.snapshot().unreadableRecordCounts.isEmpty)
    }
}
