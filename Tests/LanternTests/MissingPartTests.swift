import Core
import Foundation
import Lantern
import Mocks
import PostFeatures
import Testing

/// What a backend has no part for is refused with a sentence that a person can read.
@MainActor
@Suite(.ownContainer, .timeLimit(.minutes(5)))
struct MissingPartTests {
    private let app = TestApp()
    private let site = TestSite("bare")

    @Test func withoutPostsAListSaysSo() async throws {
        let services = try await app.start([Backend(site.profile)])
        let list = PostListViewModel(feed: site.home)
        await list.load()
        #expect(list.state.value.banner?.error.code == .invalidInput)
        #expect(list.state.value.banner?.error.message.contains("bare") == true)
        let stranger = PostListViewModel(feed: Feed(site: .reddit))
        await stranger.load()
        #expect(stranger.state.value.banner?.error.message.contains("reddit") == true)
        let report = await Dependency.resolve((any BackgroundRefreshProvider).self)
            .run(deadline: .seconds(60), scope: .everything)
        #expect(report.ended != nil && report.refreshedCount == 0)
        try await services.finish()
    }

    @Test func withoutThreadsACommentScreenSaysSo() async throws {
        let post = site.post("a", "Red sky")
        let backend = Backend(site.profile) { _ in Page(posts: [post], source: "test") }
        let services = try await app.start([backend])
        let list = PostListViewModel(feed: site.home)
        await list.load()
        let thread = CommentThreadViewModel(id: site.id("a"))
        await thread.load()
        #expect(thread.state.value.phase == .failed && thread.state.value.item?.post.title == "Red sky")
        #expect(thread.state.value.banner?.error.code == .invalidInput)
        #expect(thread.state.value.banner?.error.message.contains("bare") == true)
        try await services.finish()
    }

    @Test func withoutMediaAndAnAddressAPathLeadsNowhere() async throws {
        let services = try await app.start([site.backend()])
        let post = site.post("a", "Red sky")
        let row = AsyncImageViewModel(post, target: PixelSize(width: 64))
        await row.load()
        guard case .failed(let error) = row.state.value else {
            Issue.record("A picture came from nowhere: \(row.state.value)")
            return
        }
        #expect(error.code == .invalidInput && error.message.contains("bare"))
        let receipt = try await Dependency.resolve((any MediaProvider).self)
            .keep(post, [.full], maximumBytes: 1_000_000, priority: .userInitiated)
        #expect(receipt.missing.map(\.reason) == [.refused])
        #expect(app.requests.onResponse.calls.isEmpty)
        try await services.finish()
    }

    @Test func withoutSourcesOneThatIsAddedIsPending() async throws {
        let services = try await app.start([TestSite(.demo).backend(), Backend(site.profile)])
        let sources = SourceListViewModel()
        await sources.load()
        await sources.add("r/swift")
        #expect(sources.state.value.rows.map(\.state) == [.pending])
        #expect(sources.state.value.banner?.error.code == .offline)
        #expect(sources.state.value.banner?.error.message.isEmpty == false)
        sources.stop()
        let lists = Dependency.resolve(SourceProviders.self)
        #expect(lists[site.site] != nil && lists[.reddit] == nil)
        try await services.finish()
    }
}
