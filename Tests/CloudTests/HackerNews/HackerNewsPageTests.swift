import Cloud
import Core
import Foundation
import Testing

/// Lists, users and searches of Hacker News.
struct HackerNewsPageTests {
    private let server = HackerNewsServer()
    private var provider: HackerNewsProvider { HackerNewsProvider(requests: server) }

    private func page(
        _ source: FeedSource = .home, cursor: PageCursor? = nil, limit: Int = 25
    ) async throws -> Page {
        try await provider.fetchPage(PageRequest(feed: feed(source), cursor: cursor, limit: limit))
    }

    private func feed(_ source: FeedSource) -> Feed { SiteProfile.hackerNews.feed(source) }

    private func put(_ stories: [String], list: String = "topstories") {
        server.answer("/v0/\(list).json", with: "[\(stories.indices.map { String($0 + 1) }.joined(separator: ","))]")
        for (index, story) in stories.enumerated() { server.answer("/v0/item/\(index + 1).json", with: story) }
    }

    @Test func aStoryIsReadWhole() async throws {
        put([storyJSON(1)])
        let page = try await page()
        var expected = Post(
            id: Post.ID(site: .hackerNews, native: "1"), title: "Story 1", media: Media(kind: .link))
        expected.author = "ann"
        expected.created = Date(timeIntervalSince1970: 1_175_714_200)
        expected.commentCount = 2
        expected.score = 57
        expected.domain = "www.example.com"
        expected.permalink = "/item?id=1"
        expected.url = ResourceLink("https://www.example.com/1", on: .hackerNews)
        #expect(page.posts == [expected])
        #expect(page.issues.isEmpty && page.next == nil && page.source == "hackernews" && page.completeness == .full)
        #expect(
            server.requests.map(\.url.absoluteString) == [
                "https://hacker-news.firebaseio.com/v0/topstories.json",
                "https://hacker-news.firebaseio.com/v0/item/1.json",
            ])
    }

    @Test(arguments: [["url": ""], ["url": #""""#], ["url": "null"]])
    func aStoryWithoutALinkIsATextAndItsURLTheItemsPage(parts: [String: String]) async throws {
        put([storyJSON(1, parts.merging(["text": #""One &amp; <i>two<\/i><p>Three""#]) { own, _ in own })])
        let post = try #require(try await page().posts.first)
        #expect(post.media.kind == .text && post.text == "One & two\n\nThree")
        #expect(post.url == ResourceLink("/item?id=1", on: .hackerNews) && post.domain == nil)
        #expect(
            provider.links.url(for: ResourceLink("/item?id=1", on: .hackerNews))?.absoluteString
                == "https://news.ycombinator.com/item?id=1")
    }

    @Test func aJobHasNoCommentsAndAPollIsOne() async throws {
        put([
            storyJSON(1, ["type": #""job""#, "descendants": "", "kids": ""]),
            storyJSON(2, ["type": #""poll""#, "url": "", "parts": "[7,8]"]),
        ])
        let posts = try await page().posts
        #expect(posts.map(\.commentCount) == [nil, 2])
        #expect(posts.map(\.media.kind) == [.link, .poll])
    }

    @Test func entitiesOfATitleAreDecodedOnce() async throws {
        put([storyJSON(1, ["title": #""A &#x27;b&#x27; &amp;amp; c""#])])
        #expect(try await page().posts.first?.title == "A 'b' &amp; c")
    }

    @Test func anItemThatIsNullOrFailsIsAnIssueAndCostsNobodyElse() async throws {
        put([storyJSON(1), "null", storyJSON(3), storyJSON(4, ["title": ""]), "{", storyJSON(6)])
        server.fail("/v0/item/3.json", with: NetworkError(.serverError, status: 500))
        let page = try await page()
        #expect(page.posts.map(\.id.native) == ["1", "6"])
        #expect(
            page.issues == [
                DecodeIssue(index: 1, reason: "item: missing"), DecodeIssue(index: 2, reason: "serverError"),
                DecodeIssue(index: 3, reason: "title: missing"), DecodeIssue(index: 4, reason: "malformed"),
            ])
    }

    @Test func anInvalidIDIsAnIssueAndIsNotRequested() async throws {
        server.answer("/v0/topstories.json", with: #"[1,"yesterday",null,-4,"../1",2]"#)
        for id in [1, 2] { server.answer("/v0/item/\(id).json", with: storyJSON(id)) }
        let page = try await page()
        #expect(page.posts.map(\.id.native) == ["1", "2"])
        #expect(page.issues == (1...4).map { DecodeIssue(index: $0, reason: "id: expected a number") })
        #expect(server.requests.count == 3)
    }

    @Test func whatIsDeletedOrDeadOrNoPostIsLeftOutWithoutAnIssue() async throws {
        put([
            #"{"deleted":true,"id":1,"time":1175714200,"type":"story"}"#, storyJSON(2, ["dead": "true"]),
            storyJSON(3, ["type": #""comment""#, "title": ""]), storyJSON(4),
        ])
        let page = try await page()
        #expect(page.posts.map(\.id.native) == ["4"] && page.issues.isEmpty)
    }

    @Test(arguments: ["top", "new", "best", "ask", "show", "jobs", "home"])
    func eachFeedHasItsList(text: String) async throws {
        let list = ["jobs": "job", "home": "top"][text] ?? text
        put([storyJSON(1)], list: "\(list)stories")
        let source = try SiteProfile.hackerNews.source(parsing: text)
        #expect(source.description == (text == "home" ? "top" : text))
        #expect(try await page(source).posts.count == 1)
        #expect(SiteProfile.hackerNews.feed(source).sort == nil)
    }

    @Test func addressesOfPostsAreRead() throws {
        let profile = SiteProfile.hackerNews
        #expect(profile.post("https://news.ycombinator.com/item?id=8863")?.native == "8863")
        #expect(profile.post("8863")?.native == "8863")
        for text in ["t3_a", "0", "-1", "", "https://news.ycombinator.com/news?id=1", "https://example.com/item?id=1"] {
            #expect(profile.post(text) == nil, "\(text)")
        }
    }

    @Test func aPageGoesOnInTheListAsItWas() async throws {
        put((1...5).map { storyJSON($0) })
        let first = try await page(limit: 2)
        #expect(first.posts.map(\.id.native) == ["1", "2"])
        // Meanwhile the list has another beginning, and the third story is not in it any more.
        server.answer("/v0/topstories.json", with: "[9,2,1,4,5]")
        let second = try await page(cursor: first.next, limit: 2)
        #expect(second.posts.map(\.id.native) == ["3", "4"])
        let last = try await page(cursor: second.next, limit: 2)
        #expect(last.posts.map(\.id.native) == ["5"] && last.next == nil)
        #expect(server.paths.count { $0 == "/v0/topstories.json" } == 1)
    }

    @Test func aFewItemsAreAskedForAtOnceAndComeInTheListsOrder() async throws {
        put((1...40).map { storyJSON($0) })
        let page = try await page(limit: 40)
        #expect(page.posts.map(\.id.native) == (1...40).map(String.init))
        #expect(server.mostUnderway <= 4)
        #expect(server.requests.allSatisfy { $0.fairnessKey == feed(.home).key })
    }

    @Test func whereNoItemComesThePageFails() async throws {
        put((1...30).map { storyJSON($0) })
        for id in 1...30 { server.fail("/v0/item/\(id).json", with: NetworkError(.offline)) }
        #expect(await errorCode { try await page(limit: 30) } == .offline)
        // Nobody waits for thirty items of a server that is out of reach.
        #expect(server.requests.count <= 8)
    }

    @Test(arguments: ["null", "{}", "[1,", "7"])
    func anAnswerThatIsNoListIsMalformed(body: String) async {
        server.answer("/v0/topstories.json", with: body)
        #expect(await errorCode { try await page() } == .malformed)
    }

    @Test func aCursorOfAnotherListIsRefused() async {
        #expect(await errorCode { try await page(cursor: .page(2)) } == .invalidInput)
        #expect(await errorCode { try await page(.user("ann"), cursor: .ids(["1"])) } == .invalidInput)
    }

    @Test func aUsersStoriesComeFromTheSearchByDate() async throws {
        server.answer(
            "/api/v1/search_by_date",
            with: #"{"hits":[{"objectID":"7","title":"T","url":null,"author":"pg_1","points":null,"#
                + #""story_text":"a<p>b","num_comments":3,"created_at_i":1175714200,"_tags":["story","author_pg_1"]},"#
                + #"{"objectID":"8","title":null}],"page":0,"nbPages":3,"hitsPerPage":2}"#)
        let page = try await page(.user("pg_1"), limit: 2)
        #expect(
            server.requests.map(\.url.absoluteString) == [
                "https://hn.algolia.com/api/v1/search_by_date?hitsPerPage=2&page=0&tags=story%2Cauthor_pg_1"
            ])
        #expect(page.posts.map(\.id.native) == ["7"] && page.posts[0].text == "a\n\nb")
        #expect(page.posts[0].score == nil && page.posts[0].commentCount == 3)
        #expect(page.issues == [DecodeIssue(index: 1, reason: "title: missing")])
        #expect(page.next == .page(1))
    }

    @Test func aSearchGoesOnByPagesAndEnds() async throws {
        server.answer("/api/v1/search", with: #"{"hits":[],"page":2,"nbPages":3}"#)
        let page = try await page(.search("a b&c"), cursor: .page(2), limit: 500)
        #expect(
            server.requests.map(\.url.absoluteString) == [
                "https://hn.algolia.com/api/v1/search?hitsPerPage=100&page=2&query=a%20b%26c&tags=story"
            ])
        #expect(page.next == nil)
    }

    @Test(arguments: [
        FeedSource.subreddits(["swift"]), .saved, .user("x"), .user("sixteen_letters_"), .user("a/b"), .user("é!"),
        .search("  "),
    ])
    func whatThereIsNotIsRefusedBeforeAnybodyIsAsked(source: FeedSource) async {
        #expect(await errorCode { try await page(source) } == .invalidInput)
        #expect(server.requests.isEmpty)
    }

    @Test func allGoesToABaseURL() async throws {
        put([storyJSON(1, ["url": ""])])
        server.answer("/api/v1/search", with: #"{"hits":[],"nbPages":0}"#)
        let base = try #require(URL(string: "http://127.0.0.1:8080"))
        let provider = try HackerNewsProvider(baseURL: base, requests: server)
        _ = try await provider.fetchPage(PageRequest(feed: feed(.home)))
        _ = try await provider.fetchPage(PageRequest(feed: feed(.search("a"))))
        #expect(server.requests.count == 3 && server.requests.allSatisfy { $0.url.host() == "127.0.0.1" })
        #expect(
            provider.links.url(for: ResourceLink("/item?id=1", on: .hackerNews))?.absoluteString
                == "http://127.0.0.1:8080/item?id=1")
    }
}
