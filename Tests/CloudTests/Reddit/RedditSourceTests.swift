import Cloud
import Core
import Foundation
import Mocks
import Testing

/// Lookups of subreddits and users by Reddit's JSON.
@Suite(.timeLimit(.minutes(5)))
struct RedditSourceTests {
    private static let subreddit: [String: String] = [
        "id": #""2qh1a""#, "name": #""t5_2qh1a""#, "display_name": #""Swift""#, "display_name_prefixed": #""r/Swift""#,
        "title": #""Swift &amp; friends""#, "public_description": #""""#, "subscribers": "123456", "over18": "false",
        "icon_img": #""""#, "community_icon": #""https://styles.redditmedia.com/a.png?s=1""#,
        "user_is_subscriber": "null", "quarantine": "false", "subreddit_type": #""public""#,
    ]
    private static let user: [String: String] = [
        "id": #""abc""#, "name": #""Ann-1""#, "created_utc": "1500000000.0", "link_karma": "1",
        "subreddit":
            #"{"display_name":"u_Ann-1","title":"Ann's things","over_18":true,"subscribers":5,"url":"/user/Ann-1/"}"#,
    ]

    private func thing(_ kind: String, _ members: [String: String], _ changes: [String: String?] = [:]) -> String {
        #"{"kind":"\#(kind)","data":\#(objectJSON(members, changes))}"#
    }

    private func lookUp(
        _ name: String, _ body: String, dialect: RedditDialect = .publicJSON, finalURL: URL? = nil
    ) async throws -> SourceDescription {
        let provider = RedditOnlineSourceProvider(
            endpoints: RedditEndpointProvider(dialect: dialect), requests: CannedRequests(body, finalURL: finalURL))
        return try await provider.lookUp(SourceRequest(.mock(name, site: .reddit), on: .reddit))
    }

    // MARK: Requests

    @Test(arguments: [
        ("r/Swift", RedditDialect.publicJSON, "https://www.reddit.com/r/Swift/about.json?raw_json=1"),
        ("r/Swift", .oauth, "https://oauth.reddit.com/r/Swift/about?raw_json=1"),
        ("u/an-n", .publicJSON, "https://www.reddit.com/user/an-n/about.json?raw_json=1"),
        ("u/an-n", .oauth, "https://oauth.reddit.com/user/an-n/about?raw_json=1"),
    ]) func requestsAreExact(_ name: String, _ dialect: RedditDialect, _ address: String) throws {
        let source = SourceRequest(.mock(name, site: .reddit), on: .reddit, priority: .background)
        let request = try RedditEndpointProvider(dialect: dialect).source(source)
        #expect(request.url.absoluteString == address)
        #expect(request.method == .get && request.body == nil && request.priority == .background)
        #expect(request.expectation == .json && request.headers == ["Accept": "application/json"])
        #expect(request.errorPaths["/subreddits/search"] == .notFound)
        #expect(request.errorPaths["/login"] == .unauthorized)
    }

    @Test(arguments: [
        SourceName(.subreddit, ""), SourceName(.subreddit, "a+b"), SourceName(.subreddit, "swift+rust"),
        SourceName(.subreddit, ".."), SourceName(.subreddit, "a/b"), SourceName(.user, "a?b"), SourceName(.user, "a b"),
    ]) func anInvalidNameIsNotRequested(_ name: SourceName) {
        let source = SourceRequest(name, on: .reddit)
        let error = #expect(throws: DataError.self) { try RedditEndpointProvider().source(source) }
        #expect(error?.code == .invalidInput)
        let feedError = #expect(throws: DataError.self) { try RedditFeedEndpointProvider().source(source) }
        #expect(feedError?.code == .invalidInput)
    }

