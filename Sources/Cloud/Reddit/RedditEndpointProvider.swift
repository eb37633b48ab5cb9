public import Core
public import Foundation

/// The addresses of Reddit's JSON, and of servers that speak it, in either ``RedditDialect``.
///
/// | what is asked for | path, with `.json` behind it unless the dialect is `oauth` |
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
    /// The site whose server it is.
    public let site: Site
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
    /// - Parameters:
    ///   - site: The site whose links it makes: Reddit by default.
    ///   - dialect: Which road is asked: `https://www.reddit.com`, the default, or `https://oauth.reddit.com`.
    public init(site: Site = .reddit, dialect: RedditDialect = .publicJSON) {
        self.site = site
        self.dialect = dialect
        linkBase = OAuthServer.reddit.site.of(site)
        base = dialect == .oauth ? OAuthServer.reddit.api : linkBase
    }

    /// Creates a provider for a server that speaks as Reddit does.
    ///
    /// - Parameters:
    ///   - baseURL: What comes before every path, such as `http://127.0.0.1:8080` or `https://host/reddit`.
    ///   - site: The site whose server it is: Reddit, the default, where it stands in Reddit's place.
    ///   - dialect: How it is spoken to; `publicJSON` by default.
    /// - Throws: `DataError` with the code `invalidInput` when it is neither `https` nor a loopback address, has no
    ///   host or a port that is none, or has a query, a fragment, a user or a password.
    public init(baseURL: URL, site: Site = .reddit, dialect: RedditDialect = .publicJSON) throws(DataError) {
        self.site = site
        self.dialect = dialect
        base = try BaseAddress(baseURL, site: site)
        linkBase = base
    }

    /// Creates a provider for a server whose API has a host of its own.
    ///
    /// - Parameters:
    ///   - server: Where it is: requests go to its API, and links are relative to its site.
    ///   - site: The site whose server it is: Reddit, the default, where it stands in Reddit's place.
    ///   - dialect: How it is spoken to; `oauth` by default.
    public init(server: OAuthServer, site: Site = .reddit, dialect: RedditDialect = .oauth) {
        self.site = site
        self.dialect = dialect
        base = server.api
        linkBase = server.site.of(site)
    }

    /// The request for what a link of a post leads to: an image, a video.
    ///
    /// - Parameter link: A link of this backend's posts.
    /// - Returns: A GET request that takes any bytes but a page of HTML.
    /// - Throws: `DataError` with the code `invalidInput` for a link that is none, that is a path of another site, or
    ///   that has a user or a password or leads to a loopback host that is not the base's own: posts come from anybody.
    public func request(for link: ResourceLink) throws(DataError) -> NetworkRequest { try linkBase.request(for: link) }

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

    /// The request for a thread.
    ///
    /// - Parameter thread: The post, an order and a limit, which is clamped to 1 to 500.
    /// - Returns: A GET request for JSON.
    /// - Throws: `DataError` with the code `invalidInput` for a post whose id is none of Reddit's.
    package func thread(_ thread: ThreadRequest) throws(DataError) -> NetworkRequest {
        let id = try Self.number(of: thread.post)
        var query = ["raw_json": "1"]
        if let sort = thread.sort { query["sort"] = sort.rawValue }
        if let limit = thread.limit { query["limit"] = String(min(max(limit, 1), 500)) }
        return try comments("/comments/\(id)", query, priority: thread.priority)
    }

    /// The request for what Reddit says of a subreddit or a user.
    ///
    /// - Parameter source: The name, and who waits.
    /// - Returns: A GET request for JSON.
    /// - Throws: `DataError` with the code `invalidInput` for a name that is none.
    package func source(_ source: SourceRequest) throws(DataError) -> NetworkRequest {
        let path = try RedditPath.path(of: source.name)
        guard let url = URL(string: base.text("\(path)/about\(dialect.suffix)?raw_json=1")) else {
            throw DataError(.invalidInput, message: "'\(source.name)' makes no address.")
        }
        var request = NetworkRequest(url, headers: ["Accept": "application/json"], priority: source.priority)
        request.errorPaths = RedditPages.sourceErrorPaths
        return request
    }

    /// The request for one page of a feed.
    ///
    /// - Parameter page: The feed, the cursor and the limit, which is clamped to 1 to 100.
    /// - Returns: A GET request for JSON.
    /// - Throws: `DataError` with the code `invalidInput` for a source that is local or has a name that is none.
    package func listing(_ page: PageRequest) throws(DataError) -> NetworkRequest {
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
