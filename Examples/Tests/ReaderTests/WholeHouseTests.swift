import Cloud
import Core
import Database
import DemoServer
import Foundation
import Mocks
import PostFeatures
import Testing

/// One refresh through every layer: HTTP, decoding, the database on a real disk, the provider, a view model.
@Suite(.timeLimit(.minutes(5)))
struct WholeHouseTests {
    private func container(base: URL, store: JSONStore) -> DependencyContainer {
        let container = DependencyContainer()
        container.register((any OfflinePostProvider).self) { DatabasePostProvider(store: store) }
        container.register((any PostProvider).self) {
            let backend = try Backend.redditJSON(base: base, profile: .demo, requests: NetworkRequestProvider())
            return DefaultPostProvider(
                offline: Dependency.resolve((any OfflinePostProvider).self),
                online: backend.online)
        }
        return container
    }

    @MainActor @Test func aFeedLivesThroughANetworkThatGoesAndARelaunch() async throws {
        try await ReaderFixture.run { fixture in
            let base = try #require(fixture.server.baseURL)
            let feed = Feed(site: .demo, source: .subreddits(["swift"]), sort: .new)
            var store = try JSONStore(directory: fixture.store)

            try await Dependency.withContainer(container(base: base, store: store)) {
                let list = await PostListViewModel(feed: feed, configuration: .init(pageSize: 20))
                // Given a list that was loaded and paged through
                await list.load()
                var shown = await list.state.value
                #expect(shown.items.count == 20)
                #expect(shown.origin == .network(source: "reddit-json", completeness: .full))
                let last = try #require(shown.items.last)
                await list.itemAppeared(last.id)
                shown = await list.state.value
                #expect(shown.items.count == 40)
                // When the network goes
                await fixture.server.stop()
                await list.refresh()
                // Then all of it is still there, with the reason beside it
                #expect(await list.state.value.items == shown.items)
                #expect(await list.state.value.banner?.error.code == .offline)
                // And what is done in the dark is done
                let (first, second) = (shown.items[0].id, shown.items[1].id)
                await list.select(first)
                await list.setSaved(true, for: first)
                await list.dismiss(second)
                #expect(await list.state.value.items.first?.status.isRead == true)
                #expect(await list.state.value.items.count == 39)
                await list.stop()
            }
            try await store.close()

            // After a relaunch, still in the dark
            store = try JSONStore(directory: fixture.store)
            await Dependency.withContainer(container(base: base, store: store)) {
                let list = await PostListViewModel(feed: feed, policy: .storedOnly, configuration: .init(pageSize: 20))
                await list.load()
                let state = await list.state.value
                #expect(state.items.count == 39)
                #expect(state.items.first?.status.isSaved == true)
                #expect(state.banner == nil)
                await list.undo()
                #expect(await list.state.value.items.count == 40)
                await list.stop()
            }
            try await store.close()
        }
    }

    @MainActor @Test func twoListsOfOneFeedShowTheSame() async throws {
        try await ReaderFixture.run { fixture in
            let base = try #require(fixture.server.baseURL)
            let store = try JSONStore(directory: fixture.store)
            try await Dependency.withContainer(container(base: base, store: store)) {
                let feed = Feed(site: .demo)
                let (left, right) = (await PostListViewModel(feed: feed), await PostListViewModel(feed: feed))
                await left.load()
                await right.load()
                let id = try #require(await left.state.value.items.first?.id)
                await left.dismiss(id)
                // The other one hears of it from the database.
                for await state in await right.state.values where !state.items.contains(where: { $0.id == id }) {
                    break
                }
                #expect(await left.state.value.items == right.state.value.items)
                await left.stop()
                await right.stop()
            }
            try await store.close()
        }
    }
}
