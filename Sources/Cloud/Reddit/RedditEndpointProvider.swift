public import Core
public import Foundation

/// The addresses of Reddit's JSON, and of servers that speak it, in either ``RedditDialect``.
///
/// | endpoint | path, with `.json` behind it unless the dialect is `oauth` |
/// | --- | --- |
/// | the front page | `/{sort}` |
/// | one or several subreddits | `/r/A+B/{sort}` |
/// | a user's posts | `/user/NAME/submitted?sort=…` |
/// | a search | `/search?q=…&sort=…&type=link` |
/// | a thread | `/comments/ID?sort=…`, the id without its `t3_` |
/// | comments that were left out | `/api/morechildren?link_id=…&children=…&sort=…`, up to 100 ids without their `t1_` |
/// | what "continue this thread" stands for | `/comments/ID/_/COMMENT?sort=…` |
/// | a source | `/r/NAME/about`, `/user/NAME/about` |
///
/// The query is in the order of its names and strictly percent-encoded: `after`, `count`, `limit` (1 to 100), `t` with
/// `top` and `controversial` only, and always `raw_json=1`, so that text comes unescaped. Where a server's own lists
/// have fewer orders than feeds have, one that it does not know is left out and the server chooses.
public struct RedditEndpointProvider: EndpointProvider {
    /// Which road is asked.
    public let dialect: RedditDialect
    /// What comes before the path of every request but those for links.
    let base: BaseAddress
    /// What links are relative to: the site that people see, whatever road their posts came by.
    private let linkBase: BaseAddress

    /// Creates a provider for Reddit itself.
    ///
    /// Links are relative to `https://www.reddit.com` in both dialects, so that a post is the same by either road.
    ///
    /// - Parameter dialect: Which road is asked: `https://www.reddit.com`, the default, or `https://oauth.reddit.com`.
    public init(dialect: RedditDialect = .publicJSON) {
        self.dialect = dialect
        linkBase = OAuthServer.reddit.site
        base = dialect == .oauth ? OAuthServer.reddit.api : linkBase
    }

    /// Creates a provider for a server that speaks as Reddit does.
    ///
    /// - Parameters:
    ///   - baseURL: What comes before every path, such as `http://127.0.0.1:8080` or `https://host/reddit`.
    ///   - dialect: How it is spoken to; `publicJSON` by default.
    /// - Throws: `DataError` with the code `invalidInput` when it is neither `https` nor a loopback address, has no
    ///   host or a port that is none, or has a query, a fragment, a user or a password.
    public init(baseURL: URL, dialect: RedditDialect = .publicJSON) throws(DataError) {
        self.dialect = dialect
        base = try BaseAddress(baseURL)
        linkBase = base
    }

    /// Creates a provider for a server whose API has a host of its own.
    ///
    /// - Parameters:
    ///   - server: Where it is: requests go to its API, and links are relative to its site.
    ///   - dialect: How it is spoken to; `oauth` by default.
    public init(server: OAuthServer, dialect: RedditDialect = .oauth) {
        self.dialect = dialect
        base = server.api
        linkBase = server.site
    }

    /// The request that asks for an endpoint.
    ///
    /// - Parameter endpoint: What to ask for.
    /// - Returns: A GET request.
    /// - Throws: `DataError` with the code `invalidInput` for a source that is local or has a name that is none, for a
    ///   thread or a comment whose id is none, and for a link with a user or a password, or to a loopback host that is not the
    ///   base's own: posts come from anybody.
    public func request(for endpoint: Endpoint) throws -> NetworkRequest {
        switch endpoint {
        case .listing(let page): try listing(page)
        case .thread(let request): try thread(request)
        case .more(let request): try more(request)
        case .source(let request): try source(request)
        case .resource(let link): try resource(link)
        }
    }

    /// The URL of a link, for now.
    ///
    /// - Parameter link: A link of this backend's posts.
    /// - Returns: An absolute URL, or `nil` when the link is none.
    public func url(for link: ResourceLink) -> URL? { linkBase.url(for: link) }

    /// The link to keep for what the server calls a URL.
    ///
    /// - Parameter text: The URL as the server wrote it: absolute, relative to the scheme (`//host/…`) or to the host.
    /// - Returns: The link, or `nil` for text that is no `http` or `https` URL and no path.
    public func link(for text: String) -> ResourceLink? { linkBase.link(for: text) }

    private func resource(_ link: ResourceLink) throws(DataError) -> NetworkRequest {
        guard let url = linkBase.url(for: link) else {
            throw DataError(.invalidInput, message: "'\(link)' is no link: use a path or an http or https URL.")
        }
        guard linkBase.mayLead(to: url) else {
            throw DataError(
                .invalidInput,
                message: "A post's link to this device itself, or with a user or a password, is not asked for.")
        }
        return NetworkRequest(url, expectation: .data)
    }

    private func thread(_ thread: ThreadRequest) throws(DataError) -> NetworkRequest {
        let id = try Self.number(of: thread.post)
        var query = ["raw_json": "1"]
        if let sort = thread.sort { query["sort"] = sort.rawValue }
        if let limit = thread.limit { query["limit"] = String(min(max(limit, 1), 500)) }
        return try comments("/comments/\(id)", query, priority: thread.priority)
    }

    private func source(_ source: SourceRequest) throws(DataError) -> NetworkRequest {
        let path = try RedditPath.path(of: source.name)
        guard let url = URL(string: base.text("\(path)/about\(dialect.suffix)?raw_json=1")) else {
            throw DataError(.invalidInput, message: "'\(source.name)' makes no address.")
        }
        var request = NetworkRequest(url, headers: ["Accept": "application/json"], priority: source.priority)
        request.errorPaths = RedditPages.sourceErrorPaths
        return request
    }

    private func listing(_ page: PageRequest) throws(DataError) -> NetworkRequest {
        var query = ["raw_json": "1", "limit": String(min(max(page.limit, 1), 100))]
        if let cursor = page.cursor, !cursor.rawValue.isEmpty { query["after"] = cursor.rawValue }
        if page.seenCount > 0 { query["count"] = String(page.seenCount) }
        query["t"] = page.feed.period?.rawValue
        let path = try RedditPath.path(of: page.feed, query: &query)
        guard let url = URL(string: base.text("\(path)\(dialect.suffix)?\(PercentEncoding.query(query))")) else {
            throw DataError(.invalidInput, message: "'\(page.feed.source)' makes no address.")
        }
        var request = NetworkRequest(url, headers: ["Accept": "application/json"], priority: page.priority)
        request.errorPaths = RedditPages.errorPaths
        return request
    }
}
