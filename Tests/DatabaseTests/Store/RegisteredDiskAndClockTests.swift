import Core
import Database
import Mocks
import Testing

/// What is registered in a test is what Lantern's own types use there.
@Suite(.testInjector)
struct RegisteredDiskAndClockTests {
    @Test func aStoreIsOnTheRegisteredDisk() async throws {
        let files = TestInjector.mocks.fileSystem
        let store = try JSONStore(directory: "/tmp/store", collections: [AnyCollectionSchema(Note.schema)])
        try await store.put(Note(1), durability: .synced)
        #expect(files.paths.contains("/tmp/store/journal-00000001.jsonl"))
        files.fail(.write, with: .noSpace)
        let error = try await #require(throws: StoreError.self) { try await store.put(Note(2)) }
        #expect(error.code == .noSpace)
    }

    @Test func aFeedGrowsOldByTheRegisteredClock() async throws {
        let (mocks, feed) = (TestInjector.mocks, Feed.mock())
        let store = try JSONStore(directory: "/tmp/store", collections: DatabasePostProvider.collections)
        let provider = DefaultPostProvider(
            offline: DatabasePostProvider(store: store), online: mocks.onlinePostProvider)
        mocks.onlinePostProvider.onFetchPage.returns(.mock("t3_a"))
        let fresh = try await provider.performed(.refresh, on: feed, limit: 25)
        #expect(fresh.refreshedAt == mocks.clock.now)
        #expect(!fresh.isStale)
        mocks.clock.advance(by: .seconds(3601))
        #expect(try await provider.performed(.load(.storedOnly), on: feed, limit: 25).isStale)
    }
}
