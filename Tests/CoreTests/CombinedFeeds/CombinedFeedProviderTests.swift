import Core
import Foundation
import Mocks
import Testing

@Suite(.timeLimit(.minutes(5)))
struct CombinedFeedProviderTests {
    private let demo = MockPostProvider()
    private let lemmy = MockPostProvider()
    private let site = Site.lemmy("lemmy.example")
    private let feed: CombinedFeed

    init() {
        feed = CombinedFeed([.mock("a"), Feed(site: Site.lemmy("lemmy.example"))])
    }

    private func provider() -> CombinedFeedProvider {
        CombinedFeedProvider([.demo: demo, site: lemmy])
    }

    @Test func aCombinationHoldsEachFeedOnce() {
        #expect(CombinedFeed([.mock("a"), .mock("b"), .mock("A")]).sources == [.mock("a"), .mock("b")])
    }

    @Test func eachSourceIsAskedByItsOwnRoadAtTheSameTime() async throws {
        let (first, second) = (demo.onPerform.holds(), lemmy.onPerform.holds())
        let all = Task { [feed] in
            try await provider().perform([0: .refresh, 1: .loadMore], on: feed, limit: 7)
        }
        try await first.arrival()
        try await second.arrival()
        second.release(returning: .mock(["y"], of: feed.sources[1]))
        first.release(returning: .mock(["x"], of: feed.sources[0]))
        let answers = try await all.value
        #expect(try answers[0]?.get().items.map(\.id.native) == ["x"])
        #expect(try answers[1]?.get().items.map(\.id.native) == ["y"])
        #expect(demo.onPerform.calls == [.init(.refresh, on: feed.sources[0], limit: 7)])
        #expect(lemmy.onPerform.calls == [.init(.loadMore, on: feed.sources[1], limit: 7)])
    }

    @Test func oneThatFailsCostsTheOthersNothing() async throws {
        demo.onPerform.fails(with: NetworkError(.timedOut))
        lemmy.onPerform.returns(.mock(["y"], of: feed.sources[1]))
        let answers = try await provider().perform([0: .refresh, 1: .refresh], on: feed, limit: 25)
        #expect(answers[0] == .failure(DataError(.timedOut, isRetryable: true)))
        #expect(try answers[1]?.get().items.count == 1)
    }

    @Test func aSiteThatNobodyKnowsIsAnErrorOfThatSource() async throws {
        lemmy.onPerform.returns(.mock(["y"], of: feed.sources[1]))
        let provider = CombinedFeedProvider([site: lemmy])
        let answers = try await provider.perform([0: .refresh, 1: .refresh], on: feed, limit: 25)
        guard case .failure(let error)? = answers[0] else {
            Issue.record("It answered")
            return
        }
        #expect(error.code == .invalidInput)
        #expect(error.message.contains("'demo'"))
        for await _ in provider.updates(of: feed.sources[0]) { Issue.record("There is nothing to follow") }
    }

    @Test func cancellingEndsAllOfThem() async throws {
        let (first, second) = (demo.onPerform.holds(), lemmy.onPerform.holds())
        let all = Task { [feed] in
            try await provider().perform([0: .refresh, 1: .refresh], on: feed, limit: 25)
        }
        try await first.arrival()
        try await second.arrival()
        all.cancel()
        await #expect(throws: CancellationError.self) { try await all.value }
        #expect(first.isCancelled && second.isCancelled)
    }
}
