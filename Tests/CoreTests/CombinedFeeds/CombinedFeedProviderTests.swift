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

    @Test func eachSiteHasItsOwnProvider() async throws {
        demo.onPerform.returns(.mock(["x"], of: feed.sources[0]))
        lemmy.onPerform.returns(.mock(["y"], of: feed.sources[1]))
        let provider = provider()
        _ = try await provider.provider(of: .demo).perform(.refresh, on: feed.sources[0], limit: 7)
        _ = try await provider.provider(of: site).perform(.loadMore, on: feed.sources[1], limit: 8)
        #expect(demo.onPerform.calls == [.init(.refresh, on: feed.sources[0], limit: 7)])
        #expect(lemmy.onPerform.calls == [.init(.loadMore, on: feed.sources[1], limit: 8)])
    }

    @Test func aSiteWithoutAProviderIsAnErrorThatNamesIt() {
        let provider = CombinedFeedProvider([site: lemmy])
        let error = #expect(throws: DataError.self) { try provider.provider(of: .demo) }
        #expect(error?.code == .invalidInput)
        #expect(error?.message.contains("'demo'") == true)
    }
}
