public import Core
public import Foundation

/// The addresses of Reddit's public JSON, and of servers that speak it.
///
/// | endpoint | path |
/// | --- | --- |
/// | the front page | `/{sort}.json` |
/// | one or several subreddits | `/r/A+B/{sort}.json` |
/// | a user's posts | `/user/NAME/submitted.json?sort=…` |
/// | a search | `/search.json?q=…&sort=…&type=link` |
/// | a thread | `/comments/ID.json?sort=…`, the id without its `t3_` |
///
/// The query is in the order of its names and strictly percent-encoded: `after`, `count`, `limit` (1 to 100), `t` with
/// `top` and `controversial` only, and always `raw_json=1`, so that text comes unescaped. Where a server's own lists
/// have fewer orders than feeds have, one that it does not know is left out and the server chooses.
public struct RedditEndpointProvider: EndpointProvider {
    private let base: BaseAddress

    /// Creates a provider for `https://www.reddit.com`.
    public init() {
        base = BaseAddress(scheme: "https", host: "www.reddit.com")
    }

    /// Creates a provider for a server that speaks as Reddit does.
    ///
    /// - Parameter baseURL: What comes before every path, such as `http://127.0.0.1:8080` or `https://host/reddit`.
    /// - Throws: `DataError` with the code `invalidInput` when it is neither `https` nor a loopback address, has no
    ///   host or a port that is none, or has a query, a fragment, a user or a password.
    public init(baseURL: URL) throws(DataError) {
        base = try BaseAddress(baseURL)
    }

    /// The request that asks for an endpoint.
    ///
    /// - Parameter endpoint: What to ask for.
    /// - Returns: A GET request.
    /// - Throws: `DataError` with the code `invalidInput` for a source that is local or has a name that is none, for a
    ///   thread whose id is none, and for a link with a user or a password, or to a loopback host that is not the
    ///   base's own: posts come from anybody.
    public func request(for endpoint: Endpoint) throws -> NetworkRequest {
        switch endpoint {
        case .listing(let page): try listing(page)
        case .thread(let request): try thread(request)
        case .resource(let link): try resource(link)
        }
    }

    /// The URL of a link, for now.
    ///
    /// - Parameter link: A link of this backend's posts.
    /// - Returns: An absolute URL, or `nil` when the link is none.
    public func url(for link: ResourceLink) -> URL? { base.url(for: link) }

    /// The link to keep for what the server calls a URL.
    ///
    /// - Parameter text: The URL as the server wrote it: absolute, relative to the scheme (`//host/…`) or to the host.
    /// - Returns: The link, or `nil` for text that is no `http` or `https` URL and no path.
    public func link(for text: String) -> ResourceLink? { base.link(for: text) }

    private func resource(_ link: ResourceLink) throws(DataError) -> NetworkRequest {
        guard let url = base.url(for: link) else {
            throw DataError(.invalidInput, message: "'\(link)' is no link: use a path or an http or https URL.")
        }
        guard base.mayLead(to: url) else {
            throw DataError(
                .invalidInput,
                message: "A post's link to this device itself, or with a user or a password, is not asked for.")
        }
        return NetworkRequest(url, expectation: .data)
    }

    private func thread(_ thread: ThreadRequest) throws(DataError) -> NetworkRequest {
        let native = thread.post.native
        let id = native.hasPrefix("t3_") ? native.dropFirst(3) : native[...]
        guard !id.isEmpty, id.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }) else {
            throw DataError(.invalidInput, message: "'\(native)' is no post's id; those look like t3_abc.")
        }
        var query = ["raw_json": "1"]
        if let sort = thread.sort { query["sort"] = sort.rawValue }
        if let limit = thread.limit { query["limit"] = String(min(max(limit, 1), 500)) }
        guard let url = URL(string: base.text("/comments/\(id).json?\(PercentEncoding.query(query))")) else {
            throw DataError(.invalidInput, message: "'\(native)' makes no address.")
        }
        var request = NetworkRequest(url, headers: ["Accept": "application/json"], priority: thread.priority)
        request.errorPaths = RedditPages.errorPaths
        return request
    }

    private func listing(_ page: PageRequest) throws(DataError) -> NetworkRequest {
        var query = ["raw_json": "1", "limit": String(min(max(page.limit, 1), 100))]
        if let cursor = page.cursor, !cursor.rawValue.isEmpty { query["after"] = cursor.rawValue }
        if page.seenCount > 0 { query["count"] = String(page.seenCount) }
        if page.feed.sort.hasPeriod { query["t"] = page.feed.period?.rawValue }
        let path = try path(of: page.feed, query: &query)
        guard let url = URL(string: base.text("\(path).json?\(PercentEncoding.query(query))")) else {
            throw DataError(.invalidInput, message: "'\(page.feed.source)' makes no address.")
        }
        var request = NetworkRequest(url, headers: ["Accept": "application/json"], priority: page.priority)
        request.errorPaths = RedditPages.errorPaths
        return request
    }

    private func path(of feed: Feed, query: inout [String: String]) throws(DataError) -> String {
        let sort = feed.sort.rawValue
        switch feed.source {
        case .home:
            return "/\(sort)"
        case .subreddits(let names):
            // Parsing checks every name, so nothing but letters, digits and underscores gets into the path.
            guard case .subreddits(let names) = try FeedSource(parsing: "r/" + names.joined(separator: "+")) else {
                throw DataError(.invalidInput, message: "'\(feed.source)' is no subreddit.")
            }
            return "/r/\(names.joined(separator: "+"))/\(sort)"
        case .user(let name):
            guard case .user(let name) = try FeedSource(parsing: "u/" + name) else {
                throw DataError(.invalidInput, message: "'\(feed.source)' is no user.")
            }
            if [.hot, .new, .top, .controversial].contains(feed.sort) { query["sort"] = sort }
            return "/user/\(name)/submitted"
        case .search(let text):
            guard text.contains(where: { !$0.isWhitespace }) else {
                throw DataError(.invalidInput, message: "A search needs at least one word.")
            }
            if [.hot, .new, .top].contains(feed.sort) { query["sort"] = sort }
            query["q"] = text
            query["type"] = "link"
            return "/search"
        case .saved, .favourites, .downloads:
            throw DataError(.invalidInput, message: "'\(feed.source)' is kept on this device; no server knows it.")
        }
    }
}
