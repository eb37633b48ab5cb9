import Cloud
import Core
import Foundation
import Mocks
import Testing

@Suite(.timeLimit(.minutes(5)))
struct BackendChainTests {
    private let clock = ManualClock()
    private let states = InMemoryStateStore()
    private let activity = MockActivityRecorder()

    private func backend(_ name: String, _ posts: MockOnlinePostProvider, sorts: [FeedSort]) -> Backend {
        Backend(
            .reddit, name: name, host: "\(name).example", cursorFamily: "reddit", posts: .init(posts, sorts: sorts))
    }

    private func chain(_ backends: Backend...) throws -> Backend {
        try .chain(
            backends, memory: RoadMemory(store: states, time: clock), activity: activity, time: clock)
    }

    @Test func readsFallThroughAndSayWhichOneAnswered() async throws {
        let (oauth, atom) = (MockOnlinePostProvider(site: .reddit), MockOnlinePostProvider(site: .reddit))
        oauth.onFetchPage.fails(with: NetworkError(.accessClosed, status: 403))
        atom.onFetchPage.answers { _ in .mock([Post.mock("t3_a", site: .reddit)]) }
        let chain = try chain(backend("oauth", oauth, sorts: [.hot]), backend("atom", atom, sorts: [.hot, .new]))
        let online = try #require(chain.online)
        let page = try await online.fetchPage(PageRequest(feed: Feed(site: .reddit)))
        #expect(page.source == "atom" && page.posts.count == 1)
        #expect(chain.posts?.sorts == [.hot, .new] && chain.threads == nil)

        // A chain of the next run knows who refused.
        let next = try #require(
            try self.chain(backend("oauth", oauth, sorts: [.hot]), backend("atom", atom, sorts: [.hot])).online)
        _ = try await next.fetchPage(PageRequest(feed: Feed(site: .reddit)))
        #expect(oauth.onFetchPage.calls.count == 1 && atom.onFetchPage.calls.count == 2)
    }

    @Test func aChainOfOneIsThatOne() throws {
        #expect(try Backend.chain([Backend(.reddit, name: "only")]).name == "only")
    }

    @Test(arguments: [
        ([], "at least one"), ([Backend(.reddit), Backend(.demo)], "demo and reddit"),
        ([Backend(.reddit, name: "a"), Backend(.reddit, name: "a")], "twice"),
        ([Backend(.reddit, name: "a b"), Backend(.reddit, name: "c")], "no backend's name"),
    ]) func whatIsNoChainIsRefused(_ backends: [Backend], _ words: String) {
        let error = #expect(throws: DataError.self) { try Backend.chain(backends) }
        #expect(error?.code == .invalidInput)
        #expect(error?.message.contains(words) == true)
    }

    @Test func theBuiltInOnesHaveWhatTheirServersHave() throws {
        let json = try Backend.redditJSON()
        #expect(json.site == .reddit && json.name == "reddit-json" && json.host == "www.reddit.com")
        #expect(json.posts?.sorts.first == .hot && json.search != nil && json.threads != nil && json.session == nil)
        let lemmy = try Backend.lemmy(host: "Lemmy.World")
        #expect(lemmy.site == .lemmy("lemmy.world") && lemmy.posts?.periods.first == .day)
        #expect(throws: DataError.self) { try Backend.lemmy(host: "no host/at all") }
        let reddit = try Backend.reddit(
            client: try OAuthClient(id: "abc"), tokens: MemoryTokenStore(),
            userAgent: "linux:com.example.reader:1.0 (by /u/ann)")
        #expect(reddit.session != nil && reddit.host == "oauth.reddit.com")
        #expect(reddit.cursorFamily == json.cursorFamily)
    }

    @Test func requestsGoToTheProviderThatIsRegisteredLater() async throws {
        let container = DependencyContainer()
        let backend = try Dependency.withContainer(container) { try Backend.redditJSON() }
        let online = try #require(backend.online)
        await #expect(throws: DependencyError.self) {
            try await online.fetchPage(PageRequest(feed: Feed(site: .reddit)))
        }
        let requests = CannedRequests(#"{"kind":"Listing","data":{"children":[]}}"#)
        container.register((any RequestProvider).self) { requests }
        #expect(try await online.fetchPage(PageRequest(feed: Feed(site: .reddit))).posts.isEmpty)
        #expect(requests.request?.url.absoluteString.hasPrefix("https://www.reddit.com/hot.json") == true)
    }
}
