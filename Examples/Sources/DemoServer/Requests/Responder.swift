import Foundation

/// Finds the right answer to a request, whatever its dialect.
struct Responder: Sendable {
    let site: Site
    let media: MediaStore
    let authority: AuthorizationServer
    /// Nil for no limit.
    let limiter: RateLimiter?
    /// Unix time, in seconds.
    let referenceTime: Int

    /// The answer; absolute addresses in it begin with `base`: scheme, host and port.
    func answer(to request: DemoRequest, base: String) -> Answer {
        let dialect = request.dialect
        if request.path == "/login" { return Answer(body: .html(FaultPages.login)) }
        switch dialect {
        case .authorization: return authority.answer(to: request)
        case .lemmy: return limited(dialect) { lemmy(request, base: base) }
        case .hackerNews: return limited(dialect) { hackerNews(request, base: base) }
        case .media:
            guard let route = Route(path: request.path, dialect: dialect) else { return .notFound }
            return answer(at: route, to: request, reader: nil, base: base)
        case .json, .atom, .oauth:
            guard let route = Route(path: request.path, dialect: dialect) else { return .notFound }
            guard dialect == .oauth else {
                return limited(dialect) { answer(at: route, to: request, reader: nil, base: base) }
            }
            switch authority.access(of: request, scope: Self.scope(of: route)) {
            case .failure(let refusal): return refusal.answer
            case .success(let grant):
                return limited(dialect) { answer(at: route, to: request, reader: grant.account, base: base) }
            }
        }
    }

    private static func scope(of route: Route) -> String {
        switch route {
        case .me: "identity"
        case .submitted, .overview, .saved: "history"
        default: "read"
        }
    }

    /// An answer as far as the rate limit allows it, and what it says about the limit.
    private func limited(_ dialect: DemoDialect, _ answer: () -> Answer) -> Answer {
        guard let verdict = limiter?.take() else { return answer() }
        var result = verdict.isAllowed ? answer() : Self.refusal(in: dialect)
        // Only Reddit knows other headers than the standard one.
        let isReddit = dialect != .lemmy && dialect != .hackerNews
        result.headers += verdict.headers.filter { isReddit || $0.name == "Retry-After" }
        return result
    }

    private static func refusal(in dialect: DemoDialect) -> Answer {
        switch dialect {
        case .lemmy: .plainJSON(.object([("error", .string("rate_limit_error"))]), status: 429)
        case .hackerNews: HackerNewsSite.refusal(429, "Too Many Requests")
        case .atom: Answer(status: 429, body: .html(FaultPages.status(429, phrase: "Too Many Requests")))
        default: .message("Too Many Requests", status: 429)
        }
    }

    private func lemmy(_ request: DemoRequest, base: String) -> Answer {
        let links = SiteLinks(base: base, seed: site.catalog.seed)
        let renderer = LemmyRenderer(links: links, referenceTime: referenceTime)
        return LemmySite(catalog: site.catalog, renderer: renderer).answer(path: request.path, query: request.query)
    }

    private func hackerNews(_ request: DemoRequest, base: String) -> Answer {
        let links = SiteLinks(base: base, seed: site.catalog.seed)
        let renderer = HackerNewsRenderer(links: links, referenceTime: referenceTime)
        return HackerNewsSite(catalog: site.catalog, renderer: renderer)
            .answer(path: request.path, query: request.query)
    }

    private func answer(at route: Route, to request: DemoRequest, reader: String?, base: String) -> Answer {
        let query = ListingQuery(request)
        let links = SiteLinks(base: base, seed: site.catalog.seed)
        let reddit = RedditRenderer(links: links, referenceTime: referenceTime)
        if case .me = route {
            return reader.map { .json(reddit.account($0)) } ?? .forbidden(reason: nil)
        }
        let content: SiteContent
        do {
            content = try site.content(at: route, query: query, reader: reader)
        } catch {
            return error.answer
        }
        if case .file(let kind, let name, let fileExtension) = content {
            return media.answer(kind, name: name, fileExtension: fileExtension, query: query)
        }
        if request.dialect == .atom { return feed(of: content, at: route, request: request, links: links) }
        switch content {
        case .listing(let things, let after): return .json(reddit.json(things, after: after))
        case .thread(let post, let comments, let parent, let limit):
            return .json(reddit.json(post, comments: comments, parent: parent, limit: limit))
        case .more(let replies, let post, let limit):
            return .json(reddit.json(more: replies, on: post, limit: limit, isWrapped: query.isWrapped))
        case .about(let subreddit): return .json(reddit.json(subreddit))
        case .user(let name): return .json(reddit.user(name))
        case .file: return .notFound
        }
    }

    private func feed(of content: SiteContent, at route: Route, request: DemoRequest, links: SiteLinks) -> Answer {
        let renderer = AtomRenderer(links: links, referenceTime: referenceTime, path: request.path)
        switch content {
        case .listing(let things, _):
            var subreddit: Subreddit?
            if case .subreddits(let names, _) = route, names.count == 1 {
                subreddit = site.catalog.subreddit(named: names[0])
            }
            return Answer(body: .atom(renderer.feed(things, title: Self.title(of: route), about: subreddit)))
        case .thread(let post, let comments, _, let limit):
            return Answer(body: .atom(renderer.feed(post, comments: comments, limit: limit)))
        case .more, .about, .user, .file: return .notFound
        }
    }

    private static func title(of route: Route) -> String {
        switch route {
        case .subreddits(let names, _): names.joined(separator: "+")
        case .submitted(let user): "submitted by \(user)"
        case .overview(let user): "overview for \(user)"
        case .search: "search results"
        default: "lantern: the front page of nowhere"
        }
    }
}
