import Foundation
import ServerKit

/// Finds the right answer to a request, whatever its dialect.
struct Responder: Sendable {
    let base: Catalog
    let media: MediaStore
    let authority: AuthorizationServer
    /// Nil for no limit.
    let limiter: RateLimiter?
    /// Unix time, in seconds.
    let referenceTime: Int
    /// How far lists are behind what people write.
    let staleness: Duration

    var store: DemoStore { authority.store }

    /// The answer; absolute addresses in it begin with `base`: scheme, host and port.
    ///
    /// - Parameters:
    ///   - request: The request; one for an act is carried out.
    ///   - base: The server's own address.
    ///   - staleness: How far the answer to a read is behind; zero leaves it at what the server was made with.
    /// - Returns: The answer; 500 where what people told the server cannot be read or kept, which is then not done.
    func answer(to request: DemoRequest, base: String, staleness: Duration = .zero) -> Answer {
        do {
            return try found(request, base: base, staleness: staleness)
        } catch {
            return .message("\(error)", status: 500).plain
        }
    }

    private func found(_ request: DemoRequest, base: String, staleness: Duration) throws -> Answer {
        let dialect = request.dialect
        if request.path == "/login" { return Answer(body: .html(FaultPages.login)) }
        switch dialect {
        case .authorization: return try authority.answer(to: request)
        case .lemmy: return try limited(dialect) { try lemmy(request, base: base, staleness: staleness) }
        case .hackerNews: return try limited(dialect) { hackerNews(request, base: base) }
        case .media:
            guard let route = Route(path: request.path, dialect: dialect) else { return .notFound }
            return try answer(at: route, to: request, reader: nil, base: base, staleness: staleness)
        case .json, .atom, .oauth:
            if request.method == "POST", dialect != .atom, let write = RedditWrite(path: request.path) {
                return try carryOut(write, request, base: base)
            }
            guard let route = Route(path: request.path, dialect: dialect) else { return .notFound }
            guard dialect == .oauth else {
                return try limited(dialect) {
                    try answer(at: route, to: request, reader: nil, base: base, staleness: staleness)
                }
            }
            switch try authority.access(of: request, scope: Self.scope(of: route)) {
            case .failure(let refusal): return refusal.answer
            case .success(let grant):
                return try limited(dialect) {
                    try answer(at: route, to: request, reader: grant.account, base: base, staleness: staleness)
                }
            }
        }
    }

    private static func scope(of route: Route) -> String {
        switch route {
        case .me: "identity"
        case .submitted, .userComments, .overview, .marked: "history"
        case .subscriptions: "mysubreddits"
        case .inbox: "privatemessages"
        default: "read"
        }
    }

    /// An answer as far as the rate limit allows it, and what it says about the limit.
    private func limited(_ dialect: DemoDialect, _ answer: () throws -> Answer) throws -> Answer {
        guard let verdict = limiter?.take() else { return try answer() }
        var result = verdict.isAllowed ? try answer() : Self.refusal(in: dialect)
        // Only Reddit knows other headers than the standard one, and Lemmy does not say how long to wait.
        switch dialect {
        case .lemmy: break
        case .hackerNews: result.headers += verdict.headers.filter { $0.name == "Retry-After" }
        default: result.headers += verdict.headers
        }
        return result
    }

    /// Does what a call of Reddit's API asks for; on a path that ends in `.json` a token counts as well.
    private func carryOut(_ write: RedditWrite, _ request: DemoRequest, base: String) throws -> Answer {
        var account: String?
        if request.dialect == .oauth || request.bearerToken != nil {
            switch try authority.access(of: request, scope: write.scope) {
            case .failure(let refusal): return refusal.answer
            case .success(let grant): account = grant.account
            }
        }
        return try limited(request.dialect) {
            let desk = RedditDesk(
                store: store, accounts: accounts, account: account,
                renderer: RedditRenderer(
                    links: SiteLinks(base: base, seed: self.base.seed), referenceTime: referenceTime))
            return try desk.answer(to: write, request)
        }
    }

