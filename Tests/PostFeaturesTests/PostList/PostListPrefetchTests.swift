import Core
import Foundation
import Mocks
import PostFeatures
import Testing

/// The next page is asked for before the end is reached: once, and not where nobody answers.
@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct PostListPrefetchTests {
    let provider = TestInjector.mocks.postProvider
    let connectivity = TestInjector.mocks.connectivity.connectivity
    let list = PostListViewModel(feed: .mock(), configuration: .init(minimumVisible: 0, threshold: 2))

    private var calls: Int { provider.onPerform.calls.count }

    private func load() async {
        provider.onPerform.returns(.drawn("a b c d"))
        await list.load()
    }

    @Test func theDistanceIsInPointsOrInPagesOfTheScreen() {
        let distance = PrefetchDistance(points: 200, pages: 0.5)
        #expect(distance.isNear(remaining: 200, pageHeight: 100))
        #expect(!distance.isNear(remaining: 200.5, pageHeight: 400))
        #expect(distance.isNear(remaining: 400, pageHeight: 800))
        #expect(!distance.isNear(remaining: 401, pageHeight: 800))
        #expect(distance.isNear(remaining: -30, pageHeight: 800), "pulled beyond the end")
        #expect(!distance.isNear(remaining: .nan, pageHeight: .nan))
    }

    @Test func scrollingNearTheEndLoadsMoreOncePerPage() async throws {
        await load()
        let held = provider.onPerform.holds()
        await list.loadMoreNearEnd(remaining: 900, pageHeight: 800)
        #expect(calls == 1)
        async let more: Void = list.loadMoreNearEnd(remaining: 700, pageHeight: 800)
        try await held.arrival()
        await list.loadMoreNearEnd(remaining: 10, pageHeight: 800)
        await list.itemAppeared(.mock("d"))
        #expect(calls == 2)
        held.release(returning: .drawn("a b c d e", version: 2))
        await more
        provider.onPerform.returns(.drawn("a b c d e f", version: 3))
        await list.loadMoreNearEnd(remaining: 10, pageHeight: 800)
        #expect(calls == 3)
    }

    @Test func offlineNothingIsAskedForUntilSomebodyAnswersAgain() async {
        await load()
        connectivity.set(.offline(since: .distantPast))
        await list.itemAppeared(.mock("d"))
        await list.loadMoreNearEnd(remaining: 0, pageHeight: 800)
        #expect(calls == 1)
        connectivity.set(.online)
        provider.onPerform.returns(.drawn("a b c d e", version: 2))
        await list.itemAppeared(.mock("d"))
        #expect(calls == 2, "waiting has not used up its turn")
    }

    @Test func afterAFailureThePersonAsks() async {
        await load()
        provider.onPerform.returns(FeedUpdate.mock(["a", "b"], version: 2, error: DataError(.timedOut)))
        await list.loadMoreNearEnd(remaining: 0, pageHeight: 800)
        await list.loadMoreNearEnd(remaining: 0, pageHeight: 800)
        #expect(calls == 2)
    }

    @Test(arguments: [NetworkPath(.cellular), NetworkPath(.wifi, isConstrained: true)])
    func byANetworkThatCostsTheNextPageWaitsForTheEnd(_ path: NetworkPath) async {
        TestInjector.mocks.networkPath.path.set(path)
        await load()
        await list.itemAppeared(.mock("c"))
        await list.loadMoreNearEnd(remaining: 100, pageHeight: 800)
        #expect(calls == 1)
        provider.onPerform.returns(.drawn("a b c d e f", version: 2))
        await list.itemAppeared(.mock("d"))
        #expect(calls == 2)
        provider.onPerform.returns(.drawn("a b c d e f g", version: 3))
        await list.loadMoreNearEnd(remaining: 0, pageHeight: 800)
        #expect(calls == 3)
    }
}
