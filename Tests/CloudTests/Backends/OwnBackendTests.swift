import Cloud
import Core
import Foundation
import Testing

private typealias Comment = Core.Comment

/// The backend that `Documentation/Backends.md` builds, word for word: what is shown there compiles and works.
struct OwnBackendTests {
    private let body =
        #"{"stories":[{"id":7,"title":"Hello","url":"https://news.example.com/7","time":1175714200},"#
        + #"{"id":"no number"}],"more":true}"#

    @Test func aPageIsReadAndABadStoryIsAnIssue() async throws {
        let requests = CannedRequests(body)
        let provider = NewsProvider(requests: requests)
        let page = try await provider.fetchPage(PageRequest(feed: Feed(site: .news), cursor: .page(2), limit: 500))
        #expect(requests.request?.url.absoluteString == "https://news.example.com/stories?count=50&page=2")
        var expected = Post(id: Post.ID(site: .news, native: "7"), title: "Hello", media: Media(kind: .link))
        expected.url = ResourceLink("/7", on: .news)
        expected.created = Date(timeIntervalSince1970: 1_175_714_200)
        #expect(page.posts == [expected])
        #expect(page.next == .page(3))
        #expect(page.issues == [DecodeIssue(index: 1, reason: "id: expected a number")])
    }

    @Test func aFirstPageThatIsStoredIsRecognised() async throws {
        let provider = NewsProvider(requests: CannedRequests(#"{"stories":[]}"#))
        var request = PageRequest(feed: Feed(site: .news))
        request.revision = try await provider.fetchPage(request).revision
        #expect(try await provider.fetchPage(request).isUnchanged)
    }

    @Test func aThreadIsPutInOrder() async throws {
        let body =
            #"{"comments":[{"id":3,"answers":2,"html":"<p>Deep"},{"id":4,"author":"ann"},{"id":2},{"author":"x"}]}"#
        let provider = NewsProvider(requests: CannedRequests(body))
        let thread = try await provider.fetchThread(ThreadRequest(post: Post.ID(site: .news, native: "7")))
        #expect(thread.comments.map(\.id.native) == ["4", "2", "3"])
        #expect(thread.comments.map(\.depth) == [0, 0, 1] && thread.comments[2].body == "Deep")
        #expect(thread.issues == [DecodeIssue(index: 3, reason: "id: missing")])
    }

    @Test func theBackendHasThePartsThatItWasGiven() {
        let backend = Backend.news(requests: CannedRequests(body))
        #expect(backend.site == .news && backend.posts?.sorts.isEmpty == true)
        #expect(backend.threads != nil && backend.search == nil && backend.sources == nil)
        #expect(backend.links?.url(for: ResourceLink("/7", on: .news))?.absoluteString == "https://news.example.com/7")
    }

    @Test func anAnswerThatIsNoListIsMalformed() async {
        let provider = NewsProvider(requests: CannedRequests("{}"))
        #expect(await errorCode { try await provider.fetchPage(PageRequest(feed: Feed(site: .news))) } == .malformed)
    }

    @Test func whatTheBackendHasNotIsRefused() async throws {
        let provider = NewsProvider(requests: CannedRequests(body))
        let error = await #expect(throws: DataError.self) {
            try await provider.fetchPage(PageRequest(feed: Feed(site: .news, source: .user("ann"))))
        }
        #expect(error?.code == .invalidInput)
    }
}

extension Site {
    fileprivate static let news = Site(rawValue: "news")
}

private struct NewsProvider: OnlinePostProvider, OnlineCommentProvider {
    let site = Site.news
    let address = BaseAddress(host: "news.example.com", site: .news)
    private let reader: AnswerReader

    init(requests: any RequestProvider) {
        reader = AnswerReader(requests)
    }

    func fetchPage(_ request: PageRequest) async throws -> Page {
        guard request.feed.source == .home else {
            throw DataError(.invalidInput, message: "News has a front page, and nothing else.")
        }
        let number = try request.pageNumber()
        let query = ["page": String(number), "count": String(min(max(request.limit, 1), 50))]
        let asked = try address.request("/stories", query: query, priority: request.priority)
        return try await reader.page(of: asked, for: request) { response in
            let answer = try response.json()
            guard let stories = answer["stories"]?.elements else { throw NetworkError(.malformed) }
            var page = Page(posts: [], next: answer["more"]?.bool == true ? .page(number + 1) : nil, source: "news")
            page.add(stories, read: post)
            return page
        }
    }

    func fetchThread(_ request: ThreadRequest) async throws -> CommentThread {
        let asked = try address.request(
            "/comments", query: ["story": request.post.native], priority: request.priority)
        return try await reader.value(of: asked) { response in
            guard let comments = try response.json()["comments"]?.elements else { throw NetworkError(.malformed) }
            var thread = CommentThread(source: "news")
            thread.add(comments) { try comment($0, on: request.post) }
            return thread
        }
    }
}

extension NewsProvider {
    private func post(_ json: JSONValue) throws -> Post {
        let id = Post.ID(site: site, native: String(try json.int("id")))
        var post = Post(id: id, title: try json.string("title"))
        post.author = json["author"]?.string
        post.created = json["time"]?.date
        post.commentCount = json["comments"]?.int
        post.url = json["url"]?.string.flatMap(address.link(for:))
        post.text = json["html"]?.string.map(HTMLText.plain)
        post.media = Media(kind: post.url == nil ? .text : .link)
        return post
    }

    private func comment(_ json: JSONValue, on post: Post.ID) throws -> Comment {
        let id = Comment.ID(site: site, native: String(try json.int("id")))
        let parent = json["answers"]?.int.map { Comment.Parent.comment(Comment.ID(site: site, native: String($0))) }
        var comment = Comment(id: id, parent: parent ?? .post(post))
        comment.author = json["author"]?.string
        comment.created = json["time"]?.date
        comment.body = json["html"]?.string.map(HTMLText.plain)
        return comment
    }
}

extension SiteProfile {
    fileprivate static let news = SiteProfile(
        site: .news, name: "News", publicAddress: URL(string: "https://news.example.com"), defaultSort: nil)
}

extension Backend {
    fileprivate static func news(requests: any RequestProvider = .registered) -> Backend {
        let provider = NewsProvider(requests: requests)
        return Backend(
            .news, posts: Posts(provider), threads: Threads(provider), links: provider.address)
    }
}
