import Core
import Foundation
import Mocks
import PostFeatures
import Testing

/// All posts above one are marked as read in one act, which is taken back whole: with a store for each site, and with one
/// for both.
@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct CombinedMarkingTests {
    private let world = CombinedWorld()

    init() {
        world.set(0, [1, 3, 5, 7])
        world.set(1, [2, 4, 6, 8])
    }

    private func open() async -> CombinedFeedViewModel {
        let list = CombinedFeedViewModel(feed: world.feed, pageSize: 4)
        await list.load()
        return list
    }

    private func unread(_ list: CombinedFeedViewModel) -> [String] {
        list.state.value.items.filter { !$0.item.status.isRead }.map(\.id.native)
    }

    private func check(_ list: CombinedFeedViewModel) async throws {
        #expect(unread(list) == ["a1", "b2", "a3", "b4"])
        let items = list.state.value.items
        await list.set(.read(true), for: [items[1].id])
        await list.markAboveAsRead(items[3].id)
        #expect(unread(list) == ["b4"])
        await list.setSaved(true, for: items[0].id)
        #expect(await list.undoLast() == UndoneAct(.saved(false), of: [items[0].id]))
        // What was read before stays read.
        #expect(await list.undoLast()?.posts == [items[0].id, items[2].id])
        #expect(unread(list) == ["a1", "a3", "b4"])
        #expect(await list.undo() == .read(false))
        #expect(unread(list) == ["a1", "b2", "a3", "b4"] && !list.state.value.canUndo)
        await list.markAboveAsRead(items[3].id)
        #expect(await list.undoLast()?.count == 3)
        #expect(unread(list) == ["a1", "b2", "a3", "b4"] && !list.state.value.canUndo)
        #expect(await list.undoLast() == nil)
    }

    /// One backend of both sites.
    private struct BothClouds: OnlinePostProvider {
        let clouds: [MockOnlinePostProvider]
        var site: Site { clouds[0].site }

        func fetchPage(_ request: PageRequest) async throws -> Page {
            let cloud = clouds.first { $0.site == request.feed.site }
            return try await (cloud ?? clouds[0]).fetchPage(request)
        }
    }

    @Test func withAStoreForEachSite() async throws {
        try await check(await open())
    }

    @Test func withOneStoreForBothSites() async throws {
        let store = InMemoryOfflinePostProvider()
        let cloud = BothClouds(clouds: world.clouds)
        let provider = DefaultPostProvider(offline: store, online: cloud, time: ManualClock())
        let combined = CombinedFeedProvider(provider)
        Dependency.register(CombinedFeedProvider.self) { combined }
        let list = await open()
        try await check(list)
        // It is one act for whoever takes it back, also elsewhere.
        await list.markAboveAsRead(list.state.value.items[3].id)
        let id = list.state.value.items[0].id
        await Dependency.withContainer(DependencyContainer()) {
            Dependency.register((any PostProvider).self) { provider }
            let post = PostDetailViewModel(id: id, marksAsRead: false)
            await post.load()
            #expect(await post.undoLast()?.count == 3)
            #expect(post.state.value.item?.status.isRead == false)
            #expect(await post.undoLast() == nil)
        }
    }

    @Test func whereThereIsNothingToMarkThereIsNoAct() async {
        let list = await open()
        await list.markAboveAsRead(list.state.value.items[0].id)
        await list.markAboveAsRead(Post.ID(site: .demo, native: "nobody"))
        #expect(!list.state.value.canUndo)
    }
}
