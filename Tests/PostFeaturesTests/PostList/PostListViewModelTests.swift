import Core
import Foundation
import Mocks
import PostFeatures
import Testing

@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct PostListViewModelTests {
    let feed = Feed.mock()
    let provider = TestInjector.mocks.postProvider
    let list = PostListViewModel(feed: .mock(), configuration: .init(pageSize: 10))

    private var ids: [String] { list.state.value.items.map(\.id.native) }

    private func loaded(_ ids: [String], isEnd: Bool = false) async {
        provider.onPerform.returns(.mock(ids, isEnd: isEnd))
        await list.load()
    }

    @Test func startsNothingByItself() {
        #expect(list.state.value == PostListViewModel.State())
        #expect(provider.onPerform.calls.isEmpty)
        #expect(provider.followers(of: feed) == 0)
    }

    @Test func loadsByItsPolicyAndShowsWhatIsStored() async {
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        var stored = StoredFeed(feed: feed, items: [.mock("a"), .mock("b")], refreshedAt: date, version: 1)
        stored.cursor = .mock("b")
        provider.onPerform.returns(
            FeedUpdate(stored: stored, isStale: true, outcome: FeedOutcome(error: nil, issues: [.suspiciousEmpty])))
        await list.load()
        #expect(provider.onPerform.calls == [.init(.load(.storedThenNetwork), on: feed, limit: 10)])
        #expect(ids == ["a", "b"])
        #expect(list.state.value.phase == .idle)
        #expect(list.state.value.isStale)
        #expect(list.state.value.refreshedAt != nil)
        #expect(list.state.value.issues == [.suspiciousEmpty])
    }

    @Test func isLoadingWhileThereIsNothingToShow() async throws {
        let held = provider.onPerform.holds()
        async let load: Void = list.load()
        try await held.arrival()
        #expect(list.state.value.phase == .loading)
        // What is stored arrives while the network is still asked.
        provider.send(.mock(["a"]))
        await list.state.first { $0.items.count == 1 }
        #expect(list.state.value.phase == .refreshing)
        held.release(returning: .mock(["a", "b"], version: 2))
        await load
        #expect(ids == ["a", "b"])
        #expect(list.state.value.phase == .idle)
    }

    @Test func theEndOfTheFeedIsItsOwnPhaseAndNothingMoreIsLoaded() async {
        await loaded(["a"], isEnd: true)
        #expect(list.state.value.phase == .end)
        await list.loadMore()
        await list.itemAppeared(.mock("a"))
        #expect(provider.onPerform.calls.count == 1)
    }

    @Test func anErrorWithNothingStoredIsAFailure() async {
        provider.onPerform.returns(.mock([], error: DataError(.offline)))
        await list.load()
        #expect(list.state.value.phase == .failed)
        #expect(list.state.value.banner == Banner(DataError(.offline), cause: .content, isDismissible: false))
        list.dismissBanner()
        #expect(list.state.value.banner != nil)
    }

    @Test func anErrorKeepsTheItemsAndTheNextSuccessClearsIt() async {
        await loaded(["a", "b"])
        provider.onPerform.fails(with: DataError(.diskFailure))
        await list.refresh()
        #expect(ids == ["a", "b"])
        #expect(list.state.value.phase == .idle)
        #expect(list.state.value.banner?.error.code == .diskFailure)
        provider.onPerform.returns(.mock(["c"], version: 2))
        await list.refresh()
        #expect(list.state.value.banner == nil)
        #expect(ids == ["c"])
    }

    @Test func aBannerOverItemsCanBePutAway() async {
        provider.onPerform.returns(.mock(["a"], error: DataError(.offline)))
        await list.load()
        #expect(list.state.value.banner?.isDismissible == true)
        list.dismissBanner()
        #expect(list.state.value.banner == nil)
    }

    @Test func cancellationLeavesItIdleWithoutABanner() async throws {
        let held = provider.onPerform.holds()
        let load = Task { await list.load() }
        try await held.arrival()
        load.cancel()
        await load.value
        #expect(held.isCancelled)
        #expect(list.state.value.phase == .idle)
        #expect(list.state.value.banner == nil)
    }

    @Test func anErrorThatCancellationBringsAboutIsNotShown() async throws {
        // Given a provider that says cancellation in its own words
        let held = provider.onPerform.holds(ignoringCancellation: true)
        let load = Task { await list.load() }
        try await held.arrival()
        // When
        load.cancel()
        held.release(throwing: DataError(.offline))
        await load.value
        // Then
        #expect(list.state.value.phase == .idle)
        #expect(list.state.value.banner == nil)
    }

    @Test func aRequestThatGaveWayToANewerOneIsNoFailure() async {
        // Given a provider that says so in an update, or throws it
        await loaded(["a"])
        provider.onPerform.returns(.mock(["b", "a"], version: 2, error: DataError(.superseded)))
        await list.itemAppeared(.mock("a"))
        #expect(ids == ["b", "a"])
        #expect(list.state.value.phase == .idle)
        #expect(list.state.value.banner == nil)
        provider.onPerform.fails(with: DataError(.superseded))
        await list.itemAppeared(.mock("a"))
        #expect(list.state.value.phase == .idle)
        #expect(list.state.value.banner == nil)
        // Then scrolling goes on
        provider.onPerform.returns(.mock(["b", "a", "c"], version: 3))
        await list.itemAppeared(.mock("a"))
        #expect(ids == ["b", "a", "c"])
    }

    @Test func whatGaveWayLeavesTheBannerOfAnEarlierFailure() async {
        provider.onPerform.returns(.mock(["a"], error: DataError(.offline)))
        await list.load()
        provider.onPerform.returns(.mock(["a"], error: DataError(.superseded)))
        await list.loadMore()
        #expect(list.state.value.banner?.error.code == .offline)
    }

    @Test func aLateResultOfASupersededLoadIsVoid() async throws {
        // Given two loads under way
        let (early, late) = (provider.onPerform.holds(), provider.onPerform.holds())
        async let first: Void = list.load()
        try await early.arrival()
        async let second: Void = list.load()
        try await late.arrival()
        // When the later one answers first, and the earlier one with a failure
        late.release(returning: .mock(["b"], version: 2))
        await second
        early.release(throwing: DataError(.offline))
        await first
        // Then
        #expect(ids == ["b"])
        #expect(list.state.value.banner == nil)
        #expect(list.state.value.phase == .idle)
    }

    @Test func aRefreshDuringLoadMoreWins() async throws {
        // Given a page under way
        await loaded(["a"])
        let (page, head) = (provider.onPerform.holds(), provider.onPerform.holds())
        async let more: Void = list.loadMore()
        try await page.arrival()
        #expect(list.state.value.phase == .loadingMore)
        // When a refresh begins, and the page answers before it
        async let refresh: Void = list.refresh()
        try await head.arrival()
        page.release(returning: .mock(["a"], error: DataError(.superseded)))
        await more
        // Then the page changes nothing
        #expect(ids == ["a"])
        #expect(list.state.value.phase == .refreshing)
        head.release(returning: .mock(["new", "a"], version: 2))
        await refresh
        #expect(ids == ["new", "a"])
        #expect(list.state.value.phase == .idle)
    }

    @Test func loadMoreDoesNothingWhileSomethingIsUnderWay() async throws {
        await loaded(["a"])
        let held = provider.onPerform.holds()
        async let refresh: Void = list.refresh()
        try await held.arrival()
        await list.loadMore()
        #expect(provider.onPerform.calls.count == 2)
        held.release(returning: .mock(["a"]))
        await refresh
    }

    @Test func anItemNearTheEndLoadsMoreOncePerPage() async throws {
        // Given
        await loaded((1...10).map { "\($0)" })
        let held = provider.onPerform.holds()
        // When
        await list.itemAppeared(.mock("5"))
        #expect(provider.onPerform.calls.count == 1, "five from the end is the first that counts")
        async let more: Void = list.itemAppeared(.mock("6"))
        try await held.arrival()
        await list.itemAppeared(.mock("7"))
        await list.itemAppeared(.mock("10"))
        // Then
        #expect(provider.onPerform.calls.map(\.request) == [.load(.storedThenNetwork), .loadMore])
        held.release(returning: .mock((1...12).map { "\($0)" }, version: 2))
        await more
        // And the next page has its own turn
        provider.onPerform.returns(.mock((1...12).map { "\($0)" }, version: 3, isEnd: true))
        await list.itemAppeared(.mock("8"))
        #expect(provider.onPerform.calls.count == 3)
        #expect(list.state.value.phase == .end)
    }

    @Test func afterAFailureScrollingDoesNotAskAgainButThePersonMay() async {
        await loaded(["a"])
        provider.onPerform.returns(.mock(["a"], error: DataError(.offline)))
        await list.itemAppeared(.mock("a"))
        await list.itemAppeared(.mock("a"))
        #expect(provider.onPerform.calls.count == 2)
        provider.onPerform.returns(.mock(["a", "b"], version: 2))
        await list.loadMore()
        provider.onPerform.returns(.mock(["a", "b", "c"], version: 3))
        await list.itemAppeared(.mock("b"))
        #expect(ids == ["a", "b", "c"])
    }

    @Test func aGapIsFilledFromItsCursor() async {
        var update = FeedUpdate.mock(["a", "b"])
        update.gaps = [FeedGap(after: .mock("a"), cursor: .mock("c1"))]
        provider.onPerform.returns(update)
        await list.load()
        provider.onPerform.returns(.mock(["a", "x", "b"], version: 2))
        await list.fill(update.gaps[0])
        #expect(provider.onPerform.calls.last?.request == .page(after: .mock("c1")))
        #expect(ids == ["a", "x", "b"])
        #expect(list.state.value.gaps.isEmpty)
        await list.fill(update.gaps[0])
        #expect(provider.onPerform.calls.count == 2, "a gap that is closed is not filled again")
    }
}
