public import Core
public import Foundation

/// The addresses of Reddit's Atom feeds, and of servers that have the same.
///
/// | what is asked for | path |
/// | --- | --- |
/// | the front page | `/{sort}/.rss` |
/// | one or several subreddits | `/r/A+B/{sort}/.rss` |
/// | a user's posts | `/user/NAME/submitted/.rss?sort=…` |
/// | a search | `/search.rss?q=…&sort=…&type=link` |
/// | a thread | `/comments/ID/.rss?sort=…`, the id without `t3_` |
/// | a source | `/r/NAME/.rss?limit=1`, `/user/NAME/submitted/.rss?limit=1`: there is no page about it |
///
/// The query is in the order of its names and strictly percent-encoded: `after`, `limit` (1 to 100), and `t` with `top`
/// and `controversial` only. Links are made by the rules of ``RedditEndpointProvider``, so that a post is the same by
/// either road. The feeds need no key and are throttled hard: about one request a minute is safe.
public struct RedditFeedEndpointProvider: EndpointProvider {
    /// The site whose server it is.
    public let site: Site
    private let base: BaseAddress

    /// Creates a provider for `https://www.reddit.com`.
    ///
    /// - Parameter site: The site whose links it makes: Reddit by default.
    public init(site: Site = .reddit) {
        self.site = site
        base = BaseAddress(scheme: "https", host: "www.reddit.com", site: site)
    }

    /// Creates a provider for a server that has Reddit's feeds.
    ///
    /// - Parameters:
    ///   - baseURL: What comes before every path, such as `http://127.0.0.1:8080` or `https://host/reddit`.
    ///   - site: The site whose server it is: Reddit, the default, where it stands in Reddit's place.
    /// - Throws: `DataError` with the code `invalidInput` when it is neither `https` nor a loopback address, has no
    ///   host or a port that is none, or has a query, a fragment, a user or a password.
    public init(baseURL: URL, site: Site = .reddit) throws(DataError) {
        self.site = site
        base = try BaseAddress(baseURL, site: site)
    }

    /// The request for what a link of a post leads to: an image, a video.
    ///
    /// - Parameter link: A link of this backend's posts.
    /// - Returns: A GET request that takes any bytes but a page of HTML.
    /// - Throws: `DataError` with the code `invalidInput` for a link that is none, that is a path of another site, or
    ///   that has a user or a password or leads to a loopback host that is not the base's own: posts come from anybody.
    public func request(for link: ResourceLink) throws(DataError) -> NetworkRequest { try base.request(for: link) }

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

    /// How many posts a page is asked for.
    static func limit(of page: PageRequest) -> Int { min(max(page.limit, 1), 100) }

    /// The request for one page of a feed.
    ///
    /// - Parameter page: The feed, the cursor and the limit, which is clamped to 1 to 100.
    /// - Returns: A GET request that expects no page of HTML.
    /// - Throws: `DataError` with the code `invalidInput` for a source that is local or has a name that is none.
    package func listing(_ page: PageRequest) throws(DataError) -> NetworkRequest {
        var query = ["limit": String(Self.limit(of: page))]
        if let cursor = page.cursor, !cursor.rawValue.isEmpty { query["after"] = cursor.rawValue }
        query["t"] = page.feed.period?.rawValue
        let path = try path(of: page.feed, query: &query)
        guard let url = base.url("\(path).rss", query: query) else {
            throw DataError(.invalidInput, message: "'\(page.feed.source)' makes no address.")
        }
        return Self.request(url, priority: page.priority)
    }

    /// The request for a thread, of which the feeds have no more than they send at once.
    ///
    /// - Parameter thread: The post, an order and a limit, which is clamped to 1 to 500.
    /// - Returns: A GET request that expects no page of HTML.
    /// - Throws: `DataError` with the code `invalidInput` for a post whose id is none of Reddit's.
    package func thread(_ thread: ThreadRequest) throws(DataError) -> NetworkRequest {
        guard let id = RedditFullname(thread.post.native), id.kind == "t3",
            let url = base.url("/comments/\(id.number)/.rss", query: Self.query(of: thread))
        else {
            throw DataError(
                .invalidInput, message: "'\(thread.post.native)' is no post's id. It is like t3_abc123.")
        }
        return Self.request(url, priority: thread.priority)
    }

    /// The request for the feed of a subreddit or a user, with one entry.
    ///
    /// - Parameter source: The name, and who waits.
    /// - Returns: A GET request that expects no page of HTML.
    /// - Throws: `DataError` with the code `invalidInput` for a name that is none.
    package func source(_ source: SourceRequest) throws(DataError) -> NetworkRequest {
        let folder = try RedditPath.path(of: source.name) + (source.name.kind == .user ? "/submitted" : "")
        guard let url = base.url("\(folder)/.rss", query: ["limit": "1"]) else {
            throw DataError(.invalidInput, message: "'\(source.name)' makes no address.")
        }
        var request = Self.request(url, priority: source.priority)
        request.errorPaths = RedditPages.sourceErrorPaths
        return request
    }

    private static func query(of thread: ThreadRequest) -> [String: String] {
        var query: [String: String] = [:]
        query["sort"] = thread.sort?.rawValue
        query["limit"] = thread.limit.map { String(min(max($0, 1), 500)) }
        return query
    }

    private static func request(_ url: URL, priority: RequestPriority) -> NetworkRequest {
        var request = NetworkRequest(
            url, headers: ["Accept": "application/atom+xml, application/xml;q=0.9"],
            // Whatever is no page: a portal's HTML is refused, and what is no feed is found when it is parsed.
            expectation: .data, priority: priority, maximumBytes: AtomParser.maximumBytes)
        request.errorPaths = RedditPages.errorPaths
        return request
    }

    /// Feeds end in a folder, but for the one of a search.
    private func path(of feed: Feed, query: inout [String: String]) throws(DataError) -> String {
        let path = try RedditPath.path(of: feed, query: &query)
        if feed.source.kind == .search { return path }
        return path + "/"
    }
}