    /// The names of all accounts.
    private var accounts: [String] { authority.settings.accounts.map(\.name) }

    private func snapshot(of reader: String?, isList: Bool, staleness: Duration) throws -> SiteSnapshot {
        let staleness = max(staleness, isList ? self.staleness : .zero)
        return SiteSnapshot(
            version: try store.version(staleness: staleness), reader: reader, accounts: accounts)
    }

    private static func refusal(in dialect: DemoDialect) -> Answer {
        switch dialect {
        case .lemmy: .plainJSON(.object([("error", .string("rate_limit_error"))]), status: 400)
        case .hackerNews: HackerNewsSite.refusal(429, "Too Many Requests")
        case .atom: Answer(status: 429, body: .html(FaultPages.status(429, phrase: "Too Many Requests")))
        default: .message("Too Many Requests", status: 429)
        }
    }

    private func lemmy(_ request: DemoRequest, base: String, staleness: Duration) throws -> Answer {
        let links = SiteLinks(base: base, seed: self.base.seed)
        let account = try request.bearerToken.flatMap { token in try store.readTokens { $0.session(token) } }
        let desk = LemmyDesk(
            store: store, settings: authority.settings, account: account, links: links, referenceTime: referenceTime)
        if let write = LemmyWrite(path: request.path, method: request.method) {
            return try desk.answer(to: write, request)
        }
        let snapshot = try snapshot(of: account, isList: LemmySite.isList(request.path), staleness: staleness)
        let answer = LemmySite(snapshot: snapshot, links: links, settings: authority.settings)
            .answer(path: request.path, query: request.query)
        if answer.status == 200 { try desk.noteReading(request) }
        return answer
    }

    private func hackerNews(_ request: DemoRequest, base: String) -> Answer {
        let links = SiteLinks(base: base, seed: self.base.seed)
        let renderer = HackerNewsRenderer(links: links, referenceTime: referenceTime)
        // Nobody can write there, and what people write elsewhere is not shown: its ids would be no longer unique.
        return HackerNewsSite(catalog: self.base, renderer: renderer)
            .answer(path: request.path, query: request.query)
    }

    private func answer(
        at route: Route, to request: DemoRequest, reader: String?, base: String, staleness: Duration
    ) throws -> Answer {
        let query = ListingQuery(request)
        let links = SiteLinks(base: base, seed: self.base.seed)
        let reddit = RedditRenderer(links: links, referenceTime: referenceTime)
        let snapshot = try snapshot(of: reader, isList: route.isList, staleness: staleness)
        if case .me = route {
            let unread = snapshot.messages.count { !$0.notice.isRead }
            return reader.map { .json(reddit.account($0, unread: unread)) } ?? .forbidden(reason: nil)
        }
        let content: SiteContent
        do {
            content = try Site(snapshot: snapshot).content(at: route, query: query)
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
        case .about(let subreddit, let isSubscriber):
            return .json(reddit.json(subreddit, isSubscriber: isSubscriber))
        case .subscriptions(let subreddits): return .json(reddit.json(subscriptions: subreddits))
        case .inbox(let messages, let after):
            return .json(MessageRenderer(links: links, referenceTime: referenceTime).json(messages, after: after))
        case .rules(let subreddit): return .json(SubredditRenderer.rules(of: subreddit))
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
                subreddit = base.subreddit(named: names[0])
            }
            return Answer(body: .atom(renderer.feed(things, title: Self.title(of: route), about: subreddit)))
        case .thread(let post, let comments, _, let limit):
            return Answer(body: .atom(renderer.feed(post, comments: comments, limit: limit)))
        case .more, .about, .rules, .user, .file, .subscriptions, .inbox: return .notFound
        }
    }

    private static func title(of route: Route) -> String {
        switch route {
        case .subreddits(let names, _): names.joined(separator: "+")
        case .submitted(let user): "submitted by \(user)"
        case .userComments(let user): "comments by \(user)"
        case .overview(let user): "overview for \(user)"
        case .search: "search results"
        default: "lantern: the front page of nowhere"
        }
    }
}
