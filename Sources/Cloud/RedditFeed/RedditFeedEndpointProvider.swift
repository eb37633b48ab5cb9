package import Core
package import Foundation

/// The addresses of Reddit's Atom feeds: its backend's own requests, and the links of posts.
///
/// They are those of servers that have the same feeds, too. Only the links are asked for as an ``EndpointProvider``;
/// the requests are for the other types of this folder.
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
/// either backend. The feeds need no key and are throttled hard: about one request a minute is safe.
package struct RedditFeedEndpointProvider: EndpointProvider {
    package let site: Site
    private let base: BaseAddress

    /// Creates a provider for `https://www.reddit.com`.
    ///
    /// - Parameter site: The site whose links it makes: Reddit by default.
    package init(site: Site = .reddit) {
        self.site = site
        base = BaseAddress(scheme: "https", host: "www.reddit.com", site: site)
    }

    /// Creates a provider for a server that has Reddit's feeds.
    ///
    /// - Parameters:
    ///   - baseURL: The address before every path, such as `http://127.0.0.1:8080` or `https://host/reddit`.
    ///   - site: The site whose server it is: Reddit, the default, where it stands in Reddit's place.
    /// - Throws: `DataError` with the code `invalidInput` when it is neither `https` nor a loopback address, has no
    ///   host or a port that is none, or has a query, a fragment, a user or a password.
    package init(baseURL: URL, site: Site = .reddit) throws(DataError) {
        self.site = site
        base = try BaseAddress(baseURL, site: site)
    }

    package func request(for link: ResourceLink) throws(DataError) -> NetworkRequest { try base.request(for: link) }

    package func url(for link: ResourceLink) -> URL? { base.url(for: link) }

    package func link(for text: String) -> ResourceLink? { base.link(for: text) }

    /// The number of posts that are requested.
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
            url, headers: ["Accept": "application/atom+xml, application/xml;q=0.9"], priority: priority)
        // Whatever is no page: a portal's HTML is refused, and what is no feed is found when it is parsed.
        request.expectation = .data
        request.maximumBytes = AtomParser.maximumBytes
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
