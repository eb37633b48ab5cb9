import Core
import Foundation
import Mocks
import PostFeatures
import Testing

/// Rows are posts with the gaps between them; no gap is lost, and none is there twice.
@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct PostListRowsTests {
    let provider = TestInjector.mocks.postProvider
    let list = PostListViewModel(feed: .mock(), configuration: .init(minimumVisible: 0))

    private var drawn: String { list.state.value.drawn }

    private func load(_ text: String) async {
        provider.onPerform.returns(.drawn(text))
        await list.load()
    }

    @Test(arguments: ["", "a", "|c1", "|c1 |c2 a", "a |c1 b |c2 |c3 c", "a b |c1", "a |c1 |c2 b c d |c3 |c4"])
    func rowsAreDrawnAsTheFeedIs(_ text: String) async {
        await load(text)
        #expect(drawn == text)
        #expect(list.state.value.rows.count == text.split(separator: " ").count)
        #expect(list.state.value.rows.reversed().map(\.id) == list.state.value.rows.map(\.id).reversed())
    }

    @Test func aPostIsSharedThatTheListShows() async throws {
        TestInjector.mocks.endpointProvider.resolveLinks(against: try #require(URL(string: "https://demo.example")))
        await load("a |c1 b")
        let shared = try #require(list.share(.mock("b")))
        #expect(shared.text == "Post b\nhttps://demo.example/r/swift/comments/b/")
        #expect(list.share(.mock("nobody")) == nil)
    }

    @Test func nothingIsSharedWhereNobodyKnowsTheBackendsAddresses() async {
        let container = DependencyContainer()
        let provider = MockPostProvider()
        provider.onPerform.returns(.drawn("a"))
        container.register((any PostProvider).self) { provider }
        let list = Dependency.withContainer(container) {
            PostListViewModel(feed: .mock(), configuration: .init(minimumVisible: 0))
        }
        await list.load()
        #expect(list.state.value.drawn == "a")
        #expect(list.share(.mock("a")) == nil)
    }

    @Test func aGapStaysBehindWhatIsLeftInFrontOfIt() async {
        await load("a b |c1 c |c2 d")
        for (gone, rows) in [("b", "a |c1 c |c2 d"), ("c", "a |c1 |c2 d"), ("a", "|c1 |c2 d"), ("d", "|c1 |c2")] {
            provider.onApply.returns(StatusReceipt(statuses: [.mock(gone, isDismissed: true)], version: 2))
            await list.dismiss(.mock(gone))
            #expect(drawn == rows)
        }
    }

    @Test func aGapStaysAlsoWhereThePostIsLeftOut() async {
        TestInjector.mocks.settings.settings.update { $0.nsfw = .hidden }
        await load("a! |c1 b c! |c2 d! |c3 e")
        #expect(drawn == "|c1 b |c2 |c3 e")
    }

    @Test func anUpdateSaysWhereGapsAreBehindPostsThatAreNotListed() {
        let items = ["a", "b", "c", "d"].map { FeedItem.mock($0, isDismissed: $0 == "a" || $0 == "c") }
        let gaps = ["a", "b", "c", "d"].map { FeedGap(after: .mock($0), cursor: .mock("after-\($0)")) }
        var stored = StoredFeed(feed: .mock(), items: items)
        stored.gaps = gaps
        let update = FeedUpdate(stored: stored)
        #expect(update.gaps.map(\.after) == [.mock("a"), .mock("b"), .mock("b"), .mock("d")])
        #expect(update.gaps.map(\.cursor) == gaps.map(\.cursor))
    }

    @Test func fillingAGapShowsOnItsRowUntilItIsFilled() async throws {
        // Given
        await load("a |c1 b |c2 c")
        let gaps = list.state.value.gaps
        let held = provider.onPerform.holds()
        // When
        async let fill: Void = list.fill(gaps[1])
        try await held.arrival()
        #expect(gaps.map(list.state.value.isFilling) == [false, true])
        #expect(list.state.value.phase == .loadingMore)
        // A second one has to wait its turn.
        await list.fill(gaps[0])
        held.release(returning: .drawn("a |c1 b x c", version: 2, page: "x"))
        await fill
        // Then
        #expect(provider.onPerform.calls.count == 2)
        #expect(drawn == "a |c1 b x c")
        #expect(list.state.value.fillingGap == nil)
    }

    @Test func aGapThatCannotBeFilledIsNotBeingFilledAnyMore() async {
        await load("a |c1 b")
        provider.onPerform.fails(with: DataError(.offline))
        await list.fill(list.state.value.gaps[0])
        #expect(list.state.value.fillingGap == nil)
        #expect(drawn == "a |c1 b")
        #expect(list.state.value.banner?.error.code == .offline)
    }

    @Test func aGapWhosePostWentMeanwhileCanStillBeFilled() async {
        await load("a |c1 b")
        let gap = list.state.value.gaps[0]
        provider.send(.drawn("z |c1 b", version: 2))
        await list.state.first { $0.items.first?.id == .mock("z") }
        provider.onPerform.returns(.drawn("z x b", version: 3, page: "x"))
        await list.fill(gap)
        #expect(drawn == "z x b")
    }
}
