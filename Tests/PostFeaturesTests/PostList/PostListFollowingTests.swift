import Core
import Mocks
import PostFeatures
import Testing

@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct PostListFollowingTests {
    let feed = Feed.mock()
    let provider = TestInjector.mocks.postProvider

    @Test func followsWhatElseChangesTheFeed() async {
        let list = PostListViewModel(feed: feed)
        provider.onPerform.returns(.mock(["a"]))
        await list.load()
        provider.send(.mock(["b", "a"], version: 2, isEnd: true))
        await list.state.first { $0.items.count == 2 }
        await list.state.first { $0.phase == .end }
    }

    @Test func dropsUpdatesThatAreOlderThanWhatIsShown() async {
        let list = PostListViewModel(feed: feed)
        provider.onPerform.returns(.mock(["new"], version: 5))
        await list.load()
        provider.send(.mock(["old"], version: 4))
        provider.onPerform.returns(.mock(["older"], version: 3, error: DataError(.offline)))
        await list.refresh()
        #expect(list.state.value.items.map(\.id.native) == ["new"])
        #expect(list.state.value.banner?.error.code == .offline, "what it says of the request still counts")
        provider.send(.mock(["newest"], version: 6))
        await list.state.first { $0.items.first?.id == .mock("newest") }
    }

    @Test func showsWhatIsLeftOfAStoreThatLostItsNewestCommits() async {
        let list = PostListViewModel(feed: feed)
        provider.onPerform.returns(.mock(["lost", "left"], version: 5))
        await list.load()
        var mended = FeedUpdate.mock(["left"], version: 4)
        mended.reloads = 1
        provider.send(mended)
        await list.state.first { $0.items.map(\.id.native) == ["left"] }
    }

    @Test func itemsThatArriveEndAFailure() async {
        let list = PostListViewModel(feed: feed)
        provider.onPerform.returns(.mock([], version: 0, error: DataError(.offline)))
        await list.load()
        provider.send(.mock(["a"], version: 1))
        await list.state.first { $0.phase == .idle && $0.items.count == 1 }
        #expect(list.state.value.banner?.isDismissible == true)
    }

    @Test func loadingTwiceFollowsOnce() async {
        let list = PostListViewModel(feed: feed)
        provider.onPerform.returns(.mock(["a"]), .mock(["a"]))
        await list.load()
        await list.load()
        #expect(provider.followers(of: feed) == 1)
    }

    @Test func stopEndsFollowingAndWhatIsUnderWay() async throws {
        let list = PostListViewModel(feed: feed)
        let held = provider.onPerform.holds()
        async let load: Void = list.load()
        try await held.arrival()
        list.stop()
        try await provider.waitForFollowers(of: feed, count: 0)
        held.release(returning: .mock(["late"]))
        await load
        #expect(list.state.value.items.isEmpty)
        #expect(list.state.value.phase == .idle)
    }

    @Test func isReleasedAfterStop() async throws {
        var list: PostListViewModel? = PostListViewModel(feed: feed)
        let released = Weak(list)
        provider.onPerform.returns(.mock(["a"]))
        await list?.load()
        list?.stop()
        list = nil
        try await provider.waitForFollowers(of: feed, count: 0)
        #expect(released.object == nil)
    }

    @Test func isReleasedWithoutStopAndEndsFollowing() async throws {
        var list: PostListViewModel? = PostListViewModel(feed: feed)
        let released = Weak(list)
        provider.onPerform.returns(.mock(["a"]))
        await list?.load()
        list = nil
        try await provider.waitForFollowers(of: feed, count: 0)
        #expect(released.object == nil)
    }
}
