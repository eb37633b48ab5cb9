import Core
import Foundation
import Mocks
import PostFeatures
import Testing

/// Posts that come in front of what is read are counted, and wait until they are asked for.
@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct PostListNewsTests {
    let provider = TestInjector.mocks.postProvider
    let list = PostListViewModel(feed: .mock(), configuration: .init(minimumVisible: 0, holdsBackNew: true))

    private var drawn: String { list.state.value.drawn }
    private var newCount: Int { list.state.value.newCount }

    /// A list that is loaded, with the person somewhere in it.
    private func load(_ text: String, readingAt id: String? = nil) async {
        provider.onPerform.returns(.drawn(text))
        await list.load()
        if let id { list.didScroll(to: .mock(id), offset: 10) }
    }

    private func refresh(_ text: String, version: UInt64 = 2) async {
        provider.onPerform.returns(.drawn(text, version: version))
        await list.refresh()
    }

    @Test func loadingForTheFirstTimeHoldsNothingBack() async {
        list.didScroll(to: .mock("nobody"))
        await load("a b c")
        #expect(drawn == "a b c")
        #expect(newCount == 0)
    }

    @Test func atTheTopEverythingIsShownAtOnce() async {
        await load("a b")
        await refresh("x a b")
        #expect(drawn == "x a b")
        list.didScroll(to: .mock("x"), offset: 0)
        await refresh("y x a b", version: 3)
        #expect(drawn == "y x a b")
        #expect(newCount == 0)
    }

    @Test func awayFromTheTopNewPostsWaitUntilTheyAreAskedFor() async {
        await load("a b c", readingAt: "b")
        await refresh("x y a b c")
        #expect(drawn == "a b c")
        #expect(newCount == 2)
        list.showNew()
        #expect(drawn == "x y a b c")
        #expect(newCount == 0)
        #expect(list.state.value.anchor == ReadingAnchor(id: .mock("b"), offset: 10))
    }

    @Test func whoScrollsToTheTopFindsThemThere() async {
        await load("a b c", readingAt: "b")
        await refresh("x a b c")
        list.didScroll(to: .mock("a"), offset: 3)
        #expect(newCount == 1, "not quite the top")
        list.didScroll(to: .mock("a"), offset: 0)
        #expect(drawn == "x a b c")
    }

    @Test func theCountIsExactAfterDuplicatesStatusesAndFilters() async {
        await load("a b c", readingAt: "c")
        // Two new ones, one that moved, one NSFW
        await refresh("x c n! y a b")
        #expect(newCount == 3)
        #expect(drawn == "c a b")
        TestInjector.mocks.settings.settings.update { $0.nsfw = .hidden }
        #expect(newCount == 2)
        provider.onApply.returns(StatusReceipt(statuses: [.mock("x", isDismissed: true)], version: 3))
        await list.dismiss(.mock("x"))
        #expect(newCount == 1)
        provider.send(.drawn("z y c a b", version: 4))
        await list.state.first { $0.newCount == 2 }
        #expect(drawn == "c a b")
    }

    @Test func whatIsShownGoesOnBeingUpdatedAndWhatIsGoneGoes() async {
        await load("a b c", readingAt: "c")
        await refresh("x a~ c")
        #expect(drawn == "a c")
        #expect(list.state.value.items[0].status.isRead)
    }

    @Test func whatPagingBringsBehindTheListIsNoNews() async {
        await load("a b", readingAt: "b")
        provider.onPerform.returns(.drawn("x a b c d", version: 2, page: "c d"))
        await list.loadMore()
        #expect(drawn == "a b c d")
        #expect(newCount == 1)
    }

    @Test func whatFillsAGapIsNoNewsAlsoWhenAnotherOneHearsOfItFirst() async throws {
        await load("a |c1 b c", readingAt: "c")
        let held = provider.onPerform.holds()
        async let fill: Void = list.fill(list.state.value.gaps[0])
        try await held.arrival()
        // The stream tells before the call returns.
        provider.send(.drawn("x a f g b c", version: 2, page: "f g"))
        await list.state.first { $0.gaps.isEmpty }
        #expect(drawn == "a f g b c")
        held.release(returning: .drawn("x a f g b c", version: 2, page: "f g"))
        await fill
        #expect(drawn == "a f g b c")
        #expect(newCount == 1)
    }

    @Test func aRefreshThatAnswersInAGapsSteadIsNews() async {
        await load("a |c1 b c", readingAt: "c")
        provider.onPerform.returns(.drawn("x y |c2 a |c1 b c", version: 2, page: "x y"))
        await list.fill(list.state.value.gaps[0])
        #expect(newCount == 2)
        #expect(drawn == "a |c1 b c", "the gap behind what waits waits too")
    }

    @Test func whatWasLeftOutBeforeIsNoNewsWhenItIsShownAgain() async {
        TestInjector.mocks.settings.settings.update { $0.nsfw = .hidden }
        await load("a n! b", readingAt: "b")
        TestInjector.mocks.settings.settings.update { $0.nsfw = .covered }
        #expect(drawn == "a n b")
        #expect(newCount == 0)
    }

    @Test(arguments: [StatusChange.dismissed(true), .hidden(true)])
    func whatWasPutAwayInAnEarlierRunIsNoNewsWhenItComesBack(_ change: StatusChange) async throws {
        // Given a post that somebody has put away in a list that is gone
        let (offline, feed) = (InMemoryOfflinePostProvider(), Feed.mock("whole"))
        let posts = DefaultPostProvider(offline: offline, online: nil)
        _ = try await offline.commit(.mock("a", "b", "c", next: "c1"), to: feed, at: .head, date: .distantPast)
        Dependency.register((any PostProvider).self) { posts }
        let act: StatusMutation =
            change == .dismissed(true) ? .dismiss([.mock("a")]) : .setUndoably(change, [.mock("a")])
        _ = try await offline.apply(act, at: .distantPast)
        let list = PostListViewModel(feed: feed, policy: .storedOnly, configuration: .init(holdsBackNew: true))
        await list.load()
        #expect(list.state.value.drawn == "b c")
        // When it is taken back by somebody who reads below the top
        list.didScroll(to: .mock("c"), offset: 0)
        let undone = await list.undoLast()
        // Then it is listed, and no news
        #expect(undone?.returned == .mock("a"))
        #expect(list.state.value.drawn == "a b c" && list.state.value.newCount == 0)
        list.stop()
    }

    @Test func whatIsTakenBackIsInItsPlaceAndNoNews() async {
        await load("a b c", readingAt: "c")
        provider.onApply.returns(StatusReceipt(statuses: [.mock("a", isDismissed: true)], version: 2))
        await list.dismiss(.mock("a"))
        provider.onApply.returns(StatusReceipt(statuses: [.mock("a")], version: 3))
        await list.undo()
        #expect(drawn == "a b c")
        #expect(newCount == 0)
        await refresh("x a b c", version: 4)
        #expect(drawn == "a b c")
        #expect(newCount == 1)
    }

    @Test func withoutTheOptionEverythingIsShown() async {
        let list = PostListViewModel(feed: .mock())
        provider.onPerform.returns(.drawn("a b"), .drawn("x a b", version: 2))
        await list.load()
        list.didScroll(to: .mock("b"), offset: 10)
        await list.refresh()
        #expect(list.state.value.drawn == "x a b")
        #expect(list.state.value.newCount == 0)
    }

    @Test func aRestoredReadingPositionIsNotTheTop() async {
        TestInjector.mocks.readingPositions.put(
            ReadingPosition(anchor: ReadingAnchor(id: .mock("b"), offset: 4), changed: .distantPast), for: .mock())
        await load("a b c")
        #expect(list.state.value.anchor == ReadingAnchor(id: .mock("b"), offset: 4))
        await refresh("x a b c")
        #expect(newCount == 1)
    }
}