    @Test func aSourceOfAnotherSiteIsNotAskedFor() async {
        let requests = CannedRequests("")
        let provider = RedditOnlineSourceProvider(endpoints: RedditEndpointProvider(), requests: requests)
        let error = await #expect(throws: DataError.self) {
            try await provider.lookUp(SourceRequest(.mock("r/swift"), on: .demo))
        }
        #expect(error?.code == .invalidInput && requests.request == nil)
    }

    // MARK: Answers

    @Test func aSubredditIsReadWithItsSpelling() async throws {
        let description = try await lookUp("r/sWIFT", thing("t5", Self.subreddit))
        // With raw_json=1 nothing is escaped, so an ampersand that is written out is the title's own.
        #expect(
            description
                == SourceDescription(
                    name: .mock("r/Swift", site: .reddit), title: "Swift &amp; friends", isNSFW: false,
                    subscriberCount: 123_456))
    }

    @Test func aUserIsReadWithTheirProfile() async throws {
        let description = try await lookUp("u/ann-1", thing("t2", Self.user))
        #expect(
            description
                == SourceDescription(
                    name: .mock("u/Ann-1", site: .reddit), title: "Ann's things", isNSFW: true, subscriberCount: 5))
        let bare = try await lookUp("u/ann-1", thing("t2", Self.user, ["subreddit": nil]))
        #expect(bare == SourceDescription(name: .mock("u/Ann-1", site: .reddit)))
    }

    @Test func anAccountThatIsSuspendedSaysSo() async throws {
        let body = #"{"kind":"t2","data":{"name":"Ann","is_suspended":true,"awardee_karma":0}}"#
        let description = try await lookUp("u/ann", body)
        #expect(description == SourceDescription(name: .mock("u/Ann", site: .reddit), restriction: .suspended))
    }

    @Test(
        arguments: [("over18", "true", true), ("over18", "null", nil), ("subscribers", "null", nil)]
            as [(String, String, Bool?)])
    func whatIsNotSaidIsNotKnown(_ field: String, _ value: String, _ expected: Bool?) async throws {
        let description = try await lookUp("r/swift", thing("t5", Self.subreddit, [field: value]))
        if field == "over18" {
            #expect(description.isNSFW == expected)
        } else {
            #expect(description.subscriberCount == nil)
        }
        let older = thing("t5", Self.subreddit, ["over18": nil, "over_18": "true"])
        #expect(try await lookUp("r/swift", older).isNSFW == true)
    }

    @Test(arguments: [
        "", "{}", "[]", #"{"kind":"Listing","data":{"children":[]}}"#, #"{"kind":"t5"}"#, #"{"kind":"t5","data":[]}"#,
        #"{"kind":"t5","data":{}}"#, #"{"kind":"t5","data":{"display_name":"a b"}}"#,
        #"{"kind":"t5","data":{"display_name":"a1+b1"}}"#, #"{"kind":"t5","data":{"display_name":7}}"#,
        #"{"kind":"t2","data":{"name":"swift"}}"#, #"{"kind":"t5","data":{"display_name":"swift"}"#,
    ]) func whatIsNoSubredditIsMalformed(_ body: String) async {
        #expect(await errorCode { try await lookUp("r/swift", body) } == .malformed)
    }

    @Test(arguments: ["search.json?q=nosuch", "search?q=nosuch"])
    func aSearchForSubredditsMeansThatThereIsNone(_ path: String) async {
        let listing = #"{"kind":"Listing","data":{"after":null,"children":[]}}"#
        let end = url("https://www.reddit.com/subreddits/\(path)")
        #expect(await errorCode { try await lookUp("r/nosuch", listing, finalURL: end) } == .notFound)
    }

    // MARK: Through the request layer

    private func answered(
        _ status: Int, _ headers: [String: String] = [:], _ body: String
    ) async -> Result<SourceDescription, any Error> {
        let transport = ScriptedTransport(.respond(status, headers, body))
        let requests = NetworkRequestProvider(
            transport: transport, configuration: .init(retry: RetryPolicy(maximumRetries: 0)), time: ManualClock())
        let provider = RedditOnlineSourceProvider(endpoints: RedditEndpointProvider(), requests: requests)
        do {
            return .success(try await provider.lookUp(SourceRequest(.mock("r/shut", site: .reddit), on: .reddit)))
        } catch {
            return .failure(error)
        }
    }

    @Test(
        arguments: [
            ("private", SourceRestriction.privateMembers), ("quarantined", .quarantined), ("banned", .banned),
            ("gold_only", .forbidden), (nil, .forbidden),
        ] as [(String?, SourceRestriction)])
    func whatIsNotShownIsARestrictionAndNoError(_ reason: String?, _ expected: SourceRestriction) async throws {
        let word = reason.map { #""reason":"\#($0)","# } ?? ""
        let result = await answered(403, [:], #"{\#(word)"message":"Forbidden","error":403}"#)
        #expect(
            try result.get() == SourceDescription(name: .mock("r/shut", site: .reddit), restriction: expected))
    }

    @Test(arguments: [
        (404, #"{"reason":"banned","message":"Not Found","error":404}"#, ErrorCode.notFound),
        (404, #"{"message":"Not Found","error":404}"#, .notFound),
        (403, "<html><body>whoa there</body></html>", .accessClosed),
        (429, "", .rateLimited), (500, "<html></html>", .serverError), (401, "{}", .unauthorized),
    ]) func everyOtherRefusalKeepsItsCode(_ status: Int, _ body: String, _ code: ErrorCode) async {
        let result = await answered(status, [:], body)
        #expect(throws: NetworkError.self) { try result.get() }
        if case .failure(let error) = result { #expect((error as? NetworkError)?.code == code) }
    }

    @Test(arguments: ["/subreddits/search?q=nosuch", "/subreddits/search.json?q=nosuch"])
    func theRedirectToTheSearchMeansThatThereIsNoneAndIsNotFollowed(_ location: String) async throws {
        try await withServer { _ in
            [.send(LoopbackServer.answer("302 Found", ["Location: \(location)"]))]
        } _: { server in
            let provider = RedditOnlineSourceProvider(
                endpoints: try RedditEndpointProvider(baseURL: server.url),
                requests: NetworkRequestProvider(transport: URLSessionTransport()))
            let request = SourceRequest(.mock("r/nosuch", site: .reddit), on: .reddit)
            #expect(await errorCode { try await provider.lookUp(request) } == .notFound)
            #expect(server.requests.map(\.target) == ["/r/nosuch/about.json?raw_json=1"])
        }
    }

    @Test func cancellationPassesThrough() async throws {
        let transport = ScriptedTransport(.hang)
        let requests = NetworkRequestProvider(transport: transport, time: ManualClock())
        let provider = RedditOnlineSourceProvider(endpoints: RedditEndpointProvider(), requests: requests)
        let task = Task { try await provider.lookUp(SourceRequest(.mock("r/swift", site: .reddit), on: .reddit)) }
        await transport.waitForHanging()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
