import Core
import Foundation
import Mocks
import PostFeatures
import Testing

/// Paging goes on until enough posts can be seen, and not for ever.
@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct PostListGoingOnTests {
    let provider = TestInjector.mocks.postProvider
    let list = PostListViewModel(feed: .mock(), configuration: .init(minimumVisible: 3, maximumPages: 4))

    private var requests: [FeedRequest] { provider.onPerform.calls.map(\.request) }

    init() {
        TestInjector.mocks.settings.settings.update { $0.nsfw = .hidden }
    }

    @Test func aRefreshGoesOnBehindItsPageUntilEnoughCanBeSeen() async {
        provider.onPerform.returns(
            .drawn("a! b", version: 1, page: "a b", next: "c1"),
            .drawn("a! b c! d", version: 2, page: "c d", next: "c2"),
            .drawn("a! b c! d e f!", version: 3, page: "e f", next: "c3"))
        await list.refresh()
        #expect(requests == [.refresh, .page(after: .mock("c1")), .page(after: .mock("c2"))])
        #expect(list.state.value.drawn == "b d e")
        #expect(list.state.value.fetchedPages == 3)
        #expect(!list.state.value.reachedPageLimit)
        #expect(list.state.value.phase == .idle)
    }

    @Test func whereNothingIsLeftOutAPageIsAPageHoweverShort() async {
        provider.onPerform.returns(.drawn("a", page: "a", next: "c1"))
        await list.refresh()
        #expect(requests == [.refresh])
        #expect(list.state.value.fetchedPages == 1)
    }

    @Test func loadMoreCountsWhatItBringsAnew() async {
        provider.onPerform.returns(.drawn("a b c"))
        await list.load()
        provider.onPerform.returns(
            .drawn("a b c d! e!", version: 2, page: "d e", next: "c2"),
            .drawn("a b c d! e! f g h", version: 3, page: "f g h", next: "c3"))
        await list.loadMore()
        #expect(requests.dropFirst() == [.loadMore, .loadMore])
        #expect(list.state.value.drawn == "a b c f g h")
        #expect(list.state.value.fetchedPages == 2)
    }

    @Test func pagesOfPostsThatAreThereAlreadyBringNothingNew() async {
        // Given a feed that shifts: what was page one is page two now
        provider.onPerform.returns(.drawn("a b c"))
        await list.load()
        provider.onPerform.returns(
            .drawn("a b c", version: 2, page: "a b c", inserted: 0, next: "c2"),
            .drawn("a b c d e f", version: 3, page: "d e f", next: "c3"))
        await list.loadMore()
        #expect(list.state.value.drawn == "a b c d e f")
    }

    @Test func itEndsAtTheLimitAndSaysSo() async {
        for number in 1...4 {
            let text = (1...number).map { "a\($0)!" }.joined(separator: " ")
            provider.onPerform.returns(
                .drawn(text, version: UInt64(number), page: "a\(number)", next: "c\(number)"))
        }
        await list.refresh()
        #expect(requests.count == 4)
        #expect(list.state.value.fetchedPages == 4)
        #expect(list.state.value.reachedPageLimit)
        #expect(list.state.value.phase == .idle)
        // And whoever wants goes on
        provider.onPerform.returns(.drawn("a1! b c d", version: 9, page: "b c d", next: "c9"))
        await list.loadMore()
        #expect(list.state.value.drawn == "b c d")
        #expect(!list.state.value.reachedPageLimit)
    }

    @Test func itEndsWithTheFeed() async {
        provider.onPerform.returns(
            .drawn("a!", page: "a", next: "c1"), .drawn("a! b!", version: 2, page: "b", isEnd: true))
        await list.refresh()
        #expect(requests.count == 2)
        #expect(list.state.value.phase == .end)
        #expect(!list.state.value.reachedPageLimit)
    }

    @Test func itEndsWithAFailureAndKeepsWhatCame() async {
        var failed = FeedUpdate.drawn("a! b", version: 1)
        failed.outcome.error = DataError(.offline)
        provider.onPerform.returns(.drawn("a! b", page: "a b", next: "c1"), failed)
        await list.refresh()
        #expect(requests.count == 2)
        #expect(list.state.value.drawn == "b")
        #expect(list.state.value.banner?.error.code == .offline)
        #expect(list.state.value.page?.ids == [.mock("a"), .mock("b")], "the page that did come")
        #expect(list.state.value.fetchedPages == 1)
    }

    @Test func itEndsWithItsTask() async throws {
        provider.onPerform.returns(.drawn("a!", page: "a", next: "c1"))
        let held = provider.onPerform.holds()
        let refresh = Task { await list.refresh() }
        try await held.arrival()
        refresh.cancel()
        await refresh.value
        #expect(requests.count == 2)
        #expect(list.state.value.phase == .idle)
        #expect(list.state.value.banner == nil)
    }

    @Test func aNewRefreshMakesTheRestOfAnEarlierOneVoid() async throws {
        provider.onPerform.returns(.drawn("a!", page: "a", next: "c1"))
        let (second, fresh) = (provider.onPerform.holds(), provider.onPerform.holds())
        async let early: Void = list.refresh()
        try await second.arrival()
        async let late: Void = list.refresh()
        try await fresh.arrival()
        fresh.release(returning: .drawn("x y z", version: 3, page: "x y z", next: "c9"))
        await late
        second.release(returning: .drawn("a! b!", version: 2, page: "b", next: "c2"))
        await early
        #expect(requests == [.refresh, .page(after: .mock("c1")), .refresh])
        #expect(list.state.value.drawn == "x y z")
    }

    @Test func aRefreshOfWhatIsKnownDoesNotLookFurtherWhileThereIsSomethingToRead() async {
        // All of the first page is left out, and none of it is new: there is plenty below.
        provider.onPerform.returns(.drawn("a! b! c d e", page: "a b", inserted: 0, next: "c1"))
        await list.refresh()
        #expect(requests == [.refresh])
    }

    @Test func whatIsStoredAndFreshIsPagedOnWhenTooLittleOfItCanBeSeen() async {
        var stored = FeedUpdate.drawn("a! b! c")
        stored.outcome.skip = FetchSkip(reason: .fresh)
        provider.onPerform.returns(stored, .drawn("a! b! c d e f", version: 2, page: "d e f", next: "c2"))
        await list.load()
        #expect(requests == [.load(.storedThenNetwork), .loadMore])
        #expect(list.state.value.drawn == "c d e f")
        #expect(list.state.value.skip?.reason == .fresh, "why it was not refreshed is still true")
    }

    @Test(arguments: [ActivityEvent.Reason.offline, .budget, .serverAsked])
    func whatCannotBeAskedForIsNotPagedOn(_ reason: ActivityEvent.Reason) async {
        var stored = FeedUpdate.drawn("a! b! c")
        stored.outcome.skip = FetchSkip(reason: reason)
        provider.onPerform.returns(stored)
        await list.load()
        #expect(requests.count == 1)
    }

    @Test func postsThatWerePutAwayCountAsLeftOut() async {
        provider.onPerform.returns(
            .drawn("", page: "a b", next: "c1", putAwayCount: 2),
            .drawn("c d e", version: 2, page: "c d e", next: "c2", putAwayCount: 2))
        await list.refresh()
        #expect(list.state.value.drawn == "c d e")
    }

    @Test func storedOnlyAndGapsAreOnePage() async {
        let list = PostListViewModel(feed: .mock(), policy: .storedOnly, configuration: .init(minimumVisible: 3))
        provider.onPerform.returns(.drawn("a! |c1 b!"))
        await list.load()
        provider.onPerform.returns(.drawn("a! x! |c2 b!", version: 2, page: "x", next: "c2"))
        await list.fill(list.state.value.gaps[0])
        #expect(requests == [.load(.storedOnly), .page(after: .mock("c1"))])
    }

    @Test func itIsOffForWhoCountsPages() async {
        let list = PostListViewModel(feed: .mock(), configuration: .init(minimumVisible: 0))
        provider.onPerform.returns(.drawn("a!", page: "a", next: "c1"))
        await list.load()
        #expect(requests.count == 1)
    }
}
