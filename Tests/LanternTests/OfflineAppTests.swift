import Cloud
import Core
import Foundation
import Lantern
import Mocks
import PostFeatures
import Testing

/// An app that is not to touch the network asks neither a backend nor anybody else.
@MainActor
@Suite(.ownContainer, .timeLimit(.minutes(5)))
struct OfflineAppTests {
    private let app = TestApp()
    private let site = TestSite(.demo)
    private let media = MockOnlineMediaProvider()

    private func started() async throws -> AppServices {
        var backend = site.backend()
        backend.media = media
        return try await app.start(
            [backend], configuration: AppServices.Configuration(isOffline: true), keepsRequests: true)
    }

    private var wasAsked: Bool {
        !site.pages.all.isEmpty || !site.threads.all.isEmpty || !media.onDownload.calls.isEmpty
    }

    @Test func listsThreadsAndSourcesAskNobody() async throws {
        let services = try await started()
        let list = PostListViewModel(feed: site.home)
        await list.load()
        await list.refresh()
        #expect(list.state.value.items.isEmpty && list.state.value.banner?.error.code == .offline)
        let thread = CommentThreadViewModel(id: site.id("a"))
        await thread.load()
        #expect(thread.state.value.banner?.error.code == .offline)
        let sources = SourceListViewModel()
        await sources.add("r/swift")
        #expect(sources.state.value.rows.map(\.state) == [.pending])
        #expect(!wasAsked)
        try await services.finish()
    }

    @Test func packsRefreshesAndMediaAskNobody() async throws {
        let services = try await started()
        let pack = PackRequest(feed: site.home, posts: 2, includesComments: true, includesMedia: true)
        #expect(try await Dependency.resolve((any PackProvider).self).pack(pack).posts == 0)
        let report = await Dependency.resolve((any BackgroundRefreshProvider).self)
            .run(deadline: .seconds(60), scope: .everything)
        #expect(report.refreshedCount == 0)
        let receipt = try await Dependency.resolve((any MediaProvider).self)
            .keep(site.post("a", "Red sky"), [.full], maximumBytes: 1_000_000, priority: .userInitiated)
        #expect(receipt.missing.map(\.reason) == [.waiting])
        let online = Dependency.resolve((any OnlineMediaProvider).self)
        let link = site.picture(of: "a")
        let error = await #expect(throws: NetworkError.self) {
            try await online.download(
                link, to: "/tmp/picture", maximumBytes: 1_000_000, priority: .userInitiated, progress: { _ in })
        }
        #expect(error?.code == .offline && !wasAsked)
        try await services.finish()
    }

    @Test func picturesAndSessionsHaveNoRequestsToMake() async throws {
        let services = try await started()
        let requests = Dependency.resolve((any RequestProvider).self)
        #expect(!(requests is NetworkRequestProvider))
        let request = NetworkRequest(try #require(URL(string: "https://pictures.example.com/1.png")))
        let error = await #expect(throws: NetworkError.self) { try await requests.response(to: request) }
        #expect(error?.code == .offline)
        try await services.finish()
    }

    @Test func whatWasStoredBeforeIsShown() async throws {
        let first = try await app.start([site.backend()])
        await PostListViewModel(feed: site.home).load()
        try await first.finish()
        let services = try await started()
        let list = PostListViewModel(feed: site.home)
        await list.load()
        #expect(list.state.value.items.count == 2 && site.pages.all.count == 1)
        try await services.finish()
    }
}
