package import Core
package import Foundation

/// The addresses of a Lemmy server, API version 3: its backend's own requests, and the links of its posts.
///
/// Only the links are asked for as an ``EndpointProvider``; the requests are for the other types of this folder.
///
/// | what is asked for | path |
/// | --- | --- |
/// | everything that the server knows | `/api/v3/post/list?type_=All` |
/// | a community | `/api/v3/post/list?community_name=NAME[@HOST]&type_=All` |
/// | a user's posts | `/api/v3/user?username=NAME[@HOST]` |
/// | a search | `/api/v3/search?q=…&type_=Posts&listing_type=All` |
/// | a thread | `/api/v3/comment/list?post_id=ID&max_depth=8&type_=All` |
/// | what is below a comment | `/api/v3/comment/list?parent_id=ID&max_depth=8&type_=All` |
/// | a post's counts | `/api/v3/post?id=ID` |
/// | a long thread | `/api/v3/comment/list?post_id=ID&page=NUMBER&type_=All` |
/// | a source | `/api/v3/community?name=NAME[@HOST]`, `/api/v3/user?username=NAME[@HOST]&limit=1` |
///
/// The front page is `All` rather than `Local`: a reader wants what people post, wherever their account lies, and on a
/// small server `Local` is empty. The orders have other names here:
///
/// | feed | posts | comments |
/// | --- | --- | --- |
/// | `best` | `Active`: by the latest comments | `confidence`: `Hot` |
/// | `hot` | `Hot` | |
/// | `new` | `New` | `new`: `New` |
/// | `rising` | `Scaled`: `Hot` with a boost for small communities | `old`: `Old` |
/// | `top` | `TopHour` to `TopAll`, by the period | `top`: `Top` |
/// | `controversial` | `Controversial`, of all time | `controversial`: `Controversial` |
/// | | | `qa`, which Lemmy has not: `Hot` |
///
/// A page has 1 to 50 posts; what is asked for beyond that comes with the next page. A list of posts goes on with the
/// server's own cursor, a user's posts and a search by the number of the page, `page:2`.
///
/// Names and values are those of the types in LemmyNet/lemmy-js-client, 0.19 (`GetPosts`, `SortType`, `GetComments`,
/// `CommentSortType`, `GetPersonDetails`, `Search`); the orders are explained at
/// join-lemmy.org/docs/users/03-votes-and-ranking.html. `Scaled`, `Controversial` and `page_cursor` came with 0.19.
package struct LemmyEndpointProvider: EndpointProvider {
    package let site: Site
    /// The address of the server.
    let base: BaseAddress

    /// Creates a provider for a server on the internet.
    ///
    /// - Parameter host: The server's host, such as `lemmy.world`.
    /// - Throws: `DataError` with the code `invalidInput` when it is no host.
    package init(host: String) throws(DataError) {
        guard !host.contains(where: { "/?#@\\".contains($0) }), let url = URL(string: "https://\(host)") else {
            throw DataError(.invalidInput, message: "'\(host)' is no host. A Lemmy server's is like lemmy.world.")
        }
        // As the profile of this host has it, with a port where there is one.
        site = .lemmy(host)
        base = try BaseAddress(url, site: site)
    }

    /// Creates a provider for a server anywhere.
    ///
    /// - Parameters:
    ///   - baseURL: The address before every path, such as `https://lemmy.world` or `http://127.0.0.1:8536`.
    ///   - site: The site whose server it is; `nil`, the default, for the one that is named after the URL's host.
    /// - Throws: `DataError` with the code `invalidInput` when it is neither `https` nor a loopback address, has no
    ///   host or a port that is none, or has a query, a fragment, a user or a password.
    package init(baseURL: URL, site: Site? = nil) throws(DataError) {
        self.site = site ?? .lemmy(baseURL.host() ?? "")
        base = try BaseAddress(baseURL, site: self.site)
    }

    package func request(for link: ResourceLink) throws(DataError) -> NetworkRequest { try base.request(for: link) }

    package func url(for link: ResourceLink) -> URL? { base.url(for: link) }

    package func link(for text: String) -> ResourceLink? { base.link(for: text) }

    // MARK: Posts

    /// The request for one page of a feed.
    ///
    /// - Parameter page: The feed, the cursor and the limit, which is clamped to 1 to 50.
    /// - Returns: A GET request that knows Lemmy's words for what is wrong.
    /// - Throws: `DataError` with the code `invalidInput` for a source that is local, has a name that is none or names
    ///   several communities, for an order that Lemmy has not, and for a cursor that is none of Lemmy's.
    package func listing(_ page: PageRequest) throws(DataError) -> NetworkRequest {
        let feed = page.feed
        var query = ["limit": String(Self.limit(of: page)), "sort": try Self.sort(of: feed)]
        let path: String
        switch feed.source.kind {
        case .home:
            path = "post/list"
            query["type_"] = "All"
        case .subreddit:
            path = "post/list"
            query["community_name"] = try Self.checked("r/\(feed.source.name)").name
            query["type_"] = "All"
        case .user:
            path = "user"
            query["username"] = try Self.checked("u/\(feed.source.name)").name
        case .search:
            let text = feed.source.name
            guard text.contains(where: { !$0.isWhitespace }) else {
                throw DataError(.invalidInput, message: "A search needs at least one word.")
            }
            path = "search"
            query["q"] = text
            query["type_"] = "Posts"
            query["listing_type"] = "All"
        case .saved, .favourites, .downloads:
            throw DataError(.invalidInput, message: "'\(feed.source)' is kept on this device; no server knows it.")
        default:
            throw DataError(.invalidInput, message: "'\(feed.source)' is no feed of Lemmy's. Use \(Self.names.forms).")
        }
        if path == "post/list" {
            if let cursor = page.cursor, !cursor.rawValue.isEmpty { query["page_cursor"] = cursor.rawValue }
        } else {
            query["page"] = String(try page.pageNumber())
        }
        var request = try request("/api/v3/\(path)", query, priority: page.priority)
        request.sender = page.sender
        return request
    }

    /// A source of which every name was checked by Lemmy's rules, whatever the site is called.
    private static func checked(_ text: String) throws(DataError) -> FeedSource {
        try names.source(parsing: text)
    }

    private static let names = SiteProfile.lemmy(host: "any")

    /// The number of posts that are requested: Lemmy refuses more than 50.
    static func limit(of page: PageRequest) -> Int { min(max(page.limit, 1), 50) }

    private static func sort(of feed: Feed) throws(DataError) -> String {
        let order = feed.sort ?? .hot
        if order == .top, let word = periods[feed.period ?? .day] { return word }
        guard order != .top, let word = orders[order] else {
            let period = feed.period.map { " of '\($0)'" } ?? ""
            throw DataError(.invalidInput, message: "Lemmy has no order '\(order)'\(period).")
        }
        return word
    }

    private static let orders: [FeedSort: String] = [
        .best: "Active", .hot: "Hot", .new: "New", .rising: "Scaled", .controversial: "Controversial",
    ]

    private static let periods: [FeedPeriod: String] = [
        .hour: "TopHour", .day: "TopDay", .week: "TopWeek", .month: "TopMonth", .year: "TopYear", .all: "TopAll",
    ]

    // MARK: Threads

    /// The request for a thread, eight comments deep.
    ///
    /// - Parameter thread: The post, an order and a limit, which is clamped to 1 to 50.
    /// - Returns: A GET request that knows Lemmy's words for what is wrong.
    /// - Throws: `DataError` with the code `invalidInput` for a post whose id is none of Lemmy's.
    package func thread(_ thread: ThreadRequest) throws(DataError) -> NetworkRequest {
        let query = ["post_id": try Self.number(thread.post.native, of: "post")]
        return try comments(query, sort: thread.sort, limit: thread.limit, priority: thread.priority)
    }

    /// The request for the comments that a placeholder stands for.
    ///
    /// Lemmy names no comments that are missing: what is below the parent is asked for once more, as deep again.
    ///
    /// - Parameter more: The placeholder.
    /// - Returns: A GET request that knows Lemmy's words for what is wrong.
    /// - Throws: `DataError` with the code `invalidInput` for a post or a comment whose id is none of Lemmy's.
    package func more(_ more: MoreRequest) throws(DataError) -> NetworkRequest {
        var query = ["post_id": try Self.number(more.post.native, of: "post")]
        if case .comment(let parent) = more.more.parent {
            query = ["parent_id": try Self.number(parent.native, of: "comment")]
        }
        return try comments(query, sort: more.sort, limit: nil, priority: more.priority)
    }

    /// The request for one page of a whole thread, flat: with a depth Lemmy sends the same 300 comments each time.
    ///
    /// - Parameters:
    ///   - number: Which page, from 1.
    ///   - more: A placeholder of the thread, whose order and priority count.
    /// - Returns: A GET request for ``pageSize`` comments of any depth.
    /// - Throws: `DataError` with the code `invalidInput` for a post whose id is none of Lemmy's.
    package func page(_ number: Int, of more: MoreRequest) throws(DataError) -> NetworkRequest {
        var query = ["post_id": try Self.number(more.post.native, of: "post"), "type_": "All"]
        query["limit"] = String(Self.pageSize)
        query["page"] = String(number)
        query["sort"] = more.sort.flatMap(Self.sort)
        return try request("/api/v3/comment/list", query, priority: more.priority)
    }

    /// Number of comments on a page without a depth: Lemmy refuses more.
    package static let pageSize = 50

    /// The request for a post by itself, which has counts that a list of comments has not.
    ///
    /// - Parameters:
    ///   - id: The post.
    ///   - priority: The priority.
    /// - Returns: A GET request that knows Lemmy's words for what is wrong.
    /// - Throws: `DataError` with the code `invalidInput` for a post whose id is none of Lemmy's.
    package func post(_ id: Post.ID, priority: RequestPriority) throws(DataError) -> NetworkRequest {
        try request("/api/v3/post", ["id": try Self.number(id.native, of: "post")], priority: priority)
    }

    private func comments(
        _ query: [String: String], sort: CommentSort?, limit: Int?, priority: RequestPriority
    ) throws(DataError) -> NetworkRequest {
        var query = query
        query["max_depth"] = String(LemmyThreadDecoder.maximumDepth)
        query["type_"] = "All"
        // With a depth, Lemmy sends up to 300 comments whatever the limit (LemmyNet/lemmy, issue 4421).
        query["limit"] = String(min(max(limit ?? 50, 1), 50))
        query["sort"] = sort.flatMap(Self.sort)
        return try request("/api/v3/comment/list", query, priority: priority)
    }

    private static func number(_ native: String, of thing: String) throws(DataError) -> String {
        guard LemmyObject.isID(native) else {
            throw DataError(.invalidInput, message: "'\(native)' is no \(thing)'s id. On Lemmy it is a number.")
        }
        return native
    }

    /// Lemmy's word for an order; nil, and so its own order, for one that it does not have.
    private static func sort(_ sort: CommentSort) -> String? {
        switch sort {
        case .confidence, .qa: "Hot"
        case .top: "Top"
        case .new: "New"
        case .controversial: "Controversial"
        case .old: "Old"
        default: nil
        }
    }

    // MARK: Sources

    /// The request for what the server says of a community or a user.
    ///
    /// - Parameter source: The name, and who waits.
    /// - Returns: A GET request that knows Lemmy's words for what is wrong.
    /// - Throws: `DataError` with the code `invalidInput` for a name that is none of one community or user.
    package func source(_ source: SourceRequest) throws(DataError) -> NetworkRequest {
        let name = try Self.checked(source.name).text
        guard source.name.kind == .user else {
            return try request("/api/v3/community", ["name": name], priority: source.priority)
        }
        return try request("/api/v3/user", ["username": name, "limit": "1"], priority: source.priority)
    }

    /// The name of a source, checked by Lemmy's rules, whatever the site is called.
    static func checked(_ name: SourceName) throws(DataError) -> SourceName {
        guard try checked(name.description) == name.source else {
            throw DataError(.invalidInput, message: "'\(name)' is no name of one community or user.")
        }
        return name
    }

    private func request(
        _ path: String, _ query: [String: String], priority: RequestPriority
    ) throws(DataError) -> NetworkRequest {
        var request = try base.request(path, query: query, priority: priority)
        request.errorWords = LemmyObject.errorWords
        return request
    }
}
