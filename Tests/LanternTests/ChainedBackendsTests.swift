import Core
import Foundation
import Lantern
import PostFeatures
import Testing

/// Several backends of one site: reads fall through in their order, and what was learnt of them is kept.
@MainActor
@Suite(.ownContainer, .timeLimit(.minutes(5)))
struct ChainedBackendsTests {
    private let app = TestApp()
    private let refusing = TestSite(.demo)
    private let answering = TestSite(.demo)
    private let refusal = NetworkError(.accessClosed, status: 403)

    private var chain: [Backend] { [refusing.backend("first", failure: refusal), answering.backend("second")] }
    private var source: Feed { SiteProfile.demo.feed(.subreddits(["swift"])) }

    private func load(_ feed: Feed) async -> PostListViewModel.State {
        let list = PostListViewModel(feed: feed)
        await list.load()
        return list.state.value
    }

    private func backend(of feed: Feed) -> String? {
        Dependency.resolve((any FeedProvenanceProvider).self).provenance(of: feed)?.backend
    }

    @Test func readsFallThroughInOrder() async throws {
        let services = try await app.start(chain)
        #expect(services.backends.sites == [.demo] && services.backends.all.first?.name == "chain")
        #expect(await load(answering.home).items.count == 2)
        #expect(refusing.pages.all.count == 1 && answering.pages.all.count == 1)
        #expect(backend(of: answering.home) == "second")
        let thread = CommentThreadViewModel(id: answering.id("a"))
        await thread.load()
        #expect(thread.state.value.commentCount == 1 && answering.threads.all.count == 1)
        try await services.finish()
    }

    @Test func aBackendOfItsOwnTellsWhereItsPagesAreFrom() async throws {
        let services = try await app.start([Backend(.demo, posts: .init(TellingPosts(site: .demo)))])
        try #require(Dependency.current.isRegistered((any FeedProvenanceProvider).self))
        #expect(backend(of: answering.home) == "own")
        try await services.finish()
    }

    @Test func theActivityLogSaysWhatWasPassedOver() async throws {
        let services = try await app.start(chain)
        _ = await load(answering.home)
        let events = Dependency.resolve((any ActivityLog).self).entries.map(\.event)
        #expect(events.contains { $0.backend == "first" && $0.kind == .suspended && $0.code == .accessClosed })
        try await services.finish()
    }

    @Test func whoRefusedIsRememberedWhenTheAppStartsAgain() async throws {
        let services = try await app.start(chain)
        _ = await load(answering.home)
        try await services.finish()
        let again = try await app.start(chain)
        #expect(await load(source).items.count == 1)
        #expect(refusing.pages.all.count == 1, "it was not asked again")
        #expect(backend(of: source) == "second")
        try await again.finish()
    }

    @Test func backendsOfOneNameOnTwoSitesAreTwo() async throws {
        let other = TestSite("other")
        let backends = chain + [other.backend("first"), other.backend("second")]
        let services = try await app.start(backends)
        _ = await load(answering.home)
        try await services.finish()
        let again = try await app.start(backends)
        _ = await load(other.home)
        #expect(backend(of: other.home) == "first", "what closed a backend of one site says nothing of another one")
        try await again.finish()
    }
}

/// The posts of a backend that knows by itself where they came from.
private struct TellingPosts: OnlinePostProvider, FeedProvenanceProvider {
    let site: Site

    func fetchPage(_ request: PageRequest) async throws -> Page { Page(posts: [], source: "own") }

    func provenance(of feed: Feed) -> FeedProvenance? {
        FeedProvenance(backend: "own", fetchedAt: Date(timeIntervalSince1970: 1_700_000_000), completeness: .full)
    }
}
