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
        var backend = Backend(.reddit, name: name, posts: .init(posts, sorts: sorts))
        backend.hosts = ["\(name).example"]
        backend.cursorFamily = "reddit"
        return backend
    }

    private func chain(_ backends: Backend...) throws -> Backend {
        try .chain(
            backends, suspensions: SuspensionStore(store: states, time: clock), activity: activity, time: clock)
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
    ]) func anInvalidChainIsRefused(_ backends: [Backend], _ words: String) {
        let error = #expect(throws: DataError.self) { try Backend.chain(backends) }
        #expect(error?.code == .invalidInput)
        #expect(error?.message.contains(words) == true)
    }

    @Test func aChainOfOneUnderstandsTheCursorsOfALongerOne() async throws {
        let (oauth, atom) = (MockOnlinePostProvider(site: .reddit), MockOnlinePostProvider(site: .reddit))
        oauth.onFetchPage.returns(.mock([Post.mock("t3_a", site: .reddit)], next: "t3_next"))
        let both = try chain(backend("oauth", oauth, sorts: []), backend("atom", atom, sorts: []))
        let feed = Feed(site: .reddit)
        let next = try #require(try await both.online?.fetchPage(PageRequest(feed: feed)).next)
        #expect(next.rawValue == "reddit\u{1F}oauth\u{1F}t3_next")
        atom.onFetchPage.returns(.mock([Post.mock("t3_b", site: .reddit)], next: "t3_last"))
        let one = try chain(backend("atom", atom, sorts: []))
        let page = try await one.online?.fetchPage(PageRequest(feed: feed, cursor: next))
        #expect(atom.onFetchPage.calls.map(\.cursor) == [.mock("t3_next")])
        // And back: what the one stored says whose it is.
        #expect(page?.next?.rawValue == "reddit\u{1F}atom\u{1F}t3_last")
        oauth.onFetchPage.returns(.mock([Post.mock("t3_c", site: .reddit)]))
        atom.onFetchPage.fails(with: NetworkError(.timedOut))
        _ = try await both.online?.fetchPage(PageRequest(feed: feed, cursor: page?.next))
        #expect(oauth.onFetchPage.calls.last?.cursor == .mock("t3_last"))
    }

    @Test func aCursorWithoutAMarkGoesToOneFamilyOnly() async throws {
        let (words, numbers) = (MockOnlinePostProvider(site: .reddit), MockOnlinePostProvider(site: .reddit))
        words.onFetchPage.fails(with: NetworkError(.timedOut))
        let online = try chain(
            backend("words", words, sorts: []),
            Backend(.reddit, name: "numbers", posts: .init(numbers))
        ).online
        await #expect(throws: NetworkError.self) {
            try await online?.fetchPage(PageRequest(feed: Feed(site: .reddit), cursor: .mock("t3_old")))
        }
        #expect(words.onFetchPage.calls.count == 1 && numbers.onFetchPage.calls.isEmpty)
    }

    @Test(arguments: [true, false]) func aChainOfWhatIsChainedSendsNoMarkToAServer(_ isLong: Bool) async throws {
        let (oauth, json, atom) = (
            MockOnlinePostProvider(site: .reddit), MockOnlinePostProvider(site: .reddit),
            MockOnlinePostProvider(site: .reddit)
        )
        let first = backend("oauth", oauth, sorts: [])
        let inner = try isLong ? chain(first, backend("json", json, sorts: [])) : chain(first)
        let online = try #require(try chain(inner, backend("atom", atom, sorts: [])).online)
        let feed = Feed(site: .reddit)
        oauth.onFetchPage.returns(.mock([Post.mock("t3_a", site: .reddit)], next: "t3_next", revision: "etag"))
        let page = try await online.fetchPage(PageRequest(feed: feed))
        #expect(page.source == "oauth" && page.next?.rawValue == "reddit\u{1F}oauth\u{1F}t3_next")
        #expect(page.revision?.rawValue == "oauth\u{1F}etag")

        oauth.onFetchPage.fails(with: NetworkError(.timedOut))
        if isLong { json.onFetchPage.fails(with: NetworkError(.timedOut)) }
        atom.onFetchPage.returns(.mock([Post.mock("t3_b", site: .reddit)], next: "t3_last"))
        let last = try await online.fetchPage(PageRequest(feed: feed, cursor: page.next))
        #expect(last.source == "atom" && last.next?.rawValue == "reddit\u{1F}atom\u{1F}t3_last")
        let cursors = [oauth, json, atom].flatMap { $0.onFetchPage.calls.compactMap(\.cursor) }
        #expect(Set(cursors) == [.mock("t3_next")])
    }

    @Test func aNameThatIsInAChainAlreadyIsRefused() throws {
        let posts = MockOnlinePostProvider(site: .reddit)
        let inner = try chain(backend("oauth", posts, sorts: []), backend("atom", posts, sorts: []))
        let threads = Backend(.reddit, name: "x", threads: .init(MockOnlineCommentProvider(site: .reddit)))
        let other = try chain(threads, Backend(.reddit, name: "y", threads: threads.threads))
        for backends in [[inner, backend("atom", posts, sorts: [])], [other, threads]] {
            let error = #expect(throws: DataError.self) { try Backend.chain(backends) }
            #expect(error?.code == .invalidInput && error?.message.contains("twice") == true)
        }
    }

    @Test func aPartOfAnotherSiteIsRefusedAndStopsNothing() {
        let wrong = Backend(.reddit, name: "wrong", threads: .init(MockOnlineCommentProvider(site: .demo)))
        var sources = Backend(.reddit, name: "wrong")
        sources.sources = MockOnlineSourceProvider(site: .demo)
        let right = Backend(.reddit, name: "right")
        for backends in [[wrong], [right, wrong], [sources, right]] {
            let error = #expect(throws: DataError.self) { try Backend.chain(backends) }
            #expect(error?.code == .invalidInput && error?.message.contains("'wrong'") == true)
        }
    }

    @Test func aSearchHasAProvenanceToo() async throws {
        let posts = MockOnlinePostProvider(site: .reddit)
        let backends = ["a", "b"].map { name in
            var backend = Backend(.reddit, name: name, posts: .init(posts))
            backend.search = .init(posts)
            return backend
        }
        let chain = try Backend.chain(
            backends, suspensions: SuspensionStore(store: states, time: clock), activity: activity, time: clock)
        posts.onFetchPage.returns(.mock([Post.mock("t3_a", site: .reddit)]))
        let feed = Feed(site: .reddit, source: .search("red sky"))
        _ = try await chain.online?.fetchPage(PageRequest(feed: feed))
        let telling = try #require(chain.posts?.provider as? any FeedProvenanceProvider)
        #expect(telling.provenance(of: feed)?.backend == "a")
    }

    @Test func mirrorsOfOneKindAreChainedByTheirNames() throws {
        let urls = try ["https://One.example", "http://127.0.0.1:8080"].map { try #require(URL(string: $0)) }
        let json = try urls.map { try Backend.redditJSON(base: $0, name: "json-\($0.host() ?? "")") }
        let chain = try Backend.chain(json + [.redditFeed(base: urls[0], name: "atom")])
        #expect(chain.hosts == ["one.example", "127.0.0.1:8080"] && chain.host == nil)
        #expect(Set(json.map(\.cursorFamily)) == ["reddit"])
        let names = SourceNameParser(chain.profile, hosts: chain.hosts)
        #expect(try names.name(of: "http://127.0.0.1:8080/r/swift").description == "r/swift")
        let news = try Backend.hackerNews(base: urls[1], name: "mirror")
        #expect(news.name == "mirror" && news.host == "127.0.0.1:8080" && news.cursorFamily == "hackernews")
        #expect(try Backend.hackerNews().hosts == ["hacker-news.firebaseio.com", "hn.algolia.com"])
        let lemmy = try Backend.lemmy(base: urls[1], name: "mirror")
        #expect(lemmy.name == "mirror" && lemmy.host == "127.0.0.1:8080" && lemmy.cursorFamily == "lemmy")
    }

    @Test func anAppMayChooseTheBackendsAndTheirOrderForEachFeed() async throws {
        let (first, second) = (MockOnlinePostProvider(site: .reddit), MockOnlinePostProvider(site: .reddit))
        second.onFetchPage.returns(.mock("t3_a"))
        let chain = try Backend.chain(
            [
                Backend(.reddit, name: "first", posts: .init(first)),
                Backend(.reddit, name: "second", posts: .init(second)),
            ], order: { _ in ["unknown", "second"] })
        let page = try await #require(chain.online).fetchPage(PageRequest(feed: Feed(site: .reddit)))
        #expect(page.source == "second" && first.onFetchPage.calls.isEmpty)
    }

    @Test func theBuiltInOnesHaveWhatTheirServersHave() throws {
        let json = try Backend.redditJSON()
        #expect(json.site == .reddit && json.name == "reddit-json" && json.host == "www.reddit.com")
        #expect(json.posts?.sorts.first == .hot && json.search != nil && json.threads != nil && json.session == nil)
        let lemmy = try Backend.lemmy(host: "Lemmy.World")
        #expect(lemmy.site == .lemmy("lemmy.world") && lemmy.posts?.periods.first == .day)
        #expect(throws: DataError.self) { try Backend.lemmy(host: "no host/at all") }
        let reddit = try Backend.reddit(
            client: try OAuthClient(id: "abc"), tokens: InMemoryTokenStore(),
            userAgent: "linux:com.example.reader:1.0 (by /u/ann)")
        #expect(reddit.session != nil && reddit.host == "oauth.reddit.com")
        #expect(reddit.cursorFamily == json.cursorFamily)
    }

    @Test func requestsGoToTheProviderThatIsRegisteredLater() async throws {
        let container = DependencyContainer()
        // What looks into it does not keep it.
        defer { withExtendedLifetime(container) {} }
        let backend = try Dependency.withContainer(container) { try Backend.redditJSON() }
        let online = try #require(backend.online)
        let error = await #expect(throws: DataError.self) {
            try await online.fetchPage(PageRequest(feed: Feed(site: .reddit)))
        }
        #expect(error?.code == .invalidInput)
        #expect(error?.message.contains("Dependency.register((any RequestProvider).self)") == true)
        let requests = CannedRequests(#"{"kind":"Listing","data":{"children":[]}}"#)
        container.register((any RequestProvider).self) { requests }
        #expect(try await online.fetchPage(PageRequest(feed: Feed(site: .reddit))).posts.isEmpty)
        #expect(requests.request?.url.absoluteString.hasPrefix("https://www.reddit.com/hot.json") == true)
    }
}
