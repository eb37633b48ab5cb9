public import Core
public import Foundation

extension Backend {
    /// Makes the backend of Hacker News, which needs no key and has no orders to choose from.
    ///
    /// - Parameters:
    ///   - base: The address before `/v0` and `/api/v1` of a server that speaks as both APIs do; the two public hosts
    ///     by default.
    ///   - name: The name in a chain, where each of several servers needs its own; `hackernews` by default.
    ///   - requests: Sends requests; the registered one by default.
    /// - Returns: The backend.
    /// - Throws: `DataError` with the code `invalidInput` when the base is neither `https` nor a loopback address.
    public static func hackerNews(
        base: URL? = nil, name: String = "hackernews", requests: any RequestProvider = .registered
    ) throws(DataError) -> Backend {
        let server: HackerNewsProvider
        if let base {
            server = try HackerNewsProvider(baseURL: base, requests: requests)
        } else {
            server = HackerNewsProvider(requests: requests)
        }
        var backend = Backend(
            .hackerNews, name: name, posts: Posts(server), threads: Threads(server), links: server.links)
        backend.hosts = server.hosts
        backend.cursorFamily = "hackernews"
        backend.sources = server
        backend.search = Posts(server)
        return backend
    }
}

/// A provider of Hacker News's pages, threads, users and searches, which needs no key.
///
/// Lists and their items come from the public Firebase API, a list first and then four items at a time; threads, what
/// one person posted, and searches from Algolia's:
///
/// | feed | request |
/// | --- | --- |
/// | `top` or `home`, `new`, `best`, `ask`, `show`, `jobs` | `/v0/topstories.json` and so on, `/v0/item/ID.json` |
/// | `u/NAME` | `/api/v1/search_by_date?tags=story,author_NAME` |
/// | `search/TEXT` | `/api/v1/search?query=TEXT&tags=story` |
/// | a thread | `/api/v1/items/ID` |
/// | whether there is a user | `/v0/user/NAME.json` |
///
/// A list's cursor holds the ids that are left, so its pages are those of the list as it was when the first one came.
/// An item that does not come is an issue of its page. There are no sorts: each list has its own order, and so have
/// threads.
///
/// The shapes are those of github.com/HackerNews/API and hn.algolia.com/api. This backend uses nothing of Cloud that is
/// not public, so it is an example of one, too.
package struct HackerNewsProvider: OnlinePostProvider, OnlineCommentProvider, OnlineSourceProvider {
    package let site = Site.hackerNews
    /// The address that links lead to: the site that people see, or the base URL.
    package let links: BaseAddress

    /// The hosts that are asked.
    var hosts: Set<String> { [lists.authority, search.authority] }

    private let lists: BaseAddress
    private let search: BaseAddress
    private let reader: AnswerReader
    private let profile = SiteProfile.hackerNews
    private var decoder: HackerNewsDecoder { HackerNewsDecoder(links: links) }

    /// Creates a provider for Hacker News itself.
    ///
    /// - Parameter requests: The way to the network.
    package init(requests: any RequestProvider) {
        links = BaseAddress(host: "news.ycombinator.com", site: .hackerNews)
        lists = BaseAddress(host: "hacker-news.firebaseio.com", site: .hackerNews)
        search = BaseAddress(host: "hn.algolia.com", site: .hackerNews)
        reader = AnswerReader(requests)
    }

    /// Creates a provider for a server that speaks as both APIs do.
    ///
    /// - Parameters:
    ///   - baseURL: What comes before `/v0` and `/api/v1`.
    ///   - requests: The provider that performs requests.
    /// - Throws: `DataError` with the code `invalidInput` when it is neither `https` nor a loopback address.
    package init(baseURL: URL, requests: any RequestProvider) throws(DataError) {
        links = try BaseAddress(baseURL, site: .hackerNews)
        (lists, search) = (links, links)
        reader = AnswerReader(requests)
    }

    package func fetchPage(_ request: PageRequest) async throws -> Page {
        try check(request.feed.site)
        let source = request.feed.source
        if source.kind == .search {
            guard source.name.contains(where: { !$0.isWhitespace }) else {
                throw DataError(.invalidInput, message: "A search needs at least one word.")
            }
            return try await found("search", ["query": source.name, "tags": "story"], for: request)
        }
        let checked = try profile.source(parsing: source.description)
        if checked.kind == .user {
            return try await found("search_by_date", ["tags": "story,author_\(checked.name)"], for: request)
        }
        guard let list = Self.lists[checked.description] else {
            throw DataError(.invalidInput, message: "'\(source)' is kept on this device; no server knows it.")
        }
        return try await page(of: list, for: request)
    }

    package func fetchThread(_ request: ThreadRequest) async throws -> CommentThread {
        try check(request.post.site)
        guard isID(request.post.native) else {
            throw DataError(.invalidInput, message: "'\(request.post.native)' is no post's id. Here it is a number.")
        }
        let asked = try search.request("/api/v1/items/\(request.post.native)", priority: request.priority)
        return try await reader.value(of: asked) { [decoder] in try decoder.thread(try $0.json(), of: request.post) }
    }

    package func lookUp(_ request: SourceRequest) async throws -> SourceDescription {
        try check(request.site)
        guard request.name.kind == .user else {
            throw DataError(.invalidInput, message: "'\(request.name)' is no user, and here only users are followed.")
        }
        let name = try profile.source(parsing: request.name.description).name
        let asked = try lists.request("/v0/user/\(name).json", priority: request.priority)
        return try await reader.value(of: asked) { try HackerNewsDecoder.user(try $0.json(), named: name) }
    }

    /// The feeds, and what their lists are called.
    private static let lists = [
        "top": "topstories", "new": "newstories", "best": "beststories", "ask": "askstories",
        "show": "showstories", "jobs": "jobstories",
    ]

    private func page(of list: String, for request: PageRequest) async throws -> Page {
        var ids = try request.ids() ?? []
        if request.cursor == nil {
            let asked = try firebase("/v0/\(list).json", for: request)
            ids = try await reader.value(of: asked) { try HackerNewsDecoder.ids(try $0.json()) }
        }
        let part = ids.prefix(Self.limit(of: request))
        let known = part.filter(isID)
        let items = try await reader.values(
            of: known.map { try firebase("/v0/item/\($0).json", for: request) }, decode: { try $0.json() })
        // Where not one item came, the server is out of reach, and the page is not there rather than empty.
        if case .failure(let error)? = items.first, !items.contains(where: { (try? $0.get()) != nil }) { throw error }
        let found = Dictionary(zip(known, items)) { first, _ in first }
        var page = Page(posts: [], next: .ids(ids.dropFirst(part.count)), source: site.rawValue)
        page.add(part) { id in
            guard let item = found[id] else { throw UnreadableElement("id", expected: "a number") }
            return try decoder.post(try item.get())
        }
        return page
    }

    private func firebase(_ path: String, for page: PageRequest) throws(DataError) -> NetworkRequest {
        var request = try lists.request(path, priority: page.priority)
        request.fairnessKey = page.feed.key
        return request
    }

    private func found(_ path: String, _ query: [String: String], for request: PageRequest) async throws -> Page {
        let number = try request.pageNumber(first: 0)
        let part = ["page": String(number), "hitsPerPage": String(Self.limit(of: request))]
        let asked = try search.request(
            "/api/v1/\(path)", query: query.merging(part) { own, _ in own }, priority: request.priority)
        return try await reader.page(of: asked, for: request) { [decoder] in
            try decoder.page(try $0.json(), number: number)
        }
    }

    private static func limit(of page: PageRequest) -> Int { min(max(page.limit, 1), 100) }

    private func isID(_ text: String) -> Bool { profile.post(text) != nil }

    private func check(_ site: Site) throws(DataError) {
        guard site == self.site else {
            throw DataError(.invalidInput, message: "This is of \(site), and here is \(self.site).")
        }
    }
}
