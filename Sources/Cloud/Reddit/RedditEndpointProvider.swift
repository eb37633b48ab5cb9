package import Core
package import Foundation

/// The addresses of Reddit's JSON, in either ``RedditDialect``: its backends' own requests, and the links of posts.
///
/// They are those of servers that speak it, too. Only the links are asked for as an ``EndpointProvider``; the requests
/// are for the other types of this folder.
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
/// | the rules of a subreddit | `/r/NAME/about/rules` |
///
/// The query is in the order of its names and strictly percent-encoded: `after`, `count`, `limit` (1 to 100), `t` with
/// `top` and `controversial` only, and always `raw_json=1`, so that text comes unescaped. Where a server's own lists
/// have fewer orders than feeds have, one that it does not know is left out and the server chooses.
package struct RedditEndpointProvider: EndpointProvider {
    package let site: Site
    /// The dialect of the requests.
    package let dialect: RedditDialect
    /// The base address of requests, except those for links.
    let base: BaseAddress
    /// The base address of links: the site that people see, whichever backend fetched the post.
    private let linkBase: BaseAddress

    /// Creates a provider for Reddit itself.
    ///
    /// Links are relative to `https://www.reddit.com` in both dialects, so that a post is the same in either.
    ///
    /// - Parameters:
    ///   - site: The site whose links it makes: Reddit by default.
    ///   - dialect: The dialect of the requests: `https://www.reddit.com`, the default, or `https://oauth.reddit.com`.
    package init(site: Site = .reddit, dialect: RedditDialect = .publicJSON) {
        self.site = site
        self.dialect = dialect
        linkBase = OAuthServer.reddit.site.of(site)
        base = dialect == .oauth ? OAuthServer.reddit.api : linkBase
    }

    /// Creates a provider for a server that speaks as Reddit does.
    ///
    /// - Parameters:
    ///   - baseURL: The address before every path, such as `http://127.0.0.1:8080` or `https://host/reddit`.
    ///   - site: The site whose server it is: Reddit, the default, where it stands in Reddit's place.
    ///   - dialect: How it is spoken to; `publicJSON` by default.
    /// - Throws: `DataError` with the code `invalidInput` when it is neither `https` nor a loopback address, has no
    ///   host or a port that is none, or has a query, a fragment, a user or a password.
    package init(baseURL: URL, site: Site = .reddit, dialect: RedditDialect = .publicJSON) throws(DataError) {
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
    package init(server: OAuthServer, site: Site = .reddit, dialect: RedditDialect = .oauth) {
        self.site = site
        self.dialect = dialect
        base = server.api
        linkBase = server.site.of(site)
    }

    package func request(for link: ResourceLink) throws(DataError) -> NetworkRequest { try linkBase.request(for: link) }

    package func url(for link: ResourceLink) -> URL? { linkBase.url(for: link) }

    package func link(for text: String) -> ResourceLink? { linkBase.link(for: text) }

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

    /// The request for the rules of a subreddit.
    ///
    /// - Parameter source: The subreddit.
    /// - Returns: A GET request for JSON.
    /// - Throws: `DataError` with the code `invalidInput` for a name that is none.
    package func rules(of source: SourceRequest) throws(DataError) -> NetworkRequest {
        let path = try RedditPath.path(of: source.name)
        guard let url = URL(string: base.text("\(path)/about/rules\(dialect.suffix)?raw_json=1")) else {
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
        request.sender = page.sender
        return request
    }
}

extension RedditEndpointProvider {
    /// The request for the comments that a placeholder stands for.
    ///
    /// Comments are named without their `t1_`, which is what placeholders of the site's own answers do.
    ///
    /// - Parameter request: The placeholder; 100 comments of it at most.
    /// - Returns: A GET request for JSON.
    /// - Throws: `DataError` with the code `invalidInput` for a post or a comment whose id is none of Reddit's.
    package func more(_ request: MoreRequest) throws(DataError) -> NetworkRequest {
        var query = ["raw_json": "1"]
        query["sort"] = request.sort?.rawValue
        let post = try Self.number(of: request.post)
        guard request.more.isContinuation else {
            var children: [String] = []
            for id in request.ids { children.append(try Self.number(of: id, on: request.post.site)) }
            query["api_type"] = "json"
            query["children"] = children.joined(separator: ",")
            query["limit_children"] = "false"
            query["link_id"] = "t3_\(post)"
            return try comments("/api/morechildren", query, priority: request.priority)
        }
        switch request.more.parent {
        case .post: return try comments("/comments/\(post)", query, priority: request.priority)
        case .comment(let id):
            let comment = try Self.number(of: id, on: request.post.site)
            return try comments("/comments/\(post)/_/\(comment)", query, priority: request.priority)
        }
    }

    /// A request for comments, in either dialect.
    func comments(
        _ path: String, _ query: [String: String], priority: RequestPriority
    ) throws(DataError) -> NetworkRequest {
        guard let url = URL(string: base.text("\(path)\(dialect.suffix)?\(PercentEncoding.query(query))")) else {
            throw DataError(.invalidInput, message: "'\(path)' makes no address.")
        }
        var request = NetworkRequest(url, headers: ["Accept": "application/json"], priority: priority)
        request.errorPaths = RedditPages.errorPaths
        return request
    }

    /// A post's id without its `t3_`, checked so that nothing but its own characters gets into a path.
    static func number(of post: Post.ID) throws(DataError) -> Substring {
        guard let number = number(in: post.native, prefix: "t3_") else {
            throw DataError(.invalidInput, message: "'\(post.native)' is no post's id; those look like t3_abc.")
        }
        return number
    }

    /// A comment's id without its `t1_`.
    private static func number(of comment: Comment.ID, on site: Site) throws(DataError) -> String {
        guard comment.site == site, let number = number(in: comment.native, prefix: "t1_") else {
            throw DataError(.invalidInput, message: "'\(comment.native)' is no comment's id; those look like t1_abc.")
        }
        return String(number)
    }

    private static func number(in native: String, prefix: String) -> Substring? {
        let number = native.hasPrefix(prefix) ? native.dropFirst(prefix.count) : native[...]
        let isNumber = number.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        return number.isEmpty || !isNumber ? nil : number
    }
}
