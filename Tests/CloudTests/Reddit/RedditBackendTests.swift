import Cloud
import Core
import Foundation
import Mocks
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RedditBackendTests {
    @Test(arguments: RedditEndpointProviderTests.goldens)
    func theOAuthDialectHasTheSamePathsWithoutTheEnding(_ golden: RedditEndpointProviderTests.Golden) throws {
        let page = PageRequest(
            feed: Feed(site: .reddit, source: golden.source, sort: golden.sort, period: golden.period),
            cursor: golden.cursor.map(PageCursor.init(rawValue:)), limit: golden.limit, seenCount: golden.seen)
        let request = try RedditEndpointProvider(dialect: .oauth).listing(page)
        #expect(
            request.url.absoluteString == "https://oauth.reddit.com"
                + golden.path.replacingOccurrences(of: ".json?", with: "?"))
        #expect(request.headers == ["Accept": "application/json"] && request.method == .get && request.body == nil)
    }

    @Test func aThreadHasTheSamePathWithoutTheEnding() throws {
        let thread = ThreadRequest(post: Post.ID(site: .reddit, native: "t3_abc"), sort: .new)
        let request = try RedditEndpointProvider(dialect: .oauth).thread(thread)
        #expect(request.url.absoluteString == "https://oauth.reddit.com/comments/abc?raw_json=1&sort=new")
    }

    @Test func linksAreThoseOfTheSiteByEitherBackend() throws {
        for endpoints in [
            RedditEndpointProvider(), RedditEndpointProvider(dialect: .oauth), RedditEndpointProvider(server: .reddit),
        ] {
            let link = endpoints.link(for: "https://www.reddit.com/gallery/x")
            #expect(link == ResourceLink("/gallery/x", on: .reddit))
            #expect(
                endpoints.url(for: ResourceLink("/r/a/comments/b", on: .reddit))
                    == url("https://www.reddit.com/r/a/comments/b"))
            let request = try endpoints.request(for: ResourceLink("/x.png", on: .reddit))
            #expect(request.url == url("https://www.reddit.com/x.png"))
        }
    }

    @Test func aServerElsewhereIsOneBaseForAll() throws {
        let server = try OAuthServer(baseURL: url("http://127.0.0.1:8080/reddit"))
        let endpoints = RedditEndpointProvider(server: server)
        let request = try endpoints.listing(PageRequest(feed: Feed(site: .demo)))
        #expect(request.url.absoluteString == "http://127.0.0.1:8080/reddit/hot?limit=25&raw_json=1")
        #expect(endpoints.link(for: "http://127.0.0.1:8080/reddit/a.png") == ResourceLink("/a.png", on: .reddit))
        let plain = try RedditEndpointProvider(baseURL: url("http://127.0.0.1:8080"), dialect: .oauth)
        #expect(
            try plain.listing(PageRequest(feed: Feed(site: .demo))).url.absoluteString
                == "http://127.0.0.1:8080/hot?limit=25&raw_json=1")
    }

    // MARK: Over the wire

    private static let token =
        #"{"access_token":"wire-1","token_type":"bearer","expires_in":3600,"refresh_token":"wire-r1"}"#
    private static let invalid = [
        "Content-Type: application/json", #"www-authenticate: Bearer realm="reddit", error="invalid_token""#,
    ]

    private func backend(_ server: LoopbackServer, refreshToken token: String?) throws -> RedditBackend {
        let client = try OAuthClient(id: "id", server: OAuthServer(baseURL: server.url))
        return try RedditBackend.oauth(
            client: client, tokens: InMemoryTokenStore(), userAgent: "linux:test:1 (by /u/nobody)",
            configuration: OAuthSession.Configuration(
                refreshToken: token.map { Secret($0) }, appOnlyGrant: token == nil ? .doNotTrack : nil))
    }

    @Test(arguments: [nil, "wire-r0"]) func aPageComesOverTheWire(_ token: String?) async throws {
        let refused = Mutex(false)
        try await withServer { request in
            if request.target == "/api/v1/access_token" {
                return [.send(LoopbackServer.answer("200 OK", ["Content-Type: application/json"], Self.token))]
            }
            // The first token is refused, as when it ends too early.
            let isFirst = refused.withLock { refused in
                defer { refused = true }
                return !refused
            }
            if isFirst { return [.send(LoopbackServer.answer("401 Unauthorized", Self.invalid, #"{"error":401}"#))] }
            return [.send(LoopbackServer.answer("200 OK", ["Content-Type: application/json"], listing([postJSON()])))]
        } _: { server in
            let backend = try backend(server, refreshToken: token)
            let page = try await backend.posts.fetchPage(PageRequest(feed: Feed(site: .reddit)))
            #expect(page.posts.count == 1 && page.source == "reddit")
            #expect(
                server.requests.map(\.target) == [
                    "/api/v1/access_token", "/hot?limit=25&raw_json=1", "/api/v1/access_token",
                    "/hot?limit=25&raw_json=1",
                ])
            #expect(server.requests.allSatisfy { $0.header("User-Agent") == "linux:test:1 (by /u/nobody)" })
            #expect(
                server.requests.map { $0.header("Authorization") } == [
                    "Basic aWQ6", "bearer wire-1", "Basic aWQ6", "bearer wire-1",
                ])
            #expect(backend.session.state.value == (token == nil ? .signedOut : .signedIn))
        }
    }

    @Test(arguments: [
        ("400 Bad Request", #"{"message":"Bad Request","error":400}"#, ErrorCode.sessionExpired),
        ("200 OK", #"{"error":"invalid_grant"}"#, .sessionExpired),
        ("401 Unauthorized", #"{"message":"Unauthorized","error":401}"#, .unauthorized),
        ("403 Forbidden", "<html>whoa there, pardner</html>", .accessClosed), ("503 x", "<html>", .serverError),
    ])
    func theServersRefusalComesOverTheWire(_ status: String, _ body: String, _ code: ErrorCode) async throws {
        try await withServer { _ in
            [.send(LoopbackServer.answer(status, [], body))]
        } _: { server in
            let backend = try backend(server, refreshToken: "wire-r0")
            do {
                _ = try await backend.posts.fetchPage(PageRequest(feed: Feed(site: .reddit)))
                Issue.record("nothing was handed out")
            } catch let error as any CodedError {
                #expect(error.code == code)
            }
            #expect(backend.session.state.value == (code == .sessionExpired ? .expired : .signedIn))
        }
    }

    @Test(arguments: ["", "  ", "näme", "a\r\nX: y"]) func aNameThatCannotBeSentIsRefused(_ userAgent: String) throws {
        let client = try OAuthClient(id: "id")
        let error = #expect(throws: DataError.self) {
            try RedditBackend.oauth(client: client, tokens: InMemoryTokenStore(), userAgent: userAgent)
        }
        #expect(error?.code == .invalidInput)
    }
}
