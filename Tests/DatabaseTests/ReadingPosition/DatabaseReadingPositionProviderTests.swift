import Core
import Database
import Foundation
import Mocks
import PostFeatures
import Testing

@Suite(.testInjector, .timeLimit(.minutes(5)))
struct DatabaseReadingPositionProviderTests {
    private let files = TestInjector.mocks.fileSystem
    private let feed = Feed.mock()

    private func open(limit: Int = 200) throws -> (JSONStore, DatabaseReadingPositionProvider) {
        let store = try JSONStore(
            directory: "/tmp/store",
            collections: DatabasePostProvider.collections + DatabaseReadingPositionProvider.collections)
        return (store, DatabaseReadingPositionProvider(store: store, limit: limit))
    }

    private func position(_ native: String, second: Double = 5) -> ReadingPosition {
        ReadingPosition(
            anchor: ReadingAnchor(id: .mock(native), offset: 12.25), above: [.mock("x"), .mock("y")],
            below: [.mock("z")], changed: Date(timeIntervalSince1970: second))
    }

    @Test func aPositionIsThereAfterKillingTheProcess() async throws {
        let (_, provider) = try open()
        #expect(try await provider.position(for: feed) == nil)
        try await provider.set(position("a"), for: feed)
        files.killProcess()
        let (_, reopened) = try open()
        #expect(try await reopened.position(for: feed) == position("a"))
        #expect(try await reopened.position(for: .mock("other")) == nil)
        try await reopened.set(nil, for: feed)
        #expect(try await reopened.position(for: feed) == nil)
    }

    @Test func theLastPositionOfAFeedCountsAndTheSameOneIsNoCommit() async throws {
        let (store, provider) = try open()
        try await provider.set(position("a"), for: feed)
        try await provider.set(position("b"), for: feed)
        let version = store.snapshot().version
        try await provider.set(position("b"), for: Feed.mock("SWIFT"))
        #expect(store.snapshot().version == version)
        #expect(try await provider.position(for: feed) == position("b"))
    }

    @Test func theFeedsThatWereLeftLongestAgoAreForgotten() async throws {
        let (_, provider) = try open(limit: 3)
        let feeds = (0..<6).map { Feed.mock("f\($0)") }
        // Left in another order than they were first seen
        for (feed, second) in zip(feeds, [10.0, 50, 20, 60, 30, 5]) {
            try await provider.set(position("a", second: second), for: feed)
        }
        var kept: [Int] = []
        for (number, feed) in feeds.enumerated() where try await provider.position(for: feed) != nil {
            kept.append(number)
        }
        #expect(kept == [1, 3, 5], "the one that is set is kept, however old its date")
    }

    @Test func aFailingDiskIsReportedAndChangesNothing() async throws {
        let (_, provider) = try open()
        try await provider.set(position("a"), for: feed)
        files.fail(.write, with: .noSpace)
        let error = try await #require(throws: StoreError.self) {
            try await provider.set(position("b"), for: feed)
        }
        #expect(error.code == .noSpace)
        #expect(try await provider.position(for: feed) == position("a"))
    }

    @Test @MainActor func aPersonFindsTheirPlaceAgainAfterARelaunch() async throws {
        // Given a list over a store, read to its middle
        let page = Page.mock("a", "b", "c", "d", "e", next: "c1")
        var (store, positions) = try open()
        var posts = DatabasePostProvider(store: store)
        _ = try await posts.commit(page, to: feed, at: .head, date: .distantPast)
        func makeList() -> PostListViewModel {
            let (provider, positions) = (DefaultPostProvider(offline: posts, online: nil), positions)
            Dependency.register((any PostProvider).self) { provider }
            Dependency.register((any ReadingPositionProvider).self) { positions }
            return PostListViewModel(feed: feed, policy: .storedOnly, configuration: .init(holdsBackNew: true))
        }
        var list = makeList()
        await list.load()
        list.didScroll(to: .mock("c"), offset: 33)
        list.stop()
        await list.savePosition()
        try await store.close()
        // When the process is another one
        (store, positions) = try open()
        posts = DatabasePostProvider(store: store)
        list = makeList()
        await list.load()
        #expect(list.state.value.anchor == ReadingAnchor(id: .mock("c"), offset: 33))
        // And new posts land in front of it
        let new = Page.mock((1...50).map { Post.mock("n\($0)") } + page.posts, next: "c2")
        _ = try await posts.commit(new, to: feed, at: .head, date: .distantFuture)
        for await state in list.state.values where state.newCount > 0 { break }
        #expect(list.state.value.newCount == 50)
        #expect(list.state.value.items.map(\.id) == page.posts.map(\.id))
        list.showNew()
        // Then the place is the same
        #expect(list.state.value.items.count == 55)
        #expect(list.state.value.anchor == ReadingAnchor(id: .mock("c"), offset: 33))
        list.stop()
        try await store.close()
    }
}
