import Core
import Database
import Mocks
import Testing

struct GatheredCollectionsTests {
    private let files = InMemoryFileSystem()

    @Test func aStoreOfPostsServesEveryProviderWithoutAList() async throws {
        let clock = ManualClock()
        let store = try JSONStore(
            directory: "/tmp/store", ownCollections: [AnyCollectionSchema(Note.schema)], files: files, time: clock)
        let feed = Feed(site: .demo)
        let posts = DatabasePostProvider(store: store, time: clock)
        try await posts.store([.mock("t3_a")], completeness: .full)
        #expect(try await posts.items([Post.ID(site: .demo, native: "t3_a")]).count == 1)
        #expect(try await posts.storedFeed(feed).items.isEmpty)
        let settings = try DatabaseSettingsProvider(store: store, time: clock)
        try await settings.update { $0.nsfw = .hidden }
        #expect(try await DatabaseSourceProvider(store: store).sources(on: .demo).sources.isEmpty)
        #expect(try await DatabaseArchiveProvider(store: store, time: clock).export().sources.isEmpty)
        try await store.put(Note(1))
        #expect(try store.notes.count == 1)
    }

    @Test func aCollectionThatTheStoreWasOpenedWithoutIsAnErrorThatNamesIt() async throws {
        let store = try JSONStore(
            directory: "/tmp/store", collections: [AnyCollectionSchema(Note.schema)], files: files,
            time: ManualClock())
        let read = #expect(throws: StoreError.self) { try store.snapshot().window(of: Tag.schema) }
        #expect(read?.code == .invalidInput)
        #expect(read?.message.contains("'tags'") == true)
        let written = await #expect(throws: StoreError.self) {
            try await store.write { try $0.upsert(Tag(id: "a"), in: Tag.schema) }
        }
        #expect(written?.code == .invalidInput)
        await #expect(throws: StoreError.self) {
            try await store.write { try $0.delete("a", from: Tag.schema) }
        }
        await #expect(throws: StoreError.self) {
            for try await _ in store.observe("a", in: Tag.schema) {}
        }
        // What goes on is not disturbed by it.
        try await store.put(Note(1))
        #expect(try store.notes.count == 1)
    }

    @Test func aBuiltInNameIsRefusedForAnAppsOwnCollection() {
        struct Mine: StoredRecord {
            let id: Int
        }
        let mine = CollectionSchema<Mine>(name: "posts")
        let error = #expect(throws: StoreError.self) {
            try JSONStore(
                directory: "/tmp/store", ownCollections: [AnyCollectionSchema(mine)], files: files,
                time: ManualClock())
        }
        #expect(error?.code == .invalidInput)
        #expect(error?.message.contains("'posts'") == true)
    }
}
