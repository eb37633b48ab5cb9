import Core
import Foundation
import Mocks
import PostFeatures
import Testing

/// Combined feeds on real providers: pages, failures, and what keeps its place.
@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct CombinedFeedPagingTests {
    let world = CombinedWorld()
    let settings = TestInjector.mocks.settings

    private func list(_ pageSize: Int = 3) -> CombinedFeedViewModel {
        CombinedFeedViewModel(feed: world.feed, pageSize: pageSize)
    }

    private func ids(_ list: CombinedFeedViewModel) -> [String] { list.state.value.items.map(\.id.native) }

    @Test func theSourcesAreMergedPageByPageEachWithItsOwnCursor() async {
        world.set(0, [1, 4, 5, 8, 9])
        world.set(1, [2, 3, 6, 7])
        let list = list()
        await list.load()
        #expect(ids(list) == ["a1", "b2", "b3"])
        #expect(list.state.value.items.map(\.source) == [0, 1, 1])
        #expect(list.state.value.phase == .idle)
        await list.loadMore()
        #expect(ids(list) == ["a1", "b2", "b3", "a4", "a5", "b6"])
        await list.loadMore()
        #expect(ids(list) == ["a1", "b2", "b3", "a4", "a5", "b6", "b7", "a8", "a9"])
        #expect(list.state.value.phase == .end)
        #expect(list.state.value.sources.map(\.phase) == [.end, .end])
        #expect(world.asked(0) == ["-", "a5"])
        #expect(world.asked(1) == ["-", "b6"])
        await list.loadMore()
        #expect(world.asked(0).count == 2)
    }

    @Test func whoRefreshesBeforeLoadingMeansWhatIsSetNow() async throws {
        let list = list()
        try await settings.update { $0.blockedWords = ["a2"] }
        world.set(0, [1, 2, 3])
        await list.refresh()
        #expect(ids(list) == ["a1", "a3"])
        #expect(list.state.value.filteredCount == 1)
    }

    @Test func theEndIsNoneAnyMoreWhenWhatLiesBehindItPasses() async throws {
        try await settings.update { $0.blockedWords = ["a4", "a5", "b50"] }
        world.set(0, [1, 2, 3, 4, 5])
        world.set(1, [50])
        let list = CombinedFeedViewModel(feed: world.feed, pageSize: 5)
        await list.load()
        let short = CombinedFeedViewModel(feed: world.feed, pageSize: 3, policy: .storedOnly)
        await short.load()
        #expect(ids(short) == ["a1", "a2", "a3"] && short.state.value.phase == .end)
        var states = 0
        let token = short.state.observe { _ in states += 1 }
        settings.settings.update { $0.blockedWords = [] }
        #expect(short.state.value.phase == .idle)
        #expect(states == 2, "the one that there was, and one publication")
        await short.loadMore()
        #expect(ids(short) == (1...5).map { "a\($0)" } + ["b50"])
        withExtendedLifetime(token) {}
    }

    @Test func aPageIsAPageHoweverFewPostsPassTheSettings() async throws {
        try await settings.update { $0.blockedWords = ["leave*"] }
        let posts = (0..<300).map { number in
            Post.mock("p\(number)", title: number.isMultiple(of: 10) ? "stay" : "leave") {
                $0.created = Date(timeIntervalSince1970: 1_700_000_000 - Double(number))
            }
        }
        let source = Feed.mock("a")
        let stored = StoredFeed(feed: source, items: posts.map { FeedItem(post: $0) }, isEnd: true, version: 1)
        let container = DependencyContainer()
        let provider = MockPostProvider()
        provider.onPerform.answers { _ in FeedUpdate(stored: stored) }
        container.register((any PostProvider).self) { provider }
        container.register((any SettingsProvider).self) { [settings] in settings }
        let list = Dependency.withContainer(container) {
            CombinedFeedViewModel(feed: CombinedFeed([source], order: .newest), pageSize: 7, policy: .storedOnly)
        }
        await list.load()
        #expect(ids(list) == (0..<7).map { "p\($0 * 10)" })
        #expect(list.state.value.filteredCount == 54, "no further than the last one that shows")
        await list.loadMore()
        #expect(ids(list) == (0..<14).map { "p\($0 * 10)" })
        for _ in 0..<3 { await list.loadMore() }
        #expect(ids(list).count == 30 && list.state.value.phase == .end)
    }

    @Test func onlyTheSourceThatHasRunOutIsAsked() async {
        world.set(0, [1, 2, 3, 4, 5, 6, 7, 8, 9])
        world.set(1, [50, 51, 52, 53])
        let list = list()
        await list.load()
        await list.loadMore()
        await list.loadMore()
        #expect(ids(list) == (1...9).map { "a\($0)" })
        #expect(world.asked(0) == ["-", "a3", "a6"])
        #expect(world.asked(1) == ["-"])
    }

    @Test func aSourceThatFailsIsNamedAndHoldsNobodyUp() async {
        world.set(0, [1, 2, 3, 4, 5, 6])
        world.fail(1, with: NetworkError(.timedOut, retryAfter: .seconds(9)))
        let list = list()
        await list.load()
        #expect(ids(list) == ["a1", "a2", "a3"])
        let failed = list.state.value.sources[1]
        #expect(failed.phase == .failed)
        #expect(failed.error?.code == .timedOut)
        #expect(failed.retryAt == TestInjector.mocks.clock.now + 9)
        #expect(list.state.value.sources[0].error == nil)
        #expect(list.state.value.banner?.error.code == .timedOut)
        #expect(list.state.value.banner?.isDismissible == true)
        await list.loadMore()
        #expect(ids(list) == (1...6).map { "a\($0)" })
        #expect(world.asked(1) == ["-"], "it is left alone while the others go on")
        // Nothing else is left: then it is asked again, and what it has comes behind.
        world.fail(1, with: nil)
        world.set(1, [2, 8])
        #expect(list.state.value.phase == .idle)
        await list.loadMore()
        #expect(ids(list) == (1...6).map { "a\($0)" } + ["b2", "b8"])
        #expect(list.state.value.banner == nil)
        #expect(list.state.value.phase == .end)
    }

    @Test func retryAsksOnlyWhoFailedForWhatItFailedAt() async {
        world.set(0, [1, 2, 3, 9])
        world.set(1, [4, 5, 6, 7, 8])
        let list = list(2)
        await list.load()
        world.fail(0, with: NetworkError(.offline))
        await list.loadMore()
        #expect(ids(list) == ["a1", "a2", "b4", "b5"])
        #expect(list.state.value.sources.map(\.phase) == [.failed, .idle])
        world.fail(0, with: nil)
        await list.retry()
        #expect(world.asked(0) == ["-", "a2", "a2"])
        #expect(world.asked(1) == ["-"])
        #expect(list.state.value.banner == nil)
        await list.loadMore()
        #expect(ids(list) == ["a1", "a2", "b4", "b5", "a3", "b6"])
    }

    @Test func whenEverySourceFailsAndNothingIsStoredThatIsAFailure() async {
        world.fail(0, with: NetworkError(.offline))
        world.fail(1, with: NetworkError(.forbidden))
        let list = list()
        await list.load()
        #expect(list.state.value.phase == .failed)
        #expect(list.state.value.banner?.error.code == .offline)
        #expect(list.state.value.banner?.isDismissible == false)
        world.fail(1, with: nil)
        world.set(1, [1])
        await list.refresh()
        #expect(ids(list) == ["b1"])
        #expect(list.state.value.phase == .idle)
    }

    @Test func whatIsStoredIsMergedWithoutTheNetwork() async {
        world.set(0, [1, 3, 5])
        world.set(1, [2, 4, 6])
        await list(6).load()
        world.fail(0, with: NetworkError(.offline))
        world.fail(1, with: NetworkError(.offline))
        let list = CombinedFeedViewModel(feed: world.feed, pageSize: 6, policy: .storedOnly)
        await list.load()
        #expect(ids(list) == ["a1", "b2", "a3", "b4", "a5", "b6"])
        #expect(list.state.value.banner == nil)
        let automatic = CombinedFeedViewModel(feed: world.feed, pageSize: 6)
        await automatic.load()
        #expect(ids(automatic) == ids(list))
        #expect(automatic.state.value.sources.map(\.skip?.reason) == [.fresh, .fresh])
        await automatic.refresh()
        #expect(ids(automatic) == ids(list))
        #expect(automatic.state.value.sources.map(\.phase) == [.failed, .failed])
    }

    @Test func aRefreshMergesAnewAndListsAsMuchAsBefore() async {
        world.set(0, [1, 3, 5, 7])
        world.set(1, [2, 4, 6, 8])
        let list = list(2)
        await list.load()
        await list.loadMore()
        #expect(ids(list) == ["a1", "b2", "a3", "b4"])
        world.set(1, [0, 2, 4, 6, 8])
        await list.refresh()
        #expect(ids(list) == ["b0", "a1", "b2", "a3"])
    }

    @Test func whatArrivesInFrontIsHeldBackUntilItIsAskedFor() async throws {
        world.set(0, [1, 3, 5])
        world.set(1, [2, 4, 6])
        let list = list(6)
        await list.load()
        // Somebody else refreshes one of the sources.
        world.set(1, [0, 2, 4, 6])
        _ = try await world.providers[1].perform(.refresh, on: world.feed.sources[1], limit: 25)
        await list.state.first { $0.newCount == 1 }
        #expect(ids(list) == ["a1", "b2", "a3", "b4", "a5", "b6"])
        list.showNew()
        #expect(ids(list) == ["b0", "a1", "b2", "a3", "b4", "a5"])
        #expect(list.state.value.newCount == 0)
    }

    // MARK: Settings

    @Test func theSettingsLeavePostsOutAndPagingGoesOnUntilEnoughPass() async throws {
        world.set(0, Array(1...8))
        world.set(1, Array(11...18))
        let list = list(2)
        await list.load()
        #expect(ids(list) == ["a1", "a2"])
        try await settings.update { $0.hideRead = true }
        _ = try await world.providers[0].apply(
            .set(.read(true), (1...2).map { Post.ID(site: .demo, native: "a\($0)") }))
        await list.state.first { $0.items.isEmpty && $0.filteredCount == 2 }
        await list.loadMore()
        #expect(ids(list) == ["a3", "a4"])
        // One change reaches the list at once, without the network.
        let asked = world.asked(0).count
        try await settings.update { $0.hideRead = false }
        await list.state.first { $0.items.count == 4 }
        #expect(ids(list) == ["a1", "a2", "a3", "a4"])
        #expect(list.state.value.filteredCount == 0)
        #expect(world.asked(0).count == asked)
    }

    @Test func aFilterThatLeavesNothingAsksNoMoreThanItsBound() async throws {
        world.set(0, Array(1...100))
        world.set(1, Array(1...100))
        try await settings.update { $0.mediaKinds = [.poll] }
        let list = list(2)
        await list.load()
        #expect(ids(list).isEmpty)
        #expect(world.asked(0).count <= 6 && world.asked(1).count <= 6)
        #expect(list.state.value.phase == .idle)
    }
}
