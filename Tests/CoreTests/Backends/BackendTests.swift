import Core
import Foundation
import Mocks
import Testing

@Suite(.timeLimit(.minutes(5)))
struct BackendTests {
    private static let pictures = SiteProfile(
        site: Site(rawValue: "pictures"), name: "Pictures", feeds: [FeedRule(.home)], defaultSort: nil)

    @Test func aPartThatIsThereIsWhatABackendCanDo() {
        let bare = Backend(Self.pictures)
        #expect(bare.online == nil && bare.threads == nil && bare.search == nil && bare.sources == nil)
        let backend = Backend(Self.pictures, sorts: [.new, .top]) { _ in
            Page(posts: [], source: "pictures")
        } thread: { request in
            CommentThread(post: nil, entries: [], source: "pictures")
        }
        #expect(backend.posts?.sorts == [.new, .top] && backend.posts?.periods == [])
        #expect(backend.threads != nil && backend.search == nil && backend.session == nil)
        #expect(backend.site == Site(rawValue: "pictures") && backend.name == "pictures")
    }

    @Test func aSearchGoesToThePartThatSearches() async throws {
        let backend = Backend(Self.pictures) { _ in
            Page(posts: [], source: "pages")
        } search: { request in
            Page(posts: [], source: "found \(request.feed.source.name)")
        }
        let online = try #require(backend.online)
        #expect(try await online.fetchPage(PageRequest(feed: Self.pictures.feed(.home))).source == "pages")
        let search = Self.pictures.feed(.search("red sky"))
        #expect(try await online.fetchPage(PageRequest(feed: search)).source == "found red sky")
    }

    @Test func whatCanOnlyBeSearchedRefusesFeeds() async throws {
        var backend = Backend(Self.pictures)
        backend.search = Backend.Posts(MockOnlinePostProvider(site: Self.pictures.site))
        let online = try #require(backend.online)
        let error = await #expect(throws: DataError.self) {
            try await online.fetchPage(PageRequest(feed: Self.pictures.feed(.home)))
        }
        #expect(error?.code == .invalidInput)
    }

    @Test func whatCannotBeSearchedRefusesSearches() async throws {
        let posts = MockOnlinePostProvider(site: Self.pictures.site)
        let online = try #require(Backend(Self.pictures, posts: Backend.Posts(posts)).online)
        let error = await #expect(throws: DataError.self) {
            try await online.fetchPage(PageRequest(feed: Self.pictures.feed(.search("red sky"))))
        }
        #expect(error?.code == .invalidInput && error?.message.contains("pictures has no search") == true)
        #expect(posts.onFetchPage.calls.isEmpty)
    }

    @Test func aSiteHasOneBackend() throws {
        let error = #expect(throws: DataError.self) {
            try Backends([Backend(Self.pictures, name: "a"), Backend(Self.pictures, name: "b")])
        }
        #expect(error?.message.contains("chain") == true)
        let backends = try Backends([Backend(.reddit), Backend(Self.pictures)])
        #expect(backends.sites == [.reddit, Self.pictures.site])
        #expect(backends[Self.pictures.site]?.name == "pictures" && backends[.demo] == nil)
        #expect(backends.profiles[Self.pictures.site].name == "Pictures")
    }

    @Test(arguments: ["a\u{1F}b", "", "a b", String(repeating: "a", count: 65)])
    func aNameThatIsNoneIsRefusedAlsoAlone(_ name: String) {
        var family = Backend(.demo)
        family.cursorFamily = name
        for backend in [Backend(.demo, name: name), family] {
            let error = #expect(throws: DataError.self) { try Backends([backend]) }
            #expect(error?.code == .invalidInput && error?.message.contains("no backend's name") == true)
        }
    }

    @Test func aPartOfAnotherSiteIsRefused() throws {
        let (posts, threads) = (MockOnlinePostProvider(site: .reddit), MockOnlineCommentProvider(site: .reddit))
        var (search, sources) = (Backend(.demo), Backend(.demo))
        search.search = .init(posts)
        sources.sources = MockOnlineSourceProvider(site: .reddit)
        let backends = [
            Backend(.demo, posts: .init(posts)), search, Backend(.demo, threads: .init(threads)), sources,
            Backend(.demo, links: MockEndpointProvider(site: .reddit)),
        ]
        for (backend, part) in zip(backends, ["posts", "search", "threads", "sources", "links"]) {
            let error = #expect(throws: DataError.self) { try Backends([backend]) }
            #expect(error?.code == .invalidInput)
            #expect(error?.message.contains(part) == true && error?.message.contains("reddit") == true)
        }
    }

    @Test func hostsAreInLowercaseAndOneIsTheHost() {
        var backend = Backend(.demo)
        #expect(backend.host == nil)
        backend.hosts = ["Demo.Example:8080"]
        #expect(backend.host == "demo.example:8080")
        backend.hosts = ["a.example", "b.example"]
        #expect(backend.host == nil)
    }

    @Test func eachFeedIsAskedOfItsOwnSite() async throws {
        let lemmy = Site.lemmy("lemmy.example")
        let (first, second) = (MockOnlinePostProvider(site: .demo), MockOnlinePostProvider(site: lemmy))
        let backends = try Backends([
            Backend(.demo, posts: .init(first)), Backend(.lemmy(host: "lemmy.example"), posts: .init(second)),
        ])
        let provider = DefaultPostProvider(
            backends: backends, offline: InMemoryOfflinePostProvider(), time: ManualClock())
        first.onFetchPage.returns(.mock("t3_a"))
        second.onFetchPage.returns(.mock([Post.mock("7", site: lemmy)]))
        let one = try await provider.performed(.refresh, on: Feed(site: .demo), limit: 25)
        let two = try await provider.performed(.refresh, on: Feed(site: lemmy), limit: 25)
        #expect(one.items.map(\.id) == [.mock("t3_a")])
        #expect(two.items.map(\.id) == [.mock("7", site: lemmy)])
        #expect(first.onFetchPage.calls.count == 1 && second.onFetchPage.calls.count == 1)

        let stranger = try await provider.performed(.refresh, on: Feed(site: .reddit), limit: 25)
        #expect(stranger.error?.code == .invalidInput)
        #expect(stranger.error?.message.contains("reddit") == true)
    }

    @Test func eachThreadIsAskedOfItsOwnSite() async throws {
        let threads = MockOnlineCommentProvider()
        threads.onFetchThread.returns(.mock("t1_a", post: .mock("t3_a")))
        let backends = try Backends([Backend(.demo, threads: .init(threads)), Backend(.reddit)])
        let offline = InMemoryOfflinePostProvider()
        let provider = DefaultCommentProvider(
            backends: backends, offline: offline, comments: InMemoryOfflineCommentProvider(), time: ManualClock())
        let update = try await provider.thread(ThreadRequest(post: .mock("t3_a")))
        #expect(update.thread?.comments.map(\.id) == [.mock("t1_a")])
        let other = try await provider.thread(ThreadRequest(post: .mock("t3_b", site: .reddit)))
        #expect(other.error?.code == .invalidInput)
    }
}
