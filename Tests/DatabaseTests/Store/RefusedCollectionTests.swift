import Core
import Mocks
import Testing

@testable import Database

/// A collection that turns out not to fit its type when it is read, in a store that is open.
struct RefusedCollectionTests {
    private let world = ShoeStore()

    /// A store whose opening finds nothing: just what it looks at fits.
    private func openPatchy() async throws -> JSONStore {
        let fitting: Set = [1, 26, 51, 76, 100]
        try await world.fill(100) { fitting.contains($0) }
        return try world.open(NewShoe.schema)
    }

    private func tag(_ id: String, in store: JSONStore) async throws {
        try await store.write(.synced) { try $0.upsert(Tag(id: id), in: Tag.schema) }
    }

    @Test func aRefusedCollectionLeavesTheOthersReadableAndWritable() async throws {
        let store = try await openPatchy()
        for round in 1...3 {
            let read = #expect(throws: StoreError.self) { try store.snapshot().window(of: NewShoe.schema) }
            #expect(read?.code == .migrationFailed)
            try await tag("\(round)", in: store)
            #expect(try store.snapshot().count(of: Tag.schema) == round)
            let write = await #expect(throws: StoreError.self) {
                try await store.write(.synced) {
                    try $0.upsert(NewShoe(id: 500, name: "new", size: 1), in: NewShoe.schema)
                }
            }
            #expect(write?.code == .migrationFailed)
        }
        try await store.close()
        let reopened = #expect(throws: StoreError.self) { try world.open(NewShoe.schema) }
        #expect(reopened?.code == .migrationFailed)
        let mended = try world.open(NewShoe.migrated)
        #expect(try mended.snapshot().count(of: NewShoe.migrated) == 100)
        #expect(try mended.snapshot().count(of: Tag.schema) == 3)
    }

    @Test func verifyNamesARefusedCollectionAndTheOthersGoOn() async throws {
        let store = try await openPatchy()
        #expect(try await store.verify().unreadableRecords.count == 95)
        let read = #expect(throws: StoreError.self) { try store.snapshot().window(of: NewShoe.schema) }
        #expect(read?.code == .migrationFailed)
        try await tag("late", in: store)
        try await store.close()
        // No manifest hides it.
        let reopened = #expect(throws: StoreError.self) { try world.open(NewShoe.schema) }
        #expect(reopened?.code == .migrationFailed)
        let mended = try world.open(NewShoe.migrated)
        #expect(try mended.snapshot().count(of: NewShoe.migrated) == 100)
        #expect(try mended.snapshot().count(of: Tag.schema) == 1)
    }

    @Test func aWriteToARefusedCollectionIsRefusedAlone() async throws {
        let store = try await openPatchy()
        // What is replaced cannot be read.
        let write = await #expect(throws: StoreError.self) {
            try await store.write(.synced) {
                try $0.upsert(NewShoe(id: 2, name: "new", size: 1), in: NewShoe.schema)
            }
        }
        #expect(write?.code == .migrationFailed)
        try await tag("late", in: store)
        try await store.close()
        let mended = try world.open(NewShoe.migrated)
        #expect(try mended.snapshot().record(2, in: NewShoe.migrated)?.name == "shoe 2")
    }
}
