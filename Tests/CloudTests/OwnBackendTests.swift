import Cloud
import Core
import Foundation
import Testing

/// The backend that `Documentation/Backends.md` builds, word for word: what is shown there compiles and works.
struct OwnBackendTests {
    private let body =
        #"{"stories":[{"id":7,"title":"Hello","url":"https://news.example.com/7"},{"id":"no number"}],"more":"abc"}"#

    @Test func aPageIsReadAndABadStoryIsAnIssue() async throws {
        let requests = CannedRequests(body)
        let provider = NewsPostProvider(requests: requests)
        let page = try await provider.fetchPage(
            PageRequest(feed: Feed(site: .news), cursor: PageCursor(rawValue: "x&y"), limit: 500))
        #expect(requests.request?.url.absoluteString == "https://news.example.com/stories?after=x%26y&count=50")
        var expected = Post(id: Post.ID(site: .news, native: "7"), title: "Hello", media: Media(kind: .link))
        expected.url = ResourceLink("/7", on: .news)
        #expect(page.posts == [expected])
        #expect(page.next == PageCursor(rawValue: "abc"))
        #expect(page.issues.map(\.index) == [1])
    }

    @Test func whatIsNoListIsMalformed() async {
        let provider = NewsPostProvider(requests: CannedRequests("{}"))
        #expect(await errorCode { try await provider.fetchPage(PageRequest(feed: Feed(site: .news))) } == .malformed)
    }

    @Test func whatTheBackendHasNotIsRefused() async throws {
        let provider = NewsPostProvider(requests: CannedRequests(body))
        let error = await #expect(throws: DataError.self) {
            try await provider.fetchPage(PageRequest(feed: Feed(site: .news, source: .user("ann"))))
        }
        #expect(error?.code == .invalidInput)
    }
}

extension Site {
    fileprivate static let news = Site(rawValue: "news")
}

private struct NewsEndpoints: EndpointProvider {
    let site = Site.news
    private let base = "https://news.example.com"

    func request(for endpoint: Endpoint) throws -> NetworkRequest {
        switch endpoint {
        case .listing(let page):
            guard page.feed.source == .home, var parts = URLComponents(string: base + "/stories") else { break }
            var query = ["count": String(min(max(page.limit, 1), 50))]
            if let cursor = page.cursor { query["after"] = cursor.rawValue }
            parts.queryItems = query.sorted { $0.key < $1.key }.map(URLQueryItem.init)
            guard let url = parts.url else { break }
            return NetworkRequest(url, headers: ["Accept": "application/json"], priority: page.priority)
        case .resource(let link):
            if let url = url(for: link) { return NetworkRequest(url, expectation: .data) }
        case .thread, .more, .source: break
        }
        throw DataError(.invalidInput, message: "News has a front page, and nothing else.")
    }

    func url(for link: ResourceLink) -> URL? {
        guard link.isRelative else { return URL(string: link.text) }
        return link.site == site ? URL(string: base + link.text) : nil
    }

    func link(for text: String) -> ResourceLink? {
        if text.hasPrefix(base + "/") { return ResourceLink(String(text.dropFirst(base.count)), on: site) }
        return text.hasPrefix("https://") ? ResourceLink(text, on: site) : nil
    }
}

private struct NewsPostProvider: OnlinePostProvider {
    let site = Site.news
    let endpoints = NewsEndpoints()
    let requests: any RequestProvider

    func fetchPage(_ request: PageRequest) async throws -> Page {
        let response = try await requests.response(to: try endpoints.request(for: .listing(request)))
        let answer: Answer
        do {
            answer = try JSONDecoder().decode(Answer.self, from: response.body)
        } catch {
            throw NetworkError(.malformed, status: response.status, underlying: error)
        }
        var page = Page(posts: [], next: answer.more.map(PageCursor.init(rawValue:)), source: "news")
        for (index, story) in answer.stories.enumerated() {
            switch story.result {
            case .success(let story):
                var post = Post(id: Post.ID(site: site, native: String(story.id)), title: story.title)
                post.url = story.url.flatMap(endpoints.link(for:))
                post.media = Media(kind: post.url == nil ? .text : .link)
                page.posts.append(post)
            case .failure(let error):
                page.issues.append(DecodeIssue(index: index, reason: "\(error)"))
            }
        }
        return page
    }

    private struct Answer: Decodable {
        let stories: [Attempt<Story>]
        let more: String?
    }

    private struct Story: Decodable {
        let id: Int
        let title: String
        let url: String?
    }

    /// One bad story is an issue, and no reason to lose the others.
    private struct Attempt<Value: Decodable>: Decodable {
        let result: Result<Value, any Error>

        init(from decoder: any Decoder) throws {
            result = Result { try Value(from: decoder) }
        }
    }
}
